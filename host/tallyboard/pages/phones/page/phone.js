// A phone that is a table: the board, its memory, the face for two, and the line to the laptop.

const AWAY_MS = 1500; // shorter than this nobody is told
const ELSEWHERE_MS = 10000; // from then on the laptop may have another address
const COUNT_MS = 300; // after a press; what waits is counted
const EXAMPLE = "192.168.1.20:8765"; // of an address
const LOW = 15; // percent of a battery
const FINAL = ["taken", "closed", "freed", "moved", "board"]; // this phone has that board no more

class Phone {
  constructor() {
    this.tables = new Tables(null);
    this.seat = new Seat(() => this.admission());
    this.face = new Face($("#table"), {
      press: (key, at) => this.press(key, at),
      release: (key, at) => this.box?.release(key, at),
      ask: () => this.ask(),
    });
    this.line = new QuietLine((text, action) => this.face.line(text, action));
    /** @type {Box | null} */
    this.box = null;
    this.secret = ""; // of a card that the laptop has not answered yet
    this.token = ""; // for it
    this.said = ""; // of who has the table
    this.isLocked = false;
    this.isLeaving = false;
    this.waiting = 0; // presses that no laptop has
    this.isCounted = true;
    this.counting = 0; // timers
    this.drawing = 0;
    this.open = ""; // the sheet that is
    /** @type {any} */
    this.battery = null;
    this.parts = loaded(); // begins at once
    this.hear();
  }

  /** @returns {PhoneSettings | null} */
  get settings() {
    return /** @type {any} */ (this.box?.settings ?? null);
  }

  // ---- which table

  async begin() {
    const came = taken();
    this.parts.catch((error) => this.broken(error));
    try {
      this.tables = new Tables(await Memory.open("tallyboard-phone"));
      await this.tables.read();
    } catch (error) {
      this.tables = new Tables(null);
      this.keepsNothing();
    }
    await this.come(came);
  }

  /** @param { {secret: string, moving: string} } came */
  async come({ secret, moving }) {
    if (moving && await this.arrive(moving)) return;
    if (secret) {
      this.token = await this.tables.tokenFor(secret);
      this.secret = secret;
    }
    const { page } = this.tables;
    const present = secret ? this.tables.ofCard(secret) : this.tables.of(page.last);
    if (present && present.id !== this.settings?.id) await this.show(present);
    else if (!present && !secret && !this.box) this.scan();
    if (secret && !this.box && !this.open) this.note("wait", told("wait_title"), told("wait"), [this.elsewhere(), ...this.others()]);
    this.seat.again();
    this.seat.start();
  }

  // A table that this browser keeps; one that it has no more tells so.
  /** @param {PhoneSettings} settings */
  async show(settings) {
    if (settings.void) await this.tellVoid(settings, await this.tables.unsentOf(settings.id).catch(() => ""));
    else if (settings.moved) this.tellMoved(settings);
    else await this.play(settings);
  }

  // `more`: buttons beside those of the tables that are kept here.
  scan(...more) {
    this.note("scan", told("scan_title"), told("scan"), [...this.others(), ...more]);
  }

  // The tables that this browser keeps, to go on at one of them.
  others() {
    return this.tables.alive.map((one) => this.button(one.table, async () => {
      this.close();
      this.secret = "";
      await this.play(one);
      this.seat.again();
      this.seat.start();
    }));
  }

  // ---- the board

  /** @param {PhoneSettings} settings @param {Files | null} files @param {Partial<PhoneSettings> | null} changes */
  async play(settings, files = null, changes = null) {
    this.leave();
    const box = new Box(settings, this.tables.memory);
    this.box = box;
    this.listen(box);
    if (files) box.files = files;
    try {
      await box.take();
    } catch {
      if (files) box.files = files;
      this.keepsNothing();
    }
    if (changes) await this.change(changes);
    this.face.table(settings.table);
    this.waiting = 0;
    this.isCounted = false;
    if (settings.id !== this.tables.page.last) this.tables.remember({ last: settings.id });
    await this.parts;
    if (this.box === box) box.powerOn();
  }

