// One board, in a worker of its own: MicroPython, the drive, and the modelled parts around it.
// The page sends {start}, then {tell: line, at} for what is done to the board (box/rig.py has the lines), and when, by
// the page's clock. It gets, in order:
//   {lines: ["| 12 write 70 00…", …], game: ID}   what the rig says and what the firmware prints, and what is played
//   {ended: "cut"}                      no turn comes after this: why, as the rig calls it
//   {failed: text}                      nothing could be started, or the model of a part found a fault
// Or it sends {image}, with what is in a journal, and gets {image: the memory of a board that goes on with it}.
"use strict";

const TURN_MS = 4; // as a board's loop
const LONGEST_MS = 20; // of a turn, where the browser lets us wait
const MOST_LAG_MS = 1000; // a board that was asleep does not run after the lost time
const LONGEST_HOLD_MS = 1000; // of what is told late: longer than any that means something
const APART_MS = 60; // the same between two moves: more than a switch bounces, and than a chord takes
let lines = [];
/** @type {any} */
let board = null; // box/turns.py
let began = 0; // when board time was 0
/** @type {Array<{line: string, at: number, verb: string, key: string}>} */
const told = []; // what is still to be done to the board
let alarm = 0; // the timer of the next step
let lead = Infinity; // of this clock before the page's: the least that a message has shown
/** @typedef { {at: number, due: number} } Moment  by the page's clock, and in board time */
/** @type {Moment} */
let before = { at: -Infinity, due: -Infinity }; // of the key that moved last
/** @type {Map<string, Moment>} */
const downs = new Map(); // key: when it last went down

function flush(game = "") {
  if (lines.length) postMessage({ lines, game });
  lines = [];
}

function random(size) {
  return Array.from(crypto.getRandomValues(new Uint8Array(size)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function put(files, system) {
  const made = new Set();
  for (const [path, data] of Object.entries(files)) {
    let folder = "";
    for (const name of path.split("/").slice(0, -1)) {
      folder += `/${name}`;
      if (!made.has(folder)) system.mkdir(folder);
      made.add(folder);
    }
    system.writeFile(`/${path}`, data);
  }
}

// Made here: from a file on disk a browser takes no address that the page has made.
function address(bytes, type) {
  return URL.createObjectURL(new Blob([bytes], { type }));
}

async function machine({ vm, wasm, files }) {
  const { loadMicroPython } = await import(address(vm, "text/javascript"));
  const micropython = await loadMicroPython({
    url: address(wasm, "application/wasm"),
    heapsize: 2 * 1024 * 1024,
    stdout: (line) => { lines.push(line); },
  });
  put(files, micropython.FS);
  micropython.runPython("import sys\nsys.path[:] = ['/', '/drive/lib']");
  return micropython;
}

async function start({ vm, wasm, files, memories, uid, before, reloaded }) {
  const micropython = await machine({ vm, wasm, files: { ...files, ...memories } });
  board = micropython.pyimport("box.turns");
  began = performance.now();
  goOn(board.power_on(uid, before, random, reloaded));
}

// The memory of a board that goes on with what a laptop has of it (box/journal_image.py).
async function image({ vm, wasm, files, journal: { epoch, first, next, records } }) {
  const micropython = await machine({ vm, wasm, files: { ...files, records } });
  micropython.runPython(`
from box.journal_image import image
with open("/records", "rb") as file:
    records = file.read()
with open("/image", "wb") as file:
    file.write(image(${Number(epoch)}, ${Number(first)}, ${Number(next)}, records))
`);
  postMessage({ image: micropython.FS.readFile("/image") });
}

function behind() {
  return performance.now() - began - board.now();
}

// Has board time come up with real time, or by so much that what was told meanwhile has to be heard first. While the
// board rests (box/turns.py) one turn does for many.
function step() {
  let end = "";
  began += Math.max(0, behind() - MOST_LAG_MS);
  const longest = board.now() + LONGEST_MS;
  while (!end && behind() >= 1 && board.now() < longest) {
    const due = tellDue();
    const turn = Math.max(longest - board.now(), board.rest());
    end = board.turn(Math.max(1, Math.floor(Math.min(behind(), turn, due))));
  }
  goOn(end);
}

// Where there is much else to do, the board's time is behind. What was told then is done at its own moment all the same:
// a short press stays as long as it was. Gives for how long there is nothing to do to the board, in ms; `early`: what is
// due so soon is done now.
function tellDue(early = 0) {
  for (;;) {
    if (!told.length) return Infinity;
    const due = dueAt(told[0]);
    if (due > board.now() + early) return due - board.now();
    const [{ line, at, verb, key }] = told.splice(0, 1);
    const moment = { at, due: due < board.now() - LONGEST_MS ? board.now() : due };
    if (verb === "down") downs.set(key, moment);
    if (verb === "down" || verb === "up") before = moment;
    board.tell(line);
  }
}

// What fingers did and a page that was busy tells late, or a board that was asleep hears late, keeps its distances: two
// presses do not become one that bounces, and a hold no tap. Pauses become shorter, until it is in time again.
function dueAt({ at, verb, key }) {
  const down = verb === "up" && downs.get(key);
  let after = -Infinity;
  if (down) after = down.due + Math.min(at - down.at, LONGEST_HOLD_MS);
  else if (verb === "down") after = before.due + Math.min(at - before.at, APART_MS);
  return Math.max(at + lead - began, after);
}

function goOn(end) {
  flush(lines.length ? board.game() : "");
  if (end) {
    setTimeout(() => postMessage({ ended: end }), Math.max(0, board.now() - performance.now() + began));
    return;
  }
  const wait = Math.max(TURN_MS, Math.min(tellDue(), board.rest())) - behind();
  if (behind() >= TURN_MS && wait <= 0) soon.postMessage(null);
  else alarm = setTimeout(wake, Math.max(TURN_MS, Math.ceil(wait)));
}

// A timer may come before messages that are older than it.
function wake() {
  alarm = 0;
  if (behind() > LONGEST_MS) soon.postMessage(null);
  else guarded(step);
}

// What was told is due before the end of a rest.
function wakeUp() {
  if (!alarm) return;
  clearTimeout(alarm);
  wake();
}

async function guarded(what, ...given) {
  try {
    await what(...given);
  } catch (error) {
    flush();
    postMessage({ failed: String(error?.message ?? error) });
  }
}

function obey({ tell, at, question, given }) {
  if (tell) {
    lead = Math.min(lead, performance.now() - at);
    const [verb, key] = tell.split(" ");
    told.push({ line: tell, at, verb, key });
    if (behind() < 2 * TURN_MS) tellDue(2 * TURN_MS);
    wakeUp();
  }
  if (!question) return;
  const answer = board[question](...given);
  flush();
  if (answer != null) postMessage({ question, answer }); // else the power went, which the next turn tells
}

const { port1, port2: soon } = new MessageChannel(); // a step comes after the messages that are there
port1.onmessage = () => guarded(step);
let ready = Promise.resolve();
self.onmessage = ({ data }) => {
  if (data.start) ready = guarded(start, data.start);
  else if (data.image) guarded(image, data.image);
  else ready.then(() => guarded(obey, data));
};
