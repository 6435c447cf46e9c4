// Times, counts and costs as people read them, in the person's own zone.

const clockFormat = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const dayFormat = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
const shortDayFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const count = new Intl.NumberFormat("en");

const exactFormat = new Intl.DateTimeFormat(undefined, { timeStyle: "medium", hourCycle: "h23" });

export const exactClock = (at) => exactFormat.format(new Date(at));
export const clock = (at) => clockFormat.format(new Date(at));
/** A share as 88%; nothing that was guessed is 100%. */
export const percent = (share) => `${Math.min(99, Math.round(share * 100))}%`;
export const tokens = (number) => `${count.format(number)} ${number === 1 ? "token" : "tokens"}`;
export const number = (value) => count.format(value);
export const money = (dollars) => `$${Number(dollars).toFixed(4)}`;
export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(milliseconds < 1000 ? 2 : 1)} s`;

/** Seconds as 0:42. */
export function countdown(left) {
  const whole = Math.max(0, Math.ceil(left));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Whole days between two moments, by the calendar of the person's zone. */
export function daysBetween(earlier, later) {
  const midnight = (moment) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());
  return Math.round((midnight(later) - midnight(earlier)) / 86_400_000);
}

/** Today, Yesterday, or the day by name. */
export function dayName(at, now = new Date()) {
  const days = daysBetween(new Date(at), now);
  return ["Today", "Yesterday"][days] ?? dayFormat.format(new Date(at));
}

/** today, or 17 Nov. */
export function shortDay(at, now = new Date()) {
  return daysBetween(new Date(at), now) === 0 ? "today" : shortDayFormat.format(new Date(at));
}