  // What cannot be stored the box tells; what another tab has is not changed.
  /** @param {Partial<PhoneSettings>} changes */
  async change(changes) {
    await this.box?.set(/** @type {any} */ (changes)).catch(() => {});
  }

  leave() {
    this.box?.leave();
    this.box = null;
    this.lock(false);
  }

  /** @param {Box} box */
  listen(box) {
    const on = (type, does) => box.addEventListener(type, ({ detail }) => { if (this.box === box) does(detail); });
    on("write", ({ address, bytes }) => this.face.write(address, bytes));
    on("kept", () => {
      this.face.kept();
      this.face.root.dataset.waits = "";
      this.soon(COUNT_MS);
    });
    on("heard", (hz) => { Sound.play(box, hz); this.face.heard(hz); });
    on("sent", (bytes) => this.seat.send(bytes));
    on("unstored", (why) => this.line.set("unstored", told("unstored", why)));
    on("stored", () => this.line.set("unstored", null));
    on("power", ({ state }) => {
      this.face.power(state);
      if (state === "on") this.soon(COUNT_MS);
      if (state === "taken") this.takenByTab();
    });
  }

  press(key, at) {
    Awake.begin();
    if (!this.isLocked) this.box?.press(key, at);
  }

  // Fingers that nobody sees any more hold nothing.
  letGo() {
    for (const key of this.box?.held ?? []) this.box?.release(key, performance.now());
  }

  async ask() {
    const { box } = this;
    try {
      const answer = await box?.ask("state");
      if (this.box === box) this.face.state(answer ?? "");
    } catch {
      this.face.state(""); // the power went
    }
  }

  // ---- what waits here

  soon(wait) {
    this.isCounted = false;
    if (!this.counting) this.counting = setTimeout(() => { this.counting = 0; this.count(); }, wait);
  }

  async count() {
    const { box, settings } = this;
    if (!box || !settings) return;
    try {
      const { epoch, upto } = settings.acked;
      const answer = await box.ask("waits", epoch, upto);
      if (!answer || this.box !== box) return;
      const told = JSON.parse(answer);
      const isNews = told.epoch !== epoch || told.acked !== upto;
      settings.acked = { epoch: told.epoch, upto: told.acked }; // stored with the next press,
      this.waiting = told.presses;
      if (!this.waiting) {
        this.isCounted = true;
        if (isNews) await this.change({}); // or now
      }
    } catch { // the power went
      return;
    }
    this.face.root.dataset.waits = String(this.waiting); // for who looks on
    this.draw();
  }

  // ---- the laptop

