// What the boxes keep in this browser: their memories, byte for byte, and what lies on the bench.
// A memory is kept in cells. `put` resolves when the browser has them on its disk. Each tab that takes a box writes its
// own mark beside it; a tab whose mark is gone can write no more: two tabs never play with one memory.

const CELL = 256;
const SIZES = { "fram.bin": 32768, "nvm.bin": 4096 };
const FRESH = { "fram.bin": 0x00, "nvm.bin": 0xff };

class TakenError extends Error {}

class Memory {
  static async open(name = "tallyboard") {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("cells"); // [box, file, number]: its bytes
      request.result.createObjectStore("bench"); // what the page itself has to remember
      request.result.createObjectStore("marks"); // box: of the tab that has it
    };
    return new Memory(await done(request));
  }

  constructor(database) {
    this.database = database;
    this.mark = `${Date.now()}-${Math.random()}`;
    this.onTaken = () => {}; // a function that is told which box another tab has taken
    database.onversionchange = () => database.close();
    this.others = new BroadcastChannel(database.name);
    this.others.onmessage = ({ data }) => this.onTaken(data);
  }

  // The files of this box, which is from now on this tab's.
  async take(box) {
    const sql = this.database.transaction(["cells", "marks"], "readwrite", STRICT);
    sql.objectStore("marks").put(this.mark, box);
    const range = cellsOf(box);
    const [keys, cells] = await Promise.all([
      done(sql.objectStore("cells").getAllKeys(range)),
      done(sql.objectStore("cells").getAll(range)),
    ]);
    await finished(sql);
    this.others.postMessage(box);
    const files = fresh();
    keys.forEach(([, file, number], at) => files[file].set(cells[at], number * CELL));
    return files;
  }

  // `changed`: {file: set of the numbers of its cells}.
  async put(box, files, changed) {
    const sql = this.database.transaction(["cells", "marks"], "readwrite", STRICT);
    const ended = finished(sql);
    ended.catch(() => {}); // it is awaited below, perhaps later than it fails
    const mark = await done(sql.objectStore("marks").get(box));
    if (mark !== this.mark) {
      sql.abort();
      throw new TakenError();
    }
    const cells = sql.objectStore("cells");
    try {
      for (const [file, numbers] of Object.entries(changed)) {
        for (const number of numbers) cells.put(files[file].slice(number * CELL, (number + 1) * CELL), [box, file, number]);
      }
    } catch (error) {
      await ended; // which knows better why it failed
      throw error;
    }
    await ended;
  }

  // What the page itself remembers, null where that is nothing yet.
  async read(name) {
    return (await done(this.database.transaction("bench").objectStore("bench").get(name))) ?? null;
  }

  async write(name, value) {
    const sql = this.database.transaction("bench", "readwrite");
    sql.objectStore("bench").put(value, name);
    await finished(sql);
  }

  // An empty memory in this box.
  async clear(box) {
    const sql = this.database.transaction("cells", "readwrite", STRICT);
    sql.objectStore("cells").delete(cellsOf(box));
    await finished(sql);
  }
}

const STRICT = { durability: "strict" };

function cellsOf(box) {
  return IDBKeyRange.bound([box], [box, []]);
}

function fresh() {
  return Object.fromEntries(Object.entries(SIZES).map(([file, size]) => [file, new Uint8Array(size).fill(FRESH[file])]));
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function finished(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
  });
}
