// What the address of the chat page asks for: to search, or to begin with some words.
import { keepDraft } from "./drafts.js";

/** Do what `location.search` says. Words are only written, never sent: a link must not speak for anyone. */
export function grantWishes({ search, composer, conversation }) {
  const wish = new URLSearchParams(location.search);
  if (wish.has("search")) search.open();
  if (wish.has("draft")) write(wish, composer, conversation.id);
}

/** They stand below what the person was writing, and are the person's own, which a reload finds, once they are changed. */
function write(wish, composer, conversationId) {
  const own = composer.text.value;
  composer.add(wish.get("draft"));
  keepDraft(conversationId, own);
  composer.text.addEventListener("input", () => {
    wish.delete("draft");
    history.replaceState(null, "", `${location.pathname}${wish.size ? `?${wish}` : ""}${location.hash}`);
  }, { once: true });
}
