// The bench: boxes side by side, and what the page remembers of them.

const bench = {
  places: [],
  memory: null,
  present: null, // the box that the keyboard is for
  noticed: [], // what the page says above all boxes
  kept: { count: 1, sound: true, language: "" },
};

function newSettings(id) {
  return { id, uid: hexOf(crypto.getRandomValues(new Uint8Array(8))), game: DATA.games[0].id, sides: 2, cable: true };
}

// `name`: "bench", or "box 1" and so on.
async function remember(name, what) {
  try {
    await bench.memory?.write(name, what);
  } catch (error) {
    notice("unstored", error.name);
  }
}

async function settingsOf(id) {
  const settings = newSettings(id);
  try {
    Object.assign(settings, await bench.memory?.read(`box ${id}`));
  } catch (error) {
    notice("none", error.name);
  }
  return settings;
}

function notice(words, ...values) {
  bench.noticed = [words, ...values];
  const line = $("#notice");
  line.hidden = !words;
  line.textContent = words ? say(words, ...values) : "";
}

// As many boxes as are wanted; those that go keep what they hold.
async function setOut() {
  const { count } = bench.kept;
  document.body.dataset.boxes = count;
  while (bench.places.length > count) bench.places.pop().leave();
  while (bench.places.length < count) {
    const place = new Place(await settingsOf(bench.places.length + 1));
    bench.places.push(place);
    await place.arrive();
    place.remember();
  }
  if (!bench.places.some(({ box }) => box === bench.present)) bench.present = bench.places[0].box;
  document.dispatchEvent(new Event("bench"));
}

function speak() {
  const { language } = bench.kept;
  Words.language = language;
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-list]")) list(element, Words.all[element.dataset.list]);
  notice(...bench.noticed);
  for (const place of bench.places) place.draw();
}

async function openMemory() {
  try {
    bench.memory = await Memory.open();
    Object.assign(bench.kept, await bench.memory.read("bench"));
    bench.memory.onTaken = (id) => bench.places.find((place) => place.settings.id === id)?.box.lose();
  } catch (error) {
    bench.memory = null;
    notice("none", error.name);
  }
}

async function begin() {
  const unpacking = [unpacked("vm"), unpacked("wasm"), unpacked("files")];
  await openMemory();
  const { kept } = bench;
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
      await remember("bench", kept);
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
