// Somebody's own board over USB (Web Serial): a port of the laptop like a box's, but one that is only read.

const serial = {
  /** @type {any} */
  port: null,
  /** @type {OwnBoard | null} */
  cord: null, // as the panel has those of the boxes
  /** @type {[string, ...any[]] | null} */
  said: null, // words and values
  timer: 0,

  get isThere() {
    return "serial" in navigator;
  },

  /** @param {[string, ...any[]]} words */
  says(...words) {
    this.said = words;
    const line = $("#serial-says");
    if (line) line.textContent = say(...words);
  },

  async connect() {
    let port;
    try {
      port = await navigator.serial.requestPort({ filters: DATA.vendors.map((usbVendorId) => ({ usbVendorId })) });
    } catch {
      this.says("serial_none");
      return;
    }
    try {
      await port.open({ baudRate: 115200 }); // which USB ignores
      await port.setSignals?.({ dataTerminalReady: true }); // without it a board thinks that nobody is there
    } catch (error) {
      this.says("serial_failed", error.name);
      return;
    }
    this.port = port;
    this.cord = new OwnBoard(port, (words) => this.end(words));
    this.says("serial_opening");
    this.timer = setTimeout(() => this.says("serial_silent"), SILENT_MS);
    panel.draw();
  },

  heard(words, ...values) {
    clearTimeout(this.timer);
    this.says(words, ...values);
  },

  async end(words) {
    const { port, cord } = this;
    if (!port || !cord) return;
    clearTimeout(this.timer);
    this.port = this.cord = null;
    this.said = [words];
    laptop.unplug(cord.name);
    await cord.close();
    panel.draw();
  },

  laptopIs(state) {
    if (state !== "on") this.end("serial_stopped");
  },
};

const SILENT_MS = 4000; // a board answers in a fraction of a second

// The cable of such a board.
class OwnBoard {
  // `ended(words)`: it is not there any more.
  constructor(port, ended) {
    this.name = "usb";
    this.status = "met";
    this.next = this.live = null;
    this.isIn = true;
    this.port = port;
    this.ended = ended;
    this.writer = port.writable.getWriter();
    this.reader = port.readable.getReader();
    this.box = { send: (line) => this.write(bytesOf(line.split(" ")[1])) }; // as a box takes what the laptop sends
    laptop.plug(this.name, "", true);
    this.read();
  }

  get title() {
    return say("at_usb");
  }

  async read() {
    try {
      for (;;) {
        const { value, done } = await this.reader.read();
        if (done) break;
        laptop.arrived(this.name, value);
      }
    } catch { /* it was unplugged */ }
    if (this.isIn) this.ended("serial_gone");
  }

  write(bytes) {
    this.writer.write(bytes).catch(() => { if (this.isIn) this.ended("serial_gone"); });
  }

  hear({ event, next, live, table, board }) {
    this.status = { connected: "followed", score: "followed", disconnected: "waiting_again" }[event] ?? this.status;
    if (event === "score") Object.assign(this, { next, live });
    if (event === "connected") serial.heard("serial_there", table || board);
    if (event === "disconnected") serial.heard("serial_silent");
  }

  async close() {
    this.isIn = false;
    try {
      await this.reader.cancel();
      this.reader.releaseLock();
      await this.writer.abort().catch(() => {});
      this.writer.releaseLock();
      await this.port.close();
    } catch { /* what is unplugged is closed */ }
  }
}

// The part of the panel that is about it.
function serialPart() {
  const part = made("div", { class: "serial" }, made("h3", {}, say("serial")), made("p", {}, say("serial_why")));
  if (!DATA.laptop) return made("div", {});
  if (!serial.isThere) part.append(made("p", {}, say("serial_not")));
  else if (laptop.state !== "on") part.append(made("p", {}, say("serial_laptop")));
  else part.append(serial.port ? panel.button("serial_stop", () => serial.end("serial_stopped")) : panel.button("serial", () => serial.connect()));
  part.append(made("p", { id: "serial-says", role: "status" }, serial.said ? say(...serial.said) : ""));
  return part;
}
