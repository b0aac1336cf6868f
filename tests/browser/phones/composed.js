// A table for tests of the face alone: a box in this browser, no laptop and no seat. The hash says its game and sides.
(async () => {
  const wants = new URLSearchParams(location.hash.slice(1));
  const [vm, wasm, files] = await Promise.all(["vm", "wasm", "files"].map(unpacked));
  Object.assign(PARTS, { vm, wasm, files: JSON.parse(new TextDecoder().decode(files)) });
  PARTS.worker = URL.createObjectURL(new Blob([$("#worker").textContent], { type: "text/javascript" }));
  const uid = hexOf(crypto.getRandomValues(new Uint8Array(8)));
  const settings = { id: 1, uid, game: wants.get("game") ?? "crokinole-official", sides: Number(wants.get("sides") ?? 2), cable: false, wanted: "" };
  const box = window.box = new Box(settings, null);
  const face = window.face = new Face($("#table"), {
    press: (key, at) => box.press(key, at),
    release: (key, at) => box.release(key, at),
    ask: () => box.ask("state").then((answer) => face.state(answer), () => face.state("")),
  });
  const on = (type, does) => box.addEventListener(type, ({ detail }) => does(detail));
  on("write", ({ address, bytes }) => face.write(address, bytes));
  on("kept", () => face.kept());
  on("heard", (hz) => face.heard(hz));
  on("power", ({ state }) => face.power(state));
  on("edge", ({ ms, line }) => $("#table").dispatchEvent(new CustomEvent("edge", { bubbles: true, detail: { ms, line } })));
  on("failed", (text) => { throw new Error(text); });
  face.table("Table 4");
  await box.take();
  box.powerOn();
})();
