// What the boxes keep in this browser: their memories, byte for byte, their settings, and what lies on the bench.
// A memory is kept in cells. What changes a box resolves when the browser has it on its disk. Whoever takes a box writes a
// mark of its own beside it, and each change looks at that mark first: two tabs never play with one box, and a tab that
// has lost it changes nothing of it any more.

const CELL = 256;
const SIZES = { "fram.bin": 32768, "nvm.bin": 4096 };
const FRESH = { "fram.bin": 0x00, "nvm.bin": 0xff };

class TakenError extends Error {}

class Memory {
  static async open(name = "tallyboard") {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("cells"); // [box, file, number]: its bytes
      request.result.createObjectStore("bench"); // what the page has to remember: "bench", and "box 1" and so on
      request.result.createObjectStore("marks"); // box: of who has it
    };
    return new Memory(await done(request));
  }

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    /** @type {Set<Box>} */
    this.boxes = new Set(); // they are told when somebody has taken one of their number
    database.onversionchange = () => database.close();
    this.others = new BroadcastChannel(database.name);
    this.others.onmessage = ({ data }) => { for (const box of this.boxes) if (box.settings.id === data) box.doubt(); };
  }

  // The files of this box and its settings, `settings` where it has none yet. From now on it belongs to this mark.
  /** @param {Settings} settings @param {string} mark */
  async take(settings, mark) {
    const box = settings.id;
    const sql = this.database.transaction(["cells", "marks", "bench"], "readwrite", STRICT);
    const ended = finished(sql);
    ended.catch(() => {}); // it is awaited below, perhaps later than it fails
    sql.objectStore("marks").put(mark, box);
    const [keys, cells, kept] = await Promise.all([
      done(sql.objectStore("cells").getAllKeys(cellsOf(box))),
      done(sql.objectStore("cells").getAll(cellsOf(box))),
      done(sql.objectStore("bench").get(nameOf(box))),
    ]);
    const known = { ...settings, ...kept };
    sql.objectStore("bench").put(known, nameOf(box));
    await ended;
    this.others.postMessage(box);
    const files = fresh();
    /** @type {[number, string, number][]} */ (keys).forEach(([, file, number], at) => { files[file].set(cells[at], number * CELL); });
    return { files, settings: known };
  }

  // The settings of all boxes that are kept here.
  /** @returns {Promise<Settings[]>} */
  all() {
    return done(this.database.transaction("bench").objectStore("bench").getAll(IDBKeyRange.bound(nameOf(""), nameOf("\uffff"))));
  }

  // A box as it comes from elsewhere, with these memories; whoever had one of its number has it no more.
  /** @param {Settings} settings @param {Files} files */
  async bring(settings, files) {
    const box = settings.id;
    const sql = this.database.transaction(["cells", "marks", "bench"], "readwrite", STRICT);
    const ended = finished(sql);
    ended.catch(() => {});
    const cells = sql.objectStore("cells");
    cells.delete(cellsOf(box));
    for (const [file, bytes] of Object.entries(files)) {
      for (let at = 0; at < bytes.length; at += CELL) {
        const cell = bytes.slice(at, at + CELL);
        if (cell.some((byte) => byte !== FRESH[file])) cells.put(cell, [box, file, at / CELL]);
      }
    }
    sql.objectStore("marks").put("", box);
    sql.objectStore("bench").put(settings, nameOf(box));
    await ended;
    this.others.postMessage(box);
  }

  // Whether nobody has taken it since.
  /** @param {number | string} box @param {string} mark */
  async isOf(box, mark) {
    return (await done(this.database.transaction("marks").objectStore("marks").get(box))) === mark;
  }

  // All that `write` does, or nothing of it: a TakenError where the box has another mark.
  /** @param {number | string} box @param {string} mark @param {string[]} stores @param {(...stores: IDBObjectStore[]) => void} write */
  async change(box, mark, stores, write) {
    const sql = this.database.transaction([...stores, "marks"], "readwrite", STRICT);
    const ended = finished(sql);
    ended.catch(() => {});
    if ((await done(sql.objectStore("marks").get(box))) !== mark) {
      sql.abort();
      throw new TakenError();
    }
    try {
      write(...stores.map((store) => sql.objectStore(store)));
    } catch (error) {
      await ended; // which knows better why it failed
      throw error;
    }
    await ended;
  }

  // `changed`: {file: set of the numbers of its cells}. The settings go with them, which may not have been kept before.
  /** @param {Settings} settings @param {string} mark @param {Files} files @param {Changed} changed */
  put(settings, mark, files, changed) {
    const box = settings.id;
    return this.change(box, mark, ["bench", "cells"], (bench, cells) => {
      bench.put(settings, nameOf(box));
      for (const [file, numbers] of Object.entries(changed)) {
        for (const number of numbers) cells.put(files[file].slice(number * CELL, (number + 1) * CELL), [box, file, number]);
      }
    });
  }

  // `isEmpty`: with an empty memory in it.
  /** @param {Settings} settings @param {string} mark @param {boolean} isEmpty */
  keep(settings, mark, isEmpty) {
    return this.change(settings.id, mark, ["bench", "cells"], (bench, cells) => {
      bench.put(settings, nameOf(settings.id));
      if (isEmpty) cells.delete(cellsOf(settings.id));
    });
  }

  // What the page itself remembers by this name, null where that is nothing yet.
  async read(name = "bench") {
    return (await done(this.database.transaction("bench").objectStore("bench").get(name))) ?? null;
  }

  async write(value, name = "bench") {
    const sql = this.database.transaction("bench", "readwrite", STRICT);
    sql.objectStore("bench").put(value, name);
    await finished(sql);
  }
}

/** @type {IDBTransactionOptions} */
const STRICT = { durability: "strict" };

function nameOf(box) {
  return `box ${box}`;
}

function cellsOf(box) {
  return IDBKeyRange.bound([box], [box, []]);
}

/** @returns {Files} */
function fresh() {
  return Object.fromEntries(Object.entries(SIZES).map(([file, size]) => [file, new Uint8Array(size).fill(FRESH[file])]));
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function finished(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
  });
}
