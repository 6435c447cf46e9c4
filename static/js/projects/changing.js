// What the pages change over REST. The page itself changes when the patch comes, like those of everybody else.
import { getJson, sendJson } from "../chat/api.js";
import { toast } from "../chat/toast.js";

const tableOf = (type) => ({ project: "projects", document: "documents", edge: "edges" })[type] ?? "entities";

/** Run `work`; what the server refuses is told below the page. Returns what came, or null. */
export async function tried(work) {
  try {
    return await work();
  } catch (error) {
    toast(error.message);
    return null;
  }
}

export const patchRow = (type, id, fields) => sendJson("PATCH", `/api/v1/${tableOf(type)}/${id}/`, fields);
export const makeIn = (projectId, table, fields) => sendJson("POST", `/api/v1/projects/${projectId}/${table}/`, fields);
export const moveDocument = (id, place) => sendJson("POST", `/api/v1/documents/${id}/move/`, place);

/** Put a thing into the trash, and offer to bring it back to its place, with its links. */
export async function deleteThing(projectId, type, { id, title, version }) {
  await sendJson("DELETE", `/api/v1/${tableOf(type)}/${id}/?version=${version}`);
  toast(`'${title}' deleted.`, { undo: () => tried(() => undoDeletion(projectId, id)) });
}

/** Take back the call that deleted a thing. */
async function undoDeletion(projectId, id) {
  const { results } = await getJson(`/api/v1/projects/${projectId}/history/?limit=100`);
  const deletion = results.find((change) => change.entity_id === id && change.action === "delete");
  const { left } = await sendJson("POST", `/api/v1/projects/${projectId}/history/${deletion.batch}/undo/`);
  if (left.length) toast(left.join(" "));
}
