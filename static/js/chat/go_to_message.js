// Opens a conversation at one message: "#s12" names it by its place in the conversation.

/** Load earlier messages until the one that `hash` names is there, and bring it into view; nothing where it names none. */
export async function goToMessage(hash, { transcript, older, log, scroll }) {
  const sequence = Number(/^#s(\d+)$/.exec(hash)?.[1] ?? 0);
  if (!sequence) return;
  scroll.isHeld = false;
  while (older.hasMore() && !(transcript.exchanges[0]?.sequence <= sequence)) await older.load();
  const exchange = transcript.exchanges.findLast((one) => one.sequence <= sequence);
  const node = exchange && log.querySelector(`[data-message="${exchange.id}"]`);
  if (!node) return;
  log.querySelector(".found")?.classList.remove("found");
  node.classList.add("found");
  node.scrollIntoView({ block: "center", behavior: "instant" });
}
