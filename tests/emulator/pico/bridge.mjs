// Operates a board for another program: one JSON object a line in, {"ok": …} or {"error": …} a line out.
//
//   node bridge.mjs UF2 DRIVE BOOTROM SEED     DRIVE is the folder that becomes CIRCUITPY
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { pathToFileURL } from 'node:url';
import { Board } from './board.mjs';
import { makeFat12, readFat12 } from './fat12.mjs';
import { DRIVE_OFFSET, FLASH_SIZE } from './flash.mjs';
import { Fram, FramId } from './fram.mjs';
import { heapOf } from './heap.mjs';
import { Ht16k33 } from './ht16k33.mjs';
import { I2cBus } from './i2c_bus.mjs';

const [uf2, folder, rom, seed] = process.argv.slice(2);
const { bootromB1 } = await import(pathToFileURL(path.resolve(rom)));
const board = new Board({
  uf2: fs.readFileSync(uf2),
  bootrom: bootromB1,
  drive: makeFat12(filesOf(folder), FLASH_SIZE - DRIVE_OFFSET),
  seed: Number(seed),
});

const displays = new Map(); // by address
const lights = []; // [ms, address, what is visible] for every I2C write that changed what can be seen, at its last ACK
const edges = []; // [ms, pin, level] of the watched pins
let bus = null;
let fram = null;

function filesOf(root, prefix = '') {
  const files = {};
  for (const one of fs.readdirSync(root, { withFileTypes: true })) {
    const place = path.join(root, one.name);
    if (one.isDirectory()) Object.assign(files, filesOf(place, `${prefix}${one.name}/`));
    else files[prefix + one.name] = fs.readFileSync(place);
  }
  return files;
}

function fit(address) {
  bus.devices.set(address, displays.get(address) ?? fram);
}

// The power fails at the count-th operation of this kind from now; `done` of its bytes are changed before it does.
function cutAtFlash({ kind, count, done }) {
  let left = count;
  board.nor.beforeOperation = (operation, _, bytes) => {
    if (operation !== kind || --left > 0) return undefined;
    board.nor.beforeOperation = null;
    board.off = true;
    return Math.min(done, bytes);
  };
}

function watch({ pin }) {
  let last = board.pins.level(pin);
  board.watch(pin, (level) => {
    if (level !== last) edges.push([board.ms, pin, level]);
    last = level;
  });
}

const operations = {
  // What is on the bus.
  fit: ({ sda, scl, displays: addresses, fram: address, bytes }) => {
    bus = board.addBus(new I2cBus(0, sda, scl));
    for (const one of addresses) {
      const display = new Ht16k33();
      display.onChange = () => lights.push([board.ms, one, display.visible()]);
      displays.set(one, display);
      fit(one);
    }
    fram = new Fram(bytes);
    fram.onCut = () => { board.off = true; };
    fit(address);
    bus.devices.set(FramId.ADDRESS, new FramId());
  },
  unplug: ({ address }) => { bus.devices.delete(address); },
  plug: ({ address }) => { (displays.get(address) ?? fram).powerOn(); fit(address); },

  // Power and time.
  power_on: () => { board.powerOn(); },
  cut: () => { board.off = true; },
  cut_at_fram_byte: ({ count }) => { fram.cutAfter = count; },
  cut_at_flash: cutAtFlash,
  run: ({ ms }) => { board.run(ms); },
  state: () => ({
    ms: board.ms,
    off: board.off,
    resets: board.resets,
    boots_to: board.bootsTo,
    erases: board.nor.erases,
    programs: board.nor.programs,
    fram_written: fram.written,
    usb_ready: board.usb.configured,
    ports: board.usb.ports.map(({ name }) => name),
  }),

  // Keys and pins.
  pin: ({ pin, level }) => { board.pins.drive(pin, level); }, // false: to ground, null: let go
  watch,
  edges: ({ since }) => edges.slice(since),

  // What is lit.
  visible: ({ address }) => displays.get(address).visible(),
  brightest: ({ address }) => displays.get(address).brightest,
  lights: ({ since }) => lights.slice(since),

  // Memory.
  fram_read: ({ from, to }) => Buffer.from(fram.memory.subarray(from, to)).toString('hex'),
  fram_write: ({ from, hex }) => { fram.memory.set(Buffer.from(hex, 'hex'), from); },
  nvm_read: ({ from, to }) => Buffer.from(board.nvm().subarray(from, to)).toString('hex'),
  nvm_write: ({ from, hex }) => { board.nvm().set(Buffer.from(hex, 'hex'), from); },
  heap: () => heapOf(board.mcu),
  files: () => Object.fromEntries(
    Object.entries(readFat12(board.drive())).map(([name, data]) => [name, data.toString('base64')]),
  ),

  // The cable: port 0 is the console, 1 usb_cdc.data.
  send: ({ port, hex }) => { board.usb.ports[port].write(Buffer.from(hex, 'hex')); },
  receive: ({ port }) => board.usb.ports[port].take().toString('hex'),
  dtr: ({ port, on }) => { board.usb.setDtr(board.usb.ports[port], on); },
  console: ({ since }) => board.consoleText.slice(since),
};

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  let answer;
  try {
    const { op, ...values } = JSON.parse(line);
    answer = { ok: operations[op](values) ?? null };
  } catch (error) {
    answer = { error: String(error.message ?? error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
});
