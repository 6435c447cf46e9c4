// Which conversations were answered while nobody looked at them; kept in this browser.

const KEY = "omniforge.unread";

/** Their ids. */
export const unreadOnes = () => new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));

export function setUnread(id, unread) {
  const ids = unreadOnes();
  if (unread) ids.add(id);
  else ids.delete(id);
  localStorage.setItem(KEY, JSON.stringify([...ids].slice(-200)));
}

/** Call `changed` when another tab has opened one of them, or heard of one. */
export const whenUnreadElsewhere = (changed) => addEventListener("storage", ({ key }) => key === KEY && changed());
