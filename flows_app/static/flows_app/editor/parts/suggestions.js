// The one list of suggestions below the field that is being typed into. The focus stays in the field; the list is told to
// screen readers by aria-activedescendant.

import { html, nothing, render } from "./lit.js";
import { layer } from "./dialog.js";
import { closeElsewhere, placeAt } from "./floating.js";

let element = null;
let now = null;

/** `items`: [{label, detail?, value, group?}], those of a group in a row; `onPick(item)`. `first`: the first is chosen already, so that Enter takes it. */
export function suggest(anchor, items, { label, onPick, first = false, wide = true }) {
  if (items.length === 0) return dismiss();
  if (now?.anchor !== anchor) dismiss();
  const stop = now?.stop;
  now = { anchor, items, onPick, active: first ? 0 : -1, stop };
  draw(label);
  element.showPopover();
  placeAt(element, anchor, { wide });
  now.stop ??= closeElsewhere(element, anchor, dismiss);
  if (anchor.getAttribute("role") === "combobox") anchor.setAttribute("aria-expanded", "true");
  anchor.setAttribute("aria-controls", element.id);
  mark();
  return undefined;
}

export function dismiss() {
  if (!now) return;
  const { anchor, stop } = now;
  now = null;
  stop?.();
  element.hidePopover();
  anchor.removeAttribute("aria-activedescendant");
  anchor.removeAttribute("aria-controls");
  if (anchor.getAttribute("role") === "combobox") anchor.setAttribute("aria-expanded", "false");
}

export const suggestingFor = (anchor) => now?.anchor === anchor;

/** Whether the key was one for the list. */
export function suggestionKey(event) {
  if (!suggestingFor(event.currentTarget)) return false;
  const deed = { ArrowDown: () => go(1), ArrowUp: () => go(-1), Enter: take, Tab: take, Escape: dismiss }[event.key];
  if (!deed) return false;
  const taken = deed();
  if (taken === false) {
    dismiss();
    return false;
  }
  event.preventDefault();
  event.stopPropagation();
  return true;
}

function go(by) {
  const count = now.items.length;
  now.active = now.active < 0 ? (by > 0 ? 0 : count - 1) : (now.active + by + count) % count;
  mark();
}

function take() {
  if (now.active < 0) return false;
  pick(now.items[now.active]);
  return true;
}

function pick(item) {
  const { onPick } = now;
  dismiss();
  onPick(item);
}

function draw(label) {
  if (!element) {
    element = document.createElement("div");
    element.id = "ed-suggestions";
    element.className = "ed-suggestions";
    element.popover = "manual";
    element.setAttribute("role", "listbox");
    // A click must not take the focus out of the field.
    element.addEventListener("pointerdown", (event) => event.preventDefault());
    element.addEventListener("mousedown", (event) => event.preventDefault());
    layer().append(element);
  }
  element.setAttribute("aria-label", label);
  render(grouped(now.items).map(({ name, options }) => (name
    ? html`<div role="group" aria-label=${name}><div class="ed-suggestion-group" aria-hidden="true">${name}</div>${options}</div>`
    : options)), element);
}

function grouped(items) {
  const groups = [];
  items.forEach((item, index) => {
    if (groups.at(-1)?.name !== item.group || groups.length === 0) groups.push({ name: item.group, options: [] });
    groups.at(-1).options.push(option(item, index));
  });
  return groups;
}

const option = (item, index) => html`
  <div role="option" id="ed-suggestion-${index}" class="ed-suggestion" aria-selected="false" @click=${() => pick(item)}>
    <span class=${item.plain ? "" : "ed-code"}>${item.label}</span>${item.detail ? html`<span class="ed-suggestion-detail">${item.detail}</span>` : nothing}
  </div>`;

function mark() {
  [...element.querySelectorAll("[role=option]")].forEach((child, index) => {
    child.setAttribute("aria-selected", String(index === now.active));
    if (index === now.active) child.scrollIntoView({ block: "nearest" });
  });
  if (now.active >= 0) now.anchor.setAttribute("aria-activedescendant", `ed-suggestion-${now.active}`);
  else now.anchor.removeAttribute("aria-activedescendant");
}
