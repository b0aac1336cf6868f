// The FAT12 volume that CircuitPython keeps in flash: made from files, and read back.
const SECTOR = 512;
const ENTRY = 32;
const ROOT_ENTRIES = 512;
const LABEL = 'CIRCUITPY';
const IS_LABEL = 0x08;
const IS_FOLDER = 0x10;
const IS_LONG_NAME = 0x0f;
const LAST_CLUSTER = 0xfff;
const LONG_NAME_PART = 13; // characters an entry

const isShort = (name) => /^[A-Z0-9_~-]{1,8}(\.[A-Z0-9_~-]{1,3})?$/.test(name);
const longEntries = (name) => (isShort(name) ? 0 : Math.ceil((name.length + 1) / LONG_NAME_PART));

// The 11 characters of a short name that no other entry of the folder has.
function shortName(name, used) {
  const upper = name.toUpperCase();
  const dot = upper.lastIndexOf('.');
  const clean = (text) => text.replace(/[^A-Z0-9_-]/g, '');
  const base = clean(dot > 0 ? upper.slice(0, dot) : upper);
  const suffix = clean(dot > 0 ? upper.slice(dot + 1) : '').slice(0, 3);
  for (let i = isShort(upper) ? 0 : 1; ; i++) {
    const tail = i ? `~${i}` : '';
    const short = (base.slice(0, 8 - tail.length) + tail).padEnd(8) + suffix.padEnd(3);
    if (!used.has(short)) {
      used.add(short);
      return short;
    }
  }
}

function entry(short, attributes, cluster, size) {
  const bytes = Buffer.alloc(ENTRY);
  bytes.write(short, 0, 'latin1');
  bytes[11] = attributes;
  bytes.writeUInt16LE(0x5921, 16); // a date
  bytes.writeUInt16LE(0x5921, 24);
  bytes.writeUInt16LE(cluster, 26);
  bytes.writeUInt32LE(size, 28);
  return bytes;
}

// The entries before a short one that spell the long name, last part first.
function longName(name, short) {
  const checksum = [...short].reduce((sum, c) => (((sum & 1) << 7) + (sum >> 1) + c.charCodeAt(0)) & 0xff, 0);
  const size = LONG_NAME_PART * 2;
  const text = Buffer.from(name.length % LONG_NAME_PART ? `${name}\0` : name, 'utf16le');
  const parts = Buffer.alloc(Math.ceil(text.length / size) * size, 0xff);
  text.copy(parts);
  const entries = [];
  for (let i = 0; i * size < parts.length; i++) {
    const bytes = Buffer.alloc(ENTRY);
    const isLast = (i + 1) * size >= parts.length;
    bytes[0] = (i + 1) | (isLast ? 0x40 : 0);
    bytes[11] = IS_LONG_NAME;
    bytes[13] = checksum;
    parts.copy(bytes, 1, i * size, i * size + 10);
    parts.copy(bytes, 14, i * size + 10, i * size + 22);
    parts.copy(bytes, 28, i * size + 22, i * size + 26);
    entries.unshift(bytes);
  }
  return entries;
}

// { 'lib/a.py': bytes } to nested Maps.
function tree(files) {
  const root = new Map();
  for (const [path, data] of Object.entries(files)) {
    const parts = path.split('/');
    const name = parts.pop();
    let folder = root;
    for (const part of parts) {
      if (!folder.has(part)) folder.set(part, new Map());
      folder = folder.get(part);
    }
    folder.set(name, data);
  }
  return root;
}

class Volume {
  constructor(bytes) {
    const sectors = bytes / SECTOR;
    const rootSectors = (ROOT_ENTRIES * ENTRY) / SECTOR;
    let fatSectors = 1;
    while ((sectors - 1 - fatSectors - rootSectors + 2) * 1.5 > fatSectors * SECTOR) fatSectors++;
    this.rootAt = (1 + fatSectors) * SECTOR;
    this.dataAt = this.rootAt + rootSectors * SECTOR;
    this.image = Buffer.alloc(bytes);
    this.clusters = Math.floor((bytes - this.dataAt) / SECTOR); // a sector each
    if (this.clusters >= 4085) throw new Error('too big for FAT12');
    this.fat = [0xff8, 0xfff];
    this.bootSector(sectors, fatSectors);
  }

  bootSector(sectors, fatSectors) {
    const image = this.image;
    image.set([0xeb, 0x3c, 0x90]);
    image.write('MSDOS5.0', 3, 'latin1');
    image.writeUInt16LE(SECTOR, 11);
    image[13] = 1; // sectors a cluster
    image.writeUInt16LE(1, 14); // sectors before the FAT
    image[16] = 1; // FATs
    image.writeUInt16LE(ROOT_ENTRIES, 17);
    image.writeUInt16LE(sectors, 19);
    image[21] = 0xf8;
    image.writeUInt16LE(fatSectors, 22);
    image.writeUInt16LE(63, 24); // sectors a track
    image.writeUInt16LE(255, 26); // heads
    image[36] = 0x80;
    image[38] = 0x29;
    image.writeUInt32LE(0x12345678, 39);
    image.write(LABEL.padEnd(11), 43, 'latin1');
    image.write('FAT12   ', 54, 'latin1');
    image.writeUInt16LE(0xaa55, 510);
  }

