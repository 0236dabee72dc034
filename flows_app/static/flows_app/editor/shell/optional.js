// Panels are fetched when they are first wanted. One that can't be fetched (the network is gone) says so and can be tried again.

import { html, render } from "../parts/lit.js";
import { button } from "../parts/button.js";

/** Gives what the panel's `mount` returned, or nothing. */
export async function mountOptional(editor, path, element, { silent = false } = {}) {
  try {
    const panel = await import(`../${path}`);
    element.replaceChildren();
    return panel.default(editor, element) ?? {};
  } catch (failed) {
    console.error(failed);
    if (!silent) render(missing(() => mountOptional(editor, path, element)), element);
    return null;
  }
}

const missing = (again) => html`<div class="ed-empty"><h3>This part could not be loaded</h3><p>Your work is not affected.</p>${button({ label: "Try again", onClick: again })}</div>`;
