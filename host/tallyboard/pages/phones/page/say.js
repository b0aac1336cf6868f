// What the status says, in words of the one who reads: "A 20" is "You + 20" to A and "They + 20" to B. It parses what
// the firmware shows and knows no rule; what is not known here stands as the box has it. The words: say.json.

const Say = { language: "en" };

// These words, with what stands in their gaps.
function phrase(words, ...values) {
  return values.reduce((text, value) => text.replace("{}", value), DATA.say[Say.language][words] ?? words);
}

function isPhrase(words) {
  return Object.hasOwn(DATA.say.en, words);
}

// ---- who

const LETTERS = "ABC";

// Who reads, and of whom: `me` is a number of a side, `state` what the firmware told.
class Reader {
  constructor(me, state) {
    this.me = me;
    this.state = state;
    this.match = state.match;
    this.sides = state.match?.sides ?? 2;
    const waits = state.assigned && !state.match?.finished; // the match that stands there has not begun
    this.names = (waits ? state.assigned.names : state.names).map((name) => name.trim());
  }

  // What a side is called, "" for none: of three, a letter at least.
  nameOf(side) {
    return this.names[side] || (this.sides > 2 ? LETTERS[side] : "");
  }

  // These words as they are said of this side.
  of(side, words, ...values) {
    if (side === this.me) return phrase(`${words}.you`, ...values);
    const name = this.nameOf(side);
    return name ? phrase(`${words}.name`, name, ...values) : phrase(`${words}.they`, ...values);
  }

  // Who shoots first, or throws.
  first(side) {
    return this.of(side, this.plays("washers") ? "throws" : "first");
  }

  plays(games) {
    return Boolean(this.match?.game?.startsWith(games));
  }

  // The same, the side by its letter.
  by(letter, words, ...values) {
    return this.of(LETTERS.indexOf(letter), words, ...values);
  }
}

// ---- the status

const PRESSES = { "-PN": "penalty", FFT: "forfeit", KNK: "knocked", DAM: "dame", GRN: "green", RED: "red", DED: "dead", " ON": "board" };
const REFUSALS = /^(DISC|NONE|TURN|DONE|NO|HOLD|DED\?|NEXT|FULL|MEM\?)$/;
const PLAIN = { BUST: "bust", CNCL: "cancelled", BACK: "back", LOW: "low", SYNC: "sync", DAMAGE: "damage", "GAM?": "no_game", UNDO: "undo", DRAW: "draw", STOP: "stop", AGRE: "agree" };
const UNDONE = /^(NEXT|STOP|AGRE)$/; // S names these where an undo took them back

function sentence(first, ...rest) {
  return [first, ...rest].filter(Boolean).join(" · ");
}

function capital(text) {
  return text && text[0].toUpperCase() + text.slice(1);
}

function signed(number) {
  return String(number).replace("-", "−");
}

function awards(text, reader) {
  return sentence(...[...text.matchAll(/([ABC])([+-])(\d+)/g)].map(([, side, sign, points]) => reader.by(side, sign === "+" ? "gets" : "loses", points)));
}

// Who is first, and how long the match is.
function intro(length, letter, reader) {
  return sentence(length, reader.first(LETTERS.indexOf(letter)));
}

function roundWords(reader, seat = "") {
  const { match } = reader;
  if (!match) return "";
  const first = seat && reader.of(LETTERS.indexOf(seat[0]), "seat", seat);
  return match.counted ? "" : first || reader.first(match.first);
}

// Why a press does nothing; where something else has to be done first, that.
function refusal(reader, why) {
  if (why === "NO" && reader.match?.review) return phrase("agree");
  return phrase(why === "NONE" && reader.plays("washers") ? "refused.NONE.washers" : `refused.${why}`);
}

