// Where the keyboard's focus is. Drawing again may move a card or make it anew; the focus must not fall out of it.

/** Draws, and puts the focus back to where it was: the same control of the same card, or what stood nearest to it. */
export function keepingFocus(root, draw) {
  const active = root.contains(document.activeElement) ? document.activeElement : null;
  const at = active && { card: cardOf(active), key: active.dataset.key, from: active.selectionStart, to: active.selectionEnd };
  const around = active && aroundOf(root, active);
  draw();
  if (!active || document.activeElement === active) return;
  const again = active.isConnected ? active : at.key && within(root, at.card)?.querySelector(`[data-key="${CSS.escape(at.key)}"]`);
  (again || nearest(root, around))?.focus({ preventScroll: true });
  if (again && typeof at.from === "number") again.setSelectionRange?.(at.from, at.to);
}

/** What stands beside it, and beside what it stands in, from the inside out. */
function aroundOf(root, active) {
  const levels = [];
  for (let node = active; node !== root; node = node.parentElement) {
    levels.push([node.nextElementSibling, node.previousElementSibling, node.parentElement]);
  }
  return levels;
}

/** The control nearest to one that has gone: behind it, or else before it. */
function nearest(root, levels) {
  const usable = (control) => !control.disabled && control.checkVisibility();
  const left = levels.flat().filter((element) => element && (element === root || root.contains(element)));
  return left.flatMap((element) => (element.matches(USABLE) ? [element] : [...element.querySelectorAll(USABLE)])).find(usable);
}

const USABLE = "button, input, textarea, select, summary";

const cardOf = (element) => element.closest("[data-card]")?.dataset.card ?? null;

const within = (root, card) => (card ? root.querySelector(`[data-card="${card}"]`) : root);

/** `editor.select(id, {focus, field})`: unfolds the card, brings it into view and puts the focus into the field. */
export function obeySelection(editor, root) {
  editor.addEventListener("selection", ({ detail }) => {
    if (detail.still || !editor.stepWithId(detail.id)) return;
    if (detail.focus) editor.view.reveal(detail.id);
    queueMicrotask(() => show(root, detail));
  });
}

function show(root, { id, focus, field }) {
  const card = within(root, id);
  if (!card) return;
  if (focus) focusField(card, field);
  const target = focus ? document.activeElement : card.querySelector(".ed-card-head");
  const box = target.getBoundingClientRect();
  const frame = root.getBoundingClientRect();
  if (box.top < frame.top + 8 || box.bottom > frame.bottom - 8) card.scrollIntoView({ block: box.height > frame.height ? "start" : "center", behavior: calm() });
}

const calm = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth");

const CONTROLS = "input:not([type=hidden]):not([disabled]), textarea:not([disabled]), select:not([disabled])";

/** The field by its place, or the nearest around it; "" is the first field of the form; "handle" and "name" are of the head. */
export function focusField(card, field) {
  const all = (selector) => [...card.querySelectorAll(selector)].filter((element) => element.closest("[data-card], [data-slot]") === card);
  const own = (selector) => all(selector)[0];
  const first = () => {
    const fields = all(CONTROLS).filter((control) => !control.closest(".ed-card-head"));
    // What a branch needs is its first condition, not what is seldom needed and stands above it.
    return fields.find((control) => !control.closest("details")) ?? fields[0] ?? own(CONTROLS) ?? own("[data-key=fold]");
  };
  const control = field === "handle" || field === "name" ? own(`[data-key=${field}]`) : field ? controlAt(card, own, field) ?? first() : first();
  control?.closest("details")?.setAttribute("open", "");
  control?.focus({ preventScroll: true });
  // A name is written anew: what is typed stands in place of the one it was given.
  if (field === "name") control?.select?.();
}

function controlAt(card, own, field) {
  const parts = field.split("/");
  for (let length = parts.length; length > 0; length -= 1) {
    const place = own(`[data-at="${CSS.escape(parts.slice(0, length).join("/"))}"]`);
    if (place) return place.matches(CONTROLS) ? place : place.querySelector(CONTROLS) ?? place.querySelector("button");
  }
  return null;
}
