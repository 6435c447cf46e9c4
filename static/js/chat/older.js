// Earlier messages arrive when the reader comes near the top.
import { getJson } from "./api.js";
import { addStoredMessages } from "./messages.js";

/** Watch `sentinel` at the top of the log; `next` says where the page before begins, or is null. Returns `load` and `hasMore`. */
export function startOlder({ sentinel, next, conversation, renderer, scroll }) {
  let from = next;
  const load = async () => {
    observer.unobserve(sentinel);
    const page = await getJson(`/api/v1/conversations/${conversation.id}/messages/?before=${from}&limit=50`);
    addStoredMessages(conversation.transcript, page.results);
    scroll.keepPlace(() => {
      renderer.markAll();
      renderer.flush();
    });
    from = page.next;
    if (from) observer.observe(sentinel);
  };
  const later = () => setTimeout(() => observer.observe(sentinel), 3000);
  const observer = new IntersectionObserver(([entry]) => entry.isIntersecting && load().catch(later), { rootMargin: "400px 0px 0px" });
  if (from) observer.observe(sentinel);
  return { load, hasMore: () => from !== null };
}
