// The proof: what the firmware of a box computed beside what the laptop computed from its records.

const PROOFS = {
  same: ({ fields, board }) => say("proof_same", fields.length, board.records),
  behind: ({ board, laptop: here }) => say("proof_behind", board.records, here.records),
  different: ({ fields, board, laptop: here }) => say("proof_different", fields.filter((field) => !field.same).length,
    say(board.records === here.records && board.sha256 === here.sha256 ? "bytes_same" : "bytes_differ")),
};

// Compares one box with the laptop soon after something has changed, and draws what came of it.
class Proof {
  // `cord`: see laptop_panel.js. `drawn()` is called when there is something new to see.
  constructor(cord, drawn) {
    this.cord = cord;
    this.drawn = drawn;
    this.found = null; // as laptop/proof.py has it
    this.timer = 0;
    this.changes = this.compared = 0; // how much has changed, and how much of that what was found knows of
    this.spoilt = null;
    this.isOpen = false;
    cord.box.addEventListener("answered", ({ detail: { question, answer } }) => { if (question === "result" && answer) this.compare(answer); });
    cord.box.addEventListener("kept", () => this.soon());
  }

  soon(ms = 600) {
    this.changes += 1;
    this.busy();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { if (laptop.state === "on") this.cord.box.ask("result"); }, ms);
  }

  busy() {
    $(`#laptop .proof[data-port="${this.cord.name}"]`)?.setAttribute("aria-busy", String(this.changes !== this.compared));
  }

  async compare(answer) {
    if (laptop.state !== "on") return;
    const { changes } = this;
    try {
      this.found = await laptop.ask("proof", this.cord.settings.uid, answer);
    } catch (error) {
      if (error.message !== "gone") laptop.tell("failed", error.message);
      return;
    }
    this.compared = changes;
    // A press has come meanwhile, or its record is on its way.
    if (this.found.state === "ahead" || (this.found.state === "behind" && this.cord.isIn)) this.soon();
    if (this.found.state === "same") this.spoilt = null;
    if (this.found.state !== "ahead") this.drawn();
  }

  async spoil() {
    this.spoilt = await laptop.ask("spoil", this.cord.settings.uid);
    this.soon(0);
    this.drawn();
  }

  draw() {
    const { found, cord } = this;
    if (!found) return made("div", {});
    const { state, board, laptop: here, fields, verify, match } = found;
    const spoil = made("button", { type: "button", class: "spoil" }, say("spoil"));
    spoil.addEventListener("click", () => this.spoil().catch(() => {}));
    const details = made("details", { open: this.isOpen }, made("summary", {}, say("proof_all")),
      tableOf(["value", "on_box", "on_laptop"], [
        { class: board.sha256 === here.sha256 ? null : "differs", cells: ["SHA-256", say("records_of", board.records, board.sha256), say("records_of", here.records, here.sha256)] },
        ...fields.map((field) => ({ class: field.same ? null : "differs", cells: [field.field, JSON.stringify(field.board), JSON.stringify(field.laptop)] })),
      ]));
    details.addEventListener("toggle", () => { this.isOpen = details.open; });
    return made("article", { class: "proof", "data-port": cord.name, "data-proof": state, "data-records": board.records, "aria-busy": String(this.changes !== this.compared) },
      made("h4", {}, cord.title, match ? ` · ${match.slice(0, 8)}` : ""),
      made("p", { class: "verdict", role: state === "different" ? "alert" : "status" }, PROOFS[state](found)),
      made("p", { class: "sums" }, `SHA-256 ${board.sha256.slice(0, 16)}… | ${here.sha256.slice(0, 16)}…`),
      made("p", { class: verify.sound ? "verify" : "verify unsound" }, say("verify_says"), " ", made("q", { lang: "en" }, verify.lines.join(" · "))),
      this.spoilt === null ? spoil : made("p", {}, this.spoilt < 0 ? say("spoilt_none") : say("spoilt", this.spoilt)),
      details);
  }
}
