// Formats times in the workspace's time zone, given by the page; in the audit, which is kept for years, with the year.
import { locale } from "./language.js";

/** The workspace's zone; the browser's if the page has none, or an unknown one. */
export const timeZone = known(globalThis.document?.querySelector?.("[data-zone]")?.getAttribute("data-zone"));

function known(name) {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name || undefined }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const days = new Intl.DateTimeFormat("sv", { timeZone });

/** The day of a time, as 2026-12-01. */
export const dayOf = (moment) => days.format(moment);

/** @type {Intl.DateTimeFormatOptions} */
const parts = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone };
const format = new Intl.DateTimeFormat(locale, parts);
const withYear = new Intl.DateTimeFormat(locale, { ...parts, year: "numeric" });

export function showLocalTimes() {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const times = document.querySelectorAll("time[data-moment]");
  for (const time of times) {
    time.textContent = (time.dataset.moment === "year" ? withYear : format).format(new Date(time.dateTime));
  }
}
