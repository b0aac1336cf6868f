// A box in its place on the bench: plug, cable, what the page says of it, and which game lies on it.

const WRITES = 4; // are shown

class Place {
  constructor(settings) {
    this.settings = settings;
    this.box = new Box(settings, bench.memory);
    this.article = $("#box").content.firstElementChild.cloneNode(true);
    this.article.dataset.box = settings.id;
    $("#bench").append(this.article);
    this.said = [];
    this.writes = []; // the last ones to the memory
    this.armed = 0;
    this.last = "";
    this.isNewMatch = false; // the next power-on shows one
    this.isPressed = false; // since power-on
    this.draw();
    this.hear();
    this.obey();
  }

  async arrive() {
    await this.take();
    this.box.powerOn();
  }

  async take() {
    try {
      await this.box.take();
    } catch (error) {
      notice("none", error.name);
    }
  }

  remember() {
    return remember(`box ${this.settings.id}`, this.settings);
  }

  leave() {
    this.box.powerOff();
    this.article.remove();
  }

  // Everything that is drawn from the settings and in the reader's language.
  draw() {
    const { id, game, sides } = this.settings;
    const [name, ...options] = game.split(" ");
    const { card } = DATA.games.find((one) => one.id === name);
    this.article.setAttribute("aria-label", say("box", id));
    const shown = this.face?.displays;
    $(".table", this.article).replaceChildren();
    this.face = new Face(sides, card + Words.suffix, $(".table", this.article));
    this.article.style.setProperty("--ratio", this.face.ratio);
    this.box.face = this.face;
    for (const display of this.face.displays) display.become(shown?.find((one) => one.name === display.name));
    fingers(this.box, this.face);
    for (const element of this.article.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
    list($(".round ol", this.article), this.face.steps);
    const form = $(".choose", this.article);
    const games = DATA.games.map((one) => new Option(one[Words.language], one.id, false, one.id === name));
    form.game.replaceChildren(...games);
    form.options.value = options.filter((option) => !option.startsWith("sides=")).join(" ");
    form.sides.value = sides;
    this.sayDefaults();
    this.power(this.box.state, "");
    this.says(...this.said);
  }

  hear() {
    const on = (type, does) => this.box.addEventListener(type, ({ detail }) => does(detail));
    on("power", ({ state, why }) => this.power(state, why));
    on("write", ({ address, bytes }) => {
      this.face.at(address)?.write(bytes);
      this.lit();
    });
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
    on("answered", ({ question, answer }) => this.answered(question, answer));
  }

  obey() {
    const { box, article } = this;
    $(".plug", article).addEventListener("click", async () => {
      if (box.state === "taken") await this.takeBack();
      if (box.worker) box.powerOff();
      else box.powerOn();
    });
    $(".usb", article).addEventListener("click", () => {
      this.settings.cable = !this.settings.cable;
      box.plugCable(this.settings.cable);
      this.power(box.state, "");
      this.remember();
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
      this.choose(form.game.value, Number(form.sides.value), form.options.value.trim());
    });
    form.game.addEventListener("change", () => this.sayDefaults());
    $(".anew .yes", article).addEventListener("click", () => this.anew());
    $(".anew .no", article).addEventListener("click", () => { $(".anew", article).hidden = true; });
  }

  // Another tab may have put another game on since.
  async takeBack() {
    this.box.state = "off";
    await this.take();
    Object.assign(this.settings, await settingsOf(this.settings.id));
    this.draw();
  }

  // ---- which game

  choose(game, sides, options) {
    const { three } = DATA.games.find((one) => one.id === game);
    const extra = sides === 3 && three ? [`sides=3${game === "crokinole-traditional" ? " scoring=simple" : ""}`] : [];
    this.wanted = { sides, line: [game, ...extra, options].filter(Boolean).join(" ") };
    $(".anew", this.article).hidden = true;
    if (sides === 3 && !three) {
      this.says("two_only");
      return;
    }
    if (!this.box.worker) this.box.powerOn();
    this.box.ask("refusal", this.wanted.line, sides);
  }

  sayDefaults() {
    const { defaults } = DATA.games.find((one) => one.id === $("[name=game]", this.article).value);
    $(".defaults", this.article).textContent = say("defaults", defaults);
  }

  restartWith(changes) {
    this.box.powerOff();
    Object.assign(this.settings, changes);
    this.draw();
    this.remember();
    this.box.powerOn();
  }

  answered(question, answer) {
    if (question === "refusal") {
      if (answer) this.says("refused", answer);
      else this.box.ask("is_playing");
    } else if (question === "is_playing") {
      $(".anew", this.article).hidden = !answer;
      if (!answer) this.putOn();
    } else if (question === "play") {
      if (answer) this.says("refused", answer);
      else {
        this.restartWith({ game: this.wanted.line });
        this.isNewMatch = true;
      }
    }
  }

  async anew() {
    $(".anew", this.article).hidden = true;
    this.box.powerOff();
    await this.box.empty();
    this.putOn();
  }

  putOn() {
    this.restartWith({ sides: this.wanted.sides });
    this.box.ask("play", this.wanted.line);
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
    if (state === "off" || state === "taken") {
      this.face.off();
      Sound.play(this.box, 0);
      this.lit();
    }
    if (state === "starting") this.says("starting");
    if (state === "on" && why) {
      const words = this.isNewMatch ? "new_match" : this.box.isNew ? "on" : "back";
      this.says(words, (why / 1000).toLocaleString(Words.language, { maximumFractionDigits: 1 }));
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
