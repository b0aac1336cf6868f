// One board, in a worker of its own: MicroPython, the drive, and the modelled parts around it.
// The page sends {start}, then {tell: line} for what is done to the board (rig/rig.py has the lines). It gets, in order:
//   {lines: ["| 12 write 70 00…", …]}   what the rig says and what the firmware prints
//   {ended: "cut"}                      no turn comes after this: why, as the rig calls it
//   {failed: text}                      nothing could be started, or the model of a part found a fault
"use strict";

const TURN_MS = 4; // as a board's loop
const LONGEST_MS = 20; // of a turn, where the browser lets us wait
const MOST_LAG_MS = 1000; // a board that was asleep does not run after the lost time
let lines = [];
let board = null;
let began = 0; // when board time was 0

function flush() {
  if (lines.length) postMessage({ lines });
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

async function start({ vm, wasm, files, memories, uid, before, reloaded }) {
  const { loadMicroPython } = await import(address(vm, "text/javascript"));
  const micropython = await loadMicroPython({
    url: address(wasm, "application/wasm"),
    heapsize: 2 * 1024 * 1024,
    stdout: (line) => { lines.push(line); },
  });
  put({ ...files, ...memories }, micropython.FS);
  micropython.runPython("import sys\nsys.path[:] = ['/rig', '/drive/lib']\nimport turns");
  board = micropython.pyimport("turns");
  began = performance.now();
  goOn(board.power_on(uid, before, random, reloaded));
}

// Has board time come up with real time, and again in a while.
function step() {
  let end = "";
  let behind = performance.now() - began - board.now();
  if (behind > MOST_LAG_MS) {
    began += behind - MOST_LAG_MS;
    behind = MOST_LAG_MS;
  }
  for (; behind >= 1 && !end; behind = performance.now() - began - board.now()) {
    end = board.turn(Math.floor(Math.min(behind, LONGEST_MS)));
  }
  goOn(end);
}

function goOn(end) {
  flush();
  if (!end) setTimeout(guarded, TURN_MS, step);
  else setTimeout(() => postMessage({ ended: end }), Math.max(0, board.now() - performance.now() + began));
}

async function guarded(what, ...given) {
  try {
    await what(...given);
  } catch (error) {
    flush();
    postMessage({ failed: String(error?.message ?? error) });
  }
}

function obey({ tell, question, given }) {
  if (tell) board.tell(tell);
  if (!question) return;
  const answer = board[question](...given);
  flush();
  postMessage({ question, answer });
}

let ready = null;
onmessage = ({ data }) => {
  if (data.start) ready = guarded(start, data.start);
  else ready.then(() => guarded(obey, data));
};
