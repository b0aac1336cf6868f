// One side's half of the table, turned to its player: both numbers, what the status says in words, and the keys.

function el(name, attributes = {}, ...inside) {
  const one = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  one.append(...inside);
  return one;
}

// Only where it differs: a screen reader says again what is put anew.
function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Of the words of a text, which may stand below one another.
function longest(text) {
  return Math.max(...text.split(" ").map((word) => word.length));
}

const ROWS = [0, 1, 2, 3, 4];
const MOST_DOTS = 6; // from then on a number
// Letters of what is said beside the table's name: what is longer has no room there; or none where letters are large
// for the half.
const MOST_BESIDE = 27;
const MOST_BESIDE_LARGE = 20;
const LOOK = 4; // the row whose key the menu leaves to the page

// A level of the menu that has all keys for itself, and the displays.
function takesKeys(menu) {
  return menu.level === "Test" || menu.level === "Toss";
}

class Half {
  // `table`: the Face it belongs to.
  constructor(side, table) {
    this.side = side;
    this.me = LETTERS.indexOf(side);
    this.table = table;
    this.line = el("div", { class: "line", hidden: "" });
    this.says = el("p", { class: "says", role: "status" });
    this.at = el("span");
    this.clock = el("span", { class: "clock" });
    this.letter = el("span");
    this.place = el("p", { class: "place" }, this.at, this.clock, this.letter);
    this.numbers = new Map(); // side: its number here
    this.mine = this.number(this.me, "mine");
    this.theirs = el("div", { class: "theirs" });
    this.row = el("div", { class: "row" }, el("p", { class: "what" }), el("p", { class: "value" }), el("p", { class: "more" }));
    this.label = el("p", { class: "label" });
    this.facts = el("p", { class: "facts" });
    this.keys = el("div", { class: "keys", role: "group" });
    this.caps = ROWS.map((row) => this.cap(row));
    this.root = el("section", { class: "half", "data-side": side }, el("div", { class: "inside" },
      this.line, this.says, this.place, this.mine, this.theirs, this.row, el("div", { class: "strip" }, this.label, this.facts), this.keys));
  }

  number(side, kind) {
    const num = el("b", { class: "num" });
    const name = el("span", { class: "name" });
    const of = el("span", { class: "hear" });
    this.numbers.set(side, { num, name, of });
    return el("div", { class: `${kind} of-${LETTERS[side]}` }, of, el("div", { class: "fit" }, num), name);
  }

  cap(row) {
    const cap = el("button", { type: "button", class: "key", "data-key": `${this.side}${row + 1}`, "data-row": row, "aria-pressed": "false" },
      el("b", { class: "tap" }), el("span", { class: "hold" }), el("i", { class: "dots" }));
    this.keys.append(cap);
    this.table.fingers.add(cap, `${this.side}${row + 1}`, () => this.holdOf(row), () => this.ownOf(row));
    return cap;
  }

  // How far this half is turned, in degrees.
  get turn() {
    return this.table.isAcross ? { A: 180, B: 0, C: 90 }[this.side] : 0;
  }

  holdOf(row) {
    const state = this.table.told;
    const hold = state?.match?.keys[row][1];
    return !hold || state.menu ? [] : [[legendInFull(hold), this.turn]];
  }

  // The page's own key, where the menu has none.
  ownOf(row) {
    const state = this.table.told;
    return row === LOOK && state?.menu && !takesKeys(state.menu) ? () => this.table.looks.open(this.turn) : null;
  }

  // ---- numbers, at once when a display changes

  show(shown) {
    for (const [side, { num }] of this.numbers) {
      const number = shown[LETTERS[side]]?.number ?? "";
      if (num.textContent === number) continue;
      const isNews = num.textContent !== "" && side === this.me;
      num.textContent = number;
      num.parentElement?.style.setProperty("--digits-n", String(Math.max(2, number.length)));
      if (isNews && !isCalm.matches) num.animate?.([{ transform: "scale(1.06)" }, { transform: "none" }], { duration: 150, easing: "ease-out" });
    }
  }

