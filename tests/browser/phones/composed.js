// A table for tests of the face alone: a box in this browser, no laptop and no seat. The hash says its game and sides.
// As the pages of the board in the browser it tells with events that bubble: "lit" (the numbers that are drawn large, by
// side) and "edge" ({ms, line: "A1 1"}).
(async () => {
  const wants = new URLSearchParams(location.hash.slice(1));
  const [vm, wasm, files] = await Promise.all(["vm", "wasm", "files"].map(unpacked));
  Object.assign(PARTS, { vm, wasm, files: JSON.parse(new TextDecoder().decode(files)) });
  PARTS.worker = URL.createObjectURL(new Blob([$("#worker").textContent], { type: "text/javascript" }));
  const uid = hexOf(crypto.getRandomValues(new Uint8Array(8)));
  const settings = { id: 1, uid, game: wants.get("game") ?? "crokinole-official", sides: Number(wants.get("sides") ?? 2), cable: false, wanted: "" };
  const box = window.box = new Box(settings, null);
  const asked = window.asked = { now: 0, most: 0, times: 0 }; // questions on their way
  const root = $("#table");
  const face = window.face = new Face(root, {
    press: (key, at) => box.press(key, at),
    release: (key, at) => box.release(key, at),
    async ask() {
      asked.now += 1;
      asked.times += 1;
      asked.most = Math.max(asked.most, asked.now);
      const answer = await box.ask("state").catch(() => "");
      asked.now -= 1;
      face.state(answer);
      look();
    },
  });
  const tell = (type, detail) => root.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  const drawn = () => Object.fromEntries(["A", "B", "C"].slice(0, settings.sides).map((side) => [side, root.querySelector(`.half[data-side="${side}"] .mine .num`)?.textContent ?? ""]));
  let lit = "";
  const look = () => {
    const now = drawn();
    for (const [side, number] of Object.entries(now)) {
      for (const small of root.querySelectorAll(`.other.of-${side} .num`)) if (small.textContent !== number) throw new Error(`${side} reads ${number} and ${small.textContent}`);
    }
    if (lit !== (lit = JSON.stringify(now))) tell("lit", now);
  };
  const on = (type, does) => box.addEventListener(type, ({ detail }) => does(detail));
  on("write", ({ address, bytes }) => {
    face.write(address, bytes);
    look();
  });
  on("kept", () => face.kept());
  on("heard", (hz) => face.heard(hz));
  on("power", ({ state }) => face.power(state));
  on("edge", ({ ms, line }) => tell("edge", { ms, line }));
  on("failed", (text) => { throw new Error(text); });
  root.dataset.box = "1";
  face.table("Table 4");
  await box.take();
  box.powerOn();
})();

// What is left as the firmware has it of texts of the status (`texts`), of what keys mean (`acts`) and of rows of the
// menu (`menus`), by language.
window.unsaid = ({ texts, acts, menus }) => {
  const match = { sides: 3, first: 0, seat: null, word: "round", finished: true, counted: false, shootout: 1, keys: Array(5).fill([["count", 5], null]), winners: [0] };
  const reader = (me, says) => new Reader(me, { ...NO_STATE, says, match });
  const before = Say.language;
  const found = Object.fromEntries(Object.keys(DATA.say).map((language) => {
    Say.language = language;
    return [language, [
      ...texts.flatMap((text) => [0, 1].filter((me) => [text.trim(), ""].includes(statusWords(reader(me, text)))).map(() => text)),
      ...acts.filter((act) => legend([act, 7]) === act && !isPhrase(`key.${act}`)),
      ...menus.filter(({ row, word }) => (word && !isPhrase(`word.${word}`)) || (rowWords(row, reader(0, "")) === capital(row.toLowerCase()) && !isPhrase(`row.${row}`))).map(({ row }) => row),
    ]];
  }));
  Say.language = before;
  return found;
};
