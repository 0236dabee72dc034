/** A file that is dropped anywhere on the page; a veil says that it may be. */

import { layer } from "../parts/dialog.js";
import { html, render } from "../parts/lit.js";
import { toast } from "../parts/toast.js";

const isYaml = (file) => /\.ya?ml$/i.test(file.name);
export const isTranslation = (file) => /\.po$/i.test(file.name);

export function takeDroppedFiles(take) {
  const veil = document.createElement("div");
  veil.className = "ed-drop-veil";
  veil.hidden = true;
  render(html`<p>Drop the file to import it into the draft</p>`, veil);
  layer().append(veil);
  let depth = 0;
  const show = (shown) => {
    depth = shown ? depth : 0;
    veil.hidden = !shown;
  };
  document.addEventListener("dragenter", (event) => {
    if (holdsFiles(event)) {
      depth += 1;
      show(true);
    }
  });
  document.addEventListener("dragleave", (event) => {
    if (holdsFiles(event)) {
      depth -= 1;
      if (depth <= 0) {
        show(false);
      }
    }
  });
  // Without this the browser would open the file in place of the page.
  document.addEventListener("dragover", (event) => holdsFiles(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!holdsFiles(event)) {
      return;
    }
    event.preventDefault();
    show(false);
    const files = [...event.dataTransfer.files];
    if (files.length === 1 && (isYaml(files[0]) || isTranslation(files[0]))) {
      take(files[0]);
    } else {
      toast("Drop one YAML file (.yaml or .yml), or one with translations (.po).", { kind: "error" });
    }
  });
}

/** Cards that are dragged on the page are none. */
const holdsFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;