  // The first cluster of so many bytes.
  reserve(bytes) {
    const count = Math.max(1, Math.ceil(bytes / SECTOR));
    const first = this.fat.length;
    if (first + count > this.clusters + 2) throw new Error('the drive is full');
    for (let i = 1; i < count; i++) this.fat.push(first + i);
    this.fat.push(LAST_CLUSTER);
    return first;
  }

  put(data, cluster) {
    this.image.set(data, this.dataAt + (cluster - 2) * SECTOR);
  }

  // The bytes of a folder whose files and folders are laid down; `parent` is null for the root.
  folder(nodes, self, parent) {
    const used = new Set();
    const entries = [];
    if (parent === null) entries.push(entry(LABEL.padEnd(11), IS_LABEL, 0, 0));
    else entries.push(entry('.'.padEnd(11), IS_FOLDER, self, 0), entry('..'.padEnd(11), IS_FOLDER, parent, 0));
    for (const [name, node] of nodes) {
      const short = shortName(name, used);
      if (!isShort(name)) entries.push(...longName(name, short));
      if (node instanceof Map) {
        let count = 2;
        for (const inside of node.keys()) count += 1 + longEntries(inside);
        const cluster = this.reserve((count + 1) * ENTRY);
        this.put(this.folder(node, cluster, self), cluster);
        entries.push(entry(short, IS_FOLDER, cluster, 0));
      } else {
        const cluster = node.length ? this.reserve(node.length) : 0;
        if (cluster) this.put(node, cluster);
        entries.push(entry(short, 0x20, cluster, node.length));
      }
    }
    return Buffer.concat(entries);
  }

  writeFat() {
    this.fat.forEach((value, cluster) => {
      const at = SECTOR + ((cluster * 3) >> 1);
      if (cluster & 1) {
        this.image[at] |= (value & 15) << 4;
        this.image[at + 1] = value >> 4;
      } else {
        this.image[at] = value & 255;
        this.image[at + 1] |= value >> 8;
      }
    });
  }
}

// files: { 'code.py': Buffer, 'lib/tableside/keys.py': Buffer } to the bytes of a volume.
export function makeFat12(files, bytes) {
  const volume = new Volume(bytes);
  volume.image.set(volume.folder(tree(files), 0, null), volume.rootAt);
  volume.writeFat();
  return volume.image;
}

// The bytes of a volume to { path: Buffer }.
export function readFat12(image) {
  const cluster = image[13] * SECTOR;
  const fatAt = image.readUInt16LE(14) * SECTOR;
  const rootAt = fatAt + image[16] * image.readUInt16LE(22) * SECTOR;
  const dataAt = rootAt + image.readUInt16LE(17) * ENTRY;
  const following = (number) => {
    const at = fatAt + ((number * 3) >> 1);
    const pair = image[at] | (image[at + 1] << 8);
    return number & 1 ? pair >> 4 : pair & 0xfff;
  };
  const chain = (first) => {
    const parts = [];
    for (let number = first; number >= 2 && number < 0xff8; number = following(number)) {
      if (parts.length * cluster > image.length) throw new Error('the drive has a file without an end');
      parts.push(image.subarray(dataAt + (number - 2) * cluster, dataAt + (number - 1) * cluster));
    }
    return Buffer.concat(parts);
  };
  const files = {};
  const walk = (folder, prefix) => {
    let long = '';
    for (let at = 0; at + ENTRY <= folder.length && folder[at]; at += ENTRY) {
      const one = folder.subarray(at, at + ENTRY);
      if (one[0] === 0xe5) { // removed
        long = '';
      } else if (one[11] === IS_LONG_NAME) {
        const text = Buffer.concat([one.subarray(1, 11), one.subarray(14, 26), one.subarray(28, 32)]);
        long = text.toString('utf16le').replace(/\0.*$/s, '').replace(/\uffff/g, '') + long;
      } else {
        const suffix = one.toString('latin1', 8, 11).trimEnd();
        const short = one.toString('latin1', 0, 8).trimEnd() + (suffix && `.${suffix}`);
        const name = long || (one[12] & 0x18 ? short.toLowerCase() : short);
        long = '';
        if (one[11] & IS_LABEL || short === '.' || short === '..') continue;
        const first = one.readUInt16LE(26);
        if (one[11] & IS_FOLDER) walk(chain(first), `${prefix}${name}/`);
        else files[prefix + name] = chain(first).subarray(0, one.readUInt32LE(28));
      }
    }
  };
  walk(image.subarray(rootAt, dataAt), '');
  return files;
}
