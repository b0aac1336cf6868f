// The face of a box as hardware/board.toml has it: displays, keys, and beside each key what it means in the game.

class Face {
  // `parent`: what the drawing goes into. `card`: the legends, as hardware/face names them.
  constructor(sides, card, parent) {
    const face = DATA.faces[sides];
    this.svg = drawn("svg", { class: "face", viewBox: `0 0 ${face.width} ${face.height}` }, parent);
    drawn("rect", { class: "case", width: face.width, height: face.height, rx: 4 }, this.svg);
    this.ratio = face.width / face.height;
    const legends = DATA.legends[card][sides], onCaps = Boolean(DATA.knob);
    this.steps = legends.steps; // of a round
    const print = drawn("g", { class: onCaps ? "print on-caps" : "print", "aria-hidden": true }, this.svg);
    for (const [x, y, size, textLength, bold, plain] of legends.texts) {
      const text = drawn("text", { x, y, "font-size": size, textLength, lengthAdjust: "spacingAndGlyphs" }, print);
      if (bold) drawn("tspan", { "font-weight": "bold" }, text).textContent = bold;
      text.append(plain);
    }
    for (const [x, y] of legends.dashes) drawn("path", { class: "dash", d: `M${x} ${y}h${DATA.dash}` }, print);
    this.displays = Object.entries(face.windows).map(([name, window]) => new Display(name, window, this.svg));
    // In the order in which Tab goes: column by column, from the top.
    const inOrder = Object.entries(face.keys).sort(([, [x1, y1]], [, [x2, y2]]) => x1 - x2 || y1 - y2);
    this.keys = new Map(inOrder.map(([key, at]) => [key, this.cap(key, at, legends.meanings[key])]));
    if (onCaps) this.svg.append(print);
  }

  cap(key, [x, y], meaning) {
    const group = drawn("g", { class: "key", "data-key": key, role: "button", tabindex: 0 }, this.svg);
    group.setAttribute("aria-label", [key, ...meaning.filter(Boolean)].join(", "));
    group.setAttribute("aria-pressed", "false");
    group.classList.toggle("idle", !meaning.some(Boolean));
    const { cap, block, pitch } = { cap: DATA.cap, block: DATA.block, pitch: DATA.pitch };
    // The legend belongs to what can be touched: a fingertip is larger than a cap on a phone.
    drawn("rect", { class: "reach", x: x - cap / 2 - 1, y: y - pitch / 2, width: block + 1, height: pitch }, group);
    const isKnob = key === DATA.knob, top = 0.76 * cap;
    drawn("rect", { class: "cap", x: x - cap / 2, y: y - cap / 2, width: cap, height: cap, rx: isKnob ? cap / 2 : 1.8 }, group);
    drawn("rect", { class: "top", x: x - top / 2, y: y - top / 2 - 0.4, width: top, height: top, rx: isKnob ? top / 2 : 1.4 }, group);
    return group;
  }

  at(address) {
    return this.displays.find((display) => DATA.displays[display.name] === address);
  }

  off() {
    for (const display of this.displays) display.off();
  }

  // What is to be read, by display.
  get shown() {
    return Object.fromEntries(this.displays.map((display) => [display.name, display.text]));
  }
}
