const LEFT_WORTH_TELLING = 200;

/** Where the user writes. */
export class Composer {
  #field;
  #left;
  #messageLength;
  #onSend;

  constructor({ form, field, left, messageLength, onSend }) {
    this.#field = field;
    this.#left = left;
    this.#onSend = onSend;
    this.#messageLength = messageLength;
    field.maxLength = messageLength;
    field.addEventListener("input", () => this.#fit());
    field.addEventListener("keydown", (event) => this.#sendOnEnter(event, form));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.#fit();
  }

  focus() {
    this.#field.focus();
  }

  /** On a touch screen the focus would open the keyboard over the conversation. */
  focusUnlessTouch() {
    if (matchMedia("(hover: hover) and (pointer: fine)").matches) {
      this.focus();
    }
  }

  #sendOnEnter(event, form) {
    // While an input method composes, Enter chooses a word.
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
  }

  #send() {
    const text = this.#field.value.trim();
    if (text) {
      this.#field.value = "";
      this.#fit();
      this.#onSend(text);
    }
    this.focus();
  }

  #fit() {
    this.#field.style.height = "auto";
    this.#field.style.height = `${this.#field.scrollHeight}px`;
    const left = this.#messageLength - this.#field.value.length;
    this.#left.textContent = left <= LEFT_WORTH_TELLING ? `Characters left: ${left}` : "";
  }
}
