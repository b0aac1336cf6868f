// The number that a display of seven segments shows, in whatever letters it is drawn then.

const DIGITS = [0, 2, 6, 8]; // bytes of display RAM behind the four digits
const POINT = 0x80;

class Digits extends Chip {
  // What two writes of the same leave as it was.
  get picture() {
    return this.lit.join();
  }

  // The number that is lit, without the ring of who is first: "35", "−20", "" for none.
  get number() {
    const ram = this.lit;
    return DIGITS.map((byte) => DATA.seven[ram[byte] & ~POINT] ?? "?").join("").replace(/[° ]/g, "").replaceAll("-", "−");
  }

  // Whether the last point is: a number of the round being played.
  get isPointed() {
    return Boolean(this.lit[DIGITS[3]] & POINT);
  }
}
