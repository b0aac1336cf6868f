// An I2C bus with device models on it, behind the chip's I2C block and on its bare pins: CircuitPython sends data with
// the block, but probes an address (a write of nothing, which the block cannot do) by moving the two pins itself.
//
// A device has start(isRead) and write(byte), which return whether it acknowledges, read() for a byte, and stop().
import { I2CMode } from 'rp2040js';

const CLEAR_TO_SEND = 1 << 4; // TX_EMPTY

export class I2cBus {
  constructor(unit, sda, scl) {
    this.unit = unit;
    this.sda = sda;
    this.scl = scl;
    this.devices = new Map(); // by address
  }

  // To a chip that has just come out of reset.
  attach(board) {
    board.pins.pullUp(this.sda);
    board.pins.pullUp(this.scl);
    this.attachBlock(board.mcu.i2c[this.unit], board);
    const wire = new BareWire(this, board);
    board.pins.onLevel(this.scl, () => wire.step());
    board.pins.onLevel(this.sda, () => wire.step());
  }

  // Every step takes the time on the wire that the block's clock settings ask for; rp2040js alone takes none.
  attachBlock(block, board) {
    let device = null;
    let then = null;
    const alarm = board.mcu.clock.createAlarm(() => then());
    const after = (bits, what) => {
      then = what;
      alarm.schedule(bits * (block.sclHighPeriod + block.sclLowPeriod) * board.nanosPerCycle);
    };
    block.onStart = () => after(1, () => block.completeStart());
    block.onConnect = (address, mode) => {
      device = this.devices.get(address) ?? null;
      const acknowledged = !!device && device.start(mode === I2CMode.Read);
      after(9, () => {
        block.completeConnect(acknowledged);
        // An abort empties the FIFO and says so; without that the SDK waits for its time-out of a second.
        if (!acknowledged) block.setInterrupts(CLEAR_TO_SEND);
      });
    };
    block.onWriteByte = (byte) => {
      const acknowledged = !!device && device.write(byte);
      after(9, () => block.completeWrite(acknowledged));
    };
    block.onReadByte = () => {
      const byte = device ? device.read() : 0xff;
      after(9, () => block.completeRead(byte));
    };
    block.onStop = () => { // called as soon as the last byte is acknowledged
      device?.stop();
      device = null;
      after(1, () => block.completeStop());
    };
  }
}

const SIO = 5; // the function of a pin that the program moves itself

// The device's end of the wire, edge by edge.
class BareWire {
  constructor(bus, board) {
    this.bus = bus;
    this.board = board;
    this.scl = this.sda = true;
    this.active = false;
  }

  step() {
    const { pins, mcu } = this.board;
    const { scl: wasScl, sda: wasSda } = this;
    this.scl = pins.level(this.bus.scl);
    this.sda = pins.level(this.bus.sda);
    if ([this.bus.scl, this.bus.sda].some((pin) => mcu.gpio[pin].functionSelect !== SIO)) {
      this.release();
      this.active = false;
    } else if (wasScl && this.scl && wasSda && !this.sda) {
      this.start();
    } else if (wasScl && this.scl && !wasSda && this.sda) {
      this.stop();
    } else if (this.active && !wasScl && this.scl) {
      this.sample();
    } else if (this.active && wasScl && !this.scl) {
      this.answer();
      this.sda = pins.level(this.bus.sda);
    }
  }

  start() {
    Object.assign(this, {
      active: true, bit: 0, byte: 0, isAddress: true, device: null, isRead: false, acknowledged: false, silent: false,
    });
  }

  stop() {
    if (this.active) this.device?.stop();
    this.active = false;
  }

  get deviceTalks() {
    return this.isRead && !this.isAddress;
  }

  // SCL rises: a bit is valid.
  sample() {
    if (this.bit < 8 && !this.deviceTalks) this.byte = (this.byte << 1) | (this.sda ? 1 : 0);
    if (this.bit === 8 && this.deviceTalks) this.acknowledged = !this.sda; // by the controller
    this.bit++;
  }

  // SCL falls: the device may move SDA.
  answer() {
    if (this.bit === 8) {
      if (this.deviceTalks) this.release(); // the controller acknowledges
      else this.take();
    } else if (this.bit >= 9) {
      this.release();
      if (!this.acknowledged) this.silent = true; // refused, or the controller has had its last byte
      Object.assign(this, { bit: 0, byte: 0, isAddress: false });
    }
    if (this.deviceTalks && this.device && !this.silent && this.bit < 8) {
      if (this.bit === 0) this.sent = this.device.read();
      this.hold(!((this.sent >> (7 - this.bit)) & 1));
    }
  }

  take() {
    if (this.isAddress) {
      this.device = this.bus.devices.get(this.byte >> 1) ?? null;
      this.isRead = !!(this.byte & 1);
      this.acknowledged = !!this.device && this.device.start(this.isRead);
    } else {
      this.acknowledged = !!this.device && this.device.write(this.byte);
    }
    if (this.acknowledged) this.hold(true);
  }

  hold(low) {
    if (low !== this.board.pins.openDrain[this.bus.sda]) this.board.pins.holdLow(this.bus.sda, low);
  }

  release() {
    this.hold(false);
  }
}
