// Moments that the server wrote in its own zone are shown in the person's.
const format = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export function showLocalTimes() {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const times = document.querySelectorAll("time[data-moment]");
  for (const time of times) {
    time.textContent = format.format(new Date(time.dateTime));
  }
}
