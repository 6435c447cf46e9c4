// Stays at the end while the reader is there, leaves them alone when they are not.

const NEAR = 80; // pixels

export class Scroll {
  constructor(jump) {
    this.jump = jump;
    this.isHeld = true; // at the end, and not pulled away by the reader
    this.lastTop = 0;
    jump.addEventListener("click", () => this.toEnd());
    addEventListener("scroll", () => this.noticeScroll(), { passive: true });
    addEventListener("resize", () => this.isHeld && this.toEnd());
  }

  isAtEnd() {
    return this.isHeld;
  }

  toEnd() {
    this.isHeld = true;
    this.jump.hidden = true;
    scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
  }

  /** Run `change`, which adds content above, without moving what the reader looks at. */
  keepPlace(change) {
    const page = document.documentElement;
    const fromEnd = page.scrollHeight - scrollY;
    change();
    scrollTo({ top: page.scrollHeight - fromEnd, behavior: "instant" });
  }

  noticeScroll() {
    const isNear = this.distance() < NEAR;
    const movedUp = scrollY < this.lastTop;
    this.lastTop = scrollY;
    this.jump.hidden = isNear;
    if (this.distance() < 2) this.isHeld = true; // also where the page shrank under a reader at its end
    else if (movedUp) this.isHeld = false;
    else if (isNear) this.isHeld = true;
  }

  distance() {
    return document.documentElement.scrollHeight - innerHeight - scrollY;
  }
}
