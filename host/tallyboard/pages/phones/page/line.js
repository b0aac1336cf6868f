// The one quiet line: of all that is so, what players have to know first.

const IN_ORDER = ["none", "unstored", "unknown", "old_card", "full", "away", "battery", "awake"];

class QuietLine {
  // `draw(text, action)`: null for nothing.
  constructor(draw) {
    this.draw = draw;
    /** @type {Record<string, { text: string, action?: { text: string, does: () => void } } | undefined>} */
    this.facts = {};
    this.shown = "";
  }

  /** @param {string} name @param {string | null} text @param { {text: string, does: () => void} } [action] */
  set(name, text, action = undefined) {
    this.facts[name] = text ? { text, action } : undefined;
    this.look();
  }

  look() {
    const name = IN_ORDER.find((one) => this.facts[one]);
    const { text = null, action = undefined } = (name && this.facts[name]) || {};
    const shown = JSON.stringify([text, action?.text]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.draw(text, action);
  }
}
