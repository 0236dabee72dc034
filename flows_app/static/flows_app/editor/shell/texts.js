// The texts side by side take the place of the columns, until something in the columns is wanted again.

import { mountOptional } from "./optional.js";

export function mountTexts(editor, body) {
  const element = document.createElement("section");
  element.className = "ed-texts";
  element.setAttribute("aria-label", "Texts in all languages");
  element.hidden = true;
  body.after(element);
  let mounted = null;
  const show = (texts) => {
    if (texts === editor.view.texts) return;
    editor.view.texts = texts;
    element.hidden = !texts;
    body.hidden = texts;
    if (texts) mounted ??= mountOptional(editor, "translating/table.js", element);
    if (texts) mounted.then((table) => table?.shown());
    editor.emit("view");
  };
  editor.addEventListener("show", ({ detail }) => show(detail.texts ?? false));
  editor.addEventListener("selection", ({ detail }) => detail.focus && show(false));
}
