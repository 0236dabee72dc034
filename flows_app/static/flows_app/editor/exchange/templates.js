/** Templates to start from: a choice with a picture of each. */

import { drawn } from "../graph/drawing.js";
import { layoutOnce } from "../graph/layout.js";
import { graphOf } from "../graph/model.js";
import { openDialog } from "../parts/dialog.js";
import { html, nothing, render } from "../parts/lit.js";
import { toast } from "../parts/toast.js";
import { tellWithUndo } from "../shell/undo_notice.js";
import { hasSteps, putIn } from "./importing.js";

export async function openTemplates(editor) {
  let templates;
  try {
    ({ results: templates } = await editor.request("templates"));
  } catch (failed) {
    toast(failed.detail, { kind: "error" });
    return;
  }
  const dialog = openDialog({
    title: "Start from a template",
    size: "large",
    body: (opened) => html`
      ${hasSteps(editor) ? html`<p>It <strong>replaces the draft</strong>. You can undo it.</p>` : nothing}
      <ul class="ed-templates">${templates.map((template) => html`<li><button type="button" class="ed-template" @click=${() => opened.close(template)}>
        <svg class="ed-template-picture" data-template=${template.name} aria-hidden="true"></svg>
        <strong>${template.title}</strong><span>${template.description}</span></button></li>`)}</ul>`,
  });
  drawAll(dialog.element, templates);
  const chosen = await dialog.closed;
  if (chosen) {
    putIn(editor, { ...chosen.document, name: editor.document.name || chosen.document.name }, `start from “${chosen.title}”`);
    tellWithUndo(editor, `Started from “${chosen.title}”.`);
  }
}

/** Pictures come as they are laid out; the choice need not wait for them. */
async function drawAll(element, templates) {
  for (const { name, document } of templates) {
    const graph = await layoutOnce(graphOf(document));
    const picture = element.querySelector(`[data-template="${CSS.escape(name)}"]`);
    if (!picture) {
      return;
    }
    picture.setAttribute("viewBox", `0 0 ${graph.width} ${graph.height}`);
    render(drawn(graph), picture);
  }
}
