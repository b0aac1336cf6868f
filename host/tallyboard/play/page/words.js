// What the page says: words.json, in English; other languages come from the catalogue.

const Words = {
  language: "en",
  get all() { return DATA.words[this.language]; },
  get suffix() { return this.language === "en" ? "" : `-${this.language}`; }, // of the legends
};

function say(words, ...values) {
  return values.reduce((text, value) => text.replace("{}", value), unbroken(Words.all[words]));
}

// In French a space stands before these, and no line ends there.
function unbroken(text) {
  return text.replace(/ ([:;?!»])/g, "\u00a0$1").replaceAll("« ", "«\u00a0");
}

function list(element, texts) {
  element.replaceChildren(...texts.map((text) => Object.assign(document.createElement("li"), { textContent: unbroken(text) })));
}
