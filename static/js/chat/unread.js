// Which conversations were answered while nobody looked at them; kept in this browser.

const KEY = "omniforge.unread";
const read = () => new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));

export const isUnread = (id) => read().has(id);

export function setUnread(id, unread) {
  const ids = read();
  if (unread) ids.add(id);
  else ids.delete(id);
  localStorage.setItem(KEY, JSON.stringify([...ids].slice(-200)));
}