// Each: what the whole text may be, and how it is said. The first that fits.
/** @type {Array<[RegExp, (reader: Reader, ...found: string[]) => string]>} */
const TEXTS = [
  [/^([ABC]) *(\d+)$/, (reader, side, points) => reader.by(side, "plus", points)],
  [/^-([ABC]) *(\d+)$/, (reader, side, points) => reader.by(side, "off", points)],
  [/^([ABC])(-PN|FFT|KNK|DAM|GRN|RED|DED| ON)$/, (reader, side, what) => reader.by(side, PRESSES[what])],
  [/^([ABC])\*(\d+)$/, (reader, side, hole) => reader.by(side, "sunk", hole)],
  [/^([ABC])C(\d+)$/, (reader, side, counter) => reader.by(side, "counter", counter)],
  [/^1ST([ABC])$/, (reader, side) => reader.first(LETTERS.indexOf(side))],
  [/^((?:[ABC][+-]\d+ *)+)$/, (reader, text) => awards(text, reader)],
  [/^([ABC]) ?> ?(\d*)$/, (reader, side, waiting) => (waiting ? reader.by(side, "waiting", waiting) : reader.by(side, "turn"))],
  [/^WIN([ABC])$/, (reader, side) => reader.by(side, "wins")],
  [/^([ABC])=([ABC])$/, (reader, ...both) => phrase("draw.between", ...both.map((side) => reader.nameOf(LETTERS.indexOf(side))))],
  [/^ABC$/, () => phrase("draw.all")],
  [/^([ABC]) OK$/, (reader, side) => reader.by(side, "agreed")],
  [/^(TOTL|RND|20S)$/, (_, view) => phrase("view.menu", phrase(`view.${view}`))],
  [/^SHO(\d)$/, (reader) => phrase("shootout", reader.match?.shootout ?? 1)],
  [/^KEY (\w+)$/, (_, key) => phrase("stuck", key)],
  [/^[RGM] ?\d+$/, (reader) => roundWords(reader)],
  [/^\d+([ABC][12])$/, (reader, seat) => roundWords(reader, seat)],
  [/ TO (\d+) +([ABC]) STARTS$/, (reader, points, side) => intro(phrase("intro.to", points), side, reader)],
  [/ BEST OF (\d+) +([ABC]) STARTS$/, (reader, rounds, side) => intro(phrase("intro.best", rounds), side, reader)],
  [/ (\d+) (ROUNDS|GAMES) +([ABC]) STARTS$/, (reader, many, what, side) => intro(phrase(`intro.${what.toLowerCase()}${many === "1" ? "_one" : ""}`, many), side, reader)],
  [/^\w+ +([ABC]) STARTS$/, (reader, side) => intro("", side, reader)],
  [/^([ABC]) CHOOSES /, (reader, side) => reader.by(side, "chooses", legend(reader.match?.keys[3][0]))],
  [REFUSALS, refusal],
  [/^(.+)$/, (_, text) => (PLAIN[text] ? phrase(PLAIN[text]) : text)],
];

function worded(text, reader) {
  for (const [pattern, say] of TEXTS) {
    const found = pattern.exec(text);
    if (found) return say(reader, ...found.slice(1));
  }
  return "";
}

// Who plays a match that waits, as their names are written; the status has them in its capitals.
function between(all, sides = 2) {
  const names = all.slice(0, sides).map((name, side) => name || LETTERS[side]);
  return names.length === 2 ? phrase("against", ...names) : names.join(", ");
}

function called(state) {
  return phrase("next", between(state.assigned.names, state.match?.sides));
}

// While a match is played: who waits for its end, "" for nobody.
function upcoming({ upcoming: names, match }) {
  return names ? phrase("next_here", between(names, match?.sides)) : "";
}

// What the status says, to this reader.
function statusWords(reader) {
  const { state } = reader;
  const text = state.says.trim();
  const off = state.undone && /^-([ABC]) *(\d+)$/.exec(text);
  if (off) return reader.by(off[1], "counts_again", off[2]);
  if (state.undone) return UNDONE.test(text) ? phrase("undone", phrase(`undone.${text}`)) : phrase("undone", worded(text, reader));
  if (!state.calls) return worded(text, reader);
  const result = /^(WIN[ABC]|DRAW)/.exec(text)?.[0];
  return sentence(state.match?.finished && result ? worded(result, reader) : "", called(state));
}

// ---- keys

// What a key means, as the firmware has it: [word, argument].
function legend(act) {
  if (!act) return "";
  const [word, argument] = act;
  if (word === "count" || word === "counter") return String(argument);
  return isPhrase(`key.${word}`) ? phrase(`key.${word}`) : word;
}

