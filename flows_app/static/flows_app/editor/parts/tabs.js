// Tabs as the ARIA practices describe them: arrows move between tabs, Home and End to the ends.

import { html, repeat } from "./lit.js";
import { icon } from "./icons.js";

/** `tabs`: [{id, label, iconName?, badge?, name?}]. Panels have the ids `${name}-panel-${id}` (see tabPanel). */
export const tabList = ({ name, label, tabs, active, onSelect }) => html`
  <div class="ed-tabs" role="tablist" aria-label=${label} @keydown=${(event) => move(event, tabs, active, onSelect)}>
    ${repeat(tabs, (tab) => tab.id, (tab) => html`
      <button type="button" role="tab" class="ed-tab" id="${tab.name ?? name}-tab-${tab.id}" data-tab=${tab.id}
        aria-controls="${tab.name ?? name}-panel-${tab.id}" aria-selected=${tab.id === active} tabindex=${tab.id === active ? 0 : -1}
        @click=${() => onSelect(tab.id)}>
        ${tab.iconName ? icon(tab.iconName, 16) : ""}<span>${tab.label}</span>${tab.badge ? html`<span class="ed-badge">${tab.badge}</span>` : ""}
      </button>`)}
  </div>`;

export const tabPanel = ({ name, id, active, content }) => html`
  <div class="ed-tab-panel" role="tabpanel" id="${name}-panel-${id}" aria-labelledby="${name}-tab-${id}" ?hidden=${id !== active}>
    ${content}
  </div>`;

const STEPS = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };

function move(event, tabs, active, onSelect) {
  const by = STEPS[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const now = tabs.findIndex((tab) => tab.id === active);
  const wanted = Number.isFinite(by) ? (now + by + tabs.length) % tabs.length : by < 0 ? 0 : tabs.length - 1;
  const list = event.currentTarget;
  onSelect(tabs[wanted].id);
  queueMicrotask(() => list.querySelector(`[data-tab="${tabs[wanted].id}"]`)?.focus());
}
