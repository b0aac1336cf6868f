// The bench: boxes side by side, and what the page remembers of them.

const bench = {
  /** @type {Place[]} */
  places: [],
  /** @type {Memory | null} */
  memory: null,
  /** @type {Box | null} */
  present: null, // that the keyboard is for
  /** @type {any[]} */
  noticed: [], // what the page says above all boxes
  kept: { count: 1, sound: true, language: "" },
  order: Promise.resolve(), // boxes are set out and put away one after the other
};

/** @returns {Settings} */
function newSettings(id) {
  return { id, uid: hexOf(crypto.getRandomValues(new Uint8Array(8))), game: DATA.games[0].id, sides: 2, cable: true, wanted: "" };
}

async function remember() {
  try {
    await bench.memory?.write(bench.kept);
  } catch (error) {
    notice("unstored", error.name);
  }
}

// The box is this tab's, as it was kept; where nothing is kept, it is a new one.
/** @param {Box} box */
async function taken(box) {
  try {
    await box.take();
  } catch (error) {
    notice("none", error.name);
  }
}

function notice(words, ...values) {
  bench.noticed = [words, ...values];
  const line = $("#notice");
  line.hidden = !words;
  line.textContent = words ? say(words, ...values) : "";
}

// As many boxes as are wanted; those that go keep what they hold.
function setOut() {
  bench.order = bench.order.then(arrange).catch(reportError); // the next change is made all the same
  return bench.order;
}

async function arrange() {
  const { kept, places, memory } = bench;
  while (places.length !== kept.count) {
    document.body.dataset.boxes = String(kept.count);
    if (places.length > kept.count) {
      places.pop()?.leave();
      continue;
    }
    const box = new Box(newSettings(places.length + 1), memory);
    await taken(box);
    const place = new Place(box);
    places.push(place);
    box.do(() => place.start());
  }
  if (!places.some(({ box }) => box === bench.present)) bench.present = places[0].box;
  document.dispatchEvent(new Event("bench"));
}

function speak() {
  const { language } = bench.kept;
  Words.language = language;
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-list]")) list(element, Words.all[element.dataset.list ?? ""]);
  notice(...bench.noticed);
  for (const place of bench.places) place.draw();
}

async function openMemory() {
  try {
    bench.memory = await Memory.open();
    Object.assign(bench.kept, await bench.memory.read());
  } catch (error) {
    bench.memory = null;
    notice("none", error.name);
  }
}

async function begin() {
  const unpacking = [unpacked("vm"), unpacked("wasm"), unpacked("files")];
  document.documentElement.classList.toggle("framed", self !== top); // a part of another page shows the box alone
  await openMemory();
  const { kept } = bench;
  const asked = location.hash.slice(1);
  if (asked in DATA.words) kept.language = asked;
  kept.language ||= navigator.language.startsWith("fr") ? "fr" : "en";
  speak();
  const [vm, wasm, files] = await Promise.all(unpacking);
  Object.assign(PARTS, { vm, wasm, files: JSON.parse(new TextDecoder().decode(files)) });
  PARTS.worker = URL.createObjectURL(new Blob([$("#worker").textContent], { type: "text/javascript" }));

  const control = (name, value, change) => {
    const element = $(`#${name}`);
    const is = element.type === "checkbox" ? "checked" : "value";
    element[is] = value;
    element.addEventListener("change", async () => {
      change(element[is]);
      await remember();
    });
  };
  control("count", kept.count, (value) => { kept.count = Number(value); setOut(); });
  control("sound", kept.sound, (value) => { kept.sound = Sound.on = value; });
  control("language", kept.language, (value) => { kept.language = value; speak(); });
  Sound.on = kept.sound;
  keyboard(() => bench.present);
  await setOut();
}

begin().catch((error) => notice("broken", error.message));
