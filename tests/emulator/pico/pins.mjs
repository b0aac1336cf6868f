// What is on each GPIO from outside: keys that pull to ground, resistors, and devices with open drains.
import { GPIOPinState } from 'rp2040js';

const PINS = 30;

export class Pins {
  // `before`: the Pins of the chip before its reset; fingers stay where they are.
  constructor(mcu, before) {
    this.mcu = mcu;
    this.driven = before?.driven ?? new Array(PINS).fill(null); // true, false, or null where nothing drives the pin
    this.pulledUp = before?.pulledUp ?? new Array(PINS).fill(false); // by a resistor outside
    this.openDrain = new Array(PINS).fill(false); // held low by a device
    this.listeners = new Map();
    mcu.gpio.forEach((pin, number) => {
      pin.addListener(() => this.resolve(number));
      this.resolve(number);
    });
  }

  level(number) {
    const state = this.mcu.gpio[number].value;
    if (state === GPIOPinState.Low || this.openDrain[number]) return false;
    if (this.driven[number] !== null) return this.driven[number];
    if (state === GPIOPinState.High) return true;
    return this.pulledUp[number] || state === GPIOPinState.InputPullUp;
  }

  resolve(number) {
    const level = this.level(number);
    this.mcu.gpio[number].setInputValue(level);
    for (const listener of this.listeners.get(number) ?? []) listener(level);
  }

  drive(number, level) {
    this.driven[number] = level;
    this.resolve(number);
  }

  holdLow(number, low) {
    this.openDrain[number] = low;
    this.resolve(number);
  }

  pullUp(number) {
    this.pulledUp[number] = true;
    this.resolve(number);
  }

  onLevel(number, listener) {
    this.listeners.set(number, [...(this.listeners.get(number) ?? []), listener]);
  }
}
