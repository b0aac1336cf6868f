// The laptop's panel: its button, its progress, and the cables of the boxes that end there.

// The cable of one box, as the laptop sees it: a port that is there or not.
class Cord {
  constructor(place) {
    this.box = place.box;
    this.settings = place.settings;
    this.name = `box ${place.settings.id}`;
    this.heard = null; // "met", "followed", "waiting_again": as the hub told
    this.told = null; // the kind of the last event
    this.next = this.live = null;
    this.wasIn = false;
    this.proof = new Proof(this, (verify) => {
      panel.verify = verify ?? panel.verify;
      press.whenOver(panel.drawProofs);
      panel.soon(); // what was not computed yet when it was told is now
    });
    this.box.addEventListener("power", () => this.look());
    this.box.addEventListener("cable", () => this.look());
    this.box.addEventListener("sent", ({ detail }) => { if (this.wasIn) laptop.arrived(this.name, detail); });
    this.look();
  }

  get title() {
    return say("box", this.settings.id);
  }

  get isIn() {
    return this.box.state === "on" && this.settings.cable;
  }

  get status() {
    if (this.box.state !== "on") return "off_power";
    return this.settings.cable ? this.heard ?? "met" : "cable_out";
  }

  look() {
    if (laptop.state !== "on") this.wasIn = false;
    else if (this.isIn !== this.wasIn) {
      this.wasIn = this.isIn;
      this.heard = null;
      if (this.isIn) laptop.plug(this.name, this.settings.uid);
      else laptop.unplug(this.name);
    }
    panel.drawBoxes();
  }

  // What the hub tells of this port.
  hear({ event, next, live }) {
    this.told = event;
    this.heard = { connected: "followed", score: "followed", disconnected: "waiting_again" }[event] ?? this.heard;
    if (event === "score") Object.assign(this, { next, live });
    this.proof.soon();
  }
}

