// Modal dialogs on the browser's own <dialog>: it keeps the focus inside, closes by Escape and gives the focus back.

import { html, nothing, render } from "./lit.js";
import { iconButton } from "./button.js";

let opened = 0;

/**
 * `body(dialog)` gives the content; `dialog.update()` draws it again, `dialog.close(result)` ends it.
 * `dialog.closed` is a promise of the result (undefined if it was dismissed). `size`: "small", "medium", "large" or "wide".
 * `mayClose(dialog)`: whether it may be dismissed now, asked for Escape, a click beside it and its buttons that close it.
 */
export function openDialog({ title, body, footer = null, size = "medium", onClose = () => {}, mayClose = () => true }) {
  opened += 1;
  const element = document.createElement("dialog");
  const dialog = { element, closed: null, update, close, dismiss };
  element.className = `ed-dialog ed-dialog-${size}`;
  element.setAttribute("aria-labelledby", `ed-dialog-${opened}`);
  const headingId = `ed-dialog-${opened}`;
  let result;
  dialog.closed = new Promise((resolve) => {
    element.addEventListener("close", () => {
      element.remove();
      onClose(result);
      resolve(result);
    });
  });
  element.addEventListener("mousedown", (event) => event.target === element && dismiss());
  element.addEventListener("cancel", (event) => event.target === element && !mayClose(dialog) && event.preventDefault());
  layer().append(element);
  update();
  element.showModal();
  reachable(element);
  return dialog;

  function update() {
    render(frame(title, headingId, body(dialog), footer?.(dialog), dismiss), element);
    reachable(element);
  }

  function dismiss() {
    if (mayClose(dialog)) close();
  }

  function close(given) {
    result = given;
    element.close();
  }
}

const frame = (title, headingId, body, footer, dismiss) => html`
  <div class="ed-dialog-frame">
    <header class="ed-dialog-head"><h2 id=${headingId}>${title}</h2>
      ${iconButton({ label: "Close", iconName: "close", onClick: dismiss })}</header>
    <div class="ed-dialog-body">${body}</div>
    ${footer ? html`<footer class="ed-dialog-foot">${footer}</footer>` : nothing}
  </div>`;

/** What is longer than the dialog can be scrolled by the keyboard, too. */
function reachable(element) {
  const body = element.querySelector(".ed-dialog-body");
  if (body.scrollHeight > body.clientHeight) body.tabIndex = 0;
  else body.removeAttribute("tabindex");
}

/** Where things that stand above the page go: inside the editor's element, so that its styles reach them. */
export const layer = () => document.querySelector("#editor-layer") ?? document.body;
