// A display's chip, an HT16K33, as its bytes say: what it holds, and whether it shines. Drawn it is elsewhere.

class Chip {
  ram = new Uint8Array(16);
  clock = false;
  on = false;
  light = 16;

  off() {
    Object.assign(this, { ram: new Uint8Array(16), clock: false, on: false, light: 16 });
  }

  // A write transaction (HT16K33 datasheet, "Command Summary").
  write(bytes) {
    const what = bytes[0] >> 4;
    if (what === 0) for (let at = 1; at < bytes.length; at += 1) this.ram[(bytes[0] + at - 1) % 16] = bytes[at];
    else if (what === 2) this.clock = Boolean(bytes[0] & 1);
    else if (what === 8) this.on = Boolean(bytes[0] & 1);
    else if (what === 14) this.light = (bytes[0] & 15) + 1;
  }

  // What of its RAM shines.
  get lit() {
    return this.clock && this.on ? this.ram : new Uint8Array(16);
  }
}
