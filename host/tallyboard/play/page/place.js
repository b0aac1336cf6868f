// A box in its place on the bench: plug, cable, what the page says of it, and which game lies on it.

const WRITES = 4; // are shown

// The options that a game has on a box for so many sides without anybody giving them; null where it is not for so many.
function ofSides(game, sides) {
  return DATA.games.find((one) => one.id === game).of_sides[sides];
}

class Place {
  /** @param {Box} box */
  constructor(box) {
    this.box = box;
    this.settings = box.settings;
    this.article = $("#box").content.firstElementChild.cloneNode(true);
    this.article.dataset.box = this.settings.id;
    $("#bench").append(this.article);
    /** @type {any[]} */
    this.said = [];
    /** @type {string[]} */
    this.writes = []; // the last ones to the memory
    this.armed = 0;
    this.last = "";
    /** @type {null | {sides: number, line: string}} */
    this.wanted = null; // what is asked about
    this.isNewMatch = false; // the next power-on shows one
    this.isPressed = false; // since power-on
    this.game = ""; // that is on it, as it said last
    this.draw();
    this.hear();
    this.obey();
  }

  get face() {
    return /** @type {Face} */ (this.box.face);
  }

  // Give it power, and play what was put on it. A power cut before that is done changes nothing of it.
  async start() {
    const { box } = this;
    await box.lit();
    const line = this.settings.wanted;
    if (!line) return;
    if (!await box.ask("stands", line) && !await box.ask("is_playing")) {
      const refused = await box.ask("play", line);
      box.powerOff();
      this.isNewMatch = !refused;
      await box.lit();
      if (refused) this.says("refused", refused);
    }
    await box.set({ wanted: "" });
  }

  leave() {
    this.box.leave();
    this.article.remove();
  }

