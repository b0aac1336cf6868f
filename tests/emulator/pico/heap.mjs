// The heap of the running Python program, found and counted from outside, without a byte of help from it: nothing is
// called, nothing moves. CircuitPython's py/gc.c keeps an allocation table of two bits a block of 16 bytes before each
// pool; the areas are recognised by the shape of their descriptions in RAM.
const RAM = 0x20000000;
const BLOCK = 16;
const FREE = 0;
const HEAD = 1;
const TAIL = 2;

// { areas, total, used, live }, all but the first in bytes. `live` is what a collection would leave, or a little more:
// whatever looks like a pointer to a block keeps it, as in the collector itself, but here all of RAM is looked at.
export function heapOf(mcu) {
  const view = new DataView(mcu.sram.buffer, mcu.sram.byteOffset, mcu.sram.length);
  const end = RAM + mcu.sram.length;
  const word = (address) => view.getUint32(address - RAM, true);
  const inRam = (address) => address >= RAM && address + 4 <= end;
  const areas = findAreas(word, inRam, end);
  const kind = (area, block) => (mcu.sram[area.table - RAM + (block >> 2)] >> ((block & 3) * 2)) & 3;

  let used = 0;
  for (const area of areas) {
    area.marked = new Uint8Array(area.blocks);
    for (let block = 0; block < area.blocks; block++) if (kind(area, block) !== FREE) used += BLOCK;
  }

  let live = 0;
  const found = [];
  const see = (value) => {
    const area = value & (BLOCK - 1) ? undefined : areas.find(({ start, stop }) => value >= start && value < stop);
    if (!area) return;
    const first = (value - area.start) / BLOCK;
    if (kind(area, first) !== HEAD || area.marked[first]) return;
    area.marked[first] = 1;
    let last = first + 1;
    while (last < area.blocks && kind(area, last) === TAIL) last++;
    live += (last - first) * BLOCK;
    found.push([area.start + first * BLOCK, area.start + last * BLOCK]);
  };
  for (const register of mcu.core.registers) see(register >>> 0);
  for (let address = RAM; address < end; address += 4) {
    if (!areas.some(({ table, stop }) => address >= table && address < stop)) see(word(address));
  }
  while (found.length) {
    const [from, to] = found.pop();
    for (let address = from; address < to; address += 4) see(word(address));
  }
  const total = areas.reduce((sum, { start, stop }) => sum + stop - start, 0);
  return { areas: areas.length, total, used, live };
}

// mp_state_mem_area_t: allocation table, its length in bytes, up to three words more by configuration, pool start, end.
function findAreas(word, inRam, end) {
  const areas = [];
  for (let address = RAM; address + 32 < end; address += 4) {
    const table = word(address);
    const length = word(address + 4);
    if (!inRam(table) || table & 3 || length < 64 || length > 0x1000) continue;
    for (const offset of [8, 12, 16]) {
      const start = word(address + offset);
      const stop = word(address + offset + 4);
      const fits = inRam(start) && !(start & (BLOCK - 1)) && stop <= end && stop - start === length * 4 * BLOCK;
      if (fits && start > table && start - table < length * 3 + 64) {
        areas.push({ table, start, stop, blocks: length * 4 });
        break;
      }
    }
  }
  return areas;
}
