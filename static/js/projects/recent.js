// What happened last, read anew a moment after something has changed.
import { showLocalTimes } from "../shell/local_times.js";

const PAUSE_MS = 400;

export class Recent {
  constructor(place) {
    this.place = place;
  }

  refresh() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), PAUSE_MS);
  }

  async read() {
    const answer = await fetch(this.place.dataset.source).catch(() => null);
    if (!answer?.ok || answer.redirected || this.place.contains(document.activeElement)) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    this.place.replaceChildren(...page.body.children);
    showLocalTimes();
  }
}
