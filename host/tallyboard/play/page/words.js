// What the page says.

const Words = {
  language: "en",
  get all() { return WORDS[this.language]; },
  get suffix() { return this.language === "en" ? "" : `-${this.language}`; }, // of the legends
};

function say(words, ...values) {
  return values.reduce((text, value) => text.replace("{}", value), Words.all[words]);
}

const WORDS = {
  en: {
    lead: "This is the box from the table, with its own firmware. Press its keys. Pull its plug. The score is still there.",
    box: "Box {}", boxes: "Boxes", sound: "Sound", language: "Language", game: "Game", sides: "Sides", options: "Options",
    put_on: "Play this",
    pull: "Pull the plug", plug: "Plug it in", usb_out: "Pull the USB cable", usb_in: "Put the USB cable in",
    starting: "Starting…", back: "The score is there, after {} seconds.",
    dark: "No power. What was counted is in its memory.",
    cut: "The power went inside a write, after {} bytes. Plug it in: the score is the last one, or the one you pressed.",
    taken: "Another tab has this box now.", take: "Take it here",
    anew: "A match is on in this box. Put an empty memory in?", yes: "Yes, an empty box", no: "No, go on",
    inside: "Pull it inside a write", after: "After", bytes: "bytes of what is stored next", arm: "Set the trap",
    inside_why: "A press is 8 bytes in the memory chip. Let the power go in the middle of them.",
    armed: "The power goes after {} more bytes: press a key.",
    unstored: "This browser keeps nothing now ({}). The box plays on; when the page is closed, its score is gone.",
    none: "This browser lets no page keep anything ({}). The box plays all the same; when the page is closed, its score is gone.",
    refused: "That cannot be played: {}.",
    failed: "The board stopped: {}. It is started again.",
    help: "How to press",
    hints: ["Click or tap a key. Hold it for a second where its label says hold.",
      "On the keyboard: 1 to 5 for A, 6 to 0 for B, Q to T for C; U, N, M for the middle keys.",
      "Two keys at once: two fingers, or Shift and a click to keep the first one down."],
  },
  fr: {
    lead: "Voici la boîte de la table, avec son propre micrologiciel. Appuyez sur ses touches. Débranchez-la. La marque est toujours là.",
    box: "Boîte {}", boxes: "Boîtes", sound: "Son", language: "Langue", game: "Jeu", sides: "Côtés", options: "Options",
    put_on: "Jouer à ceci",
    pull: "Débrancher", plug: "Rebrancher", usb_out: "Retirer le câble USB", usb_in: "Remettre le câble USB",
    starting: "Démarrage…", back: "La marque est là, après {} secondes.",
    dark: "Pas de courant. Ce qui a été compté est dans sa mémoire.",
    cut: "Le courant est parti pendant une écriture, après {} octets. Rebranchez : la marque est la dernière, ou celle que vous avez pressée.",
    taken: "Un autre onglet a maintenant cette boîte.", take: "La prendre ici",
    anew: "Une partie est en cours dans cette boîte. Y mettre une mémoire vide ?", yes: "Oui, une boîte vide", no: "Non, continuer",
    inside: "Débrancher pendant une écriture", after: "Après", bytes: "octets de ce qui s'écrit ensuite", arm: "Tendre le piège",
    inside_why: "Un appui fait 8 octets dans la puce mémoire. Coupez le courant au milieu.",
    armed: "Le courant part après {} octets de plus : appuyez sur une touche.",
    unstored: "Ce navigateur ne garde plus rien ({}). La boîte continue ; la page fermée, sa marque est perdue.",
    none: "Ce navigateur ne laisse rien garder aux pages ({}). La boîte joue quand même ; la page fermée, sa marque est perdue.",
    refused: "Cela ne se joue pas : {}.",
    failed: "La carte s'est arrêtée : {}. Elle redémarre.",
    help: "Comment appuyer",
    hints: ["Cliquez ou touchez. Tenez une seconde là où l'étiquette dit de tenir.",
      "Au clavier : 1 à 5 pour A, 6 à 0 pour B, Q à T pour C ; U, N, M pour les touches du milieu.",
      "Deux touches à la fois : deux doigts, ou Maj et un clic pour garder la première enfoncée."],
  },
};