  hear() {
    const on = (type, does) => this.seat.addEventListener(type, ({ detail }) => does(detail));
    on("admitted", (answer) => this.admitted(answer).catch((error) => this.broken(error)));
    on("void", (why) => this.voided(why));
    on("taken over", (what) => this.takenOver(what));
    on("lock", (isLocked) => this.lock(isLocked));
    on("clock", (left) => this.face.clock(left));
    on("bytes", (bytes) => {
      this.box?.send(`send ${hexOf(bytes)}`);
      if (!this.isCounted) this.soon(1000);
    });
    on("here", () => this.draw());
    on("away", () => this.draw());
    addEventListener("online", () => this.seat.now());
    addEventListener("pageshow", () => this.seat.now());
    addEventListener("hashchange", () => { if (location.hash) this.come(taken()); });
    addEventListener("beforeunload", (event) => { if (!this.isLeaving && this.box?.worker && !this.seat.isHere) event.preventDefault(); });
    document.addEventListener("freeze", () => this.letGo());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) { this.letGo(); return; }
      this.seat.now();
      if (Awake.video || navigator.wakeLock) Awake.begin();
    });
    watchBattery((battery) => {
      this.battery = battery;
      if (this.seat.isHere) this.seat.say({ battery });
      this.line.set("battery", battery.percent < LOW && !battery.charging ? told("battery", battery.percent) : null);
    });
  }

  admission() {
    const { settings } = this;
    if (this.secret) return this.tables.admission(this.secret, this.token, settings);
    if (!settings) return null;
    return settings.old ? { token: settings.token, old: settings.old } : { token: settings.token };
  }

  async admitted({ table, board, token, locked, version, journal }) {
    const { socket } = this.seat;
    this.face.clock(null); // told behind this, where there is one
    const known = this.tables.of(board);
    const goesOn = known && known.token === token && !known.void;
    const changes = { table, old: "", moved: null, card: this.secret ? this.secret.slice(0, KNOWN_BY) : known?.card ?? "" };
    if (goesOn && this.settings?.id === board) await this.change(changes);
    else if (goesOn) await this.play(known, null, changes);
    else await this.given(newTable(board, token, table, changes.card), journal);
    if (this.secret) await this.tables.remember({ asked: null });
    this.secret = "";
    if (["wait", "seat", "scan", "void"].includes(this.open)) this.close();
    for (const fact of ["unknown", "full"]) this.line.set(fact, null);
    this.face.table(table);
    this.lock(locked);
    navigator.storage?.persist?.().catch(() => {});
    if (socket !== this.seat.socket) return;
    this.seat.begin();
    if (this.battery) this.seat.say({ battery: this.battery });
    this.renew(version);
  }

  // A board that this phone has for the first time, or has again.
  async given(settings, journal) {
    this.leave();
    const files = fresh();
    if (journal) {
      await this.parts;
      files["fram.bin"] = await imageOf(journal);
      settings.acked = { epoch: journal.epoch, upto: journal.next };
    }
    try {
      await this.tables.bring(settings, files);
    } catch {
      this.tables.memory = null;
      this.keepsNothing();
    }
    await this.play(settings, files);
  }

  lock(isLocked) {
    this.isLocked = isLocked;
    if (isLocked) this.letGo();
    this.face.locked(isLocked);
  }

  // What it has stands on the disk: another edition of the page goes on with it.
  async renew(version) {
    if (!version || version === DATA.version || !this.tables.memory || !this.box?.stores) return;
    if (sessionStorage.getItem("renewed") === version) return; // a laptop that says one and gives another
    try {
      await fetch(location.pathname, { cache: "reload" });
    } catch { // it is away again
      return;
    }
    const go = () => {
      if (this.box?.held.size) { setTimeout(go, COUNT_MS); return; }
      sessionStorage.setItem("renewed", version);
      this.isLeaving = true;
      location.reload();
    };
    go();
  }

  // ---- who has the table

  async voided(why) {
    if (why === "away") return;
    if (why === "full") { this.line.set("full", told("full")); return; }
    if (this.secret) { // the card is void; what this phone has is not by that
      this.secret = "";
      if (this.box?.worker) {
        this.line.set("old_card", told("old_card"));
        if (this.open) this.close();
        this.seat.again();
        this.seat.start();
      } else this.note("void", told("old_card_title"), told("old_card_then"), this.others());
      return;
    }
    if (!FINAL.includes(why)) { this.line.set("unknown", told("unknown")); return; }
    const { box, settings } = this;
    if (!box || !settings) return;
    this.face.clock(null);
    const unsent = await this.unsentOf(box, settings);
    await this.tables.keepUnsent(settings.id, unsent).catch(() => {}); // what is in its memory stays there
    await this.change({ void: why });
    box.powerOff();
    await this.tellVoid(settings, unsent);
  }

  // What never arrived, as a text; "" for nothing, and where the board has no power to tell it.
  /** @param {Box} box @param {PhoneSettings} settings */
  async unsentOf(box, settings) {
    try {
      const unsent = JSON.parse(await box.ask("unsent", settings.acked.epoch, settings.acked.upto));
      return unsent.lines.length ? unsentText(settings, unsent) : "";
    } catch {
      return "";
    }
  }

  /** @param {PhoneSettings} settings @param {string} unsent */
  async tellVoid(settings, unsent) {
    const saving = this.button(told("save"), () => save(`${settings.table}.txt`, unsent));
    const presses = unsent.split("\n").filter((line) => line && !/^(#|game )/.test(line)).length;
    const text = [told(`void_${settings.void}_then`), ...(unsent ? [toldOf("unsent", presses)] : [])].join(" ");
    const back = this.button(told("back"), () => this.tellVoid(settings, unsent));
    const scanning = this.button(told("another"), () => this.scan(back));
    this.note("void", told(`void_${settings.void}`, settings.table), text, [...(unsent ? [saving] : []), ...this.others(), scanning]);
  }

  // The laptop says it again and again, so that it is known to be there.
  takenOver({ table, heard_s: heard, state, number }) {
    const isThere = heard !== null && heard < 10;
    const said = `${state} ${table} ${isThere} ${number}`;
    if (said === this.said && ["seat", "wanted"].includes(this.open)) return;
    this.said = said;
    const give = (agreed) => () => { this.seat.say({ "take over": agreed ? "yes" : "no" }); this.close(); };
    const stays = this.button(told("no"), () => this.giveUp());
    if (state === "taken") {
      const takes = this.button(told("take_over"), () => this.seat.say({ "take over": "ask" }));
      this.note("seat", told("seat_taken", table), told(isThere ? "seat_heard" : "seat_silent"), [takes, stays]);
    } else if (state === "asked" || state === "waits") {
      this.note("seat", told(`${state}_title`, number), told(state, table), [this.button(told("give_up"), () => this.giveUp())]);
    } else if (state === "refused") {
      this.note("seat", told("refused_title", table), told("refused"), [this.button(told("close"), () => this.giveUp())]);
    } else if (state === "wanted") this.note("wanted", told("wanted", number, table), told("wanted_then"), [this.button(told("keep"), give(false)), this.button(told("give"), give(true))]);
    else if (this.open === "wanted") this.close();
  }

  giveUp() {
    this.secret = "";
    this.close();
    this.seat.again();
    if (!this.box) this.scan();
  }

  takenByTab() {
    this.seat.stop();
    const { box } = this;
    this.note("tab", told("tab_title"), told("tab"), [this.button(told("take_back"), async () => {
      if (!box || this.box !== box || box.state !== "taken") return;
      this.close();
      box.state = "off";
      await box.take().catch(() => this.keepsNothing());
      box.powerOn();
      this.seat.start();
    })]);
  }

  // ---- another address of the laptop

  elsewhere() {
    return this.button(told("elsewhere"), () => this.askWhere());
  }

  askWhere(wrong = "") {
    const go = this.button(told("go"), (typed) => {
      const address = laptopAt(typed ?? "");
      if (!address || address === location.origin) this.askWhere(told(address ? "where_same" : "where_wrong"));
      else this.moveTo(address);
    });
    const text = `${wrong} ${told("where", `${location.origin}${location.pathname}`)}`.trim();
    this.note("where", told("where_title"), text, [go, this.button(told("close"), () => this.close())], { label: told("where_label", EXAMPLE), value: "" });
  }

  // This page marks its own as moved first: there is never one board at two addresses.
  async moveTo(address) {
    const { box, settings } = this;
    this.isLeaving = true;
    this.seat.stop();
    if (!box || !settings) {
      location.assign(`${address}/phone${this.secret ? `#${this.secret}` : ""}`);
      return;
    }
    box.powerOff();
    await box.inOrder;
    const stamp = newToken();
    const packed = await packedTable(settings, box.files, stamp);
    await this.change({ moved: { to: address, at: Date.now() } });
    this.tellMoved(settings);
    location.assign(`${address}/phone#move=${packed}`);
  }

  /** @param {PhoneSettings} settings */
  tellMoved(settings) {
    const { moved, table } = settings;
    if (!moved) return;
    const there = this.button(told("moved_there"), () => { this.isLeaving = true; location.assign(`${moved.to}/phone`); });
    const here = this.button(told("moved_here"), async () => {
      this.close();
      this.isLeaving = false;
      await this.play(settings, null, { moved: null });
      this.seat.start();
      this.seat.awaySince -= ELSEWHERE_MS; // nobody was there: another address may be asked for at once
      this.draw();
    });
    this.note("moved", told("moved_title", table), told("moved", moved.to.replace(/^https?:\/\//, ""), timeOf(moved.at)), [there, here]);
  }

  // Whether a table has come from another address. A link that was used already, or that is not by who has the board,
  // changes nothing.
  async arrive(moving) {
    const came = await unpackedTable(moving);
    if (!came) return false;
    const known = this.tables.of(came.board);
    const isOld = known?.stamps.includes(came.stamp);
    const isOurs = known && !known.moved && !known.void && ![known.token, known.old].includes(came.token);
    if (known && (isOld || isOurs)) {
      await this.show(known);
      this.seat.start();
      return true;
    }
    const settings = newTable(came.board, newToken(), came.table, came.card);
    settings.old = came.token;
    settings.stamps = [...(known?.stamps ?? []), came.stamp].slice(-STAMPS);
    try {
      await this.tables.bring(settings, came.files);
    } catch {
      this.tables.memory = null;
      this.keepsNothing();
    }
    await this.play(settings, came.files);
    this.seat.start();
    return true;
  }

  // ---- what is said

  draw() {
    clearTimeout(this.drawing);
    const { seat } = this;
    if (seat.isHere || !this.box?.worker) { this.line.set("away", null); return; }
    const away = performance.now() - seat.awaySince;
    if (away >= AWAY_MS) {
      const text = this.waiting ? toldOf("away_waits", this.waiting) : told("away");
      this.line.set("away", text, away >= ELSEWHERE_MS ? { text: told("elsewhere"), does: () => this.askWhere() } : undefined);
    }
    if (away < ELSEWHERE_MS) this.drawing = setTimeout(() => this.draw(), (away < AWAY_MS ? AWAY_MS : ELSEWHERE_MS) - away + 10);
  }

  // The sheet stays until this page closes it: what is done may need another one.
  button(text, does) {
    return { text, does: (typed) => { does(typed); return false; }, isMain: false };
  }

  /** @param { {label: string, value: string} | null } input */
  note(name, title, text, buttons, input = null) {
    this.open = name;
    this.face.sheet({ title, text, buttons: buttons.map((one, at) => ({ ...one, isMain: !at })), input });
  }

  close() {
    this.open = "";
    this.face.closeSheet();
  }

  // Told before the first press.
  keepsNothing() {
    this.line.set("none", told("none"));
    this.note("none", told("none_title"), told("none_then"), [this.button(told("none_play"), () => this.close())]);
  }

  broken(error) {
    this.note("broken", told("broken"), String(error?.message ?? error), [this.button(told("again"), () => location.reload())]);
  }
}

// The VM, and the files that it has; a browser keeps them by their names.
async function loaded() {
  const get = async (name) => {
    const answer = await fetch(DATA.parts[name]);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const [vm, wasm, files] = await Promise.all(["vm", "wasm", "files"].map(get));
  Object.assign(PARTS, { vm, wasm, files: JSON.parse(new TextDecoder().decode(files)) });
  PARTS.worker = URL.createObjectURL(new Blob([$("#worker").textContent], { type: "text/javascript" }));
}

const phone = new Phone();
phone.begin().catch((error) => phone.broken(error));
