// The search box: what is typed is looked for in the whole flow; arrows choose a place, Enter goes there.

import { html, nothing, render } from "../parts/lit.js";
import { icon } from "../parts/icons.js";
import { layer } from "../parts/dialog.js";
import { closedAgain, closeElsewhere, placeAt } from "../parts/floating.js";
import { typeOf } from "../document/types.js";
import { entriesOf, matching } from "./entries.js";
import { goTo } from "./going.js";

const SHOWN = 100;
const BEFORE = 24;
const AFTER = 60;
// As it was left: who opens it again goes on to the next place.
const last = { wanted: "", active: 0 };

export function openSearch(editor, anchor) {
  if (closedAgain(anchor)) return;
  const element = document.createElement("div");
  element.className = "ed-search";
  element.popover = "manual";
  element.setAttribute("role", "dialog");
  element.setAttribute("aria-label", "Search in this flow");
  layer().append(element);
  draw();
  element.showPopover();
  placeAt(element, anchor);
  anchor.setAttribute("aria-expanded", "true");
  const stop = closeElsewhere(element, anchor, () => close(false));
  element.querySelector("input").select();

  function draw() {
    const all = matching(entriesOf(editor), last.wanted);
    const found = all.slice(0, SHOWN);
    last.active = Math.min(last.active, Math.max(0, found.length - 1));
    render(box({ found, count: all.length, type, pick, keydown: (event) => keydown(event, found) }), element);
    element.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }

  function type(event) {
    Object.assign(last, { wanted: event.target.value, active: 0 });
    draw();
    placeAt(element, anchor);
  }

  function keydown(event, found) {
    const step = (by) => found.length && (last.active = (last.active + by + found.length) % found.length);
    const deed = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => found[last.active] && pick(last.active, found[last.active]),
      Escape: () => close(),
      Tab: () => close(),
    }[event.key];
    if (!deed) return;
    event.preventDefault();
    event.stopPropagation();
    deed();
    if (element.isConnected) draw();
  }

  function pick(index, chosen) {
    last.active = index + 1;
    close(false);
    goTo(editor, chosen);
  }

  function close(back = true) {
    stop();
    element.remove();
    anchor.setAttribute("aria-expanded", "false");
    if (back) anchor.focus();
  }
}

const box = ({ found, count, type, pick, keydown }) => html`
  <div class="ed-add-search">${icon("search", 16)}
    <input type="text" class="ed-add-input" role="combobox" aria-label="Search in this flow" aria-expanded=${found.length > 0} aria-autocomplete="list"
      aria-controls="ed-search-list" aria-activedescendant=${found.length ? `ed-search-${last.active}` : nothing} placeholder="Names, texts, conditions, slots, actions, notes" autocomplete="off" spellcheck="false"
      .value=${last.wanted} @input=${type} @keydown=${keydown} /></div>
  <div role="listbox" id="ed-search-list" class="ed-search-list" aria-label="Where it stands">
    ${found.map((entry, index) => html`
      <div role="option" id="ed-search-${index}" class="ed-search-item ${entry.kind === "step" ? `ed-hue-${typeOf(entry).colour}` : ""}" aria-selected=${index === last.active} @click=${() => pick(index, entry)}>
        <span class="ed-type-icon">${icon(entry.kind === "step" ? typeOf(entry).icon : "note", 16)}</span>
        <span class="ed-search-words"><span class="ed-search-place"><b>${entry.kind === "slot" ? `Slot ${entry.name}` : entry.name}</b> ${entry.label}</span>
          <span class="ed-search-text">${excerpt(entry)}</span></span>
      </div>`)}
  </div>
  <p class="ed-search-count" role="status">${countWords(last.wanted.trim(), count)}</p>`;

function countWords(wanted, count) {
  if (!wanted) return "↑ ↓ choose a place, Enter goes there.";
  if (count === 0) return `“${wanted}” stands nowhere in this flow.`;
  if (count > SHOWN) return `${count} places; the first ${SHOWN} are shown.`;
  return count === 1 ? "1 place" : `${count} places`;
}

function excerpt({ text, from, to }) {
  const start = from > BEFORE + 8 ? from - BEFORE : 0;
  const end = Math.min(text.length, to + AFTER);
  return html`${start ? "…" : ""}${text.slice(start, from)}<mark>${text.slice(from, to)}</mark>${text.slice(to, end)}${end < text.length ? "…" : ""}`;
}
