// The line to the laptop: a WebSocket that says who this phone is, carries the bytes of the link, and comes back.
// Events: "here" and "away" (detail: whether), "admitted", "taken over" (what the laptop tells of that), "void" (why),
// "lock", "clock" (ms that are left of the round, null for none), "bytes".

const SILENCE_MS = 5000; // of a laptop that is there: it asks the board something every second
const TRY_MS = 1000; // of a laptop from which nothing is heard
const PAUSES_MS = [250, 500, 1000, 2000]; // between attempts
const LATER_MS = 10000; // where the laptop has no room, or knows nothing of us
const PERHAPS_LATER = ["full", "unknown", "renewed"]; // as "away", no last word
const HERE = "/phone/here";

class Seat extends EventTarget {
  // `admission`: what this phone says first, each time anew; null where it has nothing to say.
  constructor(admission) {
    super();
    this.admission = admission;
    this.isWanted = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.isHere = false; // admitted, and the line is there
    /** @type {Uint8Array[]} */
    this.early = []; // bytes that came before the page had what it was admitted with
    this.awaySince = 0; // by performance.now()
    this.failures = 0;
    this.alarm = 0; // of the next attempt
    this.watch = 0; // of what is late
    this.attempts = 0; // the number of the present one
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  // ---- there, and away

  start() {
    if (this.isWanted) return;
    this.isWanted = true;
    this.awaySince = performance.now();
    this.failures = 0;
    this.attempt();
  }

  stop() {
    this.isWanted = false;
    this.drop();
    clearTimeout(this.alarm);
  }

  // Whoever hears that there is a network again need not wait for the end of a pause.
  now() {
    if (!this.isWanted || this.socket) return;
    clearTimeout(this.alarm);
    this.attempt();
  }

  // Say who we are once more.
  again() {
    this.drop();
    this.failures = 0;
    this.now();
  }

  async attempt() {
    const number = ++this.attempts;
    // A browser lets sockets wait ever longer after some that failed (Firefox up to a minute); what it fetches never.
    const answer = this.failures ? await answers() : "yes";
    if (answer !== "yes") {
      if (number === this.attempts && this.isWanted) this.later(answer === "silence" ? 0 : undefined);
      return;
    }
    if (number !== this.attempts || !this.isWanted || this.socket) return;
    const admit = this.admission();
    if (!admit) {
      this.isWanted = false;
      return;
    }
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/link`);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    const mine = (what) => (event) => { if (this.socket === socket) what(event); };
    socket.onopen = mine(() => { this.say({ admit }); this.heard(); });
    socket.onmessage = mine(({ data }) => { this.heard(); this.hear(data); });
    socket.onclose = mine(() => this.lost());
    socket.onerror = () => {}; // its end is told too
    this.heard();
  }

  heard() {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.lost(), SILENCE_MS);
  }

  lost() {
    this.drop();
    this.later();
  }

  later(wait = PAUSES_MS[Math.min(this.failures, PAUSES_MS.length - 1)]) {
    clearTimeout(this.alarm);
    if (!this.isWanted) return;
    this.failures += 1;
    this.alarm = setTimeout(() => this.attempt(), wait);
  }

  drop() {
    this.attempts += 1;
    clearTimeout(this.watch);
    const { socket } = this;
    this.socket = null;
    this.early = [];
    socket?.close();
    if (!this.isHere) return;
    this.isHere = false;
    this.awaySince = performance.now();
    this.tell("away");
  }

  // ---- what is said

  say(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  send(bytes) {
    if (this.isHere && this.socket?.readyState === WebSocket.OPEN) this.socket.send(bytes);
  }

  hear(data) {
    if (typeof data !== "string") {
      if (this.isHere) this.tell("bytes", new Uint8Array(data));
      else this.early.push(new Uint8Array(data));
      return;
    }
    const said = JSON.parse(data);
    if (said.admit) {
      this.failures = 0;
      this.tell("admitted", said.admit);
    } else if (said["take over"]) this.tell("taken over", said["take over"]);
    else if (said.void) this.refused(said.void);
    else if ("lock" in said) this.tell("lock", said.lock);
    else if ("clock" in said) this.tell("clock", said.clock);
  }

  // The page has what it was admitted with: from now on bytes go through.
  begin() {
    this.isHere = true;
    this.tell("here");
    for (const bytes of this.early.splice(0)) this.tell("bytes", bytes);
  }

  refused(why) {
    this.drop();
    if (why === "away") this.later();
    else if (PERHAPS_LATER.includes(why)) this.later(LATER_MS);
    else this.isWanted = false;
    this.tell("void", why);
  }
}

// Whether the laptop answers: "yes"; "no", at once; or nothing is heard. Then a new line is tried each second beside those
// before it, for a line that died without a word does not live again with the network.
function answers() {
  return new Promise((resolve) => {
    const end = new AbortController();
    const settle = (answer) => {
      clearInterval(tries);
      clearTimeout(last);
      resolve(answer);
      end.abort();
    };
    const ask = () => fetch(HERE, { cache: "no-store", signal: end.signal }).then(({ ok }) => settle(ok ? "yes" : "no"), () => settle("no"));
    const tries = setInterval(ask, TRY_MS);
    const last = setTimeout(() => settle("silence"), SILENCE_MS);
    ask();
  });
}
