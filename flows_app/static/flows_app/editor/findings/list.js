// The list of what to mend. Each entry leads to its field.

import { html, nothing, render } from "../parts/lit.js";
import { icon } from "../parts/icons.js";
import { layer } from "../parts/dialog.js";
import { closedAgain, closeElsewhere, placeAt } from "../parts/floating.js";
import { drawnAt } from "../parts/drawing.js";

let current = -1;

/** To the field of a finding that has been placed in the document. */
export function jumpTo(editor, finding) {
  if (finding.kind === "flow") editor.emit("show", { side: "flow", field: finding.at });
  else editor.select(finding.owner, { focus: true, field: finding.at });
}

/** The next one, round and round. */
export function jumpToNext(editor, by = 1) {
  const all = ordered(editor);
  if (all.length === 0) return;
  current = (current + by + all.length) % all.length;
  jumpTo(editor, all[current]);
}

const ordered = (editor) => [...editor.findings].sort((one, other) => rank(one) - rank(other));
const rank = (finding) => (finding.severity === "error" ? 0 : 1);

export function openFindings(editor, anchor) {
  if (closedAgain(anchor)) return;
  const element = document.createElement("div");
  const shown = new AbortController();
  element.className = "ed-findings";
  element.popover = "manual";
  element.setAttribute("role", "dialog");
  element.setAttribute("aria-label", "Findings");
  element.tabIndex = -1;
  layer().append(element);
  const draw = () => render(list(editor, close), element);
  drawnAt(editor, ["findings", "document"], draw, shown.signal);
  element.showPopover();
  placeAt(element, anchor);
  anchor.setAttribute("aria-expanded", "true");
  const stop = closeElsewhere(element, anchor, close);
  element.addEventListener("keydown", (event) => keydown(event, element, () => { close(); anchor.focus(); }));
  (element.querySelector("button") ?? element).focus();

  function close() {
    if (shown.signal.aborted) return;
    shown.abort();
    stop();
    element.remove();
    anchor.setAttribute("aria-expanded", "false");
  }
}

const list = (editor, close) => html`
  <h2 class="ed-findings-title">${editor.findings.length ? "What to mend" : "Nothing to mend"}</h2>
  ${editor.findings.length ? html`<ul>${ordered(editor).map((finding) => html`<li>
    <button type="button" class="ed-finding ed-finding-${finding.severity}" @click=${() => { close(); jumpTo(editor, finding); }}>
      ${icon(finding.severity === "error" ? "error" : "warning", 16)}<span><b>${placeName(finding)}</b> ${finding.sentence}</span></button></li>`)}</ul>`
    : html`<p class="ed-quiet-text">The flow can be published as it is.</p>`}
  ${editor.findings.length > 1 ? html`<p class="ed-quiet-text"><kbd>F8</kbd> goes to the next one from anywhere.</p>` : nothing}`;

const placeName = (finding) => (finding.step ? finding.step : finding.slot ? `slot ${finding.slot}` : "Flow");

function keydown(event, element, close) {
  const all = [...element.querySelectorAll("button")];
  const now = all.indexOf(document.activeElement);
  if (event.key === "Tab") {
    // Past the ends it goes on at the button that has opened the list.
    const last = event.shiftKey ? now <= 0 : now === all.length - 1;
    if (last) close();
    return;
  }
  if (event.key === "Escape") close();
  else if (event.key === "ArrowDown") all[(now + 1) % all.length]?.focus();
  else if (event.key === "ArrowUp") all[(now - 1 + all.length) % all.length]?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
