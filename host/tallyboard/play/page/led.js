// The displays: chips (chip.js), and the segments that shine.

const SVG = "http://www.w3.org/2000/svg";

function drawn(name, attributes, parent) {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  parent?.append(one);
  return one;
}

// Where the bits of the four digits are in display RAM: of the seven segments as of the fourteen.
const SEVEN = { digits: [[0], [2], [6], [8]], point: 7, colon: [4, 1] };
const FOURTEEN = { digits: [[0, 1], [2, 3], [4, 5], [6, 7]], point: 14, colon: null };

class Display extends Chip {
  // `window`: its place on the face, [left, top, width, height] in mm.
  constructor(name, window, parent) {
    super();
    this.name = name;
    this.wiring = name === "S" ? FOURTEEN : SEVEN;
    this.lamps = []; // [byte, bit, element]
    const [left, top, width, height] = window;
    const group = this.group = drawn("g", { class: "display", "data-display": name, transform: `translate(${left} ${top})` }, parent);
    drawn("rect", { class: "glass", width, height, rx: 1 }, group);
    const { leds } = DATA;
    const scale = Math.min((width - 3) / leds.width, (height - 4) / leds.height);
    const digits = drawn("g", {
      transform: `translate(${(width - leds.width * scale) / 2} ${(height - leds.height * scale) / 2}) scale(${scale})`,
    }, group);
    const paths = name === "S" ? leds.fourteen : leds.seven;
    this.wiring.digits.forEach(([low, high], at) => {
      const digit = drawn("g", { transform: `translate(${at * leds.pitch})` }, digits);
      paths.forEach((d, bit) => { this.lamp(bit < 8 ? low : high, bit % 8, drawn("path", { d }, digit)); });
      const [cx, cy, r] = leds.point;
      const { point } = this.wiring;
      this.lamp(point < 8 ? low : high, point % 8, drawn("circle", { cx, cy, r }, digit));
    });
    if (this.wiring.colon) {
      const colon = drawn("g", { transform: `translate(${leds.pitch})` }, digits);
      for (const [cx, cy, r] of leds.colon) this.lamp(...this.wiring.colon, drawn("circle", { cx, cy, r }, colon));
    }
    this.off();
  }

  lamp(byte, bit, element) {
    this.lamps.push([byte, bit, element]);
  }

  // What another display of this name shows.
  become(other) {
    if (!other) return;
    const { ram, clock, on, light } = other;
    Object.assign(this, { ram, clock, on, light });
    this.show();
  }

  off() {
    super.off();
    this.show();
  }

  write(bytes) {
    super.write(bytes);
    this.show();
  }

  show() {
    const ram = this.lit;
    for (const [byte, bit, element] of this.lamps) element.classList.toggle("lit", Boolean((ram[byte] >> bit) & 1));
    this.text = textOf(this); // once for all who read it
    this.group.setAttribute("aria-label", this.text);
    if (this.text.trim()) this.group.setAttribute("role", "img");
    else this.group.removeAttribute("role"); // a picture of nothing has no name
  }
}

function textOf(display) {
  const ram = display.lit;
  if (display.wiring === FOURTEEN) {
    return display.wiring.digits.map(([low, high]) => {
      const bits = (ram[low] | (ram[high] << 8)) & 0x7fff;
      const letter = DATA.fourteen[bits & 0x3fff];
      if (letter !== undefined) return letter + (bits & 0x4000 ? "." : "");
      return DATA.fourteen[bits] ?? (bits & 0x4000 ? "?." : "?");
    }).join("");
  }
  return display.wiring.digits.map(([byte], at) => {
    const colon = at === 2 && (ram[4] & 2) ? ":" : "";
    return colon + (DATA.seven[ram[byte] & 0x7f] ?? "?") + (ram[byte] & 0x80 ? "." : "");
  }).join("");
}
