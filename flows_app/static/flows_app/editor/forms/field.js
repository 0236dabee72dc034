// A field: its label, its control, its help, and the findings at it, tied together for screen readers.

import { html, nothing } from "../parts/lit.js";
import { icon } from "../parts/icons.js";

/**
 * `control({id, describedBy, invalid})` gives the input. `group`: several inputs under one heading.
 * `leaf`: findings of what stands inside are shown here too. `showHelp`: beside the control, not only read out.
 * `extra`: a button at the label.
 */
export function field(form, at, { label, help = "", control, group = false, leaf = true, showHelp = false, hideLabel = false, extra = nothing }) {
  const id = form.elementId(at);
  const findings = form.findingsAt(at, { inside: leaf });
  const describedBy = [help && `${id}-help`, findings.length && `${id}-findings`].filter(Boolean).join(" ") || undefined;
  const invalid = findings.some((finding) => finding.severity === "error") ? "true" : undefined;
  const body = html`
    ${control({ id, describedBy, invalid, label })}
    ${help ? html`<p class=${showHelp ? "ed-help" : "ed-unseen"} id="${id}-help">${help}</p>` : nothing}
    ${findingList(findings, `${id}-findings`)}`;
  if (group) {
    return html`<div class="ed-field ed-group" role="group" aria-labelledby="${id}-label" aria-describedby=${describedBy ?? nothing}
      data-at=${at.join("/")} ?data-invalid=${findings.length > 0}>
      <div class="ed-field-head ${hideLabel ? "ed-unseen" : ""}"><span class="ed-label" id="${id}-label">${label}</span>${extra}</div>${body}</div>`;
  }
  return html`<div class="ed-field" data-at=${at.join("/")} ?data-invalid=${findings.length > 0}>
    <div class="ed-field-head ${hideLabel ? "ed-unseen" : ""}"><label class="ed-label" for=${id}>${label}</label>${extra}</div>${body}</div>`;
}

export const findingList = (findings, id) =>
  findings.length === 0
    ? nothing
    : html`<ul class="ed-findings-at" id=${id}>${findings.map((finding) => html`
        <li class="ed-finding-${finding.severity}">${icon(finding.severity === "error" ? "error" : "warning", 14)}<span>${finding.sentence}</span></li>`)}</ul>`;
