import { html, ifDefined } from "./lit.js";
import { icon } from "./icons.js";

/** `kind`: "plain", "primary", "danger" or "quiet" (no frame). `key` names the button for keeping the focus on it. */
export const button = ({ label, onClick, kind = "plain", iconName, disabled = false, title, key, expanded, controls }) => html`
  <button type="button" class="ed-button ed-${kind}" ?disabled=${disabled} title=${ifDefined(title)} data-key=${ifDefined(key)}
    aria-expanded=${ifDefined(expanded)} aria-controls=${ifDefined(controls)} @click=${onClick}>
    ${iconName ? icon(iconName, 16) : ""}<span>${label}</span>
  </button>`;

/** A button that shows only an icon; its label is read out and shown as a tooltip. */
export const iconButton = ({ label, iconName, onClick, disabled = false, key, expanded, popup, describedBy, pressed, title }) => html`
  <button type="button" class="ed-icon-button" ?disabled=${disabled} aria-label=${label} title=${title ?? label}
    data-key=${ifDefined(key)} aria-expanded=${ifDefined(expanded)} aria-haspopup=${ifDefined(popup)}
    aria-describedby=${ifDefined(describedBy)} aria-pressed=${ifDefined(pressed)} @click=${onClick}>${icon(iconName)}</button>`;

/** Takes one of several away. */
export const removeButton = (label, key, onClick) => iconButton({ label, iconName: "close", key, onClick });

/** Adds one more. */
export const addButton = (label, key, onClick, title) => button({ label, kind: "link", iconName: "add", key, onClick, title });
