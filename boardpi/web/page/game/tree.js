// Moves and what else could have been played: a tree whose first branch is the game.

/** A place in the tree: the position after `move`; the root has none. */
class Place {
  children = [];
  comment = "";

  constructor(parent, move, position, isGame) {
    Object.assign(this, { parent, move, position, isGame });
    this.depth = parent ? parent.depth + 1 : 0;
  }

  /** The place after this move, if it was tried. */
  after(move) {
    return this.children.find((child) => child.move === move) ?? null;
  }

  /** All moves from the root to here. */
  get path() {
    return this.parent ? [...this.parent.path, this.move] : [];
  }
}

export class Tree {
  constructor(start) {
    this.root = new Place(null, null, start, true);
  }

  /** A game of the book with what was found out about it. */
  static of(game, { notes, nodes }) {
    const tree = new Tree(game.start);
    const plies = [tree.root];
    for (const { move, position } of game.moves)
      plies.push(tree.add(plies.at(-1), move, position, true));
    for (const { ply, comment } of notes) plies[ply].comment = comment;
    const places = [];
    for (const { ply, parent, move, position, comment = "" } of nodes) {
      const place = tree.add(parent === undefined ? plies[ply] : places[parent], move, position);
      place.comment ||= comment;
      places.push(place);
    }
    return tree;
  }

  /** Try a move; one that was tried already is found again. */
  add(parent, move, position, isGame = false) {
    const known = parent.after(move);
    if (known) return known;
    const place = new Place(parent, move, position, isGame);
    parent.children.push(place);
    return place;
  }

  /** Forget a variation; the place before it. The game itself stays. */
  remove(place) {
    if (place.isGame) return place;
    place.parent.children = place.parent.children.filter((child) => child !== place);
    return place.parent;
  }

  /** Every place, each after the one it follows. */
  *places(from = this.root) {
    yield from;
    for (const child of from.children) yield* this.places(child);
  }

  /** As the table keeps it: comments on plies, and nodes. */
  toJson() {
    const numbers = new Map();
    const notes = [];
    const nodes = [];
    for (const place of this.places()) {
      if (place.isGame) {
        if (place.comment) notes.push({ ply: place.depth, comment: place.comment });
        continue;
      }
      const { parent, move, comment } = place;
      const anchor = parent.isGame ? { ply: parent.depth } : { parent: numbers.get(parent) };
      numbers.set(place, nodes.length);
      nodes.push({ ...anchor, move, ...(comment && { comment }) });
    }
    return { notes, nodes };
  }
}
