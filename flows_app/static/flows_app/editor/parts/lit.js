// The rendering library, from one place.

export { html, svg, render, nothing } from "../../vendor/lit-html/lit-html.js";
export { repeat } from "../../vendor/lit-html/directives/repeat.js";
export { live } from "../../vendor/lit-html/directives/live.js";
export { ref } from "../../vendor/lit-html/directives/ref.js";
export { guard } from "../../vendor/lit-html/directives/guard.js";
export { ifDefined } from "../../vendor/lit-html/directives/if-defined.js";
