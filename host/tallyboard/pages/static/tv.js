// Turns the pages of the TV: some tables, then a sheet of the tournament, and so on, round and round.
// How many tables a page has, static/live.css says (--per-page). A key or a tap holds it; arrows turn it.
// Tables on paper are left out where there are sheets: one says who is called to them, and nothing else is to be seen.
"use strict";

(() => {
  const usual = Number(document.body.dataset.seconds) * 1000;
  const sheetMs = Math.max(5000, 0.6 * usual); // ten lines are read sooner than many digits
  let at = 0;
  let held = false;
  let isSheet = false;
  let timer = 0;

  // The pages: each the elements that are on it. Sheets stand between pages of tables as evenly as they can; where that
  // would be more than two in a row, the tables come round again before all sheets were shown.
  function pages() {
    const which = document.querySelector("[data-sheet]") ? ":not([data-paper])" : "*";
    const cards = [...document.querySelectorAll(`[data-tables] > ${which}`)];
    const sheets = [...document.querySelectorAll("[data-sheet]")].map((sheet) => [sheet]);
    const most = Number(getComputedStyle(document.body).getPropertyValue("--per-page")) || 6;
    const count = Math.ceil(cards.length / most);
    const each = Math.ceil(cards.length / count);
    const turns = Math.max(count, Math.ceil(sheets.length / 2));
    const found = [];
    let placed = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      const page = turn % count;
      found.push(cards.slice(page * each, (page + 1) * each));
      const due = Math.floor(((turn + 1) * sheets.length) / turns);
      found.push(...sheets.slice(placed, due));
      placed = due;
    }
    return count ? found : sheets;
  }

  function show() {
    const all = pages();
    at = all.length ? (at + all.length) % all.length : 0;
    const shown = new Set(all[at]);
    for (const one of document.querySelectorAll("[data-tables] > *, [data-sheet]")) one.hidden = !shown.has(one);
    const tables = /** @type {Element} */ (document.querySelector("[data-tables]"));
    isSheet = Boolean(all[at]?.[0]?.matches("[data-sheet]"));
    tables.hidden = isSheet;
    tables.dataset.shown = String(shown.size);
    const turn = /** @type {Element} */ (document.querySelector(".turn"));
    turn.textContent = `${held ? "❚❚ " : ""}${Math.min(at + 1, all.length)} / ${all.length}`;
    turn.hidden = all.length < 2 && !held;
  }

  function turn(by) {
    at += by;
    show();
    wait();
  }

  function wait() {
    clearTimeout(timer);
    if (!held) timer = setTimeout(() => turn(1), isSheet ? sheetMs : usual);
  }

  function hold() {
    held = !held;
    show();
    wait();
  }

  document.documentElement.classList.add("turning");
  document.addEventListener("tables-changed", show);
  addEventListener("resize", show);
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
