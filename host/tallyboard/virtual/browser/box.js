// One box: its power, its memory, its cable, and the worker in which its firmware runs.
// What the worker tells is done in order; what it stored is on the browser's disk before a digit lights.

const KEPT = /^\| \d+ kept (\S+) (\d+) ([0-9a-f]*)$/;
const SAID = /^\| (\d+) (\S+) ?(.*)$/;

// It has no power any more, and what somebody waited for does not come.
class DarkError extends Error {}

class Box extends EventTarget {
  // `memory`: null where this browser keeps nothing.
  /** @param {Settings} settings @param {Memory | null} memory */
  constructor(settings, memory) {
    super();
    this.settings = settings;
    this.memory = memory;
    this.mark = ""; // while it is ours
    this.files = fresh();
    /** @type {Changed} */
    this.changed = {}; // file: numbers of the cells that are not stored yet
    /** @type {Changed} */
    this.unstored = {}; // the same of those that the browser has not taken
    this.stores = true; // the browser took what was last stored
    /** @type {number | null} */
    this.trap = null; // after so many bytes the power goes when it comes again
    /** @type {"off" | "starting" | "on" | "taken" | "gone"} */
    this.state = "off"; // gone: put away, for good
    this.held = new Set(); // keys that fingers hold down
    this.told = new Set(); // those of them that the firmware knows of
    /** @type {Worker | null} */
    this.worker = null;
    this.began = 0;
    this.isNew = false; // nobody has written to its memory yet
    this.inOrder = Promise.resolve(); // what the worker tells
    /** @type {Promise<void>} */
    this.life = Promise.resolve(); // what is done to the box itself
    this.undone = 0; // how much of that is begun
    /** @type {Array<{what: string, resolve: (answer?: any) => void, reject: (why: Error) => void}>} */
    this.waiting = []; // for "on", or for the answer to a question
    /** @type {Face | null} */
    this.face = null;
  }

  /** @param {string} type @param {unknown} [detail] */
  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** @param {Box["state"]} state */
  become(state, why = "") {
    this.state = state;
    this.tell("power", { state, why });
  }

  // ---- its life: one thing after the other, but the plug, which comes out at any instant

  // Do this when all is done that was begun before. It ends early where the power goes meanwhile or the box is taken.
  /** @param {() => Promise<void>} what */
  do(what) {
    this.count(1);
    this.life = this.life.then(what).catch((error) => {
      if (!(error instanceof DarkError)) reportError(error);
    }).finally(() => this.count(-1));
    return this.life;
  }

  count(by) {
    this.undone += by;
    this.tell("busy", this.undone > 0);
  }

  // `what`: "on", or a question that was asked.
  until(what) {
    return new Promise((resolve, reject) => this.waiting.push({ what, resolve, reject }));
  }

  came(what, answer = undefined) {
    const at = this.waiting.findIndex((one) => one.what === what);
    if (at >= 0) this.waiting.splice(at, 1)[0].resolve(answer);
  }

  // From now on this tab has it, as it is on the browser's disk.
  async take() {
    if (!this.memory) return;
    this.memory.boxes.add(this);
    this.mark = hexOf(crypto.getRandomValues(new Uint8Array(16))); // known before it stands there: see doubt
    try {
      const { files, settings } = await this.memory.take(this.settings, this.mark);
      Object.assign(this, { files, changed: {}, unstored: {} });
      Object.assign(this.settings, settings);
    } catch (error) {
      this.memory = null; // nothing of this box is kept
      throw error;
    }
  }

  // Somebody has taken a box of this number: this one, or we have taken it back since.
  async doubt() {
    const { mark } = this;
    const isOurs = await this.memory?.isOf(this.settings.id, mark).catch(() => true); // then a write will tell
    if (isOurs === false && mark === this.mark) this.lose();
  }

  lose() {
    if (this.state === "taken" || this.state === "gone") return;
    this.cut();
    this.become("taken");
  }

  // Off the bench. What it holds stays in the browser.
  leave() {
    this.cut();
    this.memory?.boxes.delete(this);
    this.become("gone");
  }

  // The settings from now on, with an empty memory or with the one that is in it.
  /** @param {Partial<Settings>} changes */
  async set(changes, isEmpty = false) {
    Object.assign(this.settings, changes);
    if (isEmpty) Object.assign(this, { files: fresh(), changed: {} });
    try {
      await this.memory?.keep(this.settings, this.mark, isEmpty);
      if (isEmpty) this.unstored = {};
    } catch (error) {
      if (error instanceof TakenError) {
        this.lose();
        throw new DarkError();
      }
      if (isEmpty) this.unstored = Object.fromEntries(Object.entries(SIZES).map(([file, size]) => [file, new Set(Array(size / CELL).keys())]));
      this.stores = false;
      this.tell("unstored", error.name);
    }
  }

  // ---- power

