/** The drawing as a file of its own: with its styles, in light colours, without what only the page needs. */

import { render, svg } from "../parts/lit.js";
import { drawn } from "./drawing.js";
import { FAMILY, FONTS } from "./measuring.js";

// As text, for a file that no page styles.
const STYLES = `
.ed-g-line{fill:none;stroke:#6b7280;stroke-width:1.5}.ed-g-head{fill:#6b7280}
.ed-g-way-trouble .ed-g-line{stroke:#b42318;stroke-dasharray:5 3}.ed-g-way-trouble .ed-g-head{fill:#b42318}
.ed-g-way-skip .ed-g-line,.ed-g-back .ed-g-line{stroke-dasharray:5 3}
.ed-g-edge-name rect{fill:#fff}.ed-g-edge-text{font:${FONTS.edge};fill:#4b5563;text-anchor:middle}
.ed-g-shape{fill:#f8fafc;stroke:#64748b;stroke-width:1.4}.ed-g-sign{color:#475569}
.ed-g-title{font:${FONTS.title};fill:#111827}.ed-g-summary{font:${FONTS.summary};fill:#4b5563}
.ed-g-terminal{font:${FONTS.title};fill:#fff;text-anchor:middle}.ed-g-type-start .ed-g-shape,.ed-g-type-end .ed-g-shape{fill:#334155}
.ed-g-type-missing .ed-g-shape{stroke:#b42318;stroke-dasharray:4 3}
.ed-g-traffic rect{fill:#fff;stroke:#64748b}.ed-g-traffic text{font:${FONTS.edge};text-anchor:middle}
`;

// Characters that a text may hold, and no XML file may.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const BACKGROUND = '<rect width="100%" height="100%" fill="#fff"/>';

/** `marks` are those that belong to the flow, not to who looks at it: drop-off numbers. */
export function standaloneSvg(graph, title, marks = new Map()) {
  const holder = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  render(svg`<title>${title}</title>${drawn(graph, { marks })}`, holder);
  holder.setAttribute("width", Math.ceil(graph.width));
  holder.setAttribute("height", Math.ceil(graph.height));
  holder.setAttribute("viewBox", `0 0 ${Math.ceil(graph.width)} ${Math.ceil(graph.height)}`);
  holder.setAttribute("font-family", FAMILY);
  const text = new XMLSerializer().serializeToString(withoutComments(holder)).replaceAll(NOT_IN_XML, "");
  return `${text.replace(/^<svg[^>]*>/, (opening) => `${opening}<style>${STYLES}</style>${BACKGROUND}`)}\n`;
}

/** What the rendering left as comments is of no use in a file. */
function withoutComments(node) {
  for (const child of [...node.childNodes]) {
    if (child.nodeType === Node.COMMENT_NODE) {
      child.remove();
    } else {
      withoutComments(child);
    }
  }
  return node;
}
