// What is half written, kept in this browser for each conversation.

const keyOf = (conversationId) => `omniforge.draft.${conversationId ?? "new"}`;

export const loadDraft = (conversationId) => localStorage.getItem(keyOf(conversationId)) ?? "";

export function keepDraft(conversationId, text) {
  if (text) localStorage.setItem(keyOf(conversationId), text);
  else localStorage.removeItem(keyOf(conversationId));
}
