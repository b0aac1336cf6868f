// What the laptop shows: which boxes it follows, the results, and a match press by press.

// An element with attributes and what is in it.
function made(name, attributes = {}, ...inside) {
  const one = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) one.setAttribute(key, "");
    else if (value !== false && value !== null) one.setAttribute(key, value);
  }
  one.append(...inside.flat());
  return one;
}

// What would be replaced while somebody presses it would lose the click: it is drawn when the press is over.
const press = {
  isOn: false,
  patience: 0,
  /** @type {Set<() => void>} */
  waiting: new Set(),

  whenOver(draw) {
    if (this.isOn) this.waiting.add(draw);
    else draw();
  },

  begins() {
    this.isOn = true;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.ends(), 2000); // not every end is told
  },

  ends() {
    const { waiting } = this;
    this.isOn = false;
    this.waiting = new Set();
    for (const draw of waiting) draw();
  },
};

addEventListener("pointerdown", () => press.begins());
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => press.ends())); // behind the click

// `columns`: words of the heads, null for none; `rows`: {cells, …attributes}, a cell is text or an element.
function tableOf(columns, rows) {
  const heads = columns.map((words) => made("th", { scope: "col" }, words ? say(words) : ""));
  const body = rows.map(({ cells, ...attributes }) => made("tr", attributes, cells.map((cell) => made("td", {}, cell ?? ""))));
  return made("div", { class: "wide", tabindex: 0, role: "group" }, made("table", {}, made("thead", {}, made("tr", {}, heads)), made("tbody", {}, body)));
}

// {A: 20, B: 15} or [20, 15]
function points(sides) {
  return Object.values(sides).join(" : ");
}

function gameName(line) {
  const [id, ...options] = line.split(" ");
  return [DATA.games.find((game) => game.id === id)?.[Words.language] ?? id, ...options].join(" ");
}

// `cords`: see laptop_panel.js. What is told of a box that is not there now is what was heard last.
function boxesTable(cords) {
  return tableOf(["at_box", "at_cable", "at_records", "at_score"], cords.map((cord) => ({
    "data-port": cord.name,
    "data-cable": cord.status,
    "data-told": cord.told ?? null,
    cells: [cord.title, say(cord.status), cord.next ?? "", cord.live ? `${points(cord.live.totals)} (${points(cord.live.raw)})` : ""],
  })));
}

// `titles`: by the id of a board what its box is called here; `choose(match)` is called with a match's id.
function resultsTable(matches, titles, shown, choose) {
  if (!matches.length) return made("p", {}, say("no_results"));
  return tableOf(["of_match", "at_box", "of_game", "of_score", "of_status", "of_records"], matches.map((match) => {
    const button = made("button", { type: "button", "aria-pressed": String(match.match === shown), "data-match": match.match }, match.match.slice(0, 8));
    button.addEventListener("click", () => choose(match.match));
    return {
      "data-status": match.status,
      cells: [button, titles.get(match.board) ?? match.table ?? match.board, gameName(match.game), points(match.totals), standing(match),
        `${match.first_seq}–${match.last_seq}`],
    };
  }));
}

function standing({ status, winners }) {
  if (status !== "finished") return say(`status_${status}`);
  return `${say("status_finished")}, ${winners.length === 1 ? say("won", winners[0]) : say("drawn")}`;
}

function pressesTable({ presses }) {
  return tableOf(["of_record", "of_time", "of_press", "of_raw", "of_total", "of_note"], presses.map((press) => ({
    class: !press.event ? "between" : press.undone || press.cut ? "taken-back" : null,
    cells: [press.seq, press.ms === null ? "" : `${(press.ms / 1000).toFixed(1)} s`, press.event, points(press.raw), points(press.totals),
      [press.undone && say("press_undone"), press.cut && say("press_cut"), press.note].filter(Boolean).join(", ")],
  })));
}
