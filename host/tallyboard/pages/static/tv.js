// Turns the screens of the TV: some tables, then a scene of the tournament, and so on, round and round. A new call puts
// the calls' board on at once; the final and the champion stay. A key or a tap holds it; arrows turn it.
// Tables go when nobody looks at them any more: free ones where others are played at, and a minute after a match after
// which its phase went on. Who was called is taken off the board when the box of their table says that they play.
"use strict";

(() => {
  const TURN_MS = Number(document.body.dataset.seconds) * 1000;
  const GONE_MS = 60_000; // from the end of a match to when its table leaves
  const LOOK_MS = 5000;
  const MOST = 8; // tables on a screen
  const BEGUN = [".live", ".won", ".stale"].join();
  let at = 0;
  let held = false;
  let timer = 0;
  /** @type {Set<string> | null} */
  let known = null; // calls that have been on the board
  /** @type {Map<string, number>} */
  const over = new Map(); // since when, by match

  const all = (which) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(which)]);
  const tables = () => /** @type {HTMLElement} */ (document.querySelector("[data-tables]"));

  // ---- which tables

  function isGone(card) {
    const { match } = card.dataset;
    if (!card.matches(".won") || !(tables().dataset.past ?? "").split(" ").includes(match)) return false;
    if (!over.has(match)) over.set(match, Date.now());
    return Date.now() - (over.get(match) ?? 0) >= GONE_MS;
  }

  function shownCards() {
    const cards = all("[data-tables] > *").filter((card) => !isGone(card));
    const busy = cards.filter((card) => !card.matches(".free"));
    return busy.length ? busy : cards;
  }

  // ---- the screens: each the section, and which of the tables are on it

  // Scenes stand between screens of tables as evenly as they can; where that would be more than two in a row, the tables
  // come round again before all scenes were shown.
  function screens() {
    const [hall, ...scenes] = all("[data-scene]");
    const staying = scenes.find((scene) => scene.dataset.stays !== undefined);
    if (staying) return [{ scene: staying, cards: [] }];
    const cards = shownCards();
    const { final } = tables().dataset;
    const last = cards.find((card) => final && card.dataset.match === final);
    if (last) return [{ scene: hall, cards: [last], isFinal: true }];
    const count = Math.ceil(cards.length / MOST);
    const each = Math.ceil(cards.length / count);
    const rest = scenes.filter((scene) => scene.dataset.scene !== "calls" || waiting(scene).length);
    const found = [];
    const turns = Math.max(count, Math.ceil(rest.length / 2));
    let placed = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      const page = turn % count;
      if (count) found.push({ scene: hall, cards: cards.slice(page * each, (page + 1) * each) });
      const due = Math.floor(((turn + 1) * rest.length) / turns);
      found.push(...rest.slice(placed, due).map((scene) => ({ scene, cards: [] })));
      placed = due;
    }
    return found.length ? found : [{ scene: hall, cards: [] }];
  }

  // ---- calls

  function takeOffBoard() {
    const begun = all("[data-tables] > [data-match]").filter((card) => card.matches(BEGUN)).map((card) => card.dataset.match);
    for (const row of all("[data-call]")) row.hidden = begun.includes(row.dataset.call);
    all(".calls > li").filter((row) => !row.hidden).slice(3).forEach((row) => { row.hidden = true; });
  }

  function waiting(scene) {
    return [...scene.querySelectorAll(".now, .last, .next")].filter((row) => !row.hidden);
  }

  // The rows of those who were not called before; none at first, when the board is as it is.
  function newCalls() {
    const rows = all("[data-scene=calls] :is(.now, .last)").filter((row) => !row.hidden);
    const before = known;
    known = new Set(rows.map(keyOf));
    return before ? rows.filter((row) => !before.has(keyOf(row))) : [];
  }

  function keyOf(row) {
    return `${row.dataset.call} ${row.className}`;
  }

  // ---- showing

  function show(turned = false) {
    takeOffBoard();
    const made = screens();
    const arrived = newCalls();
    const board = made.findIndex(({ scene }) => arrived.some((row) => scene.contains(row)));
    if (board >= 0) {
      at = board;
      for (const row of arrived) row.classList.add("arrived");
      wait();
    }
    at = (at + made.length) % made.length;
    const { scene, cards, isFinal } = made[at];
    for (const one of all("[data-scene]")) {
      one.classList.toggle("page-in", one === scene && (turned || (one.classList.contains("page-in") && !one.hidden)));
      one.hidden = one !== scene;
    }
    for (const card of all("[data-tables] > *")) card.hidden = !cards.includes(card);
    tables().dataset.shown = String(cards.length);
    tables().classList.toggle("duel", Boolean(isFinal) || cards.length === 1);
    const number = made.length > 1 || held ? `${held ? "❚❚ " : ""}${at + 1} / ${made.length}` : "";
    for (const turn of all(".turn")) turn.textContent = number;
  }

  function turn(by) {
    at += by;
    show(true);
    wait();
  }

  function wait() {
    clearTimeout(timer);
    if (!held) timer = setTimeout(() => turn(1), TURN_MS);
  }

  function hold() {
    held = !held;
    show();
    wait();
  }

  document.documentElement.classList.add("turning");
  document.addEventListener("tables-changed", () => show());
  setInterval(show, LOOK_MS);
  addEventListener("click", (event) => { if (!event.target?.closest?.("a, button")) hold(); });
  addEventListener("keydown", (event) => {
    if (event.key === " ") hold();
    else if (event.key === "ArrowRight") turn(1);
    else if (event.key === "ArrowLeft") turn(-1);
    else return;
    event.preventDefault();
  });
  show();
  wait();
})();
