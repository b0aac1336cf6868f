// What happens on the boxes of the page, in its order; and what is done to them, each at its moment.
// The page tells with events that bubble: "lit" (what is to be read, by display) and "edge" ({ms, line: "A1 1"}).

window.recorder = (() => {
  const kept = {}; // box: [[kind, detail], …]
  const left = {}; // box: how much is still to be done
  const numberOf = (event) => event.target.closest("[data-box]").dataset.box;
  for (const kind of ["lit", "edge"]) {
    addEventListener(kind, (event) => (kept[numberOf(event)] ??= []).push([kind, event.detail]));
  }
  function act(box, what) {
    const article = document.querySelector(`[data-box="${box}"]`);
    const [verb, key] = what.split(" ");
    if (verb === "plug") {
      article.querySelector(".plug").click();
      return;
    }
    const kind = verb === "down" ? "keydown" : "keyup";
    article.querySelector(`[data-key="${key}"]`).dispatchEvent(new KeyboardEvent(kind, { key: " ", code: "Space", bubbles: true }));
  }

  return {
    of: (box) => kept[box] ?? [],
    edges: (box) => (kept[box] ?? []).filter(([kind]) => kind === "edge"),
    // All but what is lit now.
    forget: (box) => { kept[box] = (kept[box] ?? []).filter(([kind]) => kind === "lit").slice(-1); },
    played: (box) => !left[box],
    // `acts`: [[ms, what], …] in their order.
    play: (box, acts) => {
      left[box] = acts.length;
      let began = performance.now();
      const next = (at) => {
        while (at < acts.length && performance.now() - began >= acts[at][0]) {
          // What is late makes the rest late too: a switch that is down again too soon bounces.
          began = performance.now() - acts[at][0];
          act(box, acts[at][1]);
          at += 1;
          left[box] -= 1;
        }
        if (at < acts.length) setTimeout(next, Math.max(1, acts[at][0] - (performance.now() - began)), at);
      };
      next(0);
    },
  };
})();
