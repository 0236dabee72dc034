// The answer of another system as a tree. A click on a value makes it an output.

import { html, nothing } from "../parts/lit.js";
import { icon } from "../parts/icons.js";

const OPEN_DEPTH = 6;

/** `take(path)`; `isTaken(path)`. */
export const answerTree = (tree, { take, isTaken }) => html`<div class="ed-tree">
  ${"children" in tree ? inside(tree, { take, isTaken }, 0) : html`<span class="ed-tree-value">${tree.value}</span>`}</div>`;

const inside = (node, deeds, depth) => html`<ul>
  ${node.children.map((child) => html`<li>${"children" in child ? branch(child, deeds, depth) : leaf(child, deeds)}</li>`)}
  ${node.left_out ? html`<li class="ed-quiet-text">${node.children.length ? `${node.left_out} more` : `${node.left_out} inside`}, not shown</li>` : nothing}
</ul>`;

const branch = (node, deeds, depth) => html`<details ?open=${depth < OPEN_DEPTH && node.size <= 30}>
  <summary><span class="ed-tree-key">${node.key}</span> <span class="ed-quiet-text">${sizeOf(node)}</span></summary>
  ${node.path && deeds.take ? html`<button type="button" class="ed-tree-whole" aria-pressed=${deeds.isTaken(node.path)} aria-label="Take all of ${node.path} as an output" @click=${() => deeds.take(node.path)}>${taken(node, deeds)}take it whole</button>` : nothing}
  ${inside(node, deeds, depth + 1)}</details>`;

const sizeOf = (node) => (node.kind === "list" ? `${node.size} in a list` : `${node.size} inside`);

function leaf(node, deeds) {
  const content = html`<span class="ed-tree-key">${node.key}</span> <span class="ed-tree-value ed-tree-${node.kind}">${node.kind === "text" ? `“${node.value}”` : node.value}</span>`;
  if (!node.path || !deeds.take) return html`<span class="ed-tree-leaf" title=${node.path ? nothing : "No path leads here: a name holds a dot, a space or a secret."}>${content}</span>`;
  return html`<button type="button" class="ed-tree-leaf" data-path=${node.path} aria-pressed=${deeds.isTaken(node.path)} aria-label="Take ${node.path} as an output: ${node.value}" title="Take as an output" @click=${() => deeds.take(node.path)}>${taken(node, deeds)}${content}</button>`;
}

const taken = (node, { isTaken }) => (isTaken(node.path) ? icon("check", 14) : nothing);

/** The value at a path, as it is shown; undefined if it is not there. */
export function shownAt(tree, path) {
  const found = path.split(".").reduce((node, key) => node?.children?.find((child) => child.key === key), tree);
  return found && ("children" in found ? sizeOf(found) : found.value);
}
