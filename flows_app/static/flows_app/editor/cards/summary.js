// What a folded card says of itself, in one line.

import { filledLines } from "../document/summaries.js";
import { typeOf } from "../document/types.js";

const SEPARATOR = " · ";

export const summaryOf = (step, language) =>
  [step.when && `only if ${step.when}`, ...filledLines(step, typeOf(step).summary, language, SEPARATOR), step.next && `then ${step.next}`].filter(Boolean).join(SEPARATOR);
