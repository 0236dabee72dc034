// Things that float above the page at an element: menus, lists of suggestions. In the browser's top layer, so nothing
// cuts them off.

const GAP = 4;
const EDGE = 8;
const openAt = new WeakMap();

/** Places `element` (a popover that is open) below the anchor, or above if there is no room. */
export function placeAt(element, anchor, { wide = false } = {}) {
  const at = anchor.getBoundingClientRect();
  const set = (name, value) => element.style.setProperty(name, value);
  element.dataset.wide = wide ? "wide" : "";
  set("min-width", wide ? `${at.width}px` : "");
  set("max-height", "");
  const own = element.getBoundingClientRect();
  const below = innerHeight - at.bottom - EDGE - GAP;
  const above = at.top - EDGE - GAP;
  const under = own.height <= below || below >= above;
  const height = Math.min(own.height, under ? below : above);
  set("max-height", `${Math.max(height, 80)}px`);
  set("top", `${under ? at.bottom + GAP : at.top - GAP - height}px`);
  set("left", `${Math.max(EDGE, Math.min(at.left, innerWidth - own.width - EDGE))}px`);
}

/** Closes what stands open at the anchor, and says whether something did: who presses a button again wants no second one. */
export function closedAgain(anchor) {
  const close = openAt.get(anchor);
  close?.();
  return Boolean(close);
}

/** Calls `close` when someone clicks elsewhere, or the anchor is scrolled out of sight; gives a function that ends it. */
export function closeElsewhere(element, anchor, close) {
  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  openAt.set(anchor, close);
  controller.signal.addEventListener("abort", () => openAt.delete(anchor));
  const follow = () => (inSight(anchor) ? placeAt(element, anchor, { wide: Boolean(element.dataset.wide) }) : close());
  addEventListener("pointerdown", (event) => outside(event, element, anchor) && close(), options);
  addEventListener("scroll", (event) => outside(event, element, anchor) && follow(), options);
  addEventListener("resize", follow, options);
  return () => controller.abort();
}

function inSight(anchor) {
  const { top, bottom } = anchor.getBoundingClientRect();
  return anchor.isConnected && bottom > 0 && top < innerHeight;
}

function outside(event, element, anchor) {
  const target = event.target;
  return !(target instanceof Node && (element.contains(target) || anchor.contains(target)));
}
