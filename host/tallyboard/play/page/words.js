// What the page says.

const Words = {
  language: "en",
  get all() { return WORDS[this.language]; },
  get suffix() { return this.language === "en" ? "" : `-${this.language}`; }, // of the legends
};

function say(words, ...values) {
  return values.reduce((text, value) => text.replace("{}", value), unbroken(Words.all[words]));
}

// In French a space stands before these, and no line ends there.
function unbroken(text) {
  return text.replace(/ ([:;?!»])/g, "\u00a0$1").replaceAll("« ", "«\u00a0");
}

function list(element, texts) {
  element.replaceChildren(...texts.map((text) => Object.assign(document.createElement("li"), { textContent: unbroken(text) })));
}

const WORDS = {
  en: {
    title: "Pull the plug. The score is still there.",
    lead: "This is the scoring box from the table. Its own firmware runs here, in your browser. Count some points, pull the plug at any moment, and plug it in again.",
    box: "Box {}", boxes: "Boxes", sound: "Beeps", language: "Language", game: "Game", sides: "Sides", options: "Options",
    put_on: "Play this", defaults: "Without options: {}", round: "A round in five steps",
    pull: "Pull the plug", plug: "Plug it in", usb_out: "Pull the USB cable", usb_in: "Put the USB cable in",
    starting: "Starting…", on: "It is on. Press 20 on side A.", back: "It is on again, after {} seconds: the score is there.",
    new_match: "A new match. Press a key.", two_only: "This game is for two sides. Choose 2, or another game.",
    counted: "It counts. Now pull the plug, whenever you like.",
    dark: "No power. What was counted is in its memory. Plug it in.",
    cut: "Cut off while it was writing, after {} bytes. Plug it in: you see the last score, or the one you pressed.",
    taken: "Another tab has this box now.", take: "Take it here",
    anew: "A match is on in this box. Put an empty memory in? The match and its score are gone then.", yes: "Yes, an empty memory", no: "No, go on",
    inside: "Pull the plug inside a write", after: "The power goes after", bytes: "more bytes", arm: "Set the trap",
    inside_why: "A press is 8 bytes in the memory chip. Here the power goes in the middle of them, at the byte that you choose.",
    last_writes: "What the box wrote last, and where:", power_went: "the power went here",
    armed: "The power goes after {} more bytes. Press a key.",
    armed_off: "The power goes after {} more bytes, while the box starts. Plug it in.",
    unstored: "This browser has stopped keeping what the box writes ({}). The box plays on; close the page, and what came since is gone.",
    stored: "This browser keeps what the box writes again.",
    none: "This browser lets no page keep anything ({}). The box plays all the same; close the page, and its score is gone.",
    broken: "This browser cannot run the box ({}). Try a newer one.",
    refused: "That cannot be played: {}.",
    failed: "The board stopped: {}. It is started again.",
    help: "How to press",
    hints: ["Click or tap a key. Where its label says “Hold”, hold it for a second.",
      "On the keyboard: 1 to 5 for side A, 6 to 0 for B, Q to T for C; U, N and M for UNDO, NEXT and MENU.",
      "Two keys at once: two fingers, or two keys of the keyboard. With a mouse, Shift and a click keeps a key down until you click it again."],
    reading: "What the box says",
    signs: ["A and B show the score. A point behind the last digit: counted in this round, and not closed yet.",
      "The display in the middle, S, says what you pressed, or why it was refused. A longer text runs through it.",
      "The small ring on the left marks the side that shoots first.",
      "The box tosses for it before the first press: hold MENU, press key 2 until S says TOSS, then NEXT. Who gets the ring presses 1, we start, or 2, they start."],
  },
  fr: {
    title: "Débranchez. Le score est toujours là.",
    lead: "C’est le marqueur de la table. Son propre micrologiciel tourne ici, dans votre navigateur. Comptez quelques points, débranchez à tout moment, et rebranchez.",
    box: "Boîte {}", boxes: "Boîtes", sound: "Bips", language: "Langue", game: "Jeu", sides: "Côtés", options: "Options",
    put_on: "Jouer à ceci", defaults: "Sans options : {}", round: "Une manche en cinq étapes",
    pull: "Débrancher", plug: "Rebrancher", usb_out: "Retirer le câble USB", usb_in: "Remettre le câble USB",
    starting: "Démarrage…", on: "Elle est en marche. Appuyez sur 20 du côté A.", back: "De nouveau en marche, après {} secondes : le score est là.",
    new_match: "Une nouvelle partie. Appuyez sur une touche.", two_only: "Ce jeu se joue à deux côtés. Choisissez 2, ou un autre jeu.",
    counted: "Elle compte. Débranchez maintenant, quand vous voulez.",
    dark: "Pas de courant. Ce qui a été compté est dans sa mémoire. Rebranchez.",
    cut: "Coupé pendant une écriture, après {} octets. Rebranchez : vous verrez le dernier score, ou celui de votre touche.",
    taken: "Un autre onglet a maintenant cette boîte.", take: "La prendre ici",
    anew: "Une partie est en cours dans cette boîte. Y mettre une mémoire vide ? La partie et son score seront perdus.", yes: "Oui, une mémoire vide", no: "Non, continuer",
    inside: "Débrancher pendant une écriture", after: "Couper après", bytes: "octets de plus", arm: "Tendre le piège",
    inside_why: "Un appui fait 8 octets dans la puce mémoire. Ici le courant part au milieu, à l’octet que vous choisissez.",
    last_writes: "Ce que la boîte a écrit en dernier, et où :", power_went: "ici le courant est parti",
    armed: "Le courant part après {} octets de plus. Appuyez sur une touche.",
    armed_off: "Le courant part après {} octets de plus, pendant le démarrage. Rebranchez.",
    unstored: "Ce navigateur ne garde plus ce que la boîte écrit ({}). Elle continue ; la page fermée, ce qui est venu depuis est perdu.",
    stored: "Ce navigateur garde de nouveau ce que la boîte écrit.",
    none: "Ce navigateur ne laisse rien garder aux pages ({}). La boîte joue quand même ; la page fermée, son score est perdu.",
    broken: "Ce navigateur ne peut pas faire marcher la boîte ({}). Essayez-en un plus récent.",
    refused: "Cela ne se joue pas : {}.",
    failed: "La carte s’est arrêtée : {}. Elle redémarre.",
    help: "Comment appuyer",
    hints: ["Cliquez ou touchez. Là où l’étiquette dit de tenir, tenez une seconde.",
      "Au clavier : 1 à 5 pour A, 6 à 0 pour B, Q à T pour C ; U, N et M pour UNDO, NEXT et MENU.",
      "Deux touches à la fois : deux doigts, ou deux touches du clavier. À la souris, Maj et un clic garde une touche enfoncée jusqu’au clic suivant."],
    reading: "Ce que dit la boîte",
    signs: ["A et B montrent le score. Un point après le dernier chiffre : compté dans cette manche, pas encore close.",
      "L’afficheur du milieu, S, dit ce que vous avez pressé, ou pourquoi c’est refusé. Un texte plus long y défile.",
      "Le petit anneau à gauche marque le côté qui tire le premier.",
      "La boîte le tire au sort avant le premier appui : tenez MENU, touche 2 jusqu’à TOSS, puis NEXT. Qui reçoit l’anneau appuie sur 1, on commence, ou 2, eux."],
  },
};
