import { html } from "../parts/lit.js";
import { openDialog } from "../parts/dialog.js";

const KEYS = [
  ["Everywhere", [
    ["Ctrl Z", "undo; in a field first what was typed there"],
    ["Ctrl Shift Z, Ctrl Y", "redo"],
    ["Ctrl S", "save now (it is saved by itself, too)"],
    ["/", "search in the flow (outside a field)"],
    ["F8, Shift F8", "go to the next or previous finding"],
    ["?", "this help"],
  ]],
  ["In a card", [
    ["Ctrl Enter", "add a step after this one"],
    ["Ctrl D", "duplicate the step"],
    ["Ctrl C, Ctrl V", "outside a field: copy the step, paste copied steps after it, in another flow too"],
    ["Alt ↑, Alt ↓", "move the step up or down"],
    ["Esc", "from a field to the card’s handle"],
  ]],
  ["On a card’s handle", [
    ["Space", "lift the card; then ↑ ↓ choose a place, Enter puts it down, Esc leaves it"],
    ["↑, ↓", "go to the card above or below"],
    ["Shift ↑, Shift ↓", "select several cards, to copy them together"],
    ["←, →", "fold or unfold"],
    ["Del", "delete the step"],
  ]],
  ["In a field", [
    ["{", "in a message: choose a slot"],
    ["Ctrl Space", "in an expression: show all suggestions"],
    ["↓", "in a field for a name: show all choices"],
  ]],
];

export function openKeyboardHelp() {
  openDialog({
    title: "Keyboard and help",
    body: () => KEYS.map(([where, keys]) => html`<h3>${where}</h3>
      <table class="ed-table ed-keys"><tbody>${keys.map(([pressed, deed]) => html`<tr><th scope="row">${keysOf(pressed)}</th><td>${deed}</td></tr>`)}</tbody></table>`),
  });
}

/** “Ctrl Z, Ctrl Y”: two combinations of two keys. */
const keysOf = (pressed) =>
  pressed.split(", ").map((one) => html`<span class="ed-key">${one.split(" ").map((key) => html`<kbd>${key}</kbd>`)}</span>`);
