// The chat's current project: tree and entities, updated through the socket.
import { ENTITY_KINDS, fetchRow, Rows } from "../../projects/live.js";
import { oneAtATime } from "../../shell/pacing.js";
import { getJson } from "../transport.js";

const ENTITIES = 100; // last changed first
const PAUSE_MS = 120; // several patches of one action fetch the tree once

export class Workspace extends EventTarget {
  entities = new Rows();

  /** Events: `changed`. */
  constructor(socket) {
    super();
    this.socket = socket;
    this.clear(null);
  }

  clear(projectId) {
    this.projectId = projectId;
    this.root = null;
    this.entities = new Rows();
    this.hasMore = false;
    this.error = "";
    this.isGone = false;
  }

  /** Show `projectId`, or none, from now on. */
  follow(projectId) {
    if (projectId === this.projectId) return;
    if (this.projectId) this.socket.send({ type: "unwatch", project_id: this.projectId });
    this.clear(projectId);
    for (const frame of this.frames()) this.socket.send(frame);
    this.changed();
  }

  /** Frames to send whenever the socket opens; the response, `watching` or an error, triggers a fetch. */
  frames() {
    return this.projectId ? [{ type: "watch", id: this.projectId, project_id: this.projectId }] : [];
  }

  /** @param {{type: string, id?: string, project_id?: string, data?: any, code?: string}} frame */
  receive({ type, id, project_id: projectId, data }) {
    if (!this.projectId) return;
    if (type === "watching" && projectId === this.projectId) this.begin();
    if (type === "error" && id === this.projectId) this.load(); // shows why it cannot be watched
    if (type === "entity_patch" && data.project_id === this.projectId) this.take(data);
  }

  /** Changes arrive from here on; fetch the current state. */
  begin() {
    this.isGone = false;
    this.load();
  }

  load = oneAtATime(() => this.fetch(async (path) => {
    const asked = this.entities.clock;
    const [tree, page] = await Promise.all([getJson(`${path}tree/`), getJson(`${path}entities/?limit=${ENTITIES}`)]);
    return () => {
      this.entities.replaceAll(page.results.map((row) => [row.kind, row]), asked);
      this.root = tree.root;
      this.hasMore = page.next !== null;
      this.error = "";
    };
  }));

  take(patch) {
    const { entity_type: type } = patch;
    if (type === "project") this.isGone = patch.action === "delete";
    if (type === "project" || type === "document") this.loadSoon();
    if (ENTITY_KINDS.includes(type) && this.entities.receive(patch) === "missing") this.fetchEntity(patch);
    this.changed();
  }

  /** The tree shows titles and lengths that patches don't contain: fetch it again, once for several patches. */
  loadSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.load, PAUSE_MS);
  }

  fetchEntity({ entity_type: type, entity_id: id, version }) {
    return this.fetch(async () => {
      const row = await fetchRow(type, id);
      return () => (row ? this.entities.put(type, row) : this.entities.drop(id, version));
    });
  }

  /** All known entities. */
  things() {
    return ENTITY_KINDS.flatMap((kind) => this.entities.all(kind));
  }

  /** Apply the result of `ask`, unless the project changed meanwhile; errors are shown, not thrown. */
  async fetch(ask) {
    const asked = this.projectId;
    const take = await ask(`/api/v1/projects/${asked}/`).catch((error) => () => {
      if (error.status === 404) this.isGone = true;
      else this.error = error.message;
    });
    if (asked !== this.projectId) return;
    take();
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("changed"));
  }
}
