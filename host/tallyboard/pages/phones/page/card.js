// What an address brings: the secret of a table's card, or a table that moves here from another address of the laptop.
// It stands in the fragment, which no server hears, and is taken out of the address at once.

const SECRET = /^[A-Za-z0-9_-]{22}$/;
const MOVING = /^move=([A-Za-z0-9_-]+)$/;
const KNOWN_BY = 4; // of the 22 letters: by so many a phone knows a card again while the laptop is away

/** @returns { {secret: string, moving: string} } */
function taken() {
  const fragment = location.hash.slice(1);
  if (fragment) history.replaceState(null, "", location.pathname);
  return { secret: SECRET.test(fragment) ? fragment : "", moving: MOVING.exec(fragment)?.[1] ?? "" };
}

function newToken() {
  return toText(crypto.getRandomValues(new Uint8Array(32)));
}

// base64url without padding.
function toText(bytes) {
  let letters = "";
  for (let at = 0; at < bytes.length; at += 4096) letters += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromText(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// ---- a browser's memory belongs to an address: where the laptop has another one, the table goes there in the address

const OF_A_TABLE = ["board", "token", "table", "card", "stamp"];

// `files`: of the box. `stamp`: of this move.
/** @param {PhoneSettings} settings @param {Files} files @param {string} stamp */
async function packedTable({ id, token, table, card }, files, stamp) {
  const head = new TextEncoder().encode(`${JSON.stringify({ board: id, token, table, card, stamp })}\n`);
  const memory = files["fram.bin"];
  const bytes = new Uint8Array(head.length + memory.length);
  bytes.set(head);
  bytes.set(memory, head.length);
  return toText(await through(bytes, new CompressionStream("gzip")));
}

// The same as settings and memory; null where the text is none.
async function unpackedTable(text) {
  try {
    const bytes = await through(fromText(text), new DecompressionStream("gzip"));
    const end = bytes.indexOf(10);
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    const memory = bytes.slice(end + 1);
    if (memory.length !== SIZES["fram.bin"] || OF_A_TABLE.some((name) => typeof head[name] !== "string")) return null;
    return { ...head, files: { ...fresh(), "fram.bin": memory } };
  } catch {
    return null;
  }
}

// What somebody types or pastes, a card's whole address too: where the laptop is, as "http://HOST:PORT"; "" for none.
function laptopAt(text) {
  const typed = text.trim();
  if (!typed) return "";
  try {
    const address = new URL(/^https?:\/\//i.test(typed) ? typed : `${location.protocol}//${typed}`);
    if (!address.port && !typed.match(/^https?:/i) && location.port) address.port = location.port;
    return address.origin;
  } catch {
    return "";
  }
}
