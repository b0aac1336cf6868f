// Beside a form of figures: keys to type with, what the button will enter, the score as it is chosen; and what was told of
// a field goes with what stood there.
"use strict";

(() => {
  const form = /** @type {HTMLFormElement} */ (document.querySelector("form.entry"));
  const pad = /** @type {HTMLElement} */ (form.querySelector(".pad"));
  const button = /** @type {HTMLElement} */ (form.querySelector(".btn.go"));
  const plain = button.textContent ?? "";
  const says = form.dataset;
  let field = fields()[0];

  /** @returns {HTMLInputElement[]} those of numbers that are seen */
  function fields() {
    return [...form.querySelectorAll("input")].filter((one) => one.closest(".fld") && one.offsetParent);
  }

  function choose(other) {
    field?.classList.remove("on");
    field = other;
    field?.classList.add("on");
  }

  function press(key) {
    const seen = fields();
    if (!field || !seen.includes(field)) choose(seen[0]);
    if (!field) return;
    if (key === "next") choose(seen[(seen.indexOf(field) + 1) % seen.length]);
    else field.value = key === "clear" ? "" : `${field.value}${key}`.slice(0, field.maxLength);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // Who has won, a shootout that follows and a doubt are about the score too, a doubt about all figures.
  function forget(name) {
    if (name === "sure") return; // the answer to a doubt
    const about = [name, ...(name.startsWith("score") ? ["won", "shootout-a"] : []), ...(name === "reason" ? [] : ["sure"])];
    for (const one of about) {
      const told = document.getElementById(`wrong-${one}`);
      const marked = form.querySelector(`[aria-describedby="wrong-${one}"]`);
      for (const attribute of ["aria-invalid", "aria-describedby"]) marked?.removeAttribute(attribute);
      (told?.closest(".notice") ?? told)?.remove();
    }
    if (!form.querySelector(".field-wrong")) document.querySelector("[data-refused]")?.remove();
  }

  /** What stands in both fields of this name; nothing where neither has anything. */
  function both(name) {
    const given = new FormData(form);
    const found = ["a", "b"].map((side) => String(given.get(`${name}-${side}`) ?? "").trim());
    return found.some(Boolean) ? found.map((one) => one || "0").join(":") : "";
  }

  function tell() {
    const picked = new FormData(form).get("score") ?? "";
    const score = String(picked) || both("score");
    const sides = score.split(":");
    const isLevel = score !== "" && sides[0] === sides[1];
    for (const [at, shown] of form.querySelectorAll(".vs2 .sc").entries()) shown.textContent = sides[at] ?? "";
    for (const one of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(".so input"))) {
      one.disabled = score !== "" && !isLevel;
    }
    const parts = [score];
    for (const name of ["twenties", "shootout"]) {
      const made = name === "twenties" || isLevel ? both(name) : "";
      if (made) parts.push((says[name] ?? "").replace("{}", made));
    }
    button.textContent = score ? (says.enter ?? "").replace("{}", parts.join(" · ")) : plain;
  }

  pad.hidden = false;
  pad.addEventListener("click", (event) => {
    const key = /** @type {HTMLElement} */ (event.target).closest("button");
    if (key) press(key.value || key.textContent);
  });
  form.addEventListener("focusin", ({ target }) => { if (fields().some((one) => one === target)) choose(target); });
  form.addEventListener("input", ({ target }) => {
    forget(/** @type {HTMLInputElement} */ (target).name);
    tell();
  });
  tell();
  choose(fields()[0]);
})();
