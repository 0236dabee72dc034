/** Above the graph: its size, what it shows, and its files. */

import { downloadMermaid, downloadSvg } from "../exchange/files.js";
import { iconButton } from "../parts/button.js";
import { icon } from "../parts/icons.js";
import { html } from "../parts/lit.js";
import { openMenu } from "../parts/menu.js";

/** `shown` says what is switched on; `deeds` are zoom(factor), fit(), toggle(name). */
export function toolbar(editor, shown, { zoom, fit, toggle }) {
  const published = editor.state !== "never_published";
  const dropOff = published
    ? "How many conversations reached and left each step of the published version"
    : "There are numbers once the flow is published";
  return html`<div class="ed-g-bar" role="toolbar" aria-label="Graph">
    <button type="button" class="ed-icon-button" title="Smaller (−)" aria-label="Smaller" @click=${() => zoom(0.8)}>−</button>
    <output class="ed-g-scale" aria-live="off" aria-label="Size"></output>
    <button type="button" class="ed-icon-button" title="Larger (+)" aria-label="Larger" @click=${() => zoom(1.25)}>+</button>
    <button type="button" class="ed-g-switch" title="See the whole graph (0)" @click=${fit}>Fit</button>
    <span class="ed-g-gap"></span>
    ${switchButton("Failures", "Also show where the flow ends because something failed", shown.failures, () => toggle("failures"))}
    ${switchButton("Drop-off", dropOff, shown.statistics, () => toggle("statistics"), !published)}
    ${switchButton("List", "The graph in words", shown.asList, () => toggle("asList"))}
    ${iconButton({ label: "Export the graph", iconName: "download", popup: "menu", onClick: (event) => files(editor, shown, event.currentTarget) })}
  </div>`;
}

const switchButton = (words, title, on, deed, disabled = false) => html`
  <button type="button" class="ed-g-switch" title=${title} aria-pressed=${String(Boolean(on))} ?disabled=${disabled} @click=${deed}>
    ${on ? icon("check", 14) : ""}${words}</button>`;

function files(editor, shown, anchor) {
  openMenu(anchor, "Export the graph", [
    { label: "As a picture (SVG)", run: () => downloadSvg(editor, shown) },
    { label: "As Mermaid", run: () => downloadMermaid(editor) },
  ]);
}
