// Earlier messages arrive when the reader comes near the top.
import { oneAtATime } from "../shell/one_at_a_time.js";
import { getJson } from "./api.js";
import { loadAtSight } from "./load_at_sight.js";
import { addStoredMessages } from "./messages.js";

/** Watch `sentinel` at the top of the log; `next` says where the page before begins, or is null. Returns `load` and `hasMore`. */
export function startOlder({ sentinel, next, conversation, renderer, scroll }) {
  let from = next;
  const hasMore = () => from !== null;
  const load = oneAtATime(async () => {
    if (!hasMore()) return;
    const page = await getJson(`/api/v1/conversations/${conversation.id}/messages/?before=${from}&limit=50`);
    from = page.next;
    addStoredMessages(conversation.transcript, page.results);
    scroll.keepPlace(() => {
      renderer.markAll();
      renderer.flush();
    });
  });
  loadAtSight(sentinel, { load, hasMore, margin: "400px 0px 0px" });
  return { load, hasMore };
}
