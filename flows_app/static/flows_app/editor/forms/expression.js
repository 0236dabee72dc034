// Conditions and computed values, with suggestions and a short help.

import { html, ifDefined, live, nothing } from "../parts/lit.js";
import { iconButton } from "../parts/button.js";
import { suggestionKey } from "../parts/suggestions.js";
import { toast } from "../parts/toast.js";
import { completeExpression } from "./completion.js";
import { openExpressionHelp } from "./expression_help.js";
import { field } from "./field.js";
import { rowsFor } from "./rows.js";

export const expressionField = (form, at, { label, help, placeholder, hideLabel, target }) =>
  field(form, at, {
    label,
    help,
    hideLabel,
    extra: hideLabel ? nothing : expressionHelp(form, at, label),
    control: (tied) => expressionInput(form, at, { ...tied, target, placeholder: placeholder ?? (target ? "an expression" : "such as amount > 100") }),
  });

export const expressionHelp = (form, at, label) => iconButton({
  label: `Help with expressions for ${label}`, title: "How to write expressions", iconName: "help", key: `help-${at.join("/")}`,
  onClick: () => openExpressionHelp(form.editor),
});

/** `target`: null for a condition; for a computed value a function that gives the slot that it is for, as far as it is known. It is asked when the
 * builder opens: the card is not drawn again when the slot gets another kind. */
export const expressionInput = (form, at, { id, describedBy, invalid, placeholder = "", ariaLabel, label = ariaLabel, target = null, readonly = form.readonly }) => html`
  <span class="ed-expression"><textarea class="ed-input ed-code" id=${ifDefined(id)} rows=${rowsFor(form.get(at))} spellcheck="false" autocapitalize="off" aria-autocomplete="list" ?disabled=${readonly}
    aria-describedby=${ifDefined(describedBy)} aria-invalid=${ifDefined(invalid)} aria-label=${ifDefined(ariaLabel)}
    placeholder=${placeholder} data-key="expression-${at.join("/")}" .value=${live(form.get(at) ?? "")}
    @input=${(event) => typed(form, at, event.target)}
    @keydown=${(event) => keydown(event, form)}></textarea>
    ${readonly ? nothing : html`<button type="button" class="ed-build" aria-label="Build ${label}" title="Put it together from slots, without writing an expression"
      data-key="build-${at.join("/")}" @click=${() => build(form, at, target, label)}>Build…</button>`}</span>`;

async function build(form, at, target, label) {
  const builder = await import("../builder/dialog.js").catch(() => null);
  if (!builder) return toast("The builder could not be loaded. Try again when you are online.", { kind: "error" });
  const built = await builder.openBuilder(form.editor, { source: form.get(at), target: target?.() ?? null, label });
  return built === undefined ? undefined : form.set(at, built);
}

function typed(form, at, input) {
  form.set(at, input.value === "" ? undefined : input.value, { typing: true });
  completeExpression(form.editor, input);
}

function keydown(event, form) {
  if (suggestionKey(event)) return;
  if (event.key === " " && event.ctrlKey) {
    event.preventDefault();
    completeExpression(form.editor, event.currentTarget, { always: true });
  } else if (event.key === "Enter" && !event.ctrlKey && !event.shiftKey && !isUnfinished(event.currentTarget)) {
    event.preventDefault();
  }
}

/** Whether the expression goes on behind the cursor: after an operator, a comma or an opening bracket. */
const isUnfinished = (input) => /[-+*/%<>=&|?:,([{]\s*$/.test(input.value.slice(0, input.selectionStart));
