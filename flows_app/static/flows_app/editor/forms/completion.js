// Suggestions inside a longer text: slots after `{` in messages, filters after `|`; slots, functions and members in
// expressions.

import { dismiss, suggest } from "../parts/suggestions.js";
import { slotChoices } from "./choices.js";

/** Opens, changes or closes the list for where the cursor stands in a message. */
export function completeMessage(editor, input) {
  const before = input.value.slice(0, input.selectionStart);
  const filter = /\{\s*[a-z][a-z0-9_]*\s*\|\s*(\w*)$/.exec(before);
  const slot = /(?:^|[^{])\{(\w*)$/.exec(before);
  if (filter) {
    offer(input, filter[1], filters(editor), "Filters");
  } else if (slot) {
    offer(input, slot[1], slotChoices(editor), "Slots", (after) => (after.startsWith("}") ? "" : "}"));
  } else {
    dismiss();
  }
}

/** The same for an expression. */
export function completeExpression(editor, input, { always = false } = {}) {
  const before = input.value.slice(0, input.selectionStart);
  const member = /[\w\])]\.(\w*)$/.exec(before);
  const word = /(?:^|[^\w.'"])([A-Za-z_]\w*)?$/.exec(before);
  if (inQuotes(before)) dismiss();
  else if (member) offer(input, member[1], members(editor), "What can be asked of it");
  else if (word && (word[1] || always)) offer(input, word[1] ?? "", everything(editor), "Slots and functions");
  else dismiss();
}

const functions = (editor) => editor.boot.names.functions ?? [];

/** Whether a function stands behind a dot, by its example: `name.contains('a')`. */
const isMember = (one) => one.example.includes(`.${one.name}(`);

const callable = (one) => (one.example.includes(`${one.name}(`) ? `${one.name}(` : one.name);

const described = (one) => ({ value: callable(one), detail: one.description });

const members = (editor) => functions(editor).filter(isMember).map(described);

const everything = (editor) => [...slotChoices(editor), ...functions(editor).filter((one) => !isMember(one)).map(described)];

const filters = (editor) => (editor.boot.names.filters ?? []).map((one) => ({ value: one.name, detail: one.description }));

const quotes = (text, mark) => (text.replace(/\\./g, "").split(mark).length - 1) % 2 === 1;
const inQuotes = (text) => quotes(text, '"') || quotes(text, "'");

function offer(input, typed, choices, label, behind = () => "") {
  const wanted = typed.toLowerCase();
  const fitting = choices.filter((choice) => choice.value.toLowerCase().startsWith(wanted) && choice.value !== typed);
  suggest(input, fitting.slice(0, 40).map((choice) => ({ label: choice.value, detail: choice.detail, value: choice.value })), {
    label,
    first: wanted !== "",
    wide: false,
    onPick: (item) => write(input, typed, item.value, behind),
  });
}

/** As typed by hand, so that the browser's own undo knows of it. */
function write(input, typed, value, behind) {
  const end = input.selectionStart;
  input.focus();
  input.setSelectionRange(end - typed.length, end);
  const text = value + behind(input.value.slice(end));
  if (!document.execCommand("insertText", false, text)) {
    input.setRangeText(text, end - typed.length, end, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
