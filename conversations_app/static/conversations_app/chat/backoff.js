const FIRST_MILLISECONDS = 500;
const LONGEST_MILLISECONDS = 20_000;

/** Pauses that grow. Jitter keeps many clients from coming back at the same moment after an outage. */
export class Backoff {
  #failures = 0;

  next() {
    const ceiling = Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** this.#failures);
    this.#failures += 1;
    return ceiling * (0.5 + Math.random() / 2);
  }

  reset() {
    this.#failures = 0;
  }
}
