// Suggestions inside a longer text: slots after `{` in messages, filters after `|`; slots, functions and members in
// expressions.

import { dismiss, suggest } from "../parts/suggestions.js";
import { slotChoices, slotNamed } from "./choices.js";

/** Opens, changes or closes the list for where the cursor stands in a message. */
export function completeMessage(editor, input) {
  const before = input.value.slice(0, input.selectionStart);
  const filter = /\{\s*([a-z][a-z0-9_]*)\s*((?:\|[^{}|]*)*)\|\s*(\w*)$/.exec(before);
  const slot = /(?:^|[^{])\{(\w*)$/.exec(before);
  if (filter) {
    offer(input, filter[3], filters(editor, filter[2] ? "text" : slotNamed(editor, filter[1])?.type), "Filters", { inBraces: true });
  } else if (slot) {
    offer(input, slot[1], slotChoices(editor), "Slots", { inBraces: true, behind: (after) => (after.startsWith("}") ? "" : "}") });
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

/** Those that make sense for the type; behind another filter there is a text. All of them, if the slot is not known. */
const filters = (editor, type) => (editor.boot.names.filters ?? [])
  .filter((one) => !type || one.types.includes(type))
  .map((one) => ({ value: one.name, detail: one.description }));

const quotes = (text, mark) => (text.replace(/\\./g, "").split(mark).length - 1) % 2 === 1;
const inQuotes = (text) => quotes(text, '"') || quotes(text, "'");

/** `inBraces`: Enter takes the first even before a letter is typed, and the exact name; elsewhere a name typed whole stays. */
function offer(input, typed, choices, label, { inBraces = false, behind = () => "" } = {}) {
  const wanted = typed.toLowerCase();
  const exact = choices.filter((choice) => choice.value === typed);
  const longer = choices.filter((choice) => choice.value.toLowerCase().startsWith(wanted) && choice.value !== typed);
  const fitting = inBraces ? [...exact, ...longer] : longer;
  suggest(input, fitting.slice(0, 40).map((choice) => ({ label: choice.value, detail: choice.detail, value: choice.value })), {
    label,
    first: inBraces || (wanted !== "" && exact.length === 0),
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
