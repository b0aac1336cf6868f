// The face for people who sit around a phone: a half for each side, turned to its player, and a band that is everybody's.
// Numbers come from the displays' chips at once; all that is said of them from one question to the firmware, `state`
// (virtual/box/state.py), asked when a display has changed. Nothing is added up here.
//
//   const face = new Face($("#table"), { press(key, at) {…}, release(key, at) {…}, ask() {…} });
//     press, release: "A1" … "C5", "UNDO", "NEXT", "MENU"; `at` by performance.now(). ask: box.ask("state"), and its answer
//     to face.state(); "" where none comes. Never two questions at a time.
//   face.write(address, bytes)      a display's chip was sent this
//   face.kept()                     the box has kept something: the firmware may have more to tell
//   face.state(json)                the firmware's answer
//   face.power(state)               "on", "starting", "off", "taken", "gone", as of a Box
//   face.heard(hz)                  the piezo: the phone is felt
//   face.table(name), face.locked(bool)
//   face.clock(left)                ms of the round's clock, null for none; from then on it counts by itself
//   face.line(text, action)         the one quiet line, null for none; action: {text, does}
//   face.sheet({title, text, buttons: [{text, does, isMain}], input: {label, value}}), face.closeSheet()
//   face.look(name), face.language(code)      as people choose them in the sheet that the menu's "Aa" opens

const ICONS = {
  UNDO: "M9 5 4 10l5 5M4 10h10a5.5 5.5 0 0 1 0 11h-3",
  NEXT: "m5 12.5 5 5 9-11",
  MENU: "M4 7h16M4 12h16M4 17h16",
};
const REFUSAL_HZ = 1000; // what is lower is a refusal
const LOOK_MS = 250; // between two looks at the clock
const STALE_MS = 600000; // a clock that ended so long ago is of another round

class Face {
  constructor(root, does) {
    this.root = root;
    this.does = does;
    this.name = "";
    this.isLocked = false;
    this.isOn = false;
    this.ends = Number.NaN; // the round, by this phone's clock
    this.ticking = 0; // a timer
    /** @type {[string, {text: string, does: () => void} | null]} */
    this.quiet = ["", null]; // the line
    /** @type {Half | null} */
    this.third = null; // once there was a match of three
    /** @type {any} */
    this.told = null; // what the firmware said last
    this.shown = { A: new Digits(), B: new Digits(), C: new Digits(), S: new Digits() };
    this.asks = false;
    this.asksAgain = false;
    this.rings = el("div", { class: "rings", "aria-hidden": "true" });
    this.fingers = new Fingers({ press: (key, at) => this.press(key, at), release: (key, at) => this.release(key, at) }, this.rings);
    this.halves = ["A", "B"].map((side) => new Half(side, this));
    this.band = el("nav", { class: "band" });
    this.middles = Object.fromEntries(Object.keys(ICONS).map((key) => [key, this.middle(key)]));
    const [a, b] = this.halves;
    root.replaceChildren(el("h1", { class: "hear" }), a.root, this.band, b.root, this.rings);
    this.dialog = new Sheet(root);
    this.looks = new Looks(this.dialog, () => this.draw());
    this.looks.apply();
    this.power("off");
  }

  middle(key) {
    const icon = drawnIcon(ICONS[key]);
    const cap = el("button", { type: "button", class: "key", "data-key": key, "aria-pressed": "false" }, el("span", { class: "word turned", "aria-hidden": "true" }), icon, el("span", { class: "word" }));
    this.band.append(cap);
    this.fingers.add(cap, key, () => this.holdOf(key), () => (this.isLocked && key === "MENU" ? () => this.looks.open() : null));
    return cap;
  }

  // What a hold does, for each who reads it.
  /** @param {string} key @returns {Array<[string, number]>} */
  holdOf(key) {
    const said = this.told ? this.middleWords(key).held : "";
    if (!said) return [];
    return this.isAcross && this.halves.length === 2 ? this.halves.map(({ turn }) => [said, turn]) : [[said, 0]];
  }

  get isAcross() {
    return this.looks.isAcross;
  }

  // ---- keys

  press(key, at) {
    if (this.isLocked) return;
    this.does.press(key, at);
    if (key === "UNDO") this.drawHalves(); // a side key takes one off now
  }

  release(key, at) {
    this.does.release(key, at);
    if (key === "UNDO") this.drawHalves();
  }

  // ---- what the box tells

  write(address, bytes) {
    const side = Object.keys(this.shown).find((one) => DATA.displays[one] === address);
    if (!side) return;
    const chip = this.shown[side];
    const { picture } = chip;
    chip.write(bytes);
    if (chip.picture === picture) return;
    if (side !== "S") for (const half of this.halves) half.show(this.shown); // the digits at once,
    this.ask(); // and what else there is to say of them
  }

  kept() {
    this.ask();
  }

  ask() {
    if (this.asks) {
      this.asksAgain = true;
      return;
    }
    this.asks = true;
    this.does.ask();
  }

  state(json) {
    this.asks = false;
    this.told = json ? JSON.parse(json) : null;
    this.draw();
    if (!this.asksAgain) return;
    this.asksAgain = false;
    this.ask();
  }

