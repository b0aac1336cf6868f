// The bench: boxes side by side, and what the page remembers of them.

const MOST = 4;
const bench = {
  places: [],
  memory: null,
  present: null, // the box that the keyboard is for
  kept: { count: 1, sound: true, language: "", boxes: [] },
};

function random(count) {
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function newSettings(id) {
  return { id, uid: random(8), game: DATA.games[0].id, sides: 2, cable: true };
}

async function remember() {
  try {
    await bench.memory?.write("bench", bench.kept);
  } catch (error) {
    notice("unstored", error?.name ?? error);
  }
}

function notice(words, ...values) {
  const line = $("#notice");
  line.hidden = !words;
  line.textContent = words ? say(words, ...values) : "";
}

// As many boxes as are wanted; those that go keep what they hold.
async function setOut() {
  const { count, boxes } = bench.kept;
  while (boxes.length < count) boxes.push(newSettings(boxes.length + 1));
  while (bench.places.length > count) bench.places.pop().leave();
  await remember();
  while (bench.places.length < count) {
    const place = new Place(boxes[bench.places.length]);
    bench.places.push(place);
    await place.arrive();
  }
  bench.present = bench.places[0].box;
  document.body.dataset.boxes = count;
}

function speak() {
  const { language } = bench.kept;
  Words.language = language;
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  const hints = Words.all.hints.map((hint) => Object.assign(document.createElement("li"), { textContent: hint }));
  $("#hints").replaceChildren(...hints);
  for (const place of bench.places) place.draw();
}

async function openMemory() {
  try {
    bench.memory = await Memory.open();
    Object.assign(bench.kept, await bench.memory.read("bench"));
  } catch (error) {
    bench.memory = null;
    notice("none", error?.name ?? error);
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

begin();
