// What all the others begin with: the parts that the page carries.

const $ = (selector, from = document) => from.querySelector(selector);
const DATA = JSON.parse($("#data").textContent);
const PARTS = {}; // vm, wasm, files, and the address of the worker's code

async function unpacked(id) {
  const bytes = Uint8Array.from(atob($(`#${id}`).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The owner's settings of a board, in the drive's own file.
function settingsToml({ game, sides }) {
  return PARTS.files["drive/settings.toml"]
    .replace(/^TALLYBOARD_GAME = .*$/m, `TALLYBOARD_GAME = "${game}"`)
    .replace(/^TALLYBOARD_SIDES = .*$/m, `TALLYBOARD_SIDES = ${sides}`);
}
