// A sheet that lies on the table until somebody has answered; and the one in which people choose how it looks.

class Sheet {
  constructor(parent) {
    this.dialog = el("dialog", { class: "sheet", "aria-labelledby": "sheet-title" });
    this.dialog.addEventListener("cancel", (event) => { if (!this.canLeave) event.preventDefault(); });
    parent.append(this.dialog);
  }

  // `text`: a sentence, or elements; null for none. `buttons`: [{text, does, isMain}], `does` gets what was typed, and
  // the sheet stays where that gives false. `input`: {label, value, type}. `turn`: in degrees. `canLeave`: by Escape.
  /** @param { {title: string, text?: string | Element[] | null, buttons?: Array<{text: string, does?: (typed: string) => unknown, isMain?: boolean}>, input?: {label?: string, value?: string, type?: string} | null, turn?: number, canLeave?: boolean} } what */
  open({ title, text = null, buttons = [], input = null, turn = 0, canLeave = false }) {
    this.close();
    this.canLeave = canLeave;
    const field = input && el("input", { type: input.type ?? "text", autocapitalize: "off", autocomplete: "off", spellcheck: "false" });
    if (field) field.value = input.value ?? "";
    const made = buttons.map(({ text: said, does, isMain }) => {
      const button = el("button", { type: "submit", class: isMain ? "main" : "" }, said);
      button.addEventListener("click", (event) => {
        event.preventDefault();
        if (does?.(field?.value.trim() ?? "") !== false && this.dialog.open) this.close();
      });
      return button;
    });
    const inside = typeof text === "string" ? [el("p", {}, text)] : text ?? [];
    const form = el("form", { method: "dialog" }, el("h2", { id: "sheet-title" }, title), ...inside);
    if (field) form.append(el("label", {}, input.label ?? "", field));
    form.append(el("div", { class: "answers" }, ...made));
    this.dialog.replaceChildren(form);
    this.dialog.style.rotate = `${turn}deg`;
    this.dialog.showModal();
    (field ?? made.find((_, at) => buttons[at].isMain) ?? made[0])?.focus();
  }

  close() {
    if (this.dialog.open) this.dialog.close();
    this.dialog.replaceChildren();
  }
}

// ---- how it looks: kept in this browser

const LOOKS_KEPT = "tallyboard-face";
const LOOKS = ["auto", "light", "dark", "colour"];
const SEATS = ["auto", "across", "beside"];
const SIZES_OF_TEXT = ["normal", "large"];
const isDark = matchMedia("(prefers-color-scheme: dark)");
const isWide = matchMedia("(orientation: landscape)");

class Looks {
  // `changed()`: something of it is another now.
  constructor(sheet, changed) {
    this.sheet = sheet;
    this.changed = changed;
    this.chosen = { look: "auto", seats: "auto", text: "normal", language: "" };
    try {
      Object.assign(this.chosen, JSON.parse(localStorage.getItem(LOOKS_KEPT) ?? "{}"));
    } catch { /* nothing is kept here */ }
    for (const query of [isDark, isWide]) query.addEventListener("change", () => this.apply());
    document.addEventListener("fullscreenchange", () => { if (this.isOpen) this.open(this.turn); });
  }

  get isAcross() {
    return this.chosen.seats === "across" || (this.chosen.seats === "auto" && !isWide.matches);
  }

  choose(what) {
    Object.assign(this.chosen, what);
    try {
      localStorage.setItem(LOOKS_KEPT, JSON.stringify(this.chosen));
    } catch { /* it holds until the page is closed */ }
    this.apply();
  }

  apply() {
    const { look, text, language } = this.chosen;
    const spoken = navigator.languages.map((code) => code.slice(0, 2)).find((code) => DATA.say[code]) ?? "en";
    Say.language = DATA.say[language] ? language : spoken;
    const page = document.documentElement;
    page.lang = Say.language;
    page.dataset.look = look === "auto" ? (isDark.matches ? "dark" : "light") : look;
    page.dataset.theme = page.dataset.look === "dark" ? "night" : "light";
    page.dataset.text = text;
    document.title = phrase("page");
    const colour = getComputedStyle(page).getPropertyValue("--band");
    $('meta[name="theme-color"]')?.setAttribute("content", colour.trim());
    this.changed();
  }

  get isOpen() {
    return this.sheet.dialog.open && this.sheet.dialog.classList.contains("looks");
  }

  // `turn`: of whoever asked, in degrees.
  open(turn = 0) {
    this.turn = turn;
    const { look, seats, text } = this.chosen;
    const anew = (what) => () => { this.choose(what); this.open(turn); };
    const choices = (title, all, present, words, what) => el("fieldset", {}, el("legend", {}, title), ...all.map((one) => {
      const button = el("button", { type: "button", "aria-pressed": String(one === present) }, words(one));
      button.addEventListener("click", anew({ [what]: one }));
      return button;
    }));
    const inside = [
      choices(phrase("look.colours"), LOOKS, look, (one) => phrase(`look.${one}`), "look"),
      choices(phrase("look.seats"), SEATS, seats, (one) => phrase(`look.seats.${one}`), "seats"),
      choices(phrase("look.text"), SIZES_OF_TEXT, text, (one) => phrase(`look.text.${one}`), "text"),
      choices(phrase("look.language"), Object.keys(DATA.say), Say.language, (one) => LANGUAGES[one] ?? one, "language"),
    ];
    const buttons = [{ text: phrase("done"), does: () => true, isMain: true }];
    if ("requestFullscreen" in document.documentElement) {
      buttons.unshift({ text: phrase(document.fullscreenElement ? "look.window" : "look.full"), does: () => { fullScreen(); return true; }, isMain: false });
    }
    this.sheet.open({ title: phrase("look"), text: inside, buttons, turn, canLeave: true });
    this.sheet.dialog.classList.add("looks");
    this.sheet.dialog.addEventListener("close", () => this.sheet.dialog.classList.remove("looks"), { once: true });
  }
}

const LANGUAGES = { en: "English", fr: "Français" };

// As the phone lies now, it stays: one that lies flat does not know where up is.
async function fullScreen() {
  if (document.fullscreenElement) {
    await document.exitFullscreen();
    return;
  }
  try {
    await document.documentElement.requestFullscreen({ navigationUI: "hide" });
    await screen.orientation.lock(isWide.matches ? "landscape" : "portrait");
  } catch { /* a browser that cannot, or a laptop that does not turn */ }
}
