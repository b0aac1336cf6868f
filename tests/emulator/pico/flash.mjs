// The flash chip, at command level: the boot ROM talks to it through the SSI when CircuitPython erases or programs, so
// CIRCUITPY and microcontroller.nvm really change, and the power can fail inside such an operation.
// (Reading goes through rp2040js' own mapping of the same bytes.)
import { Registers } from './registers.mjs';

export const FLASH_BASE = 0x10000000;
export const FLASH_SIZE = 2 * 1024 * 1024; // W25Q16JV, the Pico's
export const NVM_OFFSET = 0x0ff000; // CircuitPython's layout: 1020 KiB of firmware, 4 KiB of nvm, then the drive
export const NVM_SIZE = 0x1000;
export const DRIVE_OFFSET = 0x100000;

const WRITE_ENABLE = 0x06;
const WRITE_DISABLE = 0x04;
const READ = 0x03;
const FAST_READ = 0x0b;
const PROGRAM = 0x02;
const ERASE_SIZES = new Map([[0x20, 0x1000], [0x52, 0x8000], [0xd8, 0x10000]]);
const STATUS_WRITES = [0x01, 0x31];
const STATUS_1 = 0x05;
const STATUS_2 = 0x35;
const JEDEC_ID = 0x9f;
const UNIQUE_ID = 0x4b;
const QUAD_ENABLED = 0x02;
const JEDEC = [0xef, 0x40, 0x15];
const UNIQUE = [0xe6, 0x61, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66];

export class SpiNor {
  // beforeOperation(kind, address, bytes): kind is 'erase' or 'program'. It returns how many of the bytes are done
  // before the power fails, or undefined where it does not.
  constructor(memory) {
    this.memory = memory;
    this.erases = 0;
    this.programs = 0;
    this.beforeOperation = null;
    this.writable = false;
    this.begin();
  }

  begin() {
    this.command = undefined;
    this.count = 0;
    this.address = 0;
    this.page = new Map(); // address to byte of a program that is being sent
  }

  // Chip select goes high: only now the chip does what it was told.
  deselect() {
    if (this.writable && this.command === PROGRAM && this.page.size) this.program();
    else if (this.writable && ERASE_SIZES.has(this.command) && this.count >= 4) this.erase();
    else if (STATUS_WRITES.includes(this.command)) this.writable = false;
    this.begin();
  }

  program() {
    const changed = [...this.page].filter(([at, byte]) => (this.memory[at] & byte) !== this.memory[at]);
    const done = this.beforeOperation?.('program', this.address, changed.length) ?? changed.length;
    for (const [at, byte] of changed.slice(0, done)) this.memory[at] &= byte; // bits only go from 1 to 0
    this.programs++;
    this.writable = false;
  }

  erase() {
    const size = ERASE_SIZES.get(this.command);
    const from = (this.address & ~(size - 1)) % FLASH_SIZE;
    const done = this.beforeOperation?.('erase', from, size) ?? size;
    this.memory.fill(0xff, from, from + done);
    this.erases++;
    this.writable = false;
  }

  // One byte to the chip gives one byte back.
  transfer(byte) {
    const at = this.count++;
    if (at === 0) {
      this.command = byte;
      if (byte === WRITE_ENABLE) this.writable = true;
      if (byte === WRITE_DISABLE) this.writable = false;
      return 0xff;
    }
    switch (this.command) {
      case STATUS_1:
        return this.writable ? 0x02 : 0x00; // never busy: an operation takes no time here
      case STATUS_2:
        return QUAD_ENABLED;
      case JEDEC_ID:
        return JEDEC[at - 1] ?? 0;
      case UNIQUE_ID:
        return UNIQUE[at - 5] ?? 0;
    }
    if (![READ, FAST_READ, PROGRAM].includes(this.command) && !ERASE_SIZES.has(this.command)) return 0xff;
    if (at <= 3) {
      this.address = ((this.address << 8) | byte) & 0xffffff;
      return 0xff;
    }
    if (this.command === READ) return this.memory[(this.address + at - 4) % FLASH_SIZE];
    if (this.command === FAST_READ) return at === 4 ? 0xff : this.memory[(this.address + at - 5) % FLASH_SIZE];
    // the address wraps inside a page of 256 bytes
    if (this.command === PROGRAM) this.page.set((this.address & ~0xff) | ((this.address + at - 4) & 0xff), byte);
    return 0xff;
  }
}

