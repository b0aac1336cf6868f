// What is left of the round's clock, by the database's time, in every [data-left]; and the bell at its end, on a device where
// somebody has pressed for it: no browser sounds without that. live.js tells the time by the event "beat".
"use strict";

(() => {
  const LOOK_MS = 250;
  const LATE_MS = 5000; // a device that slept does not ring for what is long over
  const UP_MS = 700; // by then the laptop says so too
  let ahead = Number.NaN; // of this device's clock, what the database's is
  let before = Number.NaN; // ms that were left
  /** @type {AudioContext | null} */
  let bell = null;

  function look() {
    const clock = /** @type {HTMLElement | null} */ (document.querySelector("[data-until]"));
    const left = Number(clock?.dataset.until) - ahead - Date.now();
    if (before > 0 && left <= 0) end(left);
    before = left;
    const seconds = Math.max(0, Math.ceil(left / 1000));
    const said = Number.isNaN(left) ? "" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    for (const one of document.querySelectorAll("[data-left]")) if (one.textContent !== said) one.textContent = said;
    document.documentElement.classList.toggle("time-up", left <= 0);
    for (const one of document.querySelectorAll("[data-bell]")) one.setAttribute("aria-pressed", String(Boolean(bell)));
  }

  function end(left) {
    if (left > -LATE_MS) ring(3);
    setTimeout(() => document.dispatchEvent(new Event("time-up")), UP_MS);
  }

  // A stroke a second, each two tones that die away.
  function ring(strokes) {
    if (!bell) return;
    for (let stroke = 0; stroke < strokes; stroke += 1) {
      for (const pitch of [784, 1176]) {
        const at = bell.currentTime + stroke;
        const tone = bell.createOscillator();
        const loud = bell.createGain();
        tone.frequency.value = pitch;
        loud.gain.setValueAtTime(0.4, at);
        loud.gain.exponentialRampToValueAtTime(0.001, at + 0.9);
        tone.connect(loud).connect(bell.destination);
        tone.start(at);
        tone.stop(at + 0.9);
      }
    }
  }

  // Pressed it sounds once, so that everybody hears how loud it is.
  function pressed(event) {
    if (!event.target?.closest?.("[data-bell]")) return;
    if (bell) bell.close();
    bell = bell ? null : new AudioContext();
    ring(1);
    look();
  }

  document.addEventListener("beat", (event) => { ahead = /** @type {CustomEvent} */ (event).detail; look(); });
  document.addEventListener("click", pressed);
  setInterval(look, LOOK_MS);
})();
