// What a folded card says of itself, in one line.

import { firstText } from "../graph/wording.js";

const joined = (...parts) => parts.filter(Boolean).join(" · ");
const count = (number, word) => (number ? `${number} ${word}${number === 1 ? "" : "s"}` : "");

const SUMMARIES = {
  say: (step) => firstText(step.message),
  collect: (step) => joined(step.slot && `{${step.slot}}`, firstText(step.message)),
  confirm: (step) => firstText(step.message),
  action: (step) => joined(step.call, step.on_error && `if it fails: ${step.on_error}`),
  set: (step) => joined(...Object.entries(step.values ?? {}).map(([slot, value]) => `${slot} = ${value}`), (step.clear ?? []).length && `empties ${step.clear.join(", ")}`),
  branch: (step) => joined(step.slot && `by ${step.slot}`, count((step.cases ?? []).length, "case")),
  while: (step) => joined(step.condition && `while ${step.condition}`, count((step.steps ?? []).length, "step")),
  call: (step) => step.flow,
  link: (step) => step.flow,
  generate: (step) => step.instruction,
  handoff: (step) => joined(firstText(step.message), step.queue && `to ${step.queue}`),
};

export const summaryOf = (step) => joined(step.when && `only if ${step.when}`, SUMMARIES[step.type]?.(step), step.next && `then ${step.next}`);
