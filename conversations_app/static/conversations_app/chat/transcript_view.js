import { MessageElement } from "./message_element.js";

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
    for (const entry of entries) {
      const element = this.#elementOf(entry);
      element.update(entry);
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

/** A message keeps its element when it gets its seq. */
function keyOf(entry) {
  return entry.client_id ? `client:${entry.client_id}` : `seq:${entry.seq}`;
}
