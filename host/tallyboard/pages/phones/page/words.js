// What the page says of the phone's own life: words.json, in English; other languages come from the catalogue. The face
// knows which language is read.

function told(name, ...values) {
  return values.reduce((said, value) => said.replace("{}", value), DATA.words[Say.language][name]);
}

// One, or so many: `name_one` has no number in it.
function toldOf(name, number) {
  return number === 1 ? told(`${name}_one`) : told(name, number);
}

function timeOf(ms) {
  return new Date(ms).toLocaleTimeString(Say.language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
