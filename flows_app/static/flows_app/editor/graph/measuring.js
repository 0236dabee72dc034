/** How wide a text is drawn, and as much of it as fits. Widths are kept: the same names are drawn at every key press. */

export const FAMILY = `system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif`;
export const FONTS = {
  title: `600 12.5px ${FAMILY}`,
  summary: `400 11px ${FAMILY}`,
  edge: `400 10.5px ${FAMILY}`,
};
const KEPT_AT_MOST = 5000;

const context = document.createElement("canvas").getContext("2d");
const widths = new Map();

export function widthOf(text, font) {
  const key = `${font} ${text}`;
  if (!widths.has(key)) {
    if (widths.size > KEPT_AT_MOST) {
      widths.clear();
    }
    context.font = FONTS[font];
    widths.set(key, context.measureText(text).width);
  }
  return widths.get(key);
}

/** Cut at the last character that leaves room for the dots. */
export function fitted(text, font, room) {
  if (widthOf(text, font) <= room) {
    return text;
  }
  const characters = [...text].slice(0, 200);
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const fits = widthOf(`${characters.slice(0, middle).join("")}…`, font) <= room;
    [low, high] = fits ? [middle, high] : [low, middle - 1];
  }
  return `${characters.slice(0, low).join("").trimEnd()}…`;
}