  // The quiet line: it takes its room from the numbers, and moves no key.
  /** @param {string} text @param { {text: string, does: () => void} | null } action */
  tell(text, action) {
    this.line.hidden = !text;
    const inside = [el("p", {}, text)];
    if (action) {
      const button = el("button", { type: "button" }, action.text);
      button.addEventListener("click", () => action.does());
      inside.push(button);
    }
    this.line.replaceChildren(...inside);
  }

  // ---- the rest, when the firmware has told it

  draw() {
    const state = this.table.told;
    const reader = new Reader(this.me, state ?? NO_STATE);
    const { match, menu } = reader.state;
    this.others(reader.sides);
    this.names(reader);
    const words = this.words(reader);
    const letter = reader.nameOf(this.me) ? "" : this.side;
    const at = this.table.name && letter ? `${this.table.name} · ` : this.table.name;
    put(this.at, words.length > MOST_BESIDE || this.table.left ? "" : at);
    put(this.letter, letter);
    this.time();
    this.place.classList.toggle("long", words.length > MOST_BESIDE_LARGE);
    put(this.says, words);
    this.says.classList.toggle("later", Boolean(words) && words === upcoming(reader.state));
    const numbers = !menu || takesKeys(menu);
    this.drawMenu(reader, numbers);
    this.drawStrip(reader);
    const winners = match?.finished ? match.winners : [];
    const is = {
      turn: match && !match.finished && !menu && match.turn === this.me,
      waits: match && !match.finished && match.turn !== null && match.turn !== this.me,
      won: winners.length === 1 && winners[0] === this.me && !menu,
      agreed: match?.review && match.agreed.includes(this.me),
      menu: !numbers,
    };
    for (const [name, so] of Object.entries(is)) this.root.classList.toggle(name, Boolean(so));
    if (menu) this.drawMenuKeys(menu);
    else this.drawKeys(match);
  }

  words(reader) {
    if (this.table.isLocked) return phrase("locked");
    if (!this.table.told) return this.table.isOn ? phrase("starting") : "";
    const { menu } = reader.state;
    if (!menu) return statusWords(reader) || upcoming(reader.state);
    const { of, row } = menuWords(menu, reader);
    return takesKeys(menu) ? row : sentence(phrase("menu"), of);
  }

  others(sides) {
    const there = [1, 2].map((by) => (this.me + by) % sides).slice(0, sides - 1);
    if (this.theirs.dataset.of === there.join()) return;
    this.theirs.dataset.of = there.join();
    for (const side of [...this.numbers.keys()]) if (side !== this.me) this.numbers.delete(side);
    this.theirs.replaceChildren(...there.map((side) => this.number(side, "other")));
    this.show(this.table.shown);
  }

  // The round's clock stands where the table's name stood: no number and no key moves.
  time() {
    const { left } = this.table;
    put(this.clock, left && this.letter.textContent ? `${left} · ` : left);
  }

  names(reader) {
    const name = reader.nameOf(this.me);
    this.root.setAttribute("aria-label", name || phrase("side", this.side));
    for (const [side, { name: said, of }] of this.numbers) {
      put(said, reader.names[side] || side !== this.me ? reader.nameOf(side) : "");
      put(of, reader.of(side, "points"));
    }
  }

  drawMenu(reader, numbers) {
    this.row.hidden = numbers;
    if (numbers) return;
    const { row, value, more } = menuWords(reader.state.menu, reader);
    [row, value, more].forEach((text, at) => { put(this.row.children[at], text); });
  }

