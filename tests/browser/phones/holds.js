// Of each key with a hold: what of its ring and of its words lies on another key, outside the window, or is cut; and how
// many keys have one.
() => {
  const face = window.face;
  face.does = { ...face.does, press() {}, release() {} };
  const found = [];
  let holds = 0;
  const keys = [...document.querySelectorAll(".key")].filter((key) => key.checkVisibility() && !key.matches(".none"));
  for (const key of keys.filter((one) => one.dataset.key !== "B5" || !face.told.menu)) {
    key.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
    const drawn = [...document.querySelectorAll(".ring svg, .ring span")];
    holds += drawn.length ? 1 : 0;
    const own = key.getBoundingClientRect();
    for (const one of drawn) {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const name = `${key.dataset.key} ${one.textContent}`;
      if (left < 0 || top < 0 || right > innerWidth + .5 || bottom > innerHeight + .5) found.push(`outside: ${name}`);
      if (one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${name}`);
      for (const other of keys.filter((each) => each !== key)) {
        const its = other.getBoundingClientRect();
        if (its.left < right - .5 && its.right > left + .5 && its.top < bottom - .5 && its.bottom > top + .5) found.push(`on ${other.dataset.key}: ${name}`);
      }
      const isWide = left < own.left - .5 || right > own.right + .5 || top < own.top - .5 || bottom > own.bottom + .5;
      if (isWide && one.matches("svg")) found.push(`wide: ${name}`);
    }
    key.dispatchEvent(new KeyboardEvent("keyup", { key: "Enter" }));
  }
  return [found, holds];
}
