// The proof: what the firmware of a box computed beside what the laptop computed from its records.

const PROOFS = {
  same: ({ fields, board }) => say("proof_same", fields.length, board.records),
  behind: ({ board, laptop: here }) => say("proof_behind", board.records, here.records),
  different: ({ fields, board, laptop: here }) => {
    const differing = fields.filter((field) => !field.same).length;
    const isSame = board.records === here.records && board.sha256 === here.sha256;
    return differing ? say("proof_different", differing, say(isSame ? "bytes_same" : "bytes_differ")) : say("proof_bytes");
  },
};

// What `verify` says of the whole store: its last word, and below what led to it.
function verifyPart({ sound, lines }) {
  const last = lines.find((line) => line.endsWith("sound")) ?? "";
  const others = lines.filter((line) => line !== last).map((line) => made("li", {}, line));
  return made("div", { class: sound ? "verify" : "verify unsound" },
    made("p", {}, say("verify_says"), " ", made("q", { lang: "en" }, last)),
    others.length ? made("ul", { lang: "en", tabindex: 0 }, others) : "");
}

// Compares one box with the laptop soon after something has changed, and draws what came of it.
class Proof {
  // `cord`: see laptop_panel.js. `drawn()` is called when there is something new to see.
  constructor(cord, drawn) {
    this.cord = cord;
    this.drawn = drawn;
    this.found = null; // as browser/questions.py has it
    this.timer = 0;
    this.changes = this.compared = 0; // how much has changed, and how much of that what was found knows of
    this.spoilt = null; // the number of the record, -1 where there was none
    this.isDoubted = false; // a difference was seen once
    this.isOpen = false;
    cord.box.addEventListener("kept", () => {
      if (this.spoilt < 0) this.spoilt = null; // now there is something to spoil
      this.soon();
    });
  }

  soon(ms = 600) {
    this.changes += 1;
    this.busy();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), ms);
  }

  busy() {
    $(`#laptop .proof[data-port="${this.cord.name}"]`)?.setAttribute("aria-busy", String(this.changes !== this.compared));
  }

  async look() {
    if (laptop.state !== "on") return;
    const answer = await this.cord.box.ask("result").catch(() => ""); // the power went
    if (answer) await this.compare(answer);
  }

  async compare(answer) {
    if (laptop.state !== "on") return;
    const { changes } = this;
    let found;
    try {
      found = await laptop.ask("proof", this.cord.settings.uid, answer);
    } catch (error) {
      if (error.message !== "gone") laptop.tell("failed", error.message);
      return;
    }
    // Records may be stored a moment before the match is computed: what differs is looked at twice.
    this.isDoubted = found.state === "different" && !this.isDoubted;
    if (this.isDoubted) {
      this.soon();
      return;
    }
    this.found = found;
    this.compared = changes;
    // A press has come meanwhile, or its record is on its way.
    if (this.found.state === "ahead" || (this.found.state === "behind" && this.cord.isIn)) this.soon();
    if (this.found.state === "same" && this.spoilt >= 0) this.spoilt = null;
    if (this.found.state !== "ahead") this.drawn(this.found.verify);
  }

  async spoil() {
    this.spoilt = await laptop.ask("spoil", this.cord.settings.uid);
    this.soon(0);
  }

  draw() {
    const { found, cord } = this;
    if (!found) return made("div", {});
    const { state, board, laptop: here, fields, match } = found;
    const spoil = made("button", { type: "button", class: "spoil" }, say("spoil"));
    spoil.addEventListener("click", () => this.spoil().catch((error) => { if (error.message !== "gone") laptop.tell("failed", error.message); }));
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
      this.spoilt === null ? spoil : made("p", {}, this.spoilt < 0 ? say("spoilt_none") : say("spoilt", this.spoilt)),
      details);
  }
}
