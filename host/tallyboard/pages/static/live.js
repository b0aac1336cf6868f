// Keeps a page as things are now. What a page wants stands in attributes of its <body>:
//   data-stream     the address of the stream (pages/live/stream.py says what comes on it)
//   data-after      the id up to which the page's fragments are
//   data-version    of the tournament that the page shows
//   data-on-change  when that is another: "replace" puts the page's new <main> in place, "tell" says so above the forms
//   data-part       the address of what is put into #me instead of a new <main>
// And keeps what was typed into a form while the laptop does not answer.
// The words that it needs stand in the <template id="follow"> of templates/parts/follow.html.
"use strict";

(() => {
  const page = document.body.dataset;
  const language = document.documentElement.lang;
  const STALE_MS = 5000;
  const AGAIN_MS = 1000;
  const ANSWER_MS = 4000;
  const PRESS_MS = 2000;
  const { src: script } = /** @type {HTMLScriptElement} */ (document.currentScript);

  /** @type {EventSource | null} */
  let source = null;
  let reopening = 0;
  let openedAt = 0;
  let heardAt = Date.now();
  let ahead = 0; // of this device's clock, what the laptop's is

  // ---- the stream

  function open() {
    close();
    const address = new URL(page.stream ?? "", location.href);
    address.searchParams.set("lang", language);
    if (page.after) address.searchParams.set("after", page.after);
    if (page.version) address.searchParams.set("version", page.version);
    source = new EventSource(address);
    openedAt = Date.now();
    on("hello", (data) => reloadIfNewer(JSON.parse(data).assets));
    on("all", (data) => keepOnly(JSON.parse(data)));
    on("fragment", put);
    on("gone", (key) => find(key)?.remove());
    on("told", (_, id) => { page.after = id; announce(); });
    on("changed", changed);
    on("beat", beat);
    source.onerror = again;
  }

  function on(kind, handle) {
    source?.addEventListener(kind, (event) => {
      heardAt = Date.now();
      whenFree(() => {
        clearStale();
        handle(event.data, event.lastEventId);
      });
    });
  }

  // The laptop's time and the database's, which clock.js counts by.
  function beat(said) {
    const [ours, stored] = said.split(" ").map((time) => Number(time) - Date.now());
    ahead = ours;
    tellTime();
    countDown();
    document.dispatchEvent(new CustomEvent("beat", { detail: stored }));
  }

  let isPressing = false;
  let patience = 0;
  /** @type {(() => void)[]} */
  const waiting = [];

  // What is replaced or moves while somebody presses it would lose the click: that waits until the press is over.
  function whenFree(does) {
    if (isPressing) waiting.push(does);
    else does();
  }

  function pressed() {
    isPressing = true;
    clearTimeout(patience);
    patience = setTimeout(released, PRESS_MS); // not every end is told
  }

  function released() {
    isPressing = false;
    while (waiting.length) waiting.shift()?.();
  }

  addEventListener("pointerdown", pressed);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(released)); // behind the click

  function close() {
    clearTimeout(reopening);
    waiting.length = 0; // the next line says it again
    source?.close();
    source = null;
  }

  // Not left to the browser, which gives up for good when it is told 503.
  function again() {
    close();
    reopening = setTimeout(open, AGAIN_MS * (1 + Math.random()));
  }

  // ---- fragments

  function find(key) {
    return document.querySelector(`[data-fragment="${CSS.escape(key)}"]`);
  }

  function put(html) {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    const made = /** @type {Element} */ (holder.content.firstElementChild);
    const old = find(made.dataset.fragment);
    if (Number(made.dataset.renews) > Number(old?.dataset.renews)) changed(page.version);
    if (old) replace(old, made);
    else if (made.matches("article")) insert(made);
    mirror(made);
  }

  function replace(old, made) {
    const focused = links(old).indexOf(document.activeElement);
    const before = [...old.querySelectorAll(".sc")];
    made.querySelectorAll(".sc").forEach((total, at) => {
      total.classList.toggle("changed", Boolean(before[at]) && before[at].textContent !== total.textContent);
    });
    old.replaceWith(made);
    links(made)[focused]?.focus({ preventScroll: true });
  }

  function links(within) {
    return [...within.querySelectorAll("a, button")];
  }

  // What shows the total of a side elsewhere: data-mirror is the card's key or the match on it, data-side which one, and
  // where it has a data-match it follows the card for as long as that match is on it.
  function mirror(card) {
    const sides = [...card.querySelectorAll(".side")];
    const known = [card.dataset.fragment, card.dataset.match ?? "none"].map((name) => `[data-mirror="${CSS.escape(name)}"]`);
    for (const one of document.querySelectorAll(known.join())) {
      if (one.dataset.match && one.dataset.match !== card.dataset.match) continue;
      const side = sides[Number(one.dataset.side)];
      const total = side?.querySelector(".sc")?.textContent ?? "";
      if (one.textContent !== total) one.textContent = total;
      one.parentElement?.classList.toggle("lead", Boolean(side?.classList.contains("lead")));
    }
  }

  function mirrorAll() {
    for (const card of document.querySelectorAll("[data-tables] > [data-fragment]")) mirror(card);
  }

  function insert(made) {
    const tables = document.querySelector("[data-tables]");
    const next = [...(tables?.children ?? [])].find((card) => place(card) > place(made));
    tables?.insertBefore(made, next ?? null);
  }

  // Puts Table 10 behind Table 9, as Card.sort does.
  function place(card) {
    return card.dataset.fragment.replace(/^table:(table ?(?=[0-9]{1,3}$))?/i, "").replace(/[0-9]+/g, (digits) => {
      const number = digits.replace(/^0+/, "");
      return String(number.length).padStart(3, "0") + number;
    });
  }

  function keepOnly(keys) {
    for (const card of document.querySelectorAll("[data-tables] > [data-fragment]")) {
      if (!keys.includes(card.dataset.fragment)) card.remove();
    }
  }

  // For tv.js, which shows some of them.
  function announce() {
    countUp();
    findMe();
    mirrorAll();
    document.dispatchEvent(new Event("tables-changed"));
    const count = /** @type {HTMLElement | null} */ (document.querySelector("[data-more]"));
    const number = document.querySelectorAll("[data-tables] > *").length;
    if (count) count.textContent = ((number > 1 ? count.dataset.more : count.dataset.one) ?? "").replace(/\d+/, `${number}`);
  }

  // On a page that is made once for all the one who looks finds their own name.
  function findMe() {
    const mine = document.querySelector(".pin")?.getAttribute("href");
    for (const link of document.querySelectorAll(`main a[href="${mine}"]:not(.pin)`)) link.classList.add("you");
  }

  // ---- the tournament

  let replacing = 0;

  function changed(version) {
    if (page.onChange === "tell") tell();
    if (page.onChange !== "replace") return;
    clearTimeout(replacing);
    replacing = setTimeout(() => replaceMain(version), 1000 * Math.random()); // not all viewers at once
  }

  async function replaceMain(version) {
    try {
      const answer = await fetch(page.part ?? location.href, { headers: { accept: "text/html" } });
      if (!answer.ok) throw new Error(answer.statusText);
      const made = new DOMParser().parseFromString(await answer.text(), "text/html");
      whenFree(() => (page.part ? showPart(made, version) : show(made, version)));
    } catch {
      replacing = setTimeout(() => replaceMain(version), 2 * AGAIN_MS);
    }
  }

  function showPart(made, version) {
    const stage = made.querySelector("template.stage");
    const said = document.querySelector(".bar .where small");
    if (stage && said) said.textContent = stage.content.textContent;
    stage?.remove();
    document.getElementById("me")?.replaceChildren(...made.body.childNodes);
    page.version = version;
  }

  function show(made, version) {
    swap(document.querySelector("main"), made.querySelector("main"));
    for (const part of [".bar .where", ".bar .tabs"]) {
      const now = made.querySelector(part);
      if (now) document.querySelector(part)?.replaceChildren(...now.childNodes);
    }
    document.title = made.title;
    page.version = made.body.dataset.version ?? version;
    if (made.body.dataset.after) {
      page.after = made.body.dataset.after;
      open(); // from there on
    }
    announce();
  }

  // With what the reader has opened, scrolled to, typed into fields with a name of their own, and put the focus on.
  function swap(old, made) {
    const focused = document.activeElement?.id;
    const scrolled = [...old.querySelectorAll(".wide")].map((part) => [part.scrollLeft, part.scrollTop]);
    const before = [...old.querySelectorAll("details")];
    const opened = new Map(before.map((part) => [titled(part), part.open]));
    const typed = [...old.querySelectorAll("input[id], select[id]")].map((field) => [field.id, field.value]);
    old.replaceChildren(...made.childNodes);
    old.querySelectorAll(".wide").forEach((part, at) => {
      [part.scrollLeft, part.scrollTop] = scrolled[at] ?? [0, 0];
    });
    const after = [...old.querySelectorAll("details")];
    after.forEach((part, at) => {
      const known = opened.get(titled(part)) ?? (before.length === after.length ? before[at].open : undefined);
      part.open = known ?? part.open;
    });
    for (const [id, value] of typed) {
      const field = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
      if (field) field.value = value;
    }
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  function titled(part) {
    return part.querySelector("summary")?.textContent;
  }

  function tell() {
    if (!document.querySelector("main > .changed")) say("changed", document.querySelector("main"));
  }

  function say(which, where) {
    const said = words(which);
    where.prepend(said);
    return said;
  }

  function words(which) {
    const follow = /** @type {HTMLTemplateElement} */ (document.getElementById("follow"));
    return /** @type {Element} */ (follow.content.querySelector(`.${which}`)?.cloneNode(true));
  }

  // ---- how old it is

  function clearStale() {
    document.querySelector("body > .stale")?.remove();
    document.body.classList.remove("is-stale");
  }

  function look() {
    countUp();
    if (document.hidden || Date.now() - heardAt < STALE_MS) return;
    if (!isPressing && !document.body.classList.contains("is-stale")) tellStale();
    if (source && Date.now() - openedAt >= STALE_MS) again(); // a line that is dead without having said so
  }

  function tellStale() {
    document.body.classList.add("is-stale");
    const time = /** @type {Element} */ (say("stale", document.body).querySelector("time"));
    time.textContent = new Date(heardAt).toTimeString().slice(0, 8);
  }

  /** @returns {[number, Intl.RelativeTimeFormatUnit]} */
  function counted(seconds) {
    if (seconds < 90) return [seconds, "second"];
    return seconds < 5400 ? [seconds / 60, "minute"] : [seconds / 3600, "hour"];
  }

  const ago = new Intl.RelativeTimeFormat(language, { style: "short" });

  function countUp() {
    for (const time of document.querySelectorAll("time[data-since]")) {
      const seconds = Math.max(0, Math.round((Date.now() + ahead - Number(time.dataset.since)) / 1000));
      const [number, unit] = counted(seconds);
      const said = ago.format(-Math.round(number), unit);
      if (time.textContent !== said) time.textContent = said;
    }
  }

  // In how many minutes something is expected.
  function countDown() {
    const minutes = new Intl.NumberFormat(language, { style: "unit", unit: "minute" });
    for (const time of document.querySelectorAll("time[data-due]")) {
      const left = Math.round((Number(time.dataset.due) - Date.now() - ahead) / 60_000);
      const said = minutes.format(Math.max(1, left));
      if (time.textContent !== said) time.textContent = said;
    }
  }

  // data-clock: minutes by which the laptop's zone is ahead of UTC; without it the time of this device's zone.
  function tellTime() {
    for (const clock of document.querySelectorAll("time[data-clock]")) {
      const offset = clock.dataset.clock === "" ? -new Date().getTimezoneOffset() : Number(clock.dataset.clock);
      const now = new Date(Date.now() + ahead + offset * 60_000).toISOString().slice(11, 16).replace(/^0/, "");
      const said = language === "fr" ? now.replace(":", "\u202fh\u202f") : now;
      if (clock.textContent !== said) clock.textContent = said;
    }
  }

  // Another version of Tallyboard runs there by now: its fragments need its own style and script.
  function reloadIfNewer(assets) {
    const now = new Map(assets.map((asset) => new URL(asset, location.href)).map((url) => [url.pathname, url.search]));
    const loaded = document.querySelectorAll("link[rel=stylesheet], script[src]");
    const mine = [...loaded].map((one) => new URL(one.getAttribute("href") ?? one.getAttribute("src") ?? "", location.href));
    if (mine.some((url) => now.has(url.pathname) && now.get(url.pathname) !== url.search)) location.reload();
  }

  // ---- forms: a browser that sends one to a laptop that is away shows an error instead, and what was typed is lost

  let sending = null; // the form that goes, for the laptop has answered
  let asking = false;

  async function submitted(event) {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || form === sending || isHeard()) return;
    event.preventDefault();
    if (asking) return;
    asking = true;
    const there = await answers();
    asking = false;
    document.querySelector(".unsent")?.remove();
    if (there) send(form, submitter);
    else tellUnsent(form);
  }

  function isHeard() {
    return source?.readyState === EventSource.OPEN && Date.now() - heardAt < STALE_MS;
  }

  // Whatever it says: a stream that is refused is no reason to keep a form.
  async function answers() {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), ANSWER_MS);
    try {
      await fetch(script, { method: "HEAD", cache: "no-store", signal: patience.signal });
      return true;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  function send(form, submitter) {
    sending = form;
    form.requestSubmit(submitter);
    sending = null;
  }

  function tellUnsent(form) {
    const said = words("unsent");
    form.before(said);
    said.scrollIntoView({ block: "nearest" });
  }

  addEventListener("submit", submitted);

  // A button that a key presses too, wherever nothing else has the focus.
  addEventListener("keydown", (event) => {
    if (event.repeat || event.target?.closest?.("a, button, input, select, textarea, summary")) return;
    const button = /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${CSS.escape(event.key)}"]`));
    if (!button) return;
    event.preventDefault();
    button.click();
  });

  // What waits on this page for the end of the round's clock.
  document.addEventListener("time-up", () => { if (find("noted")) changed(page.version); });

  // ---- only while somebody looks

  function follow() {
    if (document.hidden) return close();
    heardAt = Date.now();
    if (!source) open();
  }

  if (page.stream) {
    document.addEventListener("visibilitychange", follow);
    addEventListener("pagehide", close);
    addEventListener("pageshow", follow);
    setInterval(look, 1000);
    countUp();
    findMe();
    mirrorAll();
    tellTime();
    follow();
  }
})();