  // Everything that is drawn from the settings and in the reader's language.
  draw() {
    const { id, game, sides } = this.settings;
    const [name, ...options] = game.split(" ");
    const byItself = ofSides(name, sides) ?? [];
    if (this.settings.language !== Words.language) {
      this.settings.language = Words.language;
      this.box.ask("speak", Words.language).catch(() => {}); // without power it is the next power-on that does
    }
    this.article.setAttribute("aria-label", say("box", id));
    for (const element of this.article.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
    this.drawFace();
    const form = $(".choose", this.article);
    const games = DATA.games.map((one) => new Option(one[Words.language], one.id, false, one.id === name));
    form.game.replaceChildren(...games);
    form.options.value = options.filter((option) => !byItself.includes(option)).join(" ");
    for (const option of form.sides.options) option.hidden = option.disabled = !(option.value in DATA.faces);
    form.sides.value = sides;
    this.sayDefaults();
    this.power(this.box.state, "");
    this.says(...this.said);
  }

  // The face, with the legends of the game that is on the box.
  drawFace() {
    const { game, sides } = this.settings;
    const { card } = DATA.games.find((one) => one.id === (this.game || game.split(" ")[0]));
    for (const key of this.box.held) this.box.release(key); // no finger finds the new drawing of its key
    const shown = this.box.face?.displays;
    $(".table", this.article).replaceChildren();
    const legends = card + Words.suffix;
    this.box.face = new Face(sides in DATA.faces ? sides : 2, legends in DATA.legends ? legends : card, $(".table", this.article));
    this.card = card;
    this.article.style.setProperty("--ratio", this.face.ratio);
    for (const display of this.face.displays) display.become(shown?.find((one) => one.name === display.name));
    fingers(this.box, this.face);
    list($(".round ol", this.article), this.face.steps);
  }

  // The menu, a laptop or the match before may have put another game on.
  plays(game) {
    const known = DATA.games.find((one) => one.id === game);
    if (!known) return;
    this.game = game;
    if (known.card !== this.card) this.drawFace();
  }

  hear() {
    const on = (type, does) => this.box.addEventListener(type, ({ detail }) => does(detail));
    on("power", ({ state, why }) => this.power(state, why));
    on("write", ({ address, bytes }) => {
      this.face.at(address)?.write(bytes);
      this.lit();
    });
    on("game", (game) => this.plays(game));
    on("heard", (hz) => Sound.play(this.box, hz));
    on("edge", ({ ms, line }) => this.article.dispatchEvent(new CustomEvent("edge", { bubbles: true, detail: { ms, line } })));
    on("key", ({ key, down }) => {
      bench.present = this.box;
      this.isPressed ||= down && this.box.state === "on"; // what is written before was not a press
      this.face.keys.get(key)?.setAttribute("aria-pressed", String(down));
    });
    on("kept", (write) => this.wrote(write));
    on("unstored", (why) => notice("unstored", why));
    on("stored", () => notice("stored"));
    on("failed", (why) => this.says("failed", why));
    on("busy", (isBusy) => this.article.setAttribute("aria-busy", String(isBusy)));
  }

  obey() {
    const { box, article } = this;
    $(".plug", article).addEventListener("click", () => {
      if (box.state === "taken") box.do(() => this.takeBack());
      else if (box.worker) box.powerOff();
      else box.do(() => this.start());
    });
    $(".usb", article).addEventListener("click", () => {
      const cable = !this.settings.cable;
      box.set({ cable }).catch(() => {}); // it was taken
      box.plugCable(cable);
      this.power(box.state, "");
    });
    $(".arm", article).addEventListener("click", () => {
      const input = $("[name=bytes]", article);
      if (!input.reportValidity()) return;
      this.armed = Number(input.value);
      box.cutAfter(this.armed);
      this.says(box.worker ? "armed" : "armed_off", this.armed);
    });
    const form = $(".choose", article);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const { game, sides, options } = form;
      const given = { game: game.value, sides: Number(sides.value), options: options.value.trim() };
      box.do(() => this.choose(given));
    });
    form.game.addEventListener("change", () => this.sayDefaults());
    $(".anew .yes", article).addEventListener("click", () => box.do(() => this.anew()));
    $(".anew .no", article).addEventListener("click", () => this.asks(null));
  }

  // Another tab may have put another game on since.
  async takeBack() {
    if (this.box.state !== "taken") return;
    this.box.state = "off";
    await taken(this.box);
    this.draw();
    await this.start();
  }

  // ---- which game

  /** @param { {game: string, sides: number, options: string} } given */
  async choose({ game, sides, options }) {
    const given = options.split(/\s+/).filter(Boolean);
    const byItself = ofSides(game, sides) ?? [];
    const wanted = { sides, line: [game, ...byItself.filter((option) => !given.includes(option)), ...given].join(" ") };
    this.asks(null);
    if (sides === 3 && !ofSides(game, sides)) {
      this.says("two_only");
      return;
    }
    if (!this.box.worker) await this.start();
    const refused = await this.box.ask("refusal", wanted.line, sides);
    if (refused) this.says("refused", refused);
    else if (await this.box.ask("is_playing")) this.asks(wanted);
    else await this.putOn(wanted);
  }

  // Whether an empty memory is to be put in, or nothing any more.
  asks(wanted) {
    this.wanted = wanted;
    $(".anew", this.article).hidden = !wanted;
  }

  sayDefaults() {
    const { defaults } = DATA.games.find((one) => one.id === $("[name=game]", this.article).value);
    $(".defaults", this.article).textContent = say("defaults", defaults);
  }

  // "Yes": the match may be over by now, and then its result stays in the memory.
  async anew() {
    const { wanted } = this;
    this.asks(null);
    if (wanted && this.box.state === "on") await this.putOn(wanted, await this.box.ask("is_playing"));
  }

  async putOn({ sides, line }, isEmpty = false) {
    this.box.powerOff();
    this.isNewMatch = true;
    await this.box.set({ sides, game: line, wanted: line }, isEmpty);
    this.game = "";
    this.draw();
    await this.start();
  }

  // ---- what is seen

  lit() {
    const shown = this.face.shown;
    const text = JSON.stringify(shown);
    if (text === this.last) return;
    this.last = text;
    this.article.dispatchEvent(new CustomEvent("lit", { bubbles: true, detail: shown }));
  }

  // A write to the memory, where there is a line for it.
  wrote({ at, bytes }) {
    if (this.box.state === "on" && this.isPressed) {
      if (this.said[0] === "on") this.says("counted");
      if (this.said[0] === "back" || this.said[0] === "new_match") this.says("");
    }
    this.writes = [...this.writes.slice(1 - WRITES), `${at.toString(16).padStart(4, "0")}:  ${hexOf(bytes, " ")}`];
    this.showWrites();
  }

  showWrites() {
    $(".writes", this.article).textContent = this.writes.join("\n");
  }

  says(words, ...values) {
    this.said = [words, ...values];
    $(".says", this.article).textContent = words ? say(words, ...values) : "";
  }

  power(state, why) {
    this.article.dataset.state = state;
    const plug = $(".plug", this.article);
    plug.setAttribute("aria-pressed", String(state === "on" || state === "starting"));
    $("span", plug).textContent = say({ off: "plug", taken: "take" }[state] ?? "pull");
    const usb = $(".usb", this.article);
    usb.setAttribute("aria-pressed", String(this.settings.cable));
    $("span", usb).textContent = say(this.settings.cable ? "usb_out" : "usb_in");
    if (state !== "on") this.asks(null); // it asked about the match that was on
    if (state !== "on" && state !== "starting") {
      this.face.off();
      Sound.play(this.box, 0);
      this.lit();
    }
    if (state === "starting") this.says("starting");
    if (state === "on" && why) {
      const words = this.isNewMatch ? "new_match" : this.box.isNew ? "on" : "back";
      this.says(words, (why / 1000).toLocaleString(Words.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
      this.isNewMatch = this.isPressed = false;
    }
    if (state === "off" && why) this.says(why === "cut" ? "cut" : "dark", this.armed);
    if (why === "cut" && this.writes.length) {
      this.writes.push(`${this.writes.pop()}  ← ${say("power_went")}`);
      this.showWrites();
    }
    if (state === "taken") this.says("taken");
  }
}
