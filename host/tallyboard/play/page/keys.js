// Fingers on the keys of a box: touch, mouse and keyboard. A key is down until the finger leaves the glass, for fingers
// slide; several hold several keys.
// With a mouse, Shift or the right button holds a key down until it is clicked again: that makes chords.

const CODES = {
  Digit1: "A1", Digit2: "A2", Digit3: "A3", Digit4: "A4", Digit5: "A5",
  Digit6: "B1", Digit7: "B2", Digit8: "B3", Digit9: "B4", Digit0: "B5",
  KeyQ: "C1", KeyW: "C2", KeyE: "C3", KeyR: "C4", KeyT: "C5",
};
const LETTERS = { u: "UNDO", n: "NEXT", m: "MENU" };

function fingers(box, face) {
  const latched = new Set();
  const letGo = (key, at) => { latched.delete(key); box.release(key, at); };
  for (const [key, group] of face.keys) {
    const pointers = new Set();
    group.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      document.activeElement?.blur(); // else digits from the keyboard go into a field
      const isLatch = event.pointerType === "mouse" && (event.button === 2 || event.shiftKey);
      if (latched.has(key)) { letGo(key, event.timeStamp); return; }
      if (event.button !== 0 && !isLatch) return;
      if (isLatch) latched.add(key);
      else {
        group.setPointerCapture(event.pointerId);
        pointers.add(event.pointerId);
      }
      box.press(key, event.timeStamp);
    });
    // A finger on a key scrolls nothing; the style that says so is not for parts of a drawing.
    group.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    const up = (event) => {
      if (pointers.delete(event.pointerId) && !pointers.size && !latched.has(key)) box.release(key, event.timeStamp);
    };
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) group.addEventListener(kind, up);
    group.addEventListener("contextmenu", (event) => event.preventDefault());
    group.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      if (!event.repeat) box.press(key, event.timeStamp);
    });
    group.addEventListener("keyup", (event) => { if (event.key === " " || event.key === "Enter") letGo(key, event.timeStamp); });
    group.addEventListener("blur", () => { if (!pointers.size && !latched.has(key)) box.release(key); });
  }
}

// The keyboard's keys for the box that was touched last.
function keyboard(present) {
  const down = new Map(); // code: [box, key]
  const keyOf = (event) => CODES[event.code] ?? LETTERS[event.key.toLowerCase()];
  addEventListener("keydown", (event) => {
    const key = keyOf(event);
    const box = present();
    if (!key || !box?.face.keys.has(key) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target?.closest?.("input, select, textarea")) return;
    event.preventDefault();
    if (event.repeat || down.has(event.code)) return;
    down.set(event.code, [box, key]);
    box.press(key, event.timeStamp);
  });
  const up = (code, at) => {
    const [box, key] = down.get(code) ?? [];
    down.delete(code);
    box?.release(key, at);
  };
  addEventListener("keyup", (event) => up(event.code, event.timeStamp));
  addEventListener("blur", (event) => { for (const code of down.keys()) up(code, event.timeStamp); });
}
