// Of all that is drawn: keys smaller than a thumb, keys that overlap, words that stand out of their box.
(thumb) => {
  const WORDS = ".tap, .hold, .dots, .word, .says, .label, .facts, .what, .value, .num";
  const SLACK = 1.5;
  const CLEAR = 3; // between the words of a key and its edge
  const LEAST_NUMBER = 40;
  const found = new Set();
  const seen = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
  const name = (element) => `${element.closest("[data-side]")?.dataset.side ?? ""} ${element.className} ${element.textContent}`;
  const keys = [...document.querySelectorAll(".key")].filter(seen);
  const places = keys.map((key) => key.getBoundingClientRect());
  for (const [at, key] of keys.entries()) {
    const one = places[at];
    if (Math.min(one.width, one.height) < thumb - 0.5) found.add(`small: ${name(key)} ${one.width}x${one.height}`);
    if (one.left < 0 || one.top < 0 || one.right > innerWidth || one.bottom > innerHeight) found.add(`outside: ${name(key)}`);
    for (const two of places.slice(at + 1)) {
      const beside = one.left >= two.right || two.left >= one.right || one.top >= two.bottom || two.top >= one.bottom;
      if (!beside) found.add(`overlap: ${name(key)}`);
    }
  }
  for (const number of [...document.querySelectorAll(".mine .num")].filter(seen)) {
    const size = parseFloat(getComputedStyle(number).fontSize);
    if (size < LEAST_NUMBER) found.add(`tiny: ${name(number)} ${size}`);
  }
  for (const text of [...document.querySelectorAll(WORDS)].filter(seen)) {
    const around = text.closest(".key, .fit, .inside");
    const box = around.getBoundingClientRect();
    const slack = around.matches(".key") ? -CLEAR : SLACK;
    const range = document.createRange();
    range.selectNodeContents(text);
    // As wide as its words, and as high as its lines: a font's own box is higher than they.
    const own = text.getBoundingClientRect();
    const turned = text.closest('[data-seats="across"] [data-side="C"]'); // lines are columns
    const parts = [...range.getClientRects()].map((part) => (turned
      ? { left: own.left, right: own.right, top: part.top, bottom: part.bottom }
      : { left: part.left, right: part.right, top: own.top, bottom: own.bottom }));
    for (const { left, right, top, bottom } of parts) {
      const inside = left > box.left - slack && right < box.right + slack && top > box.top - SLACK && bottom < box.bottom + SLACK;
      if (!inside) found.add(`cut: ${name(text)}`);
    }
    if (text.matches(".says") && text.scrollHeight > text.clientHeight + 4) found.add(`cut: ${name(text)}`);
  }
  return [...found];
}
