// What of the page is wider than its screen, or cut off without being told: the outer HTML of each. Fine are names that
// end in an ellipsis and have the whole in a title, what somebody can scroll to within its own frame, and what is hidden
// from eyes on purpose.
() => {
  const width = document.documentElement.clientWidth;
  const found = [];
  if (document.documentElement.scrollWidth > width + 1) found.push(`the page is ${document.documentElement.scrollWidth} wide`);

  function isForReadersOnly(element) {
    for (let at = element; at; at = at.parentElement) {
      const box = at.getBoundingClientRect();
      const style = getComputedStyle(at);
      if (box.width <= 1 && box.height <= 1 && style.overflow !== "visible") return true;
      if (style.clipPath !== "none" || style.clip !== "auto" || box.right < 0) return true;
    }
    return false;
  }

  function scrolls(element, axis) {
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(at)[`overflow${axis}`])) return true;
    }
    return false;
  }

  function isEllipsis(element, style) {
    const ends = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
    return ends && (element.closest("[title]") || element.querySelector("[title]"));
  }

  function endsInEllipsis(element) {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (isEllipsis(at, getComputedStyle(at)) && at.getBoundingClientRect().right <= width + 1) return true;
    }
    return false;
  }

  const text = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  for (let node = text.nextNode(); node; node = text.nextNode()) {
    const own = node.parentElement;
    if (!node.data.trim() || seen.has(own) || own.closest("script, style, noscript, svg, select, datalist, template")) continue;
    seen.add(own);
    if (!own.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width || isForReadersOnly(own)) continue;
    if (!endsInEllipsis(own) && !scrolls(own, "X") && (box.right > width + 1 || box.left < -1)) found.push(`off the screen: ${own.outerHTML}`);
    for (let at = own; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      const frame = at.getBoundingClientRect();
      if (isEllipsis(at, style)) break;
      const isCut = (axis, from, to) =>
        ["hidden", "clip"].includes(style[`overflow${axis}`]) && (from < -1.5 || to > 1.5);
      if (
        isCut("X", box.left - frame.left, box.right - frame.right) ||
        isCut("Y", box.top - frame.top + 0.15 * box.height, box.bottom - frame.bottom - 0.15 * box.height)
      ) {
        found.push(`cut: ${own.outerHTML.slice(0, 300)}`);
        break;
      }
      if (["auto", "scroll"].includes(style.overflowX) || ["auto", "scroll"].includes(style.overflowY)) break;
    }
  }
  return found;
}
