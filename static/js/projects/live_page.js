// Server-rendered pages whose live parts follow the project, or all projects.
import { need } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { goneBanner, watch } from "./live.js";
import { ServerParts } from "./redraw.js";

const page = need(".page");
const parts = new ServerParts({ places: [...page.querySelectorAll("[data-live]")], gone });
watch({ projectId: page.dataset.project, receive: () => parts.refresh(), again: () => parts.refresh() });

function gone() {
  page.inert = true;
  if (!document.getElementById("gone")) page.before(goneBanner(gettext("This project was deleted."), "/projects/", gettext("To the projects and the trash")));
}
