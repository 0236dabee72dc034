/** Why a script was refused, a sentence each. */

import { html } from "../parts/lit.js";

export const scriptErrors = ({ detail, body }) => html`<div class="ed-test-errors" role="alert">
  <ul>${(body?.errors ?? [detail]).map((sentence) => html`<li>${sentence}</li>`)}</ul>
</div>`;
