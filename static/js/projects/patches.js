// Rows of projects, kept true by patches (RFC 6902). A patch leads from one version to the next; where one was
// missed, or was too large to send, the row has to be fetched.

/** Return `row` after `operations`: add, replace, remove and move; the path "" is the whole row, null where it is gone. */
export function applied(row, operations) {
  return operations.reduce(applyOne, row === undefined ? null : structuredClone(row));
}

const keysOf = (path) => path.slice(1).split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

/** @typedef {{op: string, path: string, from?: string, value?: any}} Operation */
function applyOne(row, /** @type {Operation} */ { op, path, from, value }) {
  if (path === "") return op === "remove" ? null : structuredClone(value);
  if (op === "move") {
    const moved = keysOf(from).reduce((inner, key) => inner[key], row);
    return applyOne(applyOne(row, { op: "remove", path: from }), { op: "add", path, value: moved });
  }
  const keys = keysOf(path);
  const last = keys.pop();
  const holder = keys.reduce((inner, key) => inner[key], row);
  if (!Array.isArray(holder)) {
    if (op === "remove") delete holder[last];
    else holder[last] = value;
    return row;
  }
  const at = last === "-" ? holder.length : Number(last);
  if (op === "add") holder.splice(at, 0, value);
  else if (op === "remove") holder.splice(at, 1);
  else holder[at] = value;
  return row;
}

export class Rows {
  constructor() {
    this.byId = new Map();
    this.gone = new Map(); // versions at which rows were deleted: what is older comes too late
    this.clock = 0; // counts what came, to tell what came after something was asked for
  }

  get = (id) => this.byId.get(id)?.row;

  /** The rows of a type: project, document, edge, or an entity's kind. */
  all = (type) => [...this.byId.values()].filter((one) => one.type === type).map((one) => one.row);

  /** Take a row, unless what is here is newer or it was deleted since. */
  put(type, row) {
    if (row.version < this.version(row.id) || row.version <= this.gone.get(row.id)) return;
    this.clock += 1;
    this.byId.set(row.id, { type, row, at: this.clock });
  }

  /** Take what was fetched, [type, row] each, in place of what is here; what came after `asked`, the clock then, stays. */
  replaceAll(fetched, asked = this.clock) {
    const ids = new Set(fetched.map(([, row]) => row.id));
    for (const [id, { at }] of this.byId) if (!ids.has(id) && at <= asked) this.byId.delete(id);
    for (const [type, row] of fetched) this.put(type, row);
  }

  /** Let a row go that was deleted at `version`, unless what is here is newer: it was brought back since. */
  drop(id, version = this.version(id)) {
    if (version < this.version(id)) return;
    this.byId.delete(id);
    this.gone.set(id, version);
  }

  /** The newest version that is known, also of what is gone; 0 of what never came. */
  version = (id) => this.get(id)?.version ?? this.gone.get(id) ?? 0;

  /** Apply the data of an `entity_patch`; returns applied, known (nothing is new), or missing (fetch the row). */
  receive({ entity_type: type, entity_id: id, version, patch }) {
    const has = this.version(id);
    if (version <= has) return "known";
    const isWhole = patch[0]?.path === "";
    if (!isWhole && (!patch.length || version !== has + 1 || !this.byId.has(id))) return "missing";
    const row = applied(this.get(id), patch);
    if (row) this.put(type, row);
    else this.drop(id, version);
    return "applied";
  }
}