// The same where there is room.
function legendInFull(act) {
  if (act?.[0] === "knocked") return phrase("key.knocked_off");
  return act?.[0] === "sunk" ? phrase("key.sunk_into", act[1]) : legend(act);
}

// Under what name a match counts what this key counts.
function slotOf(act) {
  if (!act) return "";
  const [word, argument] = act;
  if (word === "dame") return "dames";
  return word === "count" ? String(argument) : word;
}

// What is played, by its id.
function gameName(game) {
  return phrase(`row.${DATA.titles[game]}`);
}

// ---- the menu

/** @type {Array<[RegExp, string]>} */
const OF_SIDE = [[/^([ABC])-PN PENALTY$/, "row.PENALTY"], [/^([ABC])FFT FORFEIT$/, "row.FORFEIT"], [/^1ST([ABC]) STARTS$/, "row.FIRST"]];
// By the words with which the firmware says what the keys do.
const ACTS = { UP: "menu.up", DOWN: "menu.down", LESS: "menu.less", MORE: "menu.more", OFF: "menu.off", ON: "menu.on" };

function rowWords(row, reader) {
  for (const [pattern, words] of OF_SIDE) {
    const side = LETTERS.indexOf(pattern.exec(row)?.[1] ?? "-");
    if (side < 0) continue;
    if (words === "row.FIRST") return reader.first(side);
    return phrase(words, reader.nameOf(side) || phrase(side === reader.me ? "row.you" : "row.they"));
  }
  if (row.startsWith("PLAY ")) return phrase("row.PLAY", rowWords(row.slice(5), reader));
  if (isPhrase(`row.${row}`)) return phrase(`row.${row}`);
  return capital(row.toLowerCase());
}

// What stands there: its name, its value and more words, each "" where there is none.
function menuWords(menu, reader) {
  const value = menu.word ? phrase(`word.${menu.word}`) : menu.excluded ? phrase("menu.none") : menu.numbers[0] === null ? "" : signed(menu.numbers[0]);
  const of = menu.of > 1 ? phrase("menu.at", menu.at + 1, menu.of) : "";
  switch (menu.level) {
    case "Games": return { of, row: rowWords(menu.row, reader), value: "", more: phrase("menu.then_play") };
    case "Light": return { of, row: phrase("row.LIGHT"), value, more: "" };
    case "Sound": return { of: "", row: phrase("row.SOUND"), value: phrase(menu.said.startsWith("ON") ? "menu.on" : "menu.off"), more: "" };
    case "About": return { of: "", row: aboutWords(menu.said), value: menu.numbers.map((number) => number ?? "–").join(" · "), more: "" };
    case "Test": return { of: "", row: phrase("test"), value: "", more: "" };
    case "Toss": return { of: "", row: menu.asks ? reader.of(menu.won, "toss") : phrase("toss"), value: "", more: "" };
    default: return { of, row: rowWords(menu.row, reader), value, more: heldWords(menu.said) };
  }
}

function aboutWords(said) {
  const [, version, missing] = /^TALLYBOARD (\S+).*?(?:NO DISPLAY (\w+))?$/.exec(said) ?? [];
  return sentence(phrase("about", version ?? ""), missing ? phrase("about.missing", missing) : "");
}

// Why NEXT waits to be held.
function heldWords(said) {
  if (said.includes("GIVE UP")) return phrase("menu.leave_match");
  if (said.includes("FORFEIT THE ROUND")) return phrase("menu.forfeit");
  const points = /TO TAKE OFF (\d+)$/.exec(said)?.[1];
  return points ? phrase("menu.penalise", points) : "";
}

// What each key of a side does in the menu, "" for nothing: "   1 UP 2 DOWN 3 LESS 4 MORE NEXT OK UNDO BACK".
function menuKeys(menu, me) {
  if (menu.level === "Test") return ["1", "2", "3", "4", "5"];
  if (menu.level === "Toss") return menu.asks && menu.won === me ? [phrase("toss.we"), phrase("toss.others"), "", "", ""] : ["", "", "", "", ""];
  const does = Object.fromEntries([...menu.keys.matchAll(/([1-4]) (\w+)/g)].map(([, key, act]) => [key, ACTS[act]]));
  return ["1", "2", "3", "4", "5"].map((key) => (does[key] ? phrase(does[key]) : ""));
}
