/** Import and export: one menu in the header, and files that are dropped anywhere on the page. */

import { button } from "../parts/button.js";
import { html, render } from "../parts/lit.js";
import { openMenu } from "../parts/menu.js";
import { downloadMermaid, downloadSvg, downloadYaml } from "./files.js";
import { importTexts, translationItems } from "../translating/files.js";
import { importFile } from "./importing.js";
import { isTranslation, takeDroppedFiles } from "./dropping.js";
import { openTemplates } from "./templates.js";

export default function mount(editor, element) {
  const input = document.createElement("input");
  Object.assign(input, { type: "file", accept: ".yaml,.yml,application/yaml", hidden: true });
  input.setAttribute("aria-label", "A flow's YAML file");
  input.addEventListener("change", () => {
    const [file] = input.files;
    input.value = "";
    if (file) {
      importFile(editor, file);
    }
  });
  render(html`${button({ label: "Import / export", iconName: "download", title: "Import and export files", onClick: (event) => menu(editor, event.currentTarget, input) })}`, element);
  element.append(input);
  if (!editor.readonly) {
    takeDroppedFiles((file) => (isTranslation(file) ? importTexts(editor, file) : importFile(editor, file)));
  }
}

function menu(editor, anchor, input) {
  const forTranslators = translationItems(editor);
  openMenu(anchor, "Import and export", [
    { label: "Import YAML…", disabled: editor.readonly, run: () => input.click() },
    { label: "Start from a template…", disabled: editor.readonly, run: () => openTemplates(editor) },
    "-",
    { label: "Export as YAML", iconName: "download", run: () => downloadYaml(editor) },
    { label: "Export as Mermaid", iconName: "download", run: () => downloadMermaid(editor) },
    { label: "Export the graph as SVG", iconName: "download", run: () => downloadSvg(editor) },
    ...(forTranslators.length ? ["-", ...forTranslators] : []),
  ]);
}
