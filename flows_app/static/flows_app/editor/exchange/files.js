/** The flow as it stands on the page, unsaved changes included, as a file. */

import { standaloneSvg } from "../graph/exporting.js";
import { layoutOnce } from "../graph/layout.js";
import { trafficMarks } from "../graph/marks.js";
import { graphOf } from "../graph/model.js";
import { toast } from "../parts/toast.js";
import { download } from "./downloading.js";

export const downloadYaml = (editor) => written(editor, "yaml", "application/yaml");
export const downloadMermaid = (editor) => written(editor, "mermaid", "text/plain");

/** `failures` and `statistics`: as the graph on the page shows them. */
export async function downloadSvg(editor, { failures = false, statistics = null } = {}) {
  const { name } = editor.document;
  const graph = await layoutOnce(graphOf(editor.document, { failures, language: editor.languages.shown }));
  download(`${name || "flow"}.svg`, standaloneSvg(graph, `Flow ${name}`, trafficMarks(graph, statistics)), "image/svg+xml");
}

async function written(editor, format, type) {
  try {
    const answer = await editor.request("export", { method: "POST", body: { document: editor.document, format } });
    download(answer.file_name, answer.text, type);
  } catch (failed) {
    toast(`The flow can't be exported just now. ${failed.detail ?? ""}`, { kind: "error" });
  }
}