const CHIP_SELECT_CONTROL = 0x0c; // GPIO_QSPI_SS_CTRL in IO_QSPI
const FROM_PERIPHERAL = 0;
const DRIVEN_LOW = 2;
const DRIVEN_HIGH = 3;

// IO_QSPI: the boot ROM selects the chip by overriding this pin's output.
export class QspiPins extends Registers {
  constructor(onChipSelect) {
    super();
    this.onChipSelect = onChipSelect;
  }

  readUint32(offset) {
    const isControl = (offset & 7) === 4 && offset < 0x30;
    return this.values.get(offset) ?? (isControl ? 0x1f : 0);
  }

  writeUint32(offset, value) {
    super.writeUint32(offset, value);
    if (offset === CHIP_SELECT_CONTROL) this.onChipSelect((value >> 8) & 3);
  }
}

// The SSI, as far as the boot ROM and CircuitPython's flash routines use it; transfers take no time.
export class Ssi extends Registers {
  constructor(nor) {
    super();
    this.nor = nor;
    this.received = [];
    this.select = FROM_PERIPHERAL;
  }

  chipSelect(override) {
    this.select = override;
    if (override !== DRIVEN_LOW) this.nor.deselect();
  }

  readUint32(offset) {
    switch (offset) {
      case 0x20: return 0; // TXFLR
      case 0x24: return this.received.length; // RXFLR
      case 0x28: return 0x06 | (this.received.length ? 0x08 : 0); // SR: nothing left to send, room, something received
      case 0x58: return 0x51535049; // IDR
      case 0x5c: return 0x3430312a; // SSI_VERSION_ID
      case 0x60: { // DR0
        const byte = this.received.shift() ?? 0;
        // where the SSI drives chip select itself, a transaction ends when its FIFO is empty
        if (this.select === FROM_PERIPHERAL && !this.received.length) this.nor.deselect();
        return byte;
      }
    }
    return super.readUint32(offset);
  }

  writeUint32(offset, value) {
    if (offset === 0x60) {
      const standardSpi = ((this.readUint32(0) >> 21) & 3) === 0; // else set-up words of the quad mode
      if (standardSpi) this.received.push(this.select === DRIVEN_HIGH ? 0xff : this.nor.transfer(value & 0xff));
      return;
    }
    if (offset === 0x08 && !(value & 1)) { // switched off: the FIFOs are flushed
      this.received.length = 0;
      if (this.select === FROM_PERIPHERAL) this.nor.deselect();
    }
    super.writeUint32(offset, value);
  }
}

// XIP_CTRL: the cache is always flushed, its FIFO always empty.
export class XipControl extends Registers {
  readUint32(offset) {
    return offset === 0x08 ? 0x03 : super.readUint32(offset);
  }
}

// Copy a UF2's blocks for the RP2040 into flash.
export function loadUf2(file, flash) {
  const RP2040 = 0xe48bff56;
  let blocks = 0;
  for (let at = 0; at + 512 <= file.length; at += 512) {
    if (file.readUInt32LE(at) !== 0x0a324655 || file.readUInt32LE(at + 4) !== 0x9e5d5157) {
      throw new Error('this is no UF2 file');
    }
    const [flags, address, size] = [8, 12, 16].map((field) => file.readUInt32LE(at + field));
    const notForFlash = flags & 1;
    const otherChip = flags & 0x2000 && file.readUInt32LE(at + 28) !== RP2040;
    if (notForFlash || otherChip) continue;
    flash.set(file.subarray(at + 32, at + 32 + size), address - FLASH_BASE);
    blocks++;
  }
  if (!blocks) throw new Error('the UF2 file has nothing for an RP2040');
}
