// A block of registers that only remembers what was written, in the shape that rp2040js asks of a peripheral.
export class Registers {
  constructor(values = {}) {
    this.values = new Map(Object.entries(values).map(([offset, value]) => [Number(offset), value]));
  }

  readUint32(offset) {
    return this.values.get(offset) ?? 0;
  }

  writeUint32(offset, value) {
    this.values.set(offset, value >>> 0);
  }

  // RP2040 datasheet 2.1.2: each register has aliases that XOR (1), set (2) and clear (3) bits. (A plain write reads
  // nothing: reading may have an effect.)
  writeUint32Atomic(offset, value, alias) {
    if (alias === 1) value = this.readUint32(offset) ^ value;
    else if (alias === 2) value = this.readUint32(offset) | value;
    else if (alias === 3) value = this.readUint32(offset) & ~value;
    this.writeUint32(offset, value >>> 0);
  }
}
