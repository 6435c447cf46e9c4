// Moments that the server wrote in its own zone are shown in the person's; in the audit, which is kept for years, with the year.
import { locale } from "./language.js";

/** @type {Intl.DateTimeFormatOptions} */
const parts = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const format = new Intl.DateTimeFormat(locale, parts);
const withYear = new Intl.DateTimeFormat(locale, { ...parts, year: "numeric" });

export function showLocalTimes() {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const times = document.querySelectorAll("time[data-moment]");
  for (const time of times) {
    time.textContent = (time.dataset.moment === "year" ? withYear : format).format(new Date(time.dateTime));
  }
}
