// A fixed order of places in an answer; each is built anew only when what it shows has changed.
import { el } from "../shell/dom.js";

export class Parts {
  constructor(parent, names) {
    this.places = new Map(names.map((name) => [name, { keys: null, node: el("div", { class: "part", hidden: true }) }]));
    parent.append(...[...this.places.values()].map(({ node }) => node));
  }

  /** Show what `build()` returns (a node, nodes, or nothing) at `name`, if any of `keys` differs from last time. */
  set(name, keys, build) {
    const place = this.places.get(name);
    if (place.keys?.every((key, at) => Object.is(key, keys[at]))) return;
    place.keys = keys;
    const nodes = [build()].flat().filter(Boolean);
    place.node.replaceChildren(...nodes);
    place.node.hidden = nodes.length === 0;
  }
}
