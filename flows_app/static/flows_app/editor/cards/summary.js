// What a folded card says of itself, in one line.

import { wordingIn } from "../document/texts.js";

const joined = (...parts) => parts.filter(Boolean).join(" · ");
const count = (number, word) => (number ? `${number} ${word}${number === 1 ? "" : "s"}` : "");

const SUMMARIES = {
  say: (step, language) => wordingIn(step.message, language),
  collect: (step, language) => joined(step.slot && `{${step.slot}}`, wordingIn(step.message, language)),
  confirm: (step, language) => wordingIn(step.message, language),
  action: (step) => joined(step.call, step.on_error && `if it fails: ${step.on_error}`),
  set: (step) => joined(...Object.entries(step.values ?? {}).map(([slot, value]) => `${slot} = ${value}`), (step.clear ?? []).length && `empties ${step.clear.join(", ")}`),
  branch: (step) => joined(step.slot && `by ${step.slot}`, count((step.cases ?? []).length, "case")),
  while: (step) => joined(step.condition && `while ${step.condition}`, count((step.steps ?? []).length, "step")),
  call: (step) => step.flow,
  link: (step) => step.flow,
  generate: (step) => step.instruction,
  handoff: (step, language) => joined(wordingIn(step.message, language), step.queue && `to ${step.queue}`),
};

export const summaryOf = (step, language) => joined(step.when && `only if ${step.when}`, SUMMARIES[step.type]?.(step, language), step.next && `then ${step.next}`);
