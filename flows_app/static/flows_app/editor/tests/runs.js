/** Results of tests, with the document they are about. */

import { toast } from "../parts/toast.js";

export class TestRuns {
  #editor;
  #onChange;
  #results = new Map();
  #running = null;

  constructor(editor, onChange) {
    this.#editor = editor;
    this.#onChange = onChange;
  }

  get busy() {
    return this.#running !== null;
  }

  isRunning({ id }) {
    return this.#running !== null && (this.#running.ids === undefined || this.#running.ids.includes(id));
  }

  /** {passed, problems, stale}, or null if it was not run. */
  resultOf({ id }) {
    const result = this.#results.get(id);
    return result ? { ...result, stale: result.document !== this.#editor.document } : null;
  }

  forget({ id }) {
    this.#results.delete(id);
  }

  /** All of them, or those with these ids; not while others run. (A button that can't be pressed would lose the focus.) */
  async run(ids) {
    if (this.busy) {
      return;
    }
    const { document } = this.#editor;
    this.#running = { ids };
    this.#onChange();
    try {
      const { results } = await this.#editor.request("tests_run", { method: "POST", body: ids ? { document, ids } : { document } });
      results.forEach((result) => this.#results.set(result.id, { ...result, document }));
    } catch (failed) {
      toast(`The tests could not be run. ${failed.detail}`, { kind: "error" });
    }
    this.#running = null;
    this.#onChange();
  }
}

/** Of those tests, in a sentence. */
export function summary(runs, tests) {
  const results = tests.map((test) => runs.resultOf(test)).filter(Boolean);
  if (!results.length) {
    return "";
  }
  const passed = results.filter((result) => result.passed).length;
  return passed === results.length ? `${passed === 1 ? "The test passes." : `All ${passed} pass.`}` : results.length === 1 ? "The test fails." : `${results.length - passed} of ${results.length} fail.`;
}
