// The hierarchy of a project's documents, {version, root: [{id, order, children}]}: its visible nodes, and the target
// place of a moved document. Places have the API's form, counted without the moved document.

/**
 * Return the nodes in reading order, without those below a closed one: {id, depth, parent, position, count, below}.
 * @param {(id: string) => boolean} isClosed
 */
export function visible(structure, isClosed = () => false) {
  const seen = [];
  const add = (nodes, parent, depth) => nodes.forEach((node, position) => {
    seen.push({ id: node.id, depth, parent, position, count: nodes.length, below: node.children.length });
    if (!isClosed(node.id)) add(node.children, node.id, depth + 1);
  });
  add(structure.root, null, 1);
  return seen;
}

/** Return the place one step up, down, in (below the one before it) or out (after the one above it), or null. */
export function stepped(structure, id, direction) {
  const all = visible(structure);
  const { parent, position, count } = all.find((node) => node.id === id);
  if (direction === "up") return position > 0 ? { parent_id: parent, position: position - 1 } : null;
  if (direction === "down") return position < count - 1 ? { parent_id: parent, position: position + 1 } : null;
  if (direction === "in") {
    const before = all.find((node) => node.parent === parent && node.position === position - 1);
    return before ? { parent_id: before.id, position: before.below } : null;
  }
  const above = all.find((node) => node.id === parent);
  return above ? { parent_id: above.parent, position: above.position + 1 } : null;
}

/** Return the place `where` (before, into, after) `target`, or null if a document would be moved below itself. */
export function dropped(structure, id, target, where) {
  const all = visible(structure);
  const nodes = new Map(all.map((node) => [node.id, node]));
  for (let above = target; above; above = nodes.get(above).parent) if (above === id) return null;
  const [moved, onto] = [nodes.get(id), nodes.get(target)];
  if (where === "into") return { parent_id: target, position: onto.below - (moved.parent === target ? 1 : 0) };
  const leaves = moved.parent === onto.parent && moved.position < onto.position ? 1 : 0;
  return { parent_id: onto.parent, position: onto.position - leaves + (where === "after" ? 1 : 0) };
}
