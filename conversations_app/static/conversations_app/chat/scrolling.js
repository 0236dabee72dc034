const NEAR_PIXELS = 80;

/** Follows new messages as long as the reader is at the end, and offers a way back there otherwise. */
export class Scrolling {
  #scroller;
  #latestButton;
  #following = true;

  constructor(scroller, latestButton) {
    this.#scroller = scroller;
    this.#latestButton = latestButton;
    scroller.addEventListener("scroll", () => this.#noticeScroll(), { passive: true });
    latestButton.addEventListener("click", () => this.toEnd());
    // The composer grows, the keyboard of a phone opens.
    new ResizeObserver(() => this.follow()).observe(scroller);
  }

  follow() {
    if (this.#following) {
      this.#scroller.scrollTop = this.#scroller.scrollHeight;
    }
    this.#latestButton.hidden = this.#following;
  }

  toEnd() {
    this.#following = true;
    this.follow();
  }

  #noticeScroll() {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    this.#following = scrollHeight - scrollTop - clientHeight < NEAR_PIXELS;
    this.#latestButton.hidden = this.#following;
  }
}
