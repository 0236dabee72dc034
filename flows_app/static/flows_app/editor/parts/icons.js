// Line icons of 24 by 24, drawn in the colour of the text around them. Always beside words, or hidden from screen readers.

import { html, svg } from "./lit.js";

const PATHS = {
  add: svg`<path d="M12 5v14M5 12h14"/>`,
  arrow_down: svg`<path d="M12 5v14m-6-6 6 6 6-6"/>`,
  arrow_up: svg`<path d="M12 19V5m-6 6 6-6 6 6"/>`,
  check: svg`<path d="m5 12.5 4.5 4.5L19 7.5"/>`,
  chevron_down: svg`<path d="m6 9 6 6 6-6"/>`,
  chevron_right: svg`<path d="m9 6 6 6-6 6"/>`,
  close: svg`<path d="M6 6l12 12M18 6 6 18"/>`,
  cloud: svg`<path d="M7 18.5h10a4 4 0 0 0 .6-7.95 6 6 0 0 0-11.5 1.2A3.4 3.4 0 0 0 7 18.5Z"/>`,
  cloud_off: svg`<path d="M9.2 6.3a6 6 0 0 1 8.4 4.25 4 4 0 0 1 2.6 5.9M17 18.5H7a3.4 3.4 0 0 1-.9-6.75M4 4l16 16"/>`,
  copy: svg`<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M5 15V6a2 2 0 0 1 2-2h9"/>`,
  download: svg`<path d="M12 4v11m-5-5 5 5 5-5M5 20h14"/>`,
  error: svg`<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16.4v.1"/>`,
  fold: svg`<path d="m7 20 5-5 5 5M7 4l5 5 5-5"/>`,
  graph: svg`<circle cx="6" cy="6" r="2.5"/><circle cx="6" cy="18" r="2.5"/><circle cx="18" cy="12" r="2.5"/><path d="M6 8.5v7M8.3 7l7.4 4M8.3 17l7.4-4"/>`,
  handle: svg`<g fill="currentColor" stroke="none"><circle cx="9" cy="6" r="1.6"/><circle cx="15" cy="6" r="1.6"/><circle cx="9" cy="12" r="1.6"/><circle cx="15" cy="12" r="1.6"/><circle cx="9" cy="18" r="1.6"/><circle cx="15" cy="18" r="1.6"/></g>`,
  help: svg`<circle cx="12" cy="12" r="9"/><path d="M9.5 9.4a2.6 2.6 0 1 1 3.9 2.3c-.9.5-1.4 1.1-1.4 2.1M12 16.9v.1"/>`,
  keyboard: svg`<rect x="3" y="6" width="18" height="12" rx="2"/><path d="M7 10h.1M11 10h.1M15 10h.1M8 14h8"/>`,
  more: svg`<g fill="currentColor" stroke="none"><circle cx="5" cy="12" r="1.7"/><circle cx="12" cy="12" r="1.7"/><circle cx="19" cy="12" r="1.7"/></g>`,
  note: svg`<path d="M5 4h14v10l-5 6H5ZM19 14h-5v6M8.5 8.5h7M8.5 12h4"/>`,
  redo: svg`<path d="m15 5 4 4-4 4M19 9h-9a5 5 0 0 0 0 10h3"/>`,
  search: svg`<circle cx="11" cy="11" r="6"/><path d="m20 20-4.6-4.6"/>`,
  simulator: svg`<path d="M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7l-5 4v-4a2 2 0 0 1-2-2Z"/>`,
  tests: svg`<path d="M10 4v6l-5 8a1.5 1.5 0 0 0 1.3 2.3h11.4A1.5 1.5 0 0 0 19 18l-5-8V4M8.5 4h7M8 15h8"/>`,
  translate: svg`<path d="M4 6h9M8.5 4v2m3 0c-.8 3.4-3.2 6.2-6.5 7.5M6 8.5c1.2 2.4 3 4.2 5.5 5.2M11.5 20l4-10 4 10m-6.8-3h5.6"/>`,
  trash: svg`<path d="M5 7h14M10 7V4.5h4V7m-7.5 0 .8 12.5h9.4L17.5 7M10 11v5M14 11v5"/>`,
  undo: svg`<path d="M9 5 5 9l4 4M5 9h9a5 5 0 0 1 0 10h-3"/>`,
  unfold: svg`<path d="m7 15 5 5 5-5M7 9l5-5 5 5"/>`,
  versions: svg`<path d="M4 12a8 8 0 1 0 2.6-5.9M4 4v4h4M12 8v4.5l3 2"/>`,
  warning: svg`<path d="M12 4 2.8 19.5h18.4ZM12 10v4.5M12 17v.1"/>`,
  speech: svg`<path d="M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7l-5 4v-4a2 2 0 0 1-2-2Z"/><path d="M8 8.5h8M8 12h5"/>`,
  question: svg`<circle cx="12" cy="12" r="9"/><path d="M9.5 9.4a2.6 2.6 0 1 1 3.9 2.3c-.9.5-1.4 1.1-1.4 2.1M12 16.9v.1"/>`,
  shield: svg`<path d="M12 3.5 5 6v5.5c0 4.3 2.9 7.5 7 9 4.1-1.5 7-4.7 7-9V6Z"/><path d="m9 12 2.2 2.2L15.2 10"/>`,
  bolt: svg`<path d="M13 3 5 13.5h6L10.5 21 19 10.5h-6Z"/>`,
  equals: svg`<path d="M5 9h14M5 15h14"/>`,
  fork: svg`<circle cx="6" cy="5.5" r="2.2"/><circle cx="6" cy="18.5" r="2.2"/><circle cx="18" cy="8.5" r="2.2"/><path d="M6 7.7v8.6M18 10.7c0 3.6-5 3.3-9.8 5.3"/>`,
  rounds: svg`<path d="M17 3.5 20 6.5l-3 3M20 6.5H9a5 5 0 0 0-5 5M7 20.5l-3-3 3-3M4 17.5h11a5 5 0 0 0 5-5"/>`,
  there_and_back: svg`<path d="M4 8h10a4.5 4.5 0 0 1 0 9H7M10 13.5 6.5 17l3.5 3.5"/>`,
  arrow_right: svg`<path d="M4 12h15m-5.5-5.5L19 12l-5.5 5.5"/>`,
  sparkle: svg`<path d="M11 4.5 12.8 10l5.5 1.8-5.5 1.8L11 19l-1.8-5.4-5.5-1.8L9.2 10ZM18.5 4v4M16.5 6h4"/>`,
  person: svg`<circle cx="12" cy="8" r="3.6"/><path d="M4.8 20a7.2 7.2 0 0 1 14.4 0"/>`,
};

/** A plugin may bring the data of a path of its own. */
const drawingOf = (name) => PATHS[name] ?? (/^[Mm]/.test(name) ? svg`<path d=${name}></path>` : PATHS.help);

/** `name`: of an icon above, or the data of a path. */
export const icon = (name, size = 18) => html`<svg class="ed-icon" aria-hidden="true" focusable="false"
  width=${size} height=${size} viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8"
  stroke-linecap="round" stroke-linejoin="round">${drawingOf(name)}</svg>`;
