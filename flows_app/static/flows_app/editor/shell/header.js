// The header: which flow this is, whether it is saved, who else is here, and what can be done with the whole.

import { html, nothing, render } from "../parts/lit.js";
import { icon } from "../parts/icons.js";
import { iconButton } from "../parts/button.js";
import { drawnAt } from "../parts/drawing.js";
import { openFindings } from "../findings/list.js";
import { avatar } from "../people/avatars.js";
import { clock } from "../parts/moments.js";
import { showConflict } from "../people/conflict.js";
import { openSearch } from "../search/box.js";
import { STATES } from "../publishing/states.js";
import { languageSwitch } from "../translating/switch.js";
import { mountOptional } from "./optional.js";
import { openPageMenu } from "./page_menu.js";
import { openPublishingDialog } from "./publish_button.js";
import { openKeyboardHelp } from "./keyboard_help.js";

export function mountHeader(editor, element) {
  drawnAt(editor, ["document", "findings", "state", "saving", "people", "travelled", "view"], () => render(header(editor), element));
  mountOptional(editor, "exchange/panel.js", element.querySelector("#ed-exchange"), { silent: true });
}

const allFlows = (editor) => editor.boot.urls.page_changelist ?? "../../";

const header = (editor) => html`
  <a class="ed-back" href=${allFlows(editor)} title="All flows">${icon("arrow_up", 16)}<span class="ed-unseen">All flows</span></a>
  <div class="ed-titles"><h1 class="ed-title">${editor.document.name || "A flow without a name"}</h1>${bot(editor)}</div>
  ${savingSign(editor)}
  <span class="ed-spring"></span>
  <span class="ed-people">${editor.others.map((person) => avatar(person, `${person.name} is here${person.step ? `, at ${person.step}` : ""}`))}</span>
  ${editor.readonly ? html`<span class="ed-badge">You may only look</span>` : html`<span class="ed-tools" role="group" aria-label="Undo and redo">
    ${iconButton({ label: "Undo", title: editor.undoLabel ? `Undo: ${editor.undoLabel} (Ctrl Z)` : "Nothing to undo", iconName: "undo", disabled: !editor.undoLabel, onClick: () => editor.undo() })}
    ${iconButton({ label: "Redo", title: editor.redoLabel ? `Redo: ${editor.redoLabel} (Ctrl Shift Z)` : "Nothing to redo", iconName: "redo", disabled: !editor.redoLabel, onClick: () => editor.redo() })}</span>`}
  ${languageSwitch(editor)}
  ${findingsButton(editor)}
  ${iconButton({ label: "Search in this flow", iconName: "search", title: "Search in this flow (/)", key: "search", popup: "dialog", expanded: "false", onClick: (event) => openSearch(editor, event.currentTarget) })}
  <span id="ed-exchange"></span>
  ${iconButton({ label: "Keyboard and help", iconName: "keyboard", title: "Keyboard and help (?)", onClick: openKeyboardHelp })}
  ${iconButton({ label: "More about this flow", iconName: "more", popup: "menu", expanded: "false", onClick: (event) => openPageMenu(editor, event.currentTarget) })}
  ${publishButton(editor)}`;

const bot = ({ boot }) =>
  boot.urls.page_bot ? html`<a class="ed-bot" href=${boot.urls.page_bot} title="The bot’s settings">${boot.flow.bot_name}</a>` : html`<span class="ed-bot">${boot.flow.bot_name}</span>`;

const allSaved = ({ at }) => [html`<span class="ed-sign-more">All changes </span>saved${time(at)}`, "cloud", "ed-sign-saved"];

const SIGNS = {
  idle: allSaved,
  saved: allSaved,
  saving: () => ["Saving…", "cloud", "ed-sign-busy"],
  offline: () => ["Offline: kept on this computer", "cloud_off", "ed-sign-warning"],
  refused: ({ code, detail }) => [code === "signed_out" ? "Signed out: sign in again to save" : `Not saved: ${detail}`, "cloud_off", "ed-sign-error"],
  conflict: () => ["Conflict: not saved", "warning", "ed-sign-error"],
};

const time = (at) => (at ? ` · ${clock(at)}` : "");

function savingSign(editor) {
  const status = editor.saver.status;
  const [words, sign, style] = SIGNS[status.name](status);
  const inside = html`${icon(sign, 16)}<span>${words}</span>`;
  return html`<span role="status">${signOf(editor, status, style, inside)}</span>`;
}

/** Where there is something to do about it, it can be pressed. */
function signOf(editor, status, style, inside) {
  if (status.name === "conflict") {
    return html`<button type="button" class="ed-sign ${style}" data-saving="conflict" @click=${() => showConflict(editor)}>${inside}</button>`;
  }
  if (status.code === "signed_out") {
    return html`<a class="ed-sign ${style}" data-saving="refused" href=${allFlows(editor)} target="_blank" title="Opens another tab; your changes are kept on this computer meanwhile">${inside}</a>`;
  }
  return html`<span class="ed-sign ${style}" data-saving=${status.name}>${inside}</span>`;
}

function findingsButton(editor) {
  const errors = editor.findings.filter((finding) => finding.severity === "error").length;
  const others = editor.findings.length - errors;
  const words = [errors && `${errors} to mend`, others && `${others} worth a look`].filter(Boolean).join(", ") || "Nothing to mend";
  const [style, sign] = errors ? ["ed-count-error", "error"] : others ? ["ed-count-warning", "warning"] : ["ed-count-ok", "check"];
  return html`<button type="button" class="ed-findings-button ${style}" aria-haspopup="dialog" aria-expanded="false" @click=${(event) => openFindings(editor, event.currentTarget)}>
    ${icon(sign, 16)}<span>${words}</span></button>`;
}

function publishButton(editor) {
  if (!editor.boot.rights?.publish) return nothing;
  const { label, tone, title } = STATES[editor.state];
  const ready = editor.state === "never_published" || editor.state === "has_changes";
  return html`<span class="ed-publishing" data-state=${editor.state}>
    <span class="ed-publish-state ed-tone-${tone}" id="ed-publish-state" title=${title}>${label}</span>
    <button type="button" class="ed-button ed-publish ${ready ? "ed-primary" : ""}" aria-describedby="ed-publish-state" @click=${() => openPublishingDialog(editor)}>Publish…</button></span>`;
}