  // What the numbers are, and what the displays do not show now.
  drawStrip({ state, match, sides }) {
    if (state.assigned && match?.untouched && !state.menu) { // what is about to begin, not what would have been
      this.label.replaceChildren(gameName(state.assigned.game));
      this.facts.replaceChildren();
      return;
    }
    if (!match || state.menu) {
      this.label.replaceChildren();
      this.facts.replaceChildren();
      return;
    }
    const view = this.table.shown[this.side]?.isPointed ? "round" : state.says.trim() === "20S" ? "twenties" : "match";
    const round = match.shootout ? phrase("this_shootout", match.shootout) : phrase(match.word, match.round);
    this.label.replaceChildren({ round, twenties: phrase("twenties"), match: match.untouched ? gameName(match.game) : phrase(match.finished ? "final" : "match") }[view]);
    if (match.first === this.me && !match.finished) {
      this.label.append(el("i", { class: "starts", role: "img", "aria-label": phrase("starts") }), match.seat ?? "");
    }
    if (match.green !== null) {
      const colour = match.green === this.me ? "green" : "red";
      this.label.append(el("i", { class: `disc ${colour}`, role: "img", "aria-label": phrase(`${colour}.you`) }));
    }
    const mine = [0, 1, 2].slice(0, sides).map((by) => (this.me + by) % sides);
    const pair = (name, numbers) => el("span", {}, `${name} `, ...mine.flatMap((side, at) => [at ? ":" : "", el("b", { class: `of-${LETTERS[side]}` }, signed(numbers[side]))]));
    const facts = [];
    if (match.turn !== null && !match.finished) facts.push(el("span", {}, pair(phrase("fact.dames"), match.running), ` ${phrase("of", match.pieces)}`));
    if (view !== "round" && !match.finished) facts.push(el("span", {}, round));
    if (view === "round" && !match.shootout) facts.push(pair(phrase("fact.match"), match.totals));
    if (match.twenties && !match.counted && !match.untouched && match.game !== "twenties-shootout" && view !== "twenties") facts.push(pair(phrase("fact.twenties"), match.twenties));
    this.facts.replaceChildren(...facts);
  }

  // ---- keys

  drawKeys(match) {
    const counts = match?.counts[this.me] ?? {};
    const takesOff = this.table.fingers.down.has("UNDO");
    ROWS.forEach((row) => {
      const [tap, hold] = match?.keys[row] ?? [null, null];
      const off = takesOff && match.offs[row] && tap[0] === "count";
      const n = counts[slotOf(tap)] ?? 0;
      this.face(row, {
        tap: off ? `−${tap[1]}` : legend(tap),
        hold: off ? "" : hold ? phrase("hold_for", legend(hold)) : "",
        dots: match?.finished ? 0 : n, // what that round had is in the score
        isWord: Boolean(tap) && tap[0] !== "count" && tap[0] !== "counter",
        isThere: Boolean(tap ?? hold),
        isIdle: Boolean(match?.finished) || this.table.isLocked,
        said: off ? phrase("one_off") : legendInFull(tap),
      });
    });
    this.arrange();
  }

  drawMenuKeys(menu) {
    const words = menuKeys(menu, this.me);
    ROWS.forEach((row) => {
      const own = this.ownOf(row);
      const word = own ? phrase("menu.look") : words[row];
      const sign = own ? "Aa" : takesKeys(menu) || !word ? "" : MENU_SIGNS[row];
      // In a list each key has its place, whether it does something there or not.
      this.face(row, { tap: sign && word ? sign : word, hold: sign ? word : "", dots: 0, isWord: !sign, isThere: Boolean(word), isKept: !takesKeys(menu), isIdle: this.table.isLocked, said: word });
    });
    this.arrange();
  }

  face(row, { tap, hold, dots, isWord, isThere, isKept = false, isIdle, said }) {
    const cap = this.caps[row];
    const [name, held, pips] = cap.children;
    put(name, tap);
    put(held, hold);
    if (pips.dataset.n !== String(dots)) {
      pips.dataset.n = String(dots);
      pips.replaceChildren(...(dots > MOST_DOTS ? [`×${dots}`] : Array.from({ length: dots }, () => el("u"))));
    }
    cap.hidden = !isThere && !isKept;
    cap.classList.toggle("none", !isThere);
    cap.dataset.word = isWord ? "yes" : "";
    cap.style.setProperty("--letters", String(Math.max(5, longest(tap))));
    cap.style.setProperty("--letters-held", String(Math.max(5, longest(hold))));
    cap.setAttribute("aria-disabled", String(isIdle));
    cap.setAttribute("aria-label", [said, said === hold ? "" : hold, dots ? phrase("counted", dots) : ""].filter(Boolean).join(", "));
  }

  arrange() {
    this.keys.dataset.keys = String(this.caps.filter((cap) => !cap.hidden).length);
  }
}

const MENU_SIGNS = ["▲", "▼", "−", "+", ""];
const NO_STATE = { says: "", undone: false, calls: false, names: [], assigned: null, upcoming: null, match: null, menu: null };
