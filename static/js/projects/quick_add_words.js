// One line that adds something: its title, and in it perhaps how urgent it is and by when.

const URGENCY = /(?:^|\s)!([1-5])(?=\s|$)/;
const DAY = /\sby (\d{4}-\d{2}-\d{2}|today|tomorrow)$/i;

/** Return {title, priority?, due_on?} of 'Call Tom !1 by tomorrow'. What would leave no title is the title. */
export function readQuickAdd(line, now = new Date()) {
  const text = line.trim();
  const urgency = text.match(URGENCY);
  const rest = text.replace(URGENCY, "").trim();
  const day = rest.match(DAY);
  const title = rest.replace(DAY, "").trim();
  if (!title) return { title: text };
  return { title, ...(urgency && { priority: Number(urgency[1]) }), ...(day && { due_on: dayOf(day[1].toLowerCase(), now) }) };
}

function dayOf(word, now) {
  const days = { today: 0, tomorrow: 1 }[word];
  if (days === undefined) return word;
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const pad = (number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}
