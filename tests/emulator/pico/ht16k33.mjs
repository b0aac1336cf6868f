// HT16K33, the display driver: 16 bytes of display RAM, an oscillator, a display switch (datasheet, "Command Summary").

// What RAM holds at power-on is undefined; a firmware that lights it without writing it is to be seen.
const UNDEFINED = 0xa5;

export class Ht16k33 {
  constructor() {
    this.onChange = null; // called with this when a transaction has changed what can be seen
    this.brightest = -1; // the most that it was ever told to be, 0 to 15; a power-on changes nothing here
    this.powerOn();
  }

  powerOn() {
    this.ram = new Uint8Array(16).fill(UNDEFINED);
    this.oscillates = false;
    this.on = false;
    this.blink = 0;
    this.pointer = 0;
    this.expectsCommand = true;
    this.seen = this.visible();
  }

  // What a person sees: display RAM in hex, or '' where it is dark.
  visible() {
    return this.oscillates && this.on ? Buffer.from(this.ram).toString('hex') : '';
  }

  start(isRead) {
    this.expectsCommand = !isRead;
    return true;
  }

  write(byte) {
    if (!this.expectsCommand) {
      this.ram[this.pointer] = byte;
      this.pointer = (this.pointer + 1) & 15;
      return true;
    }
    this.expectsCommand = false;
    switch (byte & 0xf0) {
      case 0x00: this.pointer = byte & 15; break;
      case 0x20: this.oscillates = !!(byte & 1); break;
      case 0x80: this.on = !!(byte & 1); this.blink = (byte >> 1) & 3; break;
      case 0xe0: this.brightest = Math.max(this.brightest, byte & 15); break;
    }
    return true;
  }

  read() {
    const byte = this.ram[this.pointer];
    this.pointer = (this.pointer + 1) & 15;
    return byte;
  }

  stop() {
    const now = this.visible();
    if (now === this.seen) return;
    this.seen = now;
    this.onChange?.(this);
  }
}
