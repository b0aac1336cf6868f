// One box: its power, its memory, its cable, and the worker in which its firmware runs.
// What the worker tells is done in order; what it stored is on the browser's disk before a digit lights.

const KEPT = /^\| \d+ kept (\S+) (\d+) ([0-9a-f]*)$/;
const SAID = /^\| (\d+) (\S+) ?(.*)$/;

class Box extends EventTarget {
  // `settings`: {id, uid, game, sides}; `memory`: a Memory, or null where this browser keeps nothing.
  constructor(settings, memory) {
    super();
    this.settings = settings;
    this.memory = memory;
    this.files = fresh();
    this.changed = {}; // file: numbers of the cells that are not stored yet
    this.unstored = {}; // the same of those that the browser has not taken
    this.stores = true; // the browser took what was last stored
    this.trap = null; // after so many bytes the power goes when it comes again
    this.state = "off"; // "starting", "on", "taken"
    this.held = new Set(); // keys that fingers hold down
    this.told = new Set(); // those of them that the firmware knows of
    this.worker = null;
    this.began = 0;
    this.inOrder = Promise.resolve();
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  become(state, why = "") {
    this.state = state;
    this.tell("power", { state, why });
  }

  // ---- power

  async take() {
    if (this.memory) this.files = await this.memory.take(this.settings.id);
    this.changed = {};
  }

  // `reloaded`: the firmware has started itself again.
  powerOn(reloaded = false) {
    if (this.worker || this.state === "taken") return;
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

  powerOff(why = "pulled") {
    this.worker?.terminate();
    this.worker = null;
    this.told.clear();
    if (this.state !== "taken") this.become("off", why);
  }

  // The power goes after so many bytes more are stored: now, or from the next power-on.
  cutAfter(bytes) {
    if (this.worker) this.send(`power ${bytes}`);
    else this.trap = bytes;
  }

  // A question to the firmware's table (rig/turns.py); the answer comes as "answered".
  ask(question, ...given) {
    this.worker?.postMessage({ question, given });
  }

  async empty() {
    this.files = fresh();
    this.unstored = {};
    await this.memory?.clear(this.settings.id);
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

  async hear({ lines = [], ended, failed, question, answer }) {
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
    if (this.state === "starting" && lines.length) {
      if (!this.settings.cable) this.plugCable(false);
      this.become("on", String(Math.round(performance.now() - this.began)));
      for (const key of this.told) if (!this.held.has(key)) this.send(`up ${key}`);
    }
    if (question) this.tell("answered", { question, answer });
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
    const changed = this.changed;
    this.changed = {};
    if (!this.memory) return;
    for (const [file, cells] of Object.entries(this.unstored)) {
      for (const cell of cells) (changed[file] ??= new Set()).add(cell);
    }
    try {
      await this.memory.put(this.settings.id, this.files, changed);
      this.unstored = {};
      if (!this.stores) this.tell("stored");
      this.stores = true;
    } catch (error) {
      if (error instanceof TakenError) {
        this.lose();
        return;
      }
      this.unstored = changed;
      this.stores = false;
      this.tell("unstored", error.name);
    }
  }

  lose() {
    this.powerOff();
    this.become("taken");
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
    this.worker?.terminate();
    this.worker = null;
    this.powerOn(reloaded);
  }
}
