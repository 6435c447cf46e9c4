// A word above a page whose thing was deleted while it was open, and where to go from there.
import { el, icon } from "../shell/dom.js";

export const goneBanner = (words, href, label) => el("p", { class: "banner warn", id: "gone", role: "alert" },
  icon("trash", "s"), words, el("a", { class: "btn small", href }, label));
