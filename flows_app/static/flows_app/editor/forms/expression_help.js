import { html, nothing } from "../parts/lit.js";
import { openDialog } from "../parts/dialog.js";
import { slotChoices } from "./choices.js";

const BASICS = [
  { example: "amount > 100", description: "The number in the slot amount is more than 100; also <, <=, >=." },
  { example: "account == 'savings'", description: "The slot account holds this text; != is the opposite. Texts stand in quotes." },
];

export function openExpressionHelp(editor) {
  const slots = slotChoices(editor);
  openDialog({
    title: "How to write expressions",
    body: () => html`
      <p>An expression compares slots or computes with them. Slots stand in it by their names, without braces. A comparison with
        a slot that is not filled does not hold, but for <code>!=</code>: an empty slot is not “tea”.</p>
      <table class="ed-table"><thead><tr><th scope="col">Expression</th><th scope="col">What it means</th></tr></thead>
        <tbody>${[...BASICS, ...(editor.boot.names.functions ?? [])].map((one) => html`<tr><td><code>${one.example}</code></td><td>${one.description}</td></tr>`)}</tbody></table>
      ${slots.length ? html`<h3>Slots you can use</h3><p class="ed-name-list">${slots.map((slot) => html`<span><code>${slot.value}</code> ${slot.detail}</span>`)}</p>` : nothing}
      <p class="ed-quiet-text">While you type, suggestions appear; Ctrl and Space shows them all.</p>`,
  });
}
