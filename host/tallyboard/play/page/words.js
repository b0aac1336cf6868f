// What the page says: words.json, in English; other languages come from the catalogue.

const Words = {
  language: "en",
  get all() { return DATA.words[this.language]; },
  get suffix() { return this.language === "en" ? "" : `-${this.language}`; }, // of the legends
};

function say(words, ...values) {
  return values.reduce((text, value) => text.replace("{}", value), Words.all[words]);
}

function list(element, texts) {
  element.replaceChildren(...texts.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
}
