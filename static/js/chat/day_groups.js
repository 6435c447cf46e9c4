// How a list of conversations is divided: pinned, then by the day of their last message. Pure.
import { daysBetween } from "./format.js";

const monthFormat = new Intl.DateTimeFormat(undefined, { month: "long" });
const monthAndYearFormat = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric" });

/** Return `[{label, items}]` of `items`, newest first in each; empty groups are left out. */
export function groupByDay(items, now = new Date()) {
  const groups = new Map();
  const newestFirst = [...items].sort((a, b) => b.updated_at.localeCompare(a.updated_at));
  const ordered = [...newestFirst.filter((item) => item.pinned), ...newestFirst.filter((item) => !item.pinned)];
  for (const item of ordered) {
    const label = item.pinned ? "Pinned" : labelOf(new Date(item.updated_at), now);
    groups.set(label, [...(groups.get(label) ?? []), item]);
  }
  return [...groups].map(([label, members]) => ({ label, items: members }));
}

function labelOf(date, now) {
  const days = daysBetween(date, now);
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  if (days <= 7) return "Previous 7 days";
  return (date.getFullYear() === now.getFullYear() ? monthFormat : monthAndYearFormat).format(date);
}
