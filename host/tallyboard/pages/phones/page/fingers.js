// Fingers on keys: several at once, each on its own key, of two people. A key is down from the touch until the finger is
// lifted, wherever it has slid to, as a switch would be.

const HOLD_MS = 800; // of the firmware, which acts; the ring only tells the time
const STAYS_MS = 260; // a ring that is full
const RING_PX = 6; // its line, along the edge of its key
const APART_PX = 6; // of a key and the words of its hold
// How these are written, in one line or in several, and how far from their key: the first for which there is room.
/** @type {Array<[string, number]>} */
const FORMS = [["", 0], ["narrow", 0], ["tall", 0], ["narrow", .5], ["narrow", 1], ["narrow", 1.5], ["narrow", 2], ["narrow", 2.5]];
const PALM_PX = 100; // what touches so wide is no finger

const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

// iOS and Firefox have none, and nothing is missing there.
function buzz(pattern) {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

// What each key of the keyboard presses.
const CODES = {
  Digit1: "A1", Digit2: "A2", Digit3: "A3", Digit4: "A4", Digit5: "A5",
  Digit6: "B1", Digit7: "B2", Digit8: "B3", Digit9: "B4", Digit0: "B5",
  KeyQ: "C1", KeyW: "C2", KeyE: "C3", KeyR: "C4", KeyT: "C5",
};
const LABELS = { u: "UNDO", n: "NEXT", m: "MENU" };

class Fingers {
  // `does`: press(key, at) and release(key, at), by performance.now(); `rings`: what rings are drawn in.
  constructor(does, rings) {
    this.does = does;
    this.rings = rings;
    this.down = new Map(); // key: what lets go of it
    this.caps = new Map(); // key: its button
    this.typed = new Map(); // code of the keyboard: key
    addEventListener("keydown", (event) => this.type(event));
    addEventListener("keyup", (event) => this.untype(event.code, event.timeStamp));
    addEventListener("blur", () => this.letGo());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.letGo(); });
    document.addEventListener("gesturestart", (event) => event.preventDefault()); // iOS: two fingers are two people
  }

  // `cap`: the button of this key. `held()`: what a hold does, [words, turn in degrees] for each who reads it, none for
  // a key without a hold. `own()`: what it does in place of a press, where it is no key now.
  /** @param {HTMLElement} cap @param {string} key @param {() => Array<[string, number]>} held @param {() => (() => void) | null} own */
  add(cap, key, held, own = () => null) {
    const pointers = new Set();
    this.caps.set(key, cap);
    cap.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      if (event.button !== 0 || Math.max(event.width, event.height) > PALM_PX) return;
      if (own()) return; // at its click
      cap.setPointerCapture(event.pointerId);
      pointers.add(event.pointerId);
      this.press(key, event.timeStamp, held());
    });
    const up = (event) => { if (pointers.delete(event.pointerId) && !pointers.size) this.release(key, event.timeStamp); };
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) cap.addEventListener(kind, up);
    cap.addEventListener("touchstart", (event) => { if (!own()) event.preventDefault(); }, { passive: false });
    cap.addEventListener("contextmenu", (event) => event.preventDefault());
    cap.addEventListener("click", () => own()?.());
    cap.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat) return;
      const act = own();
      if (act) act();
      else this.press(key, event.timeStamp, held());
    });
    cap.addEventListener("keyup", (event) => { if (event.key === " " || event.key === "Enter") this.release(key, event.timeStamp); });
    cap.addEventListener("blur", () => { if (!pointers.size) this.release(key); });
  }

  press(key, at, words) {
    if (this.down.has(key)) return;
    const cap = this.caps.get(key);
    cap.classList.add("down"); // in this frame, whatever the box says
    cap.setAttribute("aria-pressed", "true");
    this.down.set(key, words.length ? this.ring(cap, words) : () => {});
    this.does.press(key, at);
  }

  release(key, at = performance.now()) {
    const end = this.down.get(key);
    if (!end) return;
    this.down.delete(key);
    const cap = this.caps.get(key);
    cap.classList.remove("down");
    cap.setAttribute("aria-pressed", "false");
    end();
    this.does.release(key, at);
  }

  letGo() {
    for (const key of [...this.down.keys()]) this.release(key);
    this.typed.clear();
  }

  // The keyboard's own keys, for a laptop on the table.
  type(event) {
    const key = CODES[event.code] ?? LABELS[event.key.toLowerCase()];
    const cap = this.caps.get(key);
    if (!cap || cap.hidden || cap.matches(".none") || event.ctrlKey || event.metaKey || event.altKey || event.target?.closest?.("input, dialog")) return;
    event.preventDefault();
    if (event.repeat || this.typed.has(event.code)) return;
    this.typed.set(event.code, key);
    const down = new KeyboardEvent("keydown", { key: "Enter" });
    // From the moment at which it went down, as it is let go: a page that was busy hears of both late.
    cap.dispatchEvent(Object.defineProperty(down, "timeStamp", { value: event.timeStamp }));
  }

  untype(code, at) {
    const key = this.typed.get(code);
    this.typed.delete(code);
    if (key) this.release(key, at);
  }

  // A line fills along the edge of the key, and what the hold does stands beside it, where neither the finger hides it nor
  // it another key. Gives what ends it.
  ring(cap, words) {
    const one = el("div", { class: cap.closest(".band") ? "ring of-band" : "ring" });
    const place = cap.getBoundingClientRect();
    const { left, top, width, height } = place;
    const inside = (size) => Math.max(0, size - RING_PX);
    const round = Math.max(0, (parseFloat(getComputedStyle(cap).borderRadius) || 0) - RING_PX / 2);
    const edge = `x="${RING_PX / 2}" y="${RING_PX / 2}" width="${inside(width)}" height="${inside(height)}" rx="${round}" stroke-width="${RING_PX}"`;
    one.innerHTML = `<svg width="${width}" height="${height}"><rect class="track" ${edge}/><rect class="fill" ${edge} pathLength="1"/></svg>`;
    Object.assign(one.children[0].style, { left: `${left}px`, top: `${top}px` });
    this.rings.append(one);
    const keys = [...this.caps.values()].filter((key) => !key.hidden && !key.matches(".none")).map((key) => key.getBoundingClientRect());
    for (const [text, turn] of words) {
      const said = el("span", {}, text);
      said.style.rotate = `${turn}deg`;
      one.append(said);
      const { x, y } = written(said, turn, place, keys);
      Object.assign(said.style, { left: `${x}px`, top: `${y}px` });
    }
    const timer = setTimeout(() => { one.classList.add("full"); buzz(25); }, HOLD_MS);
    return () => {
      clearTimeout(timer);
      if (one.classList.contains("full")) setTimeout(() => one.remove(), STAYS_MS);
      else one.remove();
    };
  }
}

