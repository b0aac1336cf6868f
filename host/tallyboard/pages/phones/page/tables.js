// The tables that this browser keeps: a box for each board that the laptop has given it, and what it remembers besides.

const MOST_TOLD = 16; // tokens, to the laptop
const STAMPS = 8; // of moves that were made, kept with a table

class Tables {
  /** @param {Memory | null} memory */
  constructor(memory) {
    this.memory = memory; // null where this browser keeps nothing
    /** @type {PhoneSettings[]} */
    this.known = [];
    /** @type { {last: string, asked: null | {card: string, token: string}} } */
    this.page = { last: "", asked: null };
  }

  async read() {
    if (!this.memory) return;
    this.known = /** @type {PhoneSettings[]} */ (await this.memory.all());
    Object.assign(this.page, await this.memory.read());
  }

  async remember(changes) {
    Object.assign(this.page, changes);
    await this.memory?.write(this.page).catch(() => {}); // what a box stores tells it
  }

  get alive() {
    return this.known.filter((one) => !one.void && !one.moved);
  }

  of(board) {
    return this.known.find((one) => one.id === board) ?? null;
  }

  ofCard(secret) {
    return this.alive.find((one) => one.card === secret.slice(0, KNOWN_BY)) ?? null;
  }

  // A token for this card: the same one until the laptop has answered, so that asking again costs nothing.
  async tokenFor(secret) {
    const card = secret.slice(0, KNOWN_BY);
    if (this.page.asked?.card !== card) await this.remember({ asked: { card, token: newToken() } });
    return this.page.asked?.token ?? "";
  }

  // What this phone says with a card: `current` stands first among what it has.
  /** @param {string} secret @param {string} token @param {PhoneSettings | null} current */
  admission(secret, token, current) {
    const has = this.alive.filter((one) => one !== current);
    if (current && !current.void) has.unshift(current);
    return { seat: secret, token, has: has.slice(0, MOST_TOLD).map((one) => one.token), empty: [token] };
  }

  // A board that this phone has been given, with the journal that came with it, or a table from elsewhere.
  /** @param {PhoneSettings} settings @param {Files} files */
  async bring(settings, files) {
    this.known = [...this.known.filter(({ id }) => id !== settings.id), settings];
    await this.memory?.bring(settings, files);
  }

  // What never arrived of a table that this phone has no more, as a file's text.
  async keepUnsent(board, text) {
    await this.memory?.write(text, `unsent ${board}`);
  }

  async unsentOf(board) {
    return (await this.memory?.read(`unsent ${board}`)) ?? "";
  }
}

/** @returns {PhoneSettings} */
function newTable(board, token, table, card) {
  return { id: board, uid: board, game: DATA.game, sides: 3, cable: true, wanted: "", token, table, card, old: "", void: "", moved: null, stamps: [], acked: { epoch: 0, upto: 0 } };
}

// The memory of a board that goes on where the laptop has it, made by the board's own code.
function imageOf({ epoch, first, next, records }) {
  const worker = new Worker(PARTS.worker);
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.image ? resolve(data.image) : reject(new Error(data.failed)));
    worker.onerror = (event) => reject(new Error(event.message));
    const { vm, wasm, files } = PARTS;
    worker.postMessage({ image: { vm, wasm, files, journal: { epoch, first, next, records: fromText(records) } } });
  }).finally(() => worker.terminate());
}

// As people read it: a line for each press, and the records themselves, for a program.
/** @param {PhoneSettings} settings @param {any} unsent */
function unsentText({ table, id }, { epoch, first, next, records, lines }) {
  const bytes = toText(bytesOf(records));
  const head = [told("unsent_head", table), `# ${new Date().toISOString()}`, `# board ${id}, epoch ${epoch}, records ${first} to ${next - 1}`];
  return [...head, ...lines, "", `# records ${bytes}`, ""].join("\n");
}

function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
