// An RP2040 as CircuitPython needs it: rp2040js, with what that leaves out or does differently from the chip.
import { ConsoleLogger, LogLevel, RP2040 } from 'rp2040js';
import { QspiPins, SpiNor, Ssi, XipControl } from './flash.mjs';
import { Registers } from './registers.mjs';

const XIP_CTRL = 0x14000;
const XIP_SSI = 0x18000;
const RESETS = 0x4000c;
const IO_QSPI = 0x40018;
const WATCHDOG = 0x40058;
const ROSC = 0x40060;
const VREG_AND_CHIP_RESET = 0x40064;

// { mcu, nor, watchdog }; `onReset` is called when the program resets the chip, `random` gives 0 or 1.
export function makeChip(bootrom, { onReset, random }) {
  const mcu = new RP2040();
  mcu.logger = new ConsoleLogger(LogLevel.Error);
  mcu.loadBootrom(bootrom);
  const nor = new SpiNor(mcu.flash);
  const ssi = new Ssi(nor);
  mcu.peripherals[XIP_SSI] = ssi;
  mcu.peripherals[XIP_CTRL] = new XipControl();
  mcu.peripherals[IO_QSPI] = new QspiPins((override) => ssi.chipSelect(override));
  mcu.peripherals[ROSC] = new RingOscillator(random);
  mcu.peripherals[VREG_AND_CHIP_RESET] = new Registers({ 8: 0x100 }); // CHIP_RESET: by power-on
  // CircuitPython 10 reads BOOTSEL as a button, through the flash's chip select: high is not pressed
  for (const pin of mcu.qspi) {
    pin.padValue = 0x5a;
    pin.setInputValue(true);
  }
  mcu.adc.channelValues[4] = 876; // the temperature sensor at 27 degrees
  for (const pio of mcu.pio) pio.run = () => {}; // it would run from a timer of node; the board's run loop steps it
  mcu.onBreak = (code) => { throw new Error(`the program stopped at BKPT ${code}`); };
  const watchdog = mcu.peripherals[WATCHDOG];
  watchdog.onWatchdogTrigger = () => {
    watchdog.alarm.enable = watchdog.timer.enable = false; // or it would fire again at this very instant, for ever
    onReset();
  };
  resetSerialBlocks(mcu);
  wakeAsTheCoreDoes(mcu.core);
  return { mcu, nor, watchdog };
}

// The source of CircuitPython's random numbers (os.urandom); the rest of it says that it is stable and running.
class RingOscillator extends Registers {
  constructor(random) {
    super();
    this.random = random;
  }

  readUint32(offset) {
    return offset === 0x1c ? this.random() : 0x01001000;
  }
}

// rp2040js' RESETS reset nothing. After a soft reload CircuitPython tells by ENABLE whether an I2C block is in use, so the
// serial blocks get their reset values when their bit is set.
function resetSerialBlocks(mcu) {
  const resets = mcu.peripherals[RESETS];
  const write = resets.writeUint32.bind(resets);
  const flush = (block) => { block.rxFIFO.reset(); block.txFIFO?.reset(); };
  resets.writeUint32 = (offset, value) => {
    write(offset, value);
    if (offset !== 0) return;
    for (const unit of [0, 1]) {
      if (value & (1 << (3 + unit))) {
        flush(mcu.i2c[unit]);
        Object.assign(mcu.i2c[unit], {
          enable: 0, state: 0, busy: false, stop: false, pendingRestart: false, firstByte: false, intRaw: 0,
          intEnable: 0, abortSource: 0, control: 0x65, targetAddress: 0x55,
        });
        mcu.i2c[unit].checkInterrupts();
      }
      if (value & (1 << (16 + unit))) {
        flush(mcu.spi[unit]);
        Object.assign(mcu.spi[unit], { control0: 0, control1: 0, intEnable: 0, dmaControl: 0 });
      }
      if (value & (1 << (22 + unit))) {
        flush(mcu.uart[unit]);
        Object.assign(mcu.uart[unit], { ctrlRegister: 0x300, lineCtrlRegister: 0, interruptMask: 0, interruptStatus: 0 });
      }
    }
  };
}

// WFI while interrupts are masked, as CircuitPython idles: a pending interrupt ends the wait but is taken only when the
// mask is lifted. rp2040js takes it at once, and sleeps for ever where it was pending before (see Board.run too).
function wakeAsTheCoreDoes(core) {
  const check = core.checkForInterrupts.bind(core);
  core.checkForInterrupts = () => {
    if (!core.waiting || !core.PM) return check();
    if (core.pendingInterrupts & core.enabledInterrupts) core.waiting = false;
    return false;
  };
}
