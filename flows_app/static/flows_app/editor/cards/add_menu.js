// The menu that adds a step: type to search, arrows to choose, Enter to add.

import { html, render } from "../parts/lit.js";
import { icon } from "../parts/icons.js";
import { layer } from "../parts/dialog.js";
import { closedAgain, closeElsewhere, placeAt } from "../parts/floating.js";
import { addStep } from "./deeds.js";
import { stepTypes, typeNamed } from "../document/types.js";

export function openAddMenu(editor, anchor, list, index) {
  if (editor.readonly || closedAgain(anchor)) return;
  const element = document.createElement("div");
  element.className = "ed-add";
  element.popover = "manual";
  element.setAttribute("role", "dialog");
  element.setAttribute("aria-label", "Add a step");
  let wanted = "";
  let active = 0;
  layer().append(element);
  draw();
  element.showPopover();
  placeAt(element, anchor);
  const stop = closeElsewhere(element, anchor, () => close(false));
  element.querySelector("input").focus();

  function draw() {
    const found = matching(wanted);
    active = Math.min(active, Math.max(0, found.length - 1));
    render(menu({ found, active, pick, type, keydown: (event) => keydown(event, found) }), element);
  }

  function type(event) {
    wanted = event.target.value;
    active = 0;
    draw();
  }

  function keydown(event, found) {
    const deed = {
      ArrowDown: () => (active = (active + 1) % found.length),
      ArrowUp: () => (active = (active - 1 + found.length) % found.length),
      Enter: () => found[active] && pick(found[active]),
      Escape: () => close(),
      Tab: () => close(),
    }[event.key];
    if (!deed) return;
    event.preventDefault();
    event.stopPropagation();
    deed();
    if (element.isConnected) draw();
    element.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }

  function pick(chosen) {
    close(false);
    addStep(editor, list, index, chosen);
  }

  function close(back = true) {
    stop();
    element.remove();
    if (back) anchor.focus();
  }
}

function matching(wanted) {
  const words = wanted.toLowerCase().trim();
  return stepTypes().filter(({ type, label, description }) => `${type} ${label} ${description}`.toLowerCase().includes(words)).map(({ type }) => type);
}

const menu = ({ found, active, pick, type, keydown }) => html`
  <div class="ed-add-search">${icon("search", 16)}
    <input type="text" class="ed-add-input" role="combobox" aria-label="Search a type of step" aria-expanded="true" aria-autocomplete="list"
      aria-controls="ed-add-list" aria-activedescendant="ed-add-${found[active] ?? "none"}" placeholder="What should happen?" autocomplete="off"
      @input=${type} @keydown=${keydown} /></div>
  <div role="listbox" id="ed-add-list" class="ed-add-list" aria-label="Types of steps">
    ${found.map(typeNamed).map(({ type: name, label, description, icon: sign, colour }, index) => html`
      <div role="option" id="ed-add-${name}" class="ed-add-item ed-hue-${colour}" aria-selected=${index === active} @click=${() => pick(name)}>
        <span class="ed-type-icon">${icon(sign, 16)}</span>
        <span class="ed-add-words"><b>${label}</b><span>${description}</span></span>
      </div>`)}
    ${found.length ? "" : html`<p class="ed-add-none">No type of step is like that.</p>`}
  </div>`;
