import { MessageElement } from "./message_element.js";

const PAUSE_MILLISECONDS = 5 * 60_000;

/** Keeps the list of message elements like the transcript, and touches only what has changed. */
export class TranscriptView {
  #log;
  #options;
  #elements = new Map();

  constructor(log, options) {
    this.#log = log;
    this.#options = options;
  }

  render(entries) {
    this.#removeAllBut(new Set(entries.map(keyOf)));
    let next = this.#log.firstElementChild;
    for (const [index, entry] of entries.entries()) {
      const element = this.#elementOf(entry);
      element.update(entry, { timed: isFollowedByPause(entry, entries[index + 1]) });
      if (element.node === next) {
        next = next.nextElementSibling;
      } else {
        this.#log.insertBefore(element.node, next);
      }
    }
  }

  #elementOf(entry) {
    const key = keyOf(entry);
    if (!this.#elements.has(key)) {
      this.#elements.set(key, new MessageElement(entry, this.#options));
    }
    return this.#elements.get(key);
  }

  #removeAllBut(keys) {
    for (const [key, element] of this.#elements) {
      if (!keys.has(key)) {
        element.node.remove();
        this.#elements.delete(key);
      }
    }
  }
}

/** The same time under every message would be noise: one stands at the end of each burst. */
function isFollowedByPause(entry, next) {
  const nextMoment = next ? Date.parse(next.created_at ?? "") : Infinity;
  return nextMoment - Date.parse(entry.created_at ?? "") > PAUSE_MILLISECONDS;
}

/** A message keeps its element when it gets its seq. */
function keyOf(entry) {
  return entry.client_id ? `client:${entry.client_id}` : `seq:${entry.seq}`;
}
