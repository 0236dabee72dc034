/** What a step and a way are called in the drawing and in its text alternative. */

import { filledLines } from "../document/summaries.js";
import { wordingIn } from "../document/texts.js";
import { decidedBy, typeOf } from "../document/types.js";
import { END, isMissing, listOf, nameOfMissing } from "./routing.js";

export const titleOf = (step) => (typeof step.name === "string" && step.name ? step.name : "(no name)");

/** One line that says what the step does. */
export const summaryOf = (step, language) => (filledLines(step, typeOf(step).in_graph, language, ", ")[0] ?? "").replaceAll(/\s+/g, " ").trim();

// What the words of a way hang on, beside the type of step: the case, or the button.
const WAY_WORDS = {
  cases: (step, way) => caseWords(step, listOf(step[way.field])[way.number]),
  buttons: (step, way, language) => wordingIn(listOf(step[way.field])[way.number]?.label, language),
};

export const wordsOfWay = (step, way, language) => String(WAY_WORDS[way.exit.how]?.(step, way, language) ?? way.exit.words);

function caseWords(step, one) {
  if (one?.when !== undefined && one.when !== null) {
    return one.when;
  }
  return one?.value === undefined || one.value === null ? "" : `${decidedBy(step) ?? ""} = ${one.value}`;
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
