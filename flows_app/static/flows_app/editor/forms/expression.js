// Conditions and computed values, with suggestions and a short help.

import { html, ifDefined, live, nothing } from "../parts/lit.js";
import { iconButton } from "../parts/button.js";
import { suggestionKey } from "../parts/suggestions.js";
import { completeExpression } from "./completion.js";
import { openExpressionHelp } from "./expression_help.js";
import { field } from "./field.js";

export const expressionField = (form, at, { label, help, placeholder, hideLabel }) =>
  field(form, at, {
    label,
    help,
    hideLabel,
    extra: hideLabel ? nothing : expressionHelp(form, at, label),
    control: (tied) => expressionInput(form, at, { ...tied, placeholder: placeholder ?? "such as amount > 100" }),
  });

export const expressionHelp = (form, at, label) => iconButton({
  label: `Help with expressions for ${label}`, title: "How to write expressions", iconName: "help", key: `help-${at.join("/")}`,
  onClick: () => openExpressionHelp(form.editor),
});

export const expressionInput = (form, at, { id, describedBy, invalid, placeholder = "", ariaLabel, readonly = form.readonly }) => html`
  <textarea class="ed-input ed-code" id=${ifDefined(id)} rows="1" spellcheck="false" autocapitalize="off" aria-autocomplete="list" ?disabled=${readonly}
    aria-describedby=${ifDefined(describedBy)} aria-invalid=${ifDefined(invalid)} aria-label=${ifDefined(ariaLabel)}
    placeholder=${placeholder} data-key="expression-${at.join("/")}" .value=${live(form.get(at) ?? "")}
    @input=${(event) => typed(form, at, event.target)}
    @keydown=${(event) => keydown(event, form)}></textarea>`;

function typed(form, at, input) {
  form.set(at, input.value === "" ? undefined : input.value, { typing: true });
  completeExpression(form.editor, input);
}

function keydown(event, form) {
  if (suggestionKey(event)) return;
  if (event.key === " " && event.ctrlKey) {
    event.preventDefault();
    completeExpression(form.editor, event.currentTarget, { always: true });
  } else if (event.key === "Enter" && !event.ctrlKey && !event.shiftKey) {
    event.preventDefault();
  }
}
