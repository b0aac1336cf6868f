// Fingers on keys: several at once, each on its own key, of two people. A key is down from the touch until the finger is
// lifted, wherever it has slid to, as a switch would be.

const HOLD_MS = 800; // of the firmware, which acts; the ring only tells the time
const STAYS_MS = 260; // a ring that is full
const RING_PX = 78; // from its middle to the edge of the window
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
      this.press(key, event.timeStamp, { x: event.clientX, y: event.clientY }, held());
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
      else this.press(key, event.timeStamp, middleOf(cap), held());
    });
    cap.addEventListener("keyup", (event) => { if (event.key === " " || event.key === "Enter") this.release(key, event.timeStamp); });
    cap.addEventListener("blur", () => { if (!pointers.size) this.release(key); });
  }

  press(key, at, place, words) {
    if (this.down.has(key)) return;
    const cap = this.caps.get(key);
    cap.classList.add("down"); // in this frame, whatever the box says
    cap.setAttribute("aria-pressed", "true");
    this.down.set(key, words.length ? this.ring(place, words) : () => {});
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
    cap.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
  }

  untype(code, at) {
    const key = this.typed.get(code);
    this.typed.delete(code);
    if (key) this.release(key, at);
  }

  // A ring fills around the finger, where the finger does not hide it. Gives what ends it.
  ring(place, words) {
    const one = el("div", { class: "ring" });
    one.style.left = `${within(place.x, innerWidth)}px`;
    one.style.top = `${within(place.y, innerHeight)}px`;
    one.innerHTML = '<svg viewBox="0 0 100 100"><circle class="track" cx="50" cy="50" r="45"/><circle class="fill" cx="50" cy="50" r="45" pathLength="1"/></svg>';
    for (const [text, turn] of words) {
      const arm = el("i", {}, el("span", {}, text));
      arm.style.rotate = `${turn}deg`;
      one.append(arm);
    }
    this.rings.append(one);
    const timer = setTimeout(() => { one.classList.add("full"); buzz(25); }, HOLD_MS);
    return () => {
      clearTimeout(timer);
      if (one.classList.contains("full")) setTimeout(() => one.remove(), STAYS_MS);
      else one.remove();
    };
  }
}

function within(middle, size) {
  return Math.min(size - RING_PX, Math.max(RING_PX, middle));
}

function middleOf(cap) {
  const { left, top, width, height } = cap.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
