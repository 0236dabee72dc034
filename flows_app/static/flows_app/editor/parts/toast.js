// Short notices at the foot of the page. They are read out, and stay long enough to act on: while somebody points at one,
// or stands on its button, none of them goes.

import { html, nothing, render } from "./lit.js";
import { iconButton } from "./button.js";
import { layer } from "./dialog.js";

const SECONDS = 8;
let shown = [];

/** `action`: {label, run}. `link`: {label, href}, opened in another tab. `kind`: "plain" or "error". `stays`: until it is closed. */
export function toast(text, { action = null, link = null, kind = "plain", stays = false } = {}) {
  const notice = { text, action, link, kind };
  shown = [...shown.slice(-2), notice];
  draw();
  if (!stays) dismissLater(notice);
  return () => dismiss(notice);
}

function dismissLater(notice) {
  const isWanted = () => document.querySelector("#ed-toasts").matches(":hover, :focus-within");
  setTimeout(() => (isWanted() ? dismissLater(notice) : dismiss(notice)), SECONDS * 1000);
}

function dismiss(notice) {
  shown = shown.filter((one) => one !== notice);
  draw();
}

function draw() {
  let element = document.querySelector("#ed-toasts");
  if (!element) {
    element = document.createElement("div");
    element.id = "ed-toasts";
    element.setAttribute("role", "status");
    layer().append(element);
  }
  render(shown.map((notice) => template(notice)), element);
}

const template = (notice) => html`
  <div class="ed-toast ed-toast-${notice.kind}">
    <span>${notice.text}</span>
    ${notice.action ? html`<button type="button" class="ed-toast-action" @click=${() => { dismiss(notice); notice.action.run(); }}>${notice.action.label}</button>` : nothing}
    ${notice.link ? html`<a class="ed-toast-action" href=${notice.link.href} target="_blank" rel="noopener" title="Opens in another tab">${notice.link.label}</a>` : nothing}
    ${iconButton({ label: "Close the notice", iconName: "close", onClick: () => dismiss(notice) })}
  </div>`;

/** Only for screen readers. */
export function announce(text) {
  const element = document.querySelector("#editor-live");
  if (!element) return;
  // The same words twice would not be read out twice.
  element.textContent = element.textContent === text ? `${text}\u00a0` : text;
}
