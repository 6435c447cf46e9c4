// Wires a project's page: rows, views, and patches.
import { need } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { oneAtATime } from "../shell/pacing.js";
import { DocumentsPart } from "./documents_part.js";
import { fetchRow, firstData, freshPage, goneBanner, Rows, watch } from "./live.js";
import { ProjectHead } from "./project_head.js";
import { ServerParts } from "./redraw.js";
import { WorkPart } from "./work_part.js";

const first = firstData();
const rows = new Rows();
take(first, rows.clock);

const shared = { projectId: first.project.id, rows, mayWrite: first.may_write };
const head = new ProjectHead({ ...shared, embeddingModel: first.embedding_model });
const documents = new DocumentsPart(shared);
const work = new WorkPart({ ...shared, kinds: first.kinds, leftOut: first.left_out });
const place = need("#recent");
const recent = new ServerParts({ places: [place], source: place.dataset.source });
show();
watch({ projectId: first.project.id, receive, again: oneAtATime(readAll), keepsWriting: true });

function take({ project, documents: titled, entities }, asked) {
  rows.replaceAll([["project", project], ...titled.map((row) => ["document", row]), ...entities.map((row) => [row.kind, row])], asked);
}

function show() {
  const isThere = rows.get(first.project.id) !== undefined;
  showWhetherThere(isThere);
  if (!isThere) return;
  head.show();
  documents.show();
  work.show();
  documents.showAwaited();
}

async function receive(change) {
  const { entity_type: type, entity_id: id, version } = change;
  const came = type === "edge" ? "known" : rows.receive(change);
  if (came === "missing") {
    const row = await fetchRow(type, id).catch(() => undefined); // tried again when the connection is back
    if (row) rows.put(type, row);
    if (row === null) rows.drop(id, version);
  }
  if (came !== "known") show();
  return recent.refresh();
}

/** Some patches may have been missed: fetch everything. */
async function readAll() {
  const asked = rows.clock;
  const fresh = await freshPage().catch(() => undefined); // tried again when the connection is back
  if (fresh) take(fresh.data, asked);
  if (fresh === null) rows.drop(first.project.id);
  show();
  recent.refresh();
}

function showWhetherThere(isThere) {
  const page = need(".page");
  page.inert = !isThere;
  const told = document.getElementById("gone");
  if (isThere) told?.remove();
  else if (!told) page.before(goneBanner(gettext("This project was deleted."), "/projects/", gettext("To the projects and the trash")));
}
