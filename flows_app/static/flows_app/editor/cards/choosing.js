// Several cards at once, to be copied together: by their menus, by Ctrl and a click, or by Shift and the arrows.

import { html, nothing } from "../parts/lit.js";
import { button } from "../parts/button.js";
import { announce } from "../parts/toast.js";
import { copySteps } from "../clipboard/deeds.js";

export function toggleChosen(editor, id) {
  const chosen = editor.view.chosenIds();
  editor.view.choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  tell(editor);
}

/** From one card on to the next. */
export function chooseOn(editor, id, by) {
  const all = editor.steps();
  const next = all[all.findIndex((place) => place.id === id) + by];
  if (!next) return;
  editor.view.choose([...new Set([...editor.view.chosenIds(), id, next.id])]);
  editor.select(next.id, { focus: true, field: "handle" });
  tell(editor);
}

const tell = (editor) => announce(wordsFor(editor.view.chosenIds().length));

const wordsFor = (count) => (count === 1 ? "1 step selected" : `${count} steps selected`);

/** What can be done with them. */
export function chosenBar(editor) {
  const chosen = editor.view.chosenIds();
  if (!chosen.length) return nothing;
  return html`<div class="ed-chosen-bar" role="group" aria-label="Selected steps"><span>${wordsFor(chosen.length)}</span>
    ${button({ label: "Copy", iconName: "copy", key: "copy-chosen", onClick: () => copySteps(editor, chosen[0]) })}
    ${button({ label: "Select none", kind: "quiet", key: "choose-none", onClick: () => editor.view.choose([]) })}</div>`;
}
