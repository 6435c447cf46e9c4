// One line under the header about the connection, and nothing else.
import { el, icon } from "../shell/dom.js";

const BANNERS = {
  reconnecting: { mark: ["mark", "s spin"], words: "Reconnecting. The answer goes on without you; nothing is lost." },
  offline: { kind: "warn", mark: ["offline", "s"], words: "You are offline. Reading works; messages wait here until you are back." },
  lost: { kind: "warn", mark: ["offline", "s"], words: "The server cannot be reached. What you write is kept.", action: "Reconnect" },
  "signed-out": { kind: "warn", mark: ["lock", "s"], words: "You were signed out after 12 hours. Sign in, and your draft is sent from here.", link: "Sign in" },
  "no-access": { kind: "warn", mark: ["lock", "s"], words: "You have no access to this workspace any more. An owner or admin can give it back." },
};

/** Show what `status` of the connection means, if anything; `onReconnect` tries again at once. */
export function showBanner(place, status, onReconnect) {
  const banner = BANNERS[status];
  place.hidden = !banner;
  if (!banner) return;
  place.className = `banner ${banner.kind ?? ""}`.trim();
  place.replaceChildren(icon(...banner.mark), el("span", {}, banner.words));
  if (banner.action) place.append(el("button", { type: "button", class: "btn small", onclick: onReconnect }, banner.action));
  if (banner.link) place.append(el("a", { class: "btn small", href: `${place.dataset.signIn}?next=${encodeURIComponent(location.pathname)}` }, banner.link));
}
