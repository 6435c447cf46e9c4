// Formatting of numbers, times and data, and running clocks.
import { el } from "../shell/dom.js";
import { gettext, locale, ngettext } from "../shell/language.js";
import { dayOf, timeZone } from "../shell/moments.js";

// Formatting of times, counts and costs, in the workspace's zone.

const clockFormat = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
const dayFormat = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", timeZone });
const shortDayFormat = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone });
const count = new Intl.NumberFormat(locale ?? "en");
const point = count.format(0.5)[1];

const exactFormat = new Intl.DateTimeFormat(locale, { timeStyle: "medium", hourCycle: "h23", timeZone });

export const exactClock = (at) => exactFormat.format(new Date(at));
export const clock = (at) => clockFormat.format(new Date(at));
/** A share as 88%; at most 99%, since it is a guess. */
export const percent = (share) => `${Math.min(99, Math.round(share * 100))}%`;
export const tokens = (number) => ngettext("{count} token", "{count} tokens", number, { count: count.format(number) });
export const number = (value) => count.format(value);
export const money = (dollars) => `$${Number(dollars).toFixed(4).replace(".", point)}`;
export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(milliseconds < 1000 ? 2 : 1).replace(".", point)} s`;

/** A duration: 3 ms, 0.42 s, 3.1 s, 42 s, 2 min 5 s. */
export function duration(milliseconds) {
  if (milliseconds < 100) return `${milliseconds} ms`;
  const whole = Math.round(milliseconds / 1000);
  if (whole < 10) return seconds(milliseconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

const relative = new Intl.RelativeTimeFormat(locale ?? "en");
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000]];

/** A relative time: in 3 hours; in the last minute by the second, in 0:42. */
export function untilWords(milliseconds) {
  const unit = UNITS.find(([, length]) => milliseconds >= length);
  return unit ? relative.format(Math.round(milliseconds / unit[1]), unit[0]) : gettext("in {time}", { time: countdown(milliseconds / 1000) });
}

/** Bytes as 640 B, 12 KB or 3.4 MB. */
export function fileSize(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 2 ** 20 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 2 ** 20).toFixed(1).replace(".", point)} MB`;
}

/** Seconds as 0:42. */
export function countdown(left) {
  const whole = Math.max(0, Math.ceil(left));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Whole days between two moments, by the calendar of the workspace's zone. */
export const daysBetween = (earlier, later) => (Date.parse(dayOf(later)) - Date.parse(dayOf(earlier))) / 86_400_000;

/** Today, Yesterday, or the day by name. */
export function dayName(at, now = new Date()) {
  const days = daysBetween(new Date(at), now);
  return [gettext("Today"), gettext("Yesterday")][days] ?? dayFormat.format(new Date(at));
}

/** today, or 17 Nov. */
export function shortDay(at, now = new Date()) {
  return daysBetween(new Date(at), now) === 0 ? gettext("today") : shortDayFormat.format(new Date(at));
}

// Readable layout of machine output. It stays text.

/** Return JSON data, or text that contains JSON, indented; any other text unchanged. */
export function readable(value) {
  if (typeof value !== "string") return JSON.stringify(value, null, 2);
  const data = /^\s*[[{]/.test(value) ? parsed(value) : undefined;
  return data === undefined ? value : JSON.stringify(data, null, 2);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // truncated, or not JSON after all
  }
}

// Markdown as plain text, for small places.

/** Return `markdown`, possibly a fragment, as one line of plain text. */
export const plainText = (markdown) => markdown
  .replace(/!?\[([^\]]*)\]\([^)]*\)?/g, "$1")
  .replace(/\]\([^)]*\)?|\[(?=[^\]]*…$)|\[([^\]]+)\](?=…$)/g, "$1")
  .replace(/\s*\|(?:\s*:?-{3,}:?\s*\|)*\s*/g, " ")
  .replace(/(^|\n|[.:!?] )\s*(?:#{1,6}|[-*+>])\s+/g, "$1")
  .replace(/\*\*|__|`/g, "")
  .trim();

// Clocks of running work, all updated together.

/** A clock that started at `startedAt` (milliseconds); shown after more than `after` seconds. */
export function runningClock(startedAt, after = 0) {
  const running = el("span", { class: "meta hot" });
  Object.assign(running.dataset, { startedAt, after });
  tick(running);
  return running;
}

function tick(running) {
  const elapsed = Math.floor((Date.now() - Number(running.dataset.startedAt)) / 1000);
  if (elapsed >= Number(running.dataset.after)) running.textContent = countdown(elapsed);
}

/** Start updating all clocks on the page. */
export function startClocks() {
  setInterval(() => document.querySelectorAll("[data-started-at]").forEach(tick), 1000);
}
