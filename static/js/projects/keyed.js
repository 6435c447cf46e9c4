// A list whose nodes stay while what they show stays, so that neither focus nor an open menu is lost by a change.

export class Keyed {
  /** `make(item)` makes a node, `id(item)` names it, `state(item)` tells whether it has to be made anew. */
  constructor(place, { make, id = (item) => item.id, state }) {
    this.place = place;
    this.make = make;
    this.id = id;
    this.state = state;
    this.made = new Map();
  }

  show(items) {
    const focused = this.place.contains(document.activeElement) ? document.activeElement : null;
    const nodes = items.map((item) => this.nodeOf(item));
    const names = new Set(items.map((item) => this.id(item)));
    for (const name of this.made.keys()) if (!names.has(name)) this.made.delete(name);
    const isSame = nodes.length === this.place.children.length && nodes.every((node, at) => node === this.place.children[at]);
    if (!isSame) this.place.replaceChildren(...nodes);
    if (focused && document.activeElement !== focused) this.refocus(focused, nodes);
  }

  nodeOf(item) {
    const [name, state] = [this.id(item), JSON.stringify(this.state(item))];
    const known = this.made.get(name);
    if (known?.state === state) return known.node;
    const node = this.make(item);
    node.dataset.id = name;
    this.made.set(name, { state, node });
    return node;
  }

  /** Give the focus back to what had it, or to what stands for it in the node that was made anew. */
  refocus(focused, nodes) {
    if (focused.isConnected) return focused.focus();
    const name = focused.closest("[data-id]")?.dataset.id;
    const node = nodes.find((one) => one.dataset.id === name);
    const role = focused.dataset.focus;
    (role ? node?.querySelector(`[data-focus="${role}"]`) : node)?.focus();
  }
}
