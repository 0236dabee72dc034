/** What a step and a way are called in the drawing and in its text alternative. */

import { wordingIn } from "../document/texts.js";
import { END, isMissing, listOf, nameOfMissing } from "./routing.js";

export const titleOf = (step) => (typeof step.name === "string" && step.name ? step.name : "(no name)");

const SUMMARIES = {
  collect: (step, language) => wordingIn(step.message, language) || step.slot,
  action: (step) => step.call,
  set: (step) => [...assignments(step.values), ...listOf(step.clear).map((slot) => `clear ${slot}`)].join(", "),
  branch: (step) => step.slot,
  while: (step) => step.condition,
  call: (step) => step.flow,
  link: (step) => step.flow,
  generate: (step) => step.instruction,
  handoff: (step, language) => step.queue || wordingIn(step.message, language),
};

/** One line that says what the step does. */
export function summaryOf(step, language) {
  const summary = (SUMMARIES[step.type] ?? ((one) => wordingIn(one.message, language)))(step, language);
  return typeof summary === "string" ? summary.replaceAll(/\s+/g, " ").trim() : "";
}

const assignments = (values) =>
  values !== null && typeof values === "object" ? Object.entries(values).map(([slot, value]) => `${slot} = ${value}`) : [];

const WAY_WORDS = {
  when: () => "if not",
  flow: () => "",
  steps: () => "each round",
  default: () => "otherwise",
  on_invalid: () => "too many attempts",
  on_deny: () => "no",
  on_error: () => "on error",
  next: (step) => ({ while: "when done", confirm: "yes" })[step.type] ?? "",
  cases: (step, way) => caseWords(step, listOf(step.cases)[way.number]),
  options: (step, way, language) => wordingIn(listOf(step.options)[way.number]?.label, language),
};

export const wordsOfWay = (step, way, language) => String(WAY_WORDS[way.field](step, way, language) ?? "");

function caseWords(step, one) {
  if (one?.when !== undefined && one.when !== null) {
    return one.when;
  }
  return one?.value === undefined || one.value === null ? "" : `${step.slot ?? ""} = ${one.value}`;
}

/** Where a way leads, in words. */
export function wordsOfTarget(target, known) {
  if (target === END) {
    return "the end";
  }
  return isMissing(target) ? `“${nameOfMissing(target)}”, which no step is called` : titleOf(known.get(target).step);
}

// How many have come to a step is not known (null) where they may have come to the steps behind it another way.

export const shareLeft = ({ reached, left }) => (reached ? Math.round((100 * left) / reached) : 0);

/** Beside a node: how many came, how many of them left there; or how many wait, if that is all one knows. */
export function trafficWords(traffic) {
  const { reached, left, waiting } = traffic;
  const gone = left ? `−${left}${reached ? ` (${shareLeft(traffic)} %)` : ""}` : null;
  return [reached, gone].filter((one) => one !== null).join(" · ") || `${waiting} waiting`;
}

export function trafficSentence({ reached, left, waiting }) {
  return `${reached === null ? "" : `reached ${reached} times, `}left ${left} times, ${waiting} waiting`;
}