  power(state) {
    this.root.dataset.state = state;
    this.isOn = state === "on" || state === "starting";
    this.asks = this.asksAgain = false;
    if (!this.isOn) {
      for (const chip of Object.values(this.shown)) chip.off();
      this.told = null;
      for (const half of this.halves) half.show(this.shown);
    }
    this.draw();
  }

  // No second opinion: the phone is felt where the piezo would be heard.
  heard(hz) {
    if (hz) buzz(hz < REFUSAL_HZ ? [30, 50, 30] : 10);
  }

  // ---- what the page tells

  table(name) {
    this.name = name;
    this.draw();
  }

  locked(isLocked) {
    this.isLocked = isLocked;
    if (isLocked) this.fingers.letGo();
    this.draw();
  }

  /** @param {number | null} left */
  clock(left) {
    this.ends = left === null ? Number.NaN : Date.now() + left;
    clearInterval(this.ticking);
    if (left !== null) this.ticking = setInterval(() => { for (const half of this.halves) half.time(); }, LOOK_MS);
    this.drawHalves();
  }

  // What is left of the round, "" without a clock.
  get left() {
    const left = this.ends - Date.now();
    const seconds = Math.max(0, Math.ceil(left / 1000));
    return left > -STALE_MS ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "";
  }

  /** @param {string | null} text @param { {text: string, does: () => void} | null } action */
  line(text, action = null) {
    this.quiet = [text ?? "", action];
    for (const half of this.halves) half.tell(...this.quiet);
  }

  sheet(what) {
    this.dialog.open(what);
  }

  closeSheet() {
    this.dialog.close();
  }

  look(name) {
    this.looks.choose({ look: name });
  }

  language(code) {
    this.looks.choose({ language: code });
  }

  // ---- drawing

  draw() {
    const sides = this.told?.match?.sides ?? 2;
    this.fit(sides);
    const { dataset } = this.root;
    dataset.sides = String(sides);
    dataset.seats = this.isAcross ? "across" : "beside";
    dataset.wide = isWide.matches ? "yes" : "no";
    dataset.locked = this.isLocked ? "yes" : "no";
    put($("h1", this.root), sentence(this.name, phrase("page")));
    this.band.setAttribute("aria-label", phrase("band"));
    this.drawHalves();
    for (const key of Object.keys(this.middles)) this.drawMiddle(key);
  }

  // A third half comes with a match of three.
  fit(sides) {
    if (sides === this.halves.length) return;
    if (sides < 3) this.halves.pop()?.root.remove();
    else {
      const third = this.third ??= new Half("C", this);
      this.halves.push(third);
      this.rings.before(third.root);
      third.show(this.shown);
      third.tell(...this.quiet);
    }
  }

  drawHalves() {
    for (const half of this.halves) half.draw();
  }

  // What a key of the band does: at a tap, and at a hold where it has one.
  middleWords(key) {
    const { match, menu } = this.told ?? NO_STATE;
    if (menu && takesKeys(menu) && key !== "MENU") return { tap: "", held: "" };
    if (key === "UNDO") return { tap: phrase(menu ? "back_key" : "undo_key"), held: !menu && match?.untouched ? phrase("before") : "" };
    if (key === "MENU") return menu ? { tap: phrase("leave"), held: menu.level === "Test" ? phrase("leave") : "" } : { tap: phrase("menu_key"), held: phrase("menu_key") };
    if (menu) return { tap: phrase("ok"), held: menu.holds ? phrase("ok") : "" };
    const next = match?.next ?? "no";
    const close = match?.review ? phrase("reviewed") : phrase(`close.${match?.word ?? "round"}`);
    const words = { rematch: phrase("rematch"), start: phrase("start"), starts: phrase("start_next") }[next] ?? close;
    return { tap: words, held: ["rematch", "starts", "early", "dead"].includes(next) ? words : "" };
  }

  drawMiddle(key) {
    const cap = this.middles[key];
    const { tap, held } = this.middleWords(key);
    const { match, menu } = this.told ?? NO_STATE;
    const needsHold = Boolean(held) && held === tap;
    cap.setAttribute("aria-disabled", String(!tap || this.isLocked));
    cap.style.setProperty("--letters", String(Math.max(tap.length, needsHold ? phrase("hold").length : 0)));
    for (const word of cap.querySelectorAll(".word")) {
      const inside = needsHold ? [el("small", {}, `${phrase("hold")} `), tap] : [tap];
      if (word.textContent !== (needsHold ? `${phrase("hold")} ${tap}` : tap)) word.replaceChildren(...inside);
    }
    cap.setAttribute("aria-label", !tap ? key : held ? `${needsHold ? "" : `${tap}, `}${phrase("hold")} ${held}` : tap);
    const next = match?.next;
    cap.classList.toggle("idle", !tap || (key === "NEXT" && !menu && (next ?? "no") === "no"));
    if (key !== "NEXT") return;
    cap.classList.toggle("ready", Boolean((menu && tap) || (next === "close" && (match.counted || match.turn !== null)) || ["start", "rematch", "starts"].includes(next)) && !this.isLocked);
  }
}

function drawnIcon(path) {
  const icon = el("i", { class: "icon", "aria-hidden": "true" });
  icon.innerHTML = `<svg viewBox="0 0 24 24"><path d="${path}"/></svg>`;
  return icon;
}
