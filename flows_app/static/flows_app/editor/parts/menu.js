// A menu at a button: arrows move, letters jump, Escape gives the focus back.

import { html, nothing, render } from "./lit.js";
import { icon } from "./icons.js";
import { layer } from "./dialog.js";
import { closedAgain, closeElsewhere, placeAt } from "./floating.js";

/** `items`: [{label, iconName?, keys?, danger?, disabled?, run}] or "-" for a line between groups. */
export function openMenu(anchor, label, items) {
  if (closedAgain(anchor)) return;
  const element = document.createElement("div");
  element.className = "ed-menu";
  element.popover = "manual";
  element.setAttribute("role", "menu");
  element.setAttribute("aria-label", label);
  layer().append(element);
  render(items.map((item) => (item === "-" ? html`<div role="separator"></div>` : entry(item, close))), element);
  element.showPopover();
  placeAt(element, anchor);
  anchor.setAttribute("aria-expanded", "true");
  const stop = closeElsewhere(element, anchor, () => close(false));
  element.addEventListener("keydown", (event) => keydown(event, element, close));
  entries(element)[0]?.focus();

  function close(back = true) {
    stop();
    element.remove();
    anchor.setAttribute("aria-expanded", "false");
    if (back) anchor.focus();
  }
}

const entry = (item, close) => html`
  <button type="button" role="menuitem" tabindex="-1" class="ed-menu-item ${item.danger ? "ed-menu-danger" : ""}" ?disabled=${item.disabled}
    @click=${() => { close(); item.run(); }}>
    ${item.iconName ? icon(item.iconName, 16) : nothing}<span>${item.label}</span>${item.keys ? html`<kbd>${item.keys}</kbd>` : nothing}
  </button>`;

const entries = (element) => [...element.querySelectorAll("[role=menuitem]:not([disabled])")];

function keydown(event, element, close) {
  const all = entries(element);
  const now = all.indexOf(document.activeElement);
  const go = (index) => all[(index + all.length) % all.length]?.focus();
  const deeds = {
    ArrowDown: () => go(now + 1),
    ArrowUp: () => go(now - 1),
    Home: () => go(0),
    End: () => go(all.length - 1),
    Escape: () => close(),
    Tab: () => close(),
  };
  if (deeds[event.key]) {
    if (event.key !== "Tab") event.preventDefault();
    deeds[event.key]();
  } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== " ") {
    all.find((one) => one.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
  }
  event.stopPropagation();
}
