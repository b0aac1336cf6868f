// What a display shows, by the bytes that its chip was sent. Drawn it is elsewhere, in whatever letters.

const DIGITS = [0, 2, 6, 8]; // bytes of display RAM behind the four digits of seven segments
const POINT = 0x80;

class Chip {
  ram = new Uint8Array(16);
  clock = false;
  on = false;

  off() {
    Object.assign(this, { ram: new Uint8Array(16), clock: false, on: false });
  }

  // A write transaction (HT16K33 datasheet, "Command Summary").
  write(bytes) {
    const what = bytes[0] >> 4;
    if (what === 0) for (let at = 1; at < bytes.length; at += 1) this.ram[(bytes[0] + at - 1) % 16] = bytes[at];
    else if (what === 2) this.clock = Boolean(bytes[0] & 1);
    else if (what === 8) this.on = Boolean(bytes[0] & 1);
  }

  get isLit() {
    return this.clock && this.on;
  }

  // What two writes of the same leave as it was.
  get picture() {
    return this.isLit ? this.ram.slice(0, 9).join() : "";
  }

  // The number that is lit, without the ring of who is first: "35", "−20", "" for none.
  get number() {
    if (!this.isLit) return "";
    return DIGITS.map((byte) => DATA.seven[this.ram[byte] & ~POINT] ?? "?").join("").replace(/[° ]/g, "").replaceAll("-", "−");
  }

  // Whether the last point is: a number of the round being played.
  get isPointed() {
    return this.isLit && Boolean(this.ram[DIGITS[3]] & POINT);
  }
}