// Writes the words of a hold as there is room for them, and gives where their middle is to be.
/** @param {HTMLElement} said @param {number} turn @param {DOMRect} key @param {DOMRect[]} keys */
function written(said, turn, key, keys) {
  for (const [form, far] of FORMS) {
    said.className = form;
    const spot = spotFor(said.getBoundingClientRect(), turn, key, keys, far);
    if (spot) return spot;
  }
  said.className = "in"; // there is room in the key alone
  said.style.width = `${key.width}px`;
  return { x: key.left + key.width / 2, y: key.top + key.height / 4 };
}

// The middle of words of this size at a key, where they cover none: away from their reader first, whose finger comes from
// the other side, above the key or aside of that; then around it. `far`: how many heights of the key away from it. Null
// where there is no such place.
/** @param {DOMRect} size @param {number} turn @param {DOMRect} key @param {DOMRect[]} keys @param {number} far */
function spotFor({ width, height }, turn, key, keys, far) {
  const within = (at, half, most) => Math.max(half + APART_PX, Math.min(most - half - APART_PX, at));
  const apart = Math.max(APART_PX, far * key.height);
  // `aside`: at 1 and -1 one of their edges is in line with that of the key.
  const beside = (degrees, aside) => {
    const x = Math.round(Math.sin(degrees * Math.PI / 180));
    const y = -Math.round(Math.cos(degrees * Math.PI / 180));
    const [across, along] = [(key.width + width) / 2, (key.height + height) / 2];
    return {
      x: within(key.left + key.width / 2 + x * (across + apart) + (x ? 0 : aside * Math.abs(width - key.width) / 2), width / 2, innerWidth),
      y: within(key.top + key.height / 2 + y * (along + apart) + (y ? 0 : aside * Math.abs(height - key.height) / 2), height / 2, innerHeight),
    };
  };
  const isFree = ({ x, y }) => x + width / 2 < innerWidth && y + height / 2 < innerHeight && keys.every((one) => one.right <= x - width / 2 || one.left >= x + width / 2 || one.bottom <= y - height / 2 || one.top >= y + height / 2);
  const around = far ? [turn] : [turn, turn + 180, turn + 90, turn + 270];
  return around.flatMap((degrees) => [0, 1, -1, 1.5, -1.5].map((aside) => beside(degrees, aside))).find(isFree) ?? null;
}
