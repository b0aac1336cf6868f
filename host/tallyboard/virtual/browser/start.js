// What all the others begin with: the parts that the page carries.

const $ = (selector, from = document) => from.querySelector(selector);
const DATA = JSON.parse($("#data").textContent);
const PARTS = {}; // vm, wasm, files, and the address of the worker's code

async function unpacked(id) {
  const bytes = Uint8Array.from(atob($(`#${id}`).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function hexOf(bytes, between = "") {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(between);
}

function bytesOf(hex) {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

// The owner's settings of a board, in the drive's own file. Without a language its face has words of its own.
/** @param {Pick<Settings, "game" | "sides"> & {language?: string}} settings */
function settingsToml({ game, sides, language = "" }) {
  return PARTS.files["drive/settings.toml"]
    .replace(/^TALLYBOARD_GAME = .*$/m, `TALLYBOARD_GAME = "${game}"`)
    .replace(/^TALLYBOARD_SIDES = .*$/m, `TALLYBOARD_SIDES = ${sides}`)
    .replace(/^TALLYBOARD_LANGUAGE = .*$/m, `TALLYBOARD_LANGUAGE = "${language}"`);
}
