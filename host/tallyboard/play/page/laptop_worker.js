// The laptop, in a worker of its own: Pyodide, and on it the host's own code.
// The page sends {parts}, then each {piece: text}, as browser.folder makes them; then what browser/laptop.py
// has for messages. It gets {step} of the start, "python", "code" and "ready"; {broken: text}, after which nothing
// comes; and what browser/laptop.py posts.
"use strict";

// Pyodide refuses a worker that has this; from a file on disk a browser starts no other kind.
Object.defineProperty(self, "importScripts", { value: undefined });

const BEGIN = `
import io, sys, zipfile
import js
zipfile.ZipFile(io.BytesIO(js.hostZip.to_py())).extractall("/laptop")
del js.hostZip
sys.path.insert(0, "/laptop")
from browser.begin import begin
begin("/laptop", js.post, js.nextMessages)
`;

/** @type {any} */
let parts = null;
/** @type {Uint8Array<ArrayBuffer>[]} */
const pieces = [];
/** @type {unknown[]} */
const messages = []; // for Python, which asks for them: a call from here would run into a task that waits
/** @type {(() => void) | null} */
let wakeUp = null;

self.post = (text) => postMessage(JSON.parse(text));
self.nextMessages = async () => {
  if (!messages.length) await new Promise((resolve) => { wakeUp = () => resolve(null); });
  return messages.splice(0);
};

function bytesOf(text) {
  return Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function address(bytes) {
  return URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
}

// {name: bytes} of the parts.
async function unpacked() {
  const all = new Blob(pieces.splice(0));
  /** @type {Record<string, Uint8Array<ArrayBuffer>>} */
  const files = {};
  let start = 0;
  for (const [name, size] of parts.files) {
    const stream = all.slice(start, start + size).stream().pipeThrough(new DecompressionStream("gzip"));
    files[name] = new Uint8Array(await new Response(stream).arrayBuffer());
    start += size;
  }
  return files;
}

async function start() {
  const files = await unpacked();
  postMessage({ step: "python" });
  self.fetch = async (request) => {
    const name = String(request instanceof Request ? request.url : request).split("/").pop() ?? "";
    if (!files[name]) throw new TypeError(`${name} is not among the laptop's parts`);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(files[name], { headers: { "content-type": type } });
  };
  const { loadPyodide } = await import(address(files["pyodide.mjs"]));
  const { default: createPyodideModule } = await import(address(files["pyodide.asm.mjs"]));
  const pyodide = await loadPyodide({
    indexURL: "https://parts.invalid/", // never asked for: see fetch
    createPyodideModule,
    lockFileContents: new TextDecoder().decode(files["pyodide-lock.json"]),
  });
  postMessage({ step: "code" });
  self.hostZip = files["host.zip"];
  await pyodide.runPythonAsync(BEGIN);
  postMessage({ step: "ready" });
}

function broken(error) {
  postMessage({ broken: String(error?.message ?? error).trim().split("\n").pop() });
}

self.onmessage = ({ data }) => {
  if (data.parts) parts = data.parts;
  else if (data.piece) {
    pieces.push(bytesOf(data.piece));
    if (pieces.length === parts.pieces.length) start().catch(broken);
  } else {
    messages.push(data);
    wakeUp?.();
  }
};
addEventListener("unhandledrejection", ({ reason }) => broken(reason));
