// The laptop as the page has it: the worker that it runs in, how its parts are brought there, and what is said to it.
// A page that came alone has none: then DATA.laptop is null.

class Laptop extends EventTarget {
  constructor() {
    super();
    this.state = "off"; // "loading", "on"
    /** @type {Worker | null} */
    this.worker = null;
    this.asked = new Map(); // number of the question: what takes the answer
    this.questions = 0;
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** @param {string} state @param {any[] | null} why */
  become(state, why = null) {
    this.state = state;
    this.tell("state", { state, why });
  }

  // ---- start and end

  start() {
    if (this.state !== "off") return;
    const worker = new Worker(URL.createObjectURL(new Blob([$("#laptop_worker").textContent], { type: "text/javascript" })));
    this.worker = worker;
    worker.onmessage = ({ data }) => { if (this.worker === worker) this.hear(data); };
    worker.onerror = (event) => {
      event.preventDefault(); // it is told here; one that comes out of a worker's end is nothing to tell
      if (this.worker === worker) this.fail("laptop_broken", event.message || "worker");
    };
    worker.postMessage({ parts: DATA.laptop });
    this.become("loading");
    this.bring(worker, 0, 0);
  }

  // One script after the other: each hands over its piece when it runs.
  bring(worker, number, brought) {
    const { pieces } = DATA.laptop;
    this.tell("progress", { step: "parts", share: brought / pieces.reduce((sum, piece) => sum + piece.size, 0) });
    if (number === pieces.length) return;
    const { script, size } = pieces[number];
    const element = document.createElement("script");
    let came = false;
    window.laptopPiece = (text) => {
      if (document.currentScript !== element || this.worker !== worker) return;
      came = true;
      worker.postMessage({ piece: text });
    };
    const end = () => {
      element.remove();
      if (this.worker !== worker) return;
      if (came) this.bring(worker, number + 1, brought + size);
      else this.fail("laptop_lacks", script);
    };
    element.addEventListener("load", end);
    element.addEventListener("error", end);
    element.src = script;
    document.head.append(element);
  }

  // The boxes go on: only what was on this laptop is gone.
  stop() {
    this.end();
    this.become("off");
  }

  fail(words, value) {
    this.end();
    this.become("off", [words, value]);
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.asked.values()) reject(new Error("gone"));
    this.asked.clear();
  }

  // ---- what it says

  hear({ step, broken, send, hex, event, id, answer, failed }) {
    if (step === "ready") this.become("on");
    else if (step) this.tell("progress", { step });
    else if (broken) this.fail("laptop_broken", broken);
    else if (send) this.tell("send", { name: send, hex });
    else if (event) this.tell("event", JSON.parse(event));
    else if (failed) this.tell("failed", failed);
    else {
      const { value, error } = JSON.parse(answer);
      const waiting = this.asked.get(id);
      this.asked.delete(id);
      if (error) waiting.reject(new Error(`${error.cause} ${error.next_step}`));
      else waiting.resolve(value);
    }
  }

  // ---- what is said to it

  ask(question, ...given) {
    const id = ++this.questions;
    if (!this.worker) return Promise.reject(new Error("gone"));
    this.worker.postMessage({ ask: question, given, id });
    return new Promise((resolve, reject) => this.asked.set(id, { resolve, reject }));
  }

  // `own`: somebody's own board, which is to be told nothing.
  plug(name, serial, own = false) {
    if (this.state === "on") this.worker?.postMessage({ plug: name, serial, own });
  }

  unplug(name) {
    if (this.state === "on") this.worker?.postMessage({ unplug: name });
  }

  arrived(name, bytes) {
    if (this.state === "on") this.worker?.postMessage({ arrived: name, hex: hexOf(bytes) });
  }
}

const laptop = new Laptop();
