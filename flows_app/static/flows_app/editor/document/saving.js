// The draft is saved as one goes: a short while after the last change, one request at a time, again and again while the
// server can't be reached. What another author saved meanwhile is never overwritten: the conflict waits for a decision.
// What was sent without an answer may have arrived or not: the very same is sent again first, and if the server has
// that already, it is no other author's work.

import { RequestFailed } from "./requests.js";

const PAUSE = 800;
const RETRIES = [1000, 2000, 4000, 8000, 15000, 30000];
const TROUBLES = ["offline", "conflict", "refused"];
// So many bytes browsers send on behalf of a page that has gone; more they refuse to send at all.
const KEPT_ALIVE = 60_000;
// After so long an answer is not waited for any more: the connection may have died without a word.
const PATIENCE = 60_000;

export class Saving {
  #editor;
  #copy;
  #timer = null;
  #running = null;
  #failures = 0;
  #saved;
  #unanswered = null;

  constructor(editor, copy) {
    const { revision, saved_at: at, saved_by: by } = editor.boot;
    this.#editor = editor;
    this.#copy = copy;
    this.#saved = editor.document;
    this.revision = revision;
    this.conflict = null;
    this.status = { name: "idle", at, by };
    addEventListener("online", () => this.status.name === "offline" && this.#begin());
    // Who comes back from another tab may have signed in there.
    addEventListener("focus", () => this.status.name === "refused" && this.#begin());
    // The last letters before one leaves; if they don't arrive, the copy in this browser has them.
    addEventListener("pagehide", () => this.dirty && !this.conflict && this.#begin());
  }

  get dirty() {
    return this.#editor.document !== this.#saved || this.#unanswered !== null;
  }

  get unsaved() {
    return this.dirty || this.#running !== null;
  }

  /** Should one be asked before leaving? Not for what is just being saved, and is kept in this browser, too. */
  get atRisk() {
    return this.unsaved && (TROUBLES.includes(this.status.name) || !this.#copy.write());
  }

  changed() {
    if (this.conflict) return this.#copy.keep(this.revision, this.#editor.document);
    if (!this.dirty && !this.#running) return this.#settled();
    this.#copy.keep(this.revision, this.#editor.document);
    if (this.status.name !== "offline") this.#tell({ name: "saving", at: this.status.at });
    this.#later(this.status.name === "offline" ? RETRIES[0] : PAUSE);
  }

  /** A promise of the saved revision; refused with RequestFailed if it can't be saved. */
  async flush() {
    while (this.dirty || this.#running) {
      if (this.conflict) throw new RequestFailed(409, "draft_changed", "Another author has saved this flow meanwhile.", this.conflict);
      const failed = await this.#begin();
      if (failed) throw failed;
    }
    return this.revision;
  }

  /** The document as the server has it now (another author's, or a restored one): nothing of it is left to save. */
  adopted(document, { revision, saved_at: at, saved_by: by }) {
    this.#saved = document;
    this.#unanswered = null;
    this.revision = revision;
    this.conflict = null;
    this.#settled(at, by);
  }

  /** An earlier page of this author may have sent the document as it is now, and gone before it was answered. */
  mayHaveArrived() {
    this.#unanswered = this.#editor.document;
  }

  inConflict(conflict) {
    this.conflict = conflict;
    clearTimeout(this.#timer);
    this.#copy.keep(this.revision, this.#editor.document);
    this.#tell({ name: "conflict", by: conflict.saved_by, at: conflict.saved_at });
  }

  #later(pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#begin(), pause);
  }

  #begin() {
    clearTimeout(this.#timer);
    this.#running ??= this.#save().finally(() => (this.#running = null));
    return this.#running;
  }

  /** Gives the failure, or nothing. */
  async #save() {
    const document = this.#unanswered ?? this.#editor.document;
    if (this.status.name !== "offline") this.#tell({ name: "saving", at: this.status.at });
    const waiting = new AbortController();
    const patience = setTimeout(() => waiting.abort(new DOMException("No answer came.", "TimeoutError")), PATIENCE);
    try {
      const body = { revision: this.revision, document };
      const answer = await this.#editor.request("document", { method: "PUT", body, signal: waiting.signal, keepalive: bytesOf(body) < KEPT_ALIVE });
      this.#acknowledged(document, answer);
    } catch (failed) {
      return this.#failed(failed, document);
    } finally {
      clearTimeout(patience);
    }
    return null;
  }

  #acknowledged(document, { revision, saved_at: at, findings, state }) {
    this.#failures = 0;
    this.#unanswered = null;
    this.revision = revision;
    this.#saved = document;
    if (this.dirty) {
      this.#copy.keep(revision, this.#editor.document);
      this.#tell({ name: "saving", at });
      return queueMicrotask(() => this.#later(PAUSE));
    }
    this.#settled(at, this.#editor.boot.person.name);
    this.#editor.found(findings, document, state);
  }

  #failed(failed, document) {
    if (!(failed instanceof RequestFailed)) throw failed;
    const arrived = this.#unanswered === document && failed.status === 409 && failed.body.changes?.length === 0;
    this.#unanswered = failed.passing ? document : null;
    if (arrived) {
      this.#acknowledged(document, failed.body);
      return null;
    }
    if (failed.status === 409) {
      this.inConflict(failed.body);
    } else if (failed.passing) {
      this.#tell({ name: "offline", at: this.status.at });
      this.#later(RETRIES[Math.min(this.#failures, RETRIES.length - 1)]);
      this.#failures += 1;
    } else {
      this.#tell({ name: "refused", code: failed.code, detail: failed.detail });
      this.#later(RETRIES.at(-1));
    }
    return failed;
  }

  #settled(at = this.status.at, by = this.status.by) {
    clearTimeout(this.#timer);
    this.#copy.drop();
    this.#tell({ name: "saved", at, by });
  }

  #tell(status) {
    this.status = status;
    this.#editor.emit("saving", status);
  }
}

function bytesOf(body) {
  return new TextEncoder().encode(JSON.stringify(body)).length;
}
