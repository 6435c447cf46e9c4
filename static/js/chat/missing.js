// The missing connections of a draft agent, one line each. Lines update when a system is connected in any tab.
import { el, icon } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { getJson } from "./transport.js";

const PATH = "/api/v1/missing-connections/";

/** Return the lines, or null if nothing is missing. `places` are the agent's `source` and `destination`, in words. */
export function missingLines(missing, places) {
  if (!missing?.length) return null;
  const node = el("ul", { class: "missing", "aria-label": gettext("Connections") });
  const show = (still) => node.replaceChildren(...missing.map((gap) => line(still.find(({ name }) => name === gap.name), gap)));
  const ask = () => {
    if (!node.isConnected) return document.removeEventListener("visibilitychange", ask);
    if (document.visibilityState === "visible") getJson(`${PATH}?${new URLSearchParams(places)}`).then(show, () => {});
  };
  show(missing);
  document.addEventListener("visibilitychange", ask);
  queueMicrotask(ask); // a stored card may be older than a connection
  return node;
}

function line(gap, { name }) {
  if (!gap) return el("li", { class: "line" }, icon("check", "s"), gettext("{name} is connected.", { name }));
  return el("li", { class: "line wrap" }, icon("alert", "s"), el("span", { class: "grow" }, [gap.problem, gap.ask].filter(Boolean).join(" ")),
    gap.link ? el("a", { class: "btn small", href: gap.link, target: "_blank", rel: "noopener" }, gap.action) : null);
}