  // `reloaded`: the firmware has started itself again.
  powerOn(reloaded = false) {
    if (this.worker || this.state === "taken" || this.state === "gone") return;
    const worker = new Worker(PARTS.worker);
    this.worker = worker;
    this.began = performance.now();
    this.told = new Set(this.held);
    const mine = (what) => { if (this.worker === worker) return what(); };
    worker.onmessage = ({ data }) => { this.inOrder = this.inOrder.then(() => mine(() => this.hear(data))); };
    worker.onerror = (event) => mine(() => this.fail(event.message || "the worker"));
    this.isNew = this.files["fram.bin"].every((byte) => byte === FRESH["fram.bin"]);
    const before = [...this.told].map((key) => `closed ${key}`);
    if (this.trap !== null) before.push(`power ${this.trap}`);
    this.trap = null;
    const files = { ...PARTS.files, "settings.toml": settingsToml(this.settings) };
    const memories = this.files;
    worker.postMessage({ start: { vm: PARTS.vm, wasm: PARTS.wasm, files, memories, uid: this.settings.uid, before: before.join("\n"), reloaded } });
    this.become("starting");
  }

  // With power, or a DarkError where it has none.
  async lit() {
    this.powerOn();
    if (this.state === "starting") await this.until("on");
    if (this.state !== "on") throw new DarkError();
  }

  powerOff(why = "pulled") {
    this.cut();
    if (this.state !== "taken" && this.state !== "gone") this.become("off", why);
  }

  cut() {
    this.worker?.terminate();
    this.worker = null;
    this.told.clear();
    for (const { reject } of this.waiting.splice(0)) reject(new DarkError());
  }

  // The power goes after so many bytes more are stored: now, or from the next power-on.
  cutAfter(bytes) {
    if (this.worker) this.send(`power ${bytes}`);
    else this.trap = bytes;
  }

  // The answer to a question to the firmware's table (box/turns.py); a DarkError where none comes.
  async ask(question, ...given) {
    if (!this.worker) throw new DarkError();
    this.worker.postMessage({ question, given });
    return this.until(question);
  }

  // ---- keys and cable

  plugCable(isIn) {
    this.send(`cable ${isIn ? "in" : "out"}`);
    this.tell("cable", isIn);
  }

  // `at`: when, by performance.now().
  press(key, at) {
    if (this.held.has(key)) return;
    this.held.add(key);
    if (this.state === "on") {
      this.told.add(key);
      this.send(`down ${key}`, at);
    }
    this.tell("key", { key, down: true });
  }

  release(key, at) {
    if (!this.held.delete(key)) return;
    if (this.told.delete(key)) this.send(`up ${key}`, at);
    this.tell("key", { key, down: false });
  }

  send(line, at = performance.now()) {
    this.worker?.postMessage({ tell: line, at });
  }

  // ---- what the worker tells

  async hear({ lines = [], game = "", ended, failed, question, answer }) {
    const worker = this.worker;
    for (const line of lines) {
      const kept = KEPT.exec(line);
      if (kept) {
        this.keep(kept[1], Number(kept[2]), bytesOf(kept[3]));
        continue;
      }
      if (Object.keys(this.changed).length) await this.store();
      if (this.worker !== worker) return; // the plug was pulled meanwhile
      const said = SAID.exec(line);
      if (said) this.say(Number(said[1]), said[2], said[3]);
      else this.tell("printed", line);
    }
    if (Object.keys(this.changed).length) await this.store();
    if (this.worker !== worker) return;
    if (game) this.tell("game", game);
    if (this.state === "starting" && lines.length) {
      if (!this.settings.cable) this.plugCable(false);
      this.become("on", String(Math.round(performance.now() - this.began)));
      for (const key of this.told) if (!this.held.has(key)) this.send(`up ${key}`);
      this.came("on");
    }
    if (question) this.came(question, answer);
    if (failed) this.fail(failed);
    if (ended === "cut") this.powerOff("cut");
    if (ended === "reload" || ended === "reset") this.restart(ended === "reload");
  }

  keep(file, at, bytes) {
    this.files[file].set(bytes, at);
    const cells = (this.changed[file] ??= new Set());
    for (let cell = Math.floor(at / CELL); cell * CELL < at + bytes.length; cell += 1) cells.add(cell);
    this.tell("kept", { file, at, bytes });
  }

  // What could not be stored is tried again with what comes next: the browser's disk has no hole.
  async store() {
    const { changed, mark } = this;
    this.changed = {};
    if (!this.memory) return;
    for (const [file, cells] of Object.entries(this.unstored)) {
      for (const cell of cells) (changed[file] ??= new Set()).add(cell);
    }
    try {
      await this.memory.put(this.settings, mark, this.files, changed);
      this.unstored = {};
      if (!this.stores) this.tell("stored");
      this.stores = true;
    } catch (error) {
      if (error instanceof TakenError) {
        if (mark === this.mark) this.lose();
        return;
      }
      this.unstored = changed;
      this.stores = false;
      this.tell("unstored", error.name);
    }
  }

  say(ms, what, rest) {
    if (what === "write") {
      const [address, bytes] = rest.split(" ");
      this.tell("write", { address: parseInt(address, 16), bytes: bytesOf(bytes) });
    } else if (what === "heard") this.tell("heard", Number(rest));
    else if (what === "sent") this.tell("sent", bytesOf(rest));
    else if (what === "key") this.tell("edge", { ms, line: rest });
  }

  fail(text) {
    const starting = this.state === "starting";
    this.tell("failed", text);
    if (starting) this.powerOff(""); // it would only fail again
    else this.restart(false);
  }

  restart(reloaded) {
    this.cut();
    this.powerOn(reloaded);
  }
}
