// What the server has not acknowledged yet is kept in this browser: a closed tab or a crash loses nothing.
// Each tab keeps a copy of its own, and holds a lock while it lives, so that another tab does not take it for left behind.

const PREFIX = "soni-editor";
const PAUSE = 150;

export class SafetyCopy {
  #timer = null;
  #waiting = null;

  constructor(flowId, personId) {
    this.prefix = `${PREFIX}:${flowId}:${personId}:`;
    this.key = this.prefix + crypto.getRandomValues(new Uint32Array(2)).join("");
    navigator.locks?.request(this.key, () => new Promise(() => {}));
    addEventListener("pagehide", () => this.write());
    addEventListener("visibilitychange", () => globalThis.document.hidden && this.write());
  }

  /** Soon; the letters typed meanwhile are one writing. */
  keep(base, document) {
    this.#waiting = { base, document, at: new Date().toISOString() };
    this.#timer ??= setTimeout(() => this.write(), PAUSE);
  }

  drop() {
    clearTimeout(this.#timer);
    this.#timer = this.#waiting = null;
    localStorage.removeItem(this.key);
  }

  /** Copies that no living tab holds, newest first: [{key, base, document, at}]. */
  async leftBehind() {
    const held = new Set(((await navigator.locks?.query())?.held ?? []).map((lock) => lock.name));
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(this.prefix) && key !== this.key && !held.has(key))
      .map((key) => ({ key, ...readCopy(key) }))
      .filter((copy) => copy.document)
      .sort((one, other) => (one.at < other.at ? 1 : -1));
  }

  /** The other copy goes once this page has its own; in a full storage there is room for that only then. */
  takeOver(key) {
    this.write();
    localStorage.removeItem(key);
    this.write();
  }

  /** At once; gives whether what is not saved is safe here. */
  write() {
    clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#waiting) return true;
    try {
      localStorage.setItem(this.key, JSON.stringify(this.#waiting));
      this.#waiting = null;
      return true;
    } catch {
      // Full or forbidden: the server's copy and the question on leaving the page remain.
      return false;
    }
  }
}

function readCopy(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}
