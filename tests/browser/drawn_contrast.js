// The words and lines of inline SVG that stand out too little from what is painted behind them, which axe does not look at.
// Rules in the page's own --line colour only lead the eye, and dark segments of LED digits are meant not to be seen.
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const TEXT = 4.5, LARGE_TEXT = 3, GRAPHICS = 3;

  function colour(css, opacity = 1) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, (alpha / 255) * opacity];
  }

  function over(above, below) {
    return [0, 1, 2].map((at) => above[at] * above[3] + below[at] * (1 - above[3])).concat(1);
  }

  function luminance(rgb) {
    const [red, green, blue] = rgb.slice(0, 3).map((of255) => {
      const part = of255 / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function contrast(one, other) {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  function opacity(element) {
    let product = 1;
    for (let at = element; at instanceof Element; at = at.parentElement) product *= getComputedStyle(at).opacity;
    return product;
  }

  function painted(element, x, y) {
    const style = getComputedStyle(element);
    if (!(element instanceof SVGGeometryElement)) return colour(style.backgroundColor, opacity(element));
    if (style.fill === "none") return [0, 0, 0, 0];
    const point = new DOMPoint(x, y).matrixTransform(element.getScreenCTM().inverse());
    return element.isPointInFill(point) ? colour(style.fill, style.fillOpacity * opacity(element)) : [0, 0, 0, 0];
  }

  function behind(element, x, y) {
    const before = Node.DOCUMENT_POSITION_PRECEDING;
    const layers = document.elementsFromPoint(x, y).filter((one) => element.compareDocumentPosition(one) & before);
    let seen = colour("Canvas");
    for (const layer of layers.reverse()) seen = over(painted(layer, x, y), seen);
    return seen;
  }

  function faults(element, css, opacityOfIt, x, y, least, what) {
    const paper = behind(element, x, y);
    const ratio = contrast(over(colour(css, opacityOfIt * opacity(element)), paper), paper);
    return ratio < least - 0.005 ? [`${what}: ${ratio.toFixed(2)} to 1, not ${least}`] : [];
  }

  function isShown(element) {
    if (element.closest("defs, symbol, clipPath, marker, [aria-hidden=true]")) return false;
    const box = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true }) && box.width + box.height > 0;
  }

  function ofText(element) {
    const style = getComputedStyle(element);
    const words = element.textContent.trim();
    if (!words || style.fill === "none") return [];
    element.scrollIntoView({ block: "center", inline: "center" });
    const box = element.getBoundingClientRect();
    const matrix = element.getScreenCTM();
    const size = parseFloat(style.fontSize) * Math.hypot(matrix.b, matrix.a);
    const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? LARGE_TEXT : TEXT;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return faults(element, style.fill, style.fillOpacity, x, y, least, `text "${words}"`);
  }

  function ofLine(element) {
    const style = getComputedStyle(element);
    const rule = getComputedStyle(document.documentElement).getPropertyValue("--line");
    if (style.stroke === "none" || (rule && String(colour(style.stroke)) === String(colour(rule)))) return [];
    element.scrollIntoView({ block: "center", inline: "center" });
    const middle = element.getPointAtLength(element.getTotalLength() / 2).matrixTransform(element.getScreenCTM());
    const what = `${element.tagName} of class "${element.getAttribute("class") ?? ""}"`;
    return faults(element, style.stroke, style.strokeOpacity, middle.x, middle.y, GRAPHICS, what);
  }

  const marked = ":is(.chart-mark)"; // its stroke is a gap around it
  const texts = [...document.querySelectorAll("svg text")].filter(isShown);
  const lines = [...document.querySelectorAll("svg :is(path, line, polyline)")].filter(isShown);
  return [...texts.flatMap(ofText), ...lines.filter((line) => !line.matches(marked)).flatMap(ofLine)];
}
