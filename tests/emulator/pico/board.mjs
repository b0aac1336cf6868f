// A Pico on a desk: chip, flash, pins, I2C buses and a USB cable to a laptop, on simulated time.
import { DRIVE_OFFSET, FLASH_BASE, FLASH_SIZE, NVM_OFFSET, NVM_SIZE, loadUf2 } from './flash.mjs';
import { Pins } from './pins.mjs';
import { makeChip } from './rp2040.mjs';
import { UsbHost } from './usb_host.mjs';

const NANOS_PER_CYCLE = 8; // at 125 MHz
const SLICE_NANOS = 1e5;
const PIO_NANOS = 1000; // the longest that time may jump while a PIO runs

export class Board {
  constructor({ uf2, bootrom, drive, seed }) {
    this.bootrom = bootrom;
    this.nanosPerCycle = NANOS_PER_CYCLE;
    this.seed = seed;
    this.buses = [];
    this.watched = []; // [pin, listener]
    this.consoleText = '';
    this.resets = 0;
    this.off = true; // set from a hook, it stops the chip at the very instruction
    this.makeChip();
    this.mcu.flash.fill(0xff);
    loadUf2(uf2, this.mcu.flash);
    this.mcu.flash.set(drive, DRIVE_OFFSET);
  }

  get ms() {
    return this.mcu.clock.nanos / 1e6;
  }

  // ---- power

  // Where the chip's ROM would go on after the next reset (RP2040 datasheet, "Watchdog Boot"), null for the program. Here
  // every reset goes to the program.
  get bootsTo() {
    const { scratchData } = this.watchdog;
    return scratchData[4] === 0xb007c0d3 ? scratchData[7] : null;
  }

  powerOn() {
    this.makeChip();
    for (const bus of this.buses) for (const device of bus.devices.values()) device.powerOn?.();
    this.off = false;
    this.mcu.core.PC = FLASH_BASE; // straight to the second boot stage, as rp2040js' own demo does
  }

  // Another chip in the place of the present one. Flash and time go on, after a mere reset RAM too.
  makeChip(isReset = false) {
    const old = this.mcu && { mcu: this.mcu, nor: this.nor, watchdog: this.watchdog };
    const { mcu, nor, watchdog } = makeChip(this.bootrom, {
      onReset: () => { this.resetAsked = true; },
      random: () => this.randomBit(),
    });
    if (old) {
      mcu.flash.set(old.mcu.flash);
      mcu.clock.nanosCounter = old.mcu.clock.nanosCounter;
      const { erases, programs, beforeOperation } = old.nor;
      Object.assign(nor, { erases, programs, beforeOperation });
    }
    if (isReset) {
      mcu.sram.set(old.mcu.sram);
      watchdog.scratchData.set(old.watchdog.scratchData);
      watchdog.reason = old.watchdog.reason;
    }
    Object.assign(this, { mcu, nor, watchdog, resetAsked: false });
    this.pins = new Pins(mcu, this.pins);
    this.usb = new UsbHost(mcu.usbCtrl);
    this.usb.onPorts = () => this.readConsole(this.usb.ports[0]);
    for (const bus of this.buses) bus.attach(this);
    for (const [pin, listener] of this.watched) this.pins.onLevel(pin, listener);
  }

  readConsole(port) {
    if (!port) return;
    const utf8 = new TextDecoder();
    port.onData = (bytes) => { this.consoleText += utf8.decode(bytes, { stream: true }); };
  }

  // Seeded, so that a run can be repeated (xorshift32).
  randomBit() {
    this.seed ^= this.seed << 13;
    this.seed ^= this.seed >>> 17;
    this.seed ^= this.seed << 5;
    return (this.seed >>> 9) & 1;
  }

  // ---- what is plugged in

  addBus(bus) {
    this.buses.push(bus);
    bus.attach(this);
    return bus;
  }

  watch(pin, listener) {
    this.watched.push([pin, listener]);
    this.pins.onLevel(pin, listener);
  }

  // ---- time

  // Run for so many simulated ms, or until the power fails.
  run(ms) {
    const end = this.mcu.clock.nanos + ms * 1e6;
    while (!this.off && this.mcu.clock.nanos < end) {
      this.runSlice(Math.min(end, this.mcu.clock.nanos + SLICE_NANOS));
      if (this.resetAsked) {
        this.resets++;
        this.makeChip(true);
        this.mcu.core.PC = FLASH_BASE;
      }
    }
  }

  runSlice(end) {
    const { core, clock, pio } = this.mcu;
    while (clock.nanos < end && !this.off && !this.resetAsked) {
      const pioRuns = !pio[0].stopped || !pio[1].stopped;
      let nanos;
      if (!core.waiting) {
        nanos = core.executeInstruction() * NANOS_PER_CYCLE;
      } else if (core.pendingInterrupts & core.enabledInterrupts) {
        core.waiting = false;
        core.interruptsUpdated = true;
        continue;
      } else {
        const alarm = clock.nextAlarm ? clock.nanosToNextAlarm : Infinity;
        nanos = Math.min(alarm, end - clock.nanos, pioRuns ? PIO_NANOS : Infinity);
      }
      clock.tick(nanos);
      if (pioRuns) stepPio(pio, Math.max(1, Math.round(nanos / NANOS_PER_CYCLE)));
    }
  }

  // ---- flash

  drive() {
    return Buffer.from(this.mcu.flash.subarray(DRIVE_OFFSET, FLASH_SIZE));
  }

  nvm() {
    return this.mcu.flash.subarray(NVM_OFFSET, NVM_OFFSET + NVM_SIZE);
  }
}

function stepPio(pios, cycles) {
  for (const pio of pios) for (let i = 0; i < cycles && !pio.stopped; i++) pio.step();
}
