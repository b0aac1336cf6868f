// Copies the address of a page, and prints it; without this its code and its address stand there alone.
"use strict";

(() => {
  const said = document.querySelector("[data-copied]");

  /** Where a page may not use the clipboard (over plain http) the text is selected in a field and copied from there. */
  async function copy(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }

  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy], [data-print]"))) {
    button.hidden = false;
    button.addEventListener("click", () => {
      if ("print" in button.dataset) return print();
      copy(button.dataset.copy || location.href).then(() => { if (said instanceof HTMLElement) said.hidden = false; });
    });
  }
})();
