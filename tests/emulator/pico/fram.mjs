// MB85RC256V, the journal's memory: every byte is stored as it arrives and survives the power.

export class Fram {
  constructor(size) {
    this.memory = new Uint8Array(size);
    this.written = 0; // bytes, since the beginning
    this.cutAfter = 0; // the power fails when so many more bytes are stored; 0: it does not
    this.onCut = null;
    this.powerOn();
  }

  powerOn() {
    this.address = 0;
    this.count = 0; // bytes of this transaction
    this.dead = false;
  }

  start(isRead) {
    if (!isRead) this.count = 0;
    return !this.dead;
  }

  write(byte) {
    if (this.count === 0) this.address = byte << 8;
    else if (this.count === 1) this.address |= byte;
    else if (!this.dead) this.store(byte);
    this.count++;
    return !this.dead;
  }

  store(byte) {
    this.memory[this.address++ % this.memory.length] = byte;
    this.written++;
    if (this.cutAfter && --this.cutAfter === 0) {
      this.dead = true;
      this.onCut?.();
    }
  }

  read() {
    return this.memory[this.address++ % this.memory.length];
  }

  stop() {}
}

// The reserved address where an FRAM says who made it; adafruit_fram asks (datasheet, "Device ID").
export class FramId {
  static ADDRESS = 0x7c;

  start(isRead) {
    if (isRead) this.count = 0;
    return true;
  }

  write() {
    return true;
  }

  read() {
    return [0x00, 0xa5, 0x10][this.count++] ?? 0xff; // maker 0x00A, product 0x510
  }

  stop() {}
}