const panel = {
  /** @type {Cord[]} */
  cords: [],
  /** @type {any[]} */
  matches: [],
  shown: "", // the id of the match that stands press by press
  /** @type {any} */
  presses: null,
  /** @type {[string, any] | null} */
  failure: null, // words and a value
  trouble: "",
  /** @type {any} */
  verify: null, // what it said last
  timer: 0,

  // ---- the frame, in the reader's language

  draw() {
    const { state } = laptop;
    const section = $("#laptop");
    section.dataset.state = DATA.laptop ? state : "absent";
    section.replaceChildren(made("h2", { id: "laptop-title" }, say("laptop")), made("p", {}, say("laptop_why")));
    if (!DATA.laptop) section.append(made("p", { class: "absent" }, say("laptop_absent")));
    else if (state === "off") section.append(...this.offer());
    else if (state === "loading") section.append(...this.loading());
    else section.append(...this.running());
    section.append(serialPart());
    this.drawAll();
  },

  button(words, does) {
    const button = made("button", { type: "button", class: words }, say(words));
    button.addEventListener("click", does);
    return button;
  },

  offer() {
    const size = DATA.laptop.pieces.reduce((sum, piece) => sum + piece.size, 0);
    const why = this.failure ? [made("p", { class: "failure", role: "alert" }, say(...this.failure))] : [];
    return [...why, made("p", {}, this.button("laptop_show", () => laptop.start()), " ", say("laptop_size", (size / 1e6).toFixed(0)), " ", say("laptop_new"))];
  },

  loading() {
    this.bar = made("progress", { max: 1, value: 0, "aria-labelledby": "laptop-step" });
    this.step = made("span", { id: "laptop-step", role: "status" }, say("laptop_step_parts"));
    return [made("p", { class: "loading" }, this.bar, " ", this.step, " ", this.button("laptop_cancel", () => laptop.stop()))];
  },

  running() {
    const part = (id, words) => made("div", {}, made("h3", {}, say(words)), made("div", { id }));
    return [
      made("p", {}, this.button("laptop_close", () => laptop.stop()), " ", say("laptop_new")),
      made("p", { id: "laptop-trouble", role: "alert" }, this.trouble && say("laptop_trouble", this.trouble)),
      made("div", { class: "screens" },
        made("div", {}, part("laptop-boxes", "boxes_there"), part("laptop-results", "results"), made("div", { id: "laptop-presses" })),
        made("div", {}, made("h3", {}, say("proof")), made("p", {}, say("proof_why")), made("div", { id: "laptop-proofs" }), made("div", { id: "laptop-verify" }))),
    ];
  },

  progress({ step, share }) {
    if (laptop.state !== "loading") return;
    // The parts are counted; how long Python takes to start nobody knows.
    if (step === "parts") this.bar.value = share;
    else this.bar.removeAttribute("value");
    this.step.textContent = say(`laptop_step_${step}`);
  },

  // ---- what the laptop holds

  drawAll() {
    this.drawBoxes();
    this.drawResults();
    this.drawProofs();
  },

  drawBoxes() {
    $("#laptop-boxes")?.replaceChildren(boxesTable([...this.cords, ...(serial.cord ? [serial.cord] : [])]));
  },

  drawResults() {
    const place = $("#laptop-results");
    if (!place) return;
    const focused = document.activeElement?.dataset.match;
    const { matches, presses, shown } = panel;
    const titles = new Map(panel.cords.map((cord) => [cord.settings.uid, cord.title]));
    place.replaceChildren(resultsTable(matches, titles, shown, (match) => { panel.shown = match; panel.refresh(); }));
    if (focused) place.querySelector(`[data-match="${focused}"]`)?.focus();
    $("#laptop-presses").replaceChildren(...(presses
      ? [made("h3", {}, say("pressed", presses.match.slice(0, 8))), pressesTable(presses)]
      : [made("p", {}, matches.length ? say("pressed_none") : "")]));
  },

  drawProofs() {
    const { cords, verify } = panel;
    const drawn = cords.filter((cord) => cord.proof.found).map((cord) => cord.proof.draw());
    $("#laptop-proofs")?.replaceChildren(...(drawn.length ? drawn : [made("p", {}, say("proof_none"))]));
    $("#laptop-verify")?.replaceChildren(verify ? verifyPart(verify) : "");
  },

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), 200);
  },

  async refresh() {
    if (laptop.state !== "on") return;
    try {
      this.matches = await laptop.ask("results");
      const { shown } = this;
      const presses = shown ? await laptop.ask("show", shown) : null;
      if (shown === this.shown) this.presses = presses;
    } catch (error) {
      if (error.message !== "gone") this.fails(error.message);
      return;
    }
    press.whenOver(this.drawResults);
  },

  // ---- what happens

  become({ state, why }) {
    Object.assign(this, { failure: why, matches: [], shown: "", presses: null, trouble: "", verify: null });
    for (const cord of this.cords) Object.assign(cord, { heard: null, next: null, live: null });
    for (const { proof } of this.cords) Object.assign(proof, { found: null, spoilt: null });
    serial.laptopIs(state);
    this.draw();
    for (const cord of this.cords) cord.look();
    if (why) $("#laptop .laptop_show").focus();
  },

  hear(event) {
    if (event.event === "database" && !event.reachable) this.fails(`${event.cause} ${event.next_step}`);
    if (event.event === "alarm") this.fails(`${event.event} ${event.numbers.join(", ")}`);
    this.cordOf(event.port)?.hear(event);
    this.drawBoxes();
    this.soon();
  },

  fails(why) {
    this.trouble = why;
    const line = $("#laptop-trouble");
    if (line) line.textContent = say("laptop_trouble", why);
  },

  cordOf(name) {
    return [...this.cords, serial.cord].find((cord) => cord?.name === name);
  },

  // The boxes on the bench have changed.
  setOut() {
    const { cords } = this;
    this.cords = bench.places.map((place) => cords.find((cord) => cord.box === place.box) ?? new Cord(place));
    this.draw();
  },
};

laptop.addEventListener("state", ({ detail }) => panel.become(detail));
laptop.addEventListener("progress", ({ detail }) => panel.progress(detail));
laptop.addEventListener("event", ({ detail }) => panel.hear(detail));
laptop.addEventListener("failed", ({ detail }) => panel.fails(detail));
laptop.addEventListener("send", ({ detail: { name, hex } }) => {
  const cord = panel.cordOf(name);
  if (cord?.isIn) cord.box.send(`send ${hex}`);
});
document.addEventListener("bench", () => panel.setOut());
document.addEventListener("change", ({ target }) => { if (target?.id === "language") panel.draw(); });
