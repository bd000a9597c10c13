// The virtual board behind the live connection: where archers stand goes there, and which reeds fail.

import { live } from "../connection/live.js";

const KINDS = [
  ["stuck_open", "open"],
  ["stuck_closed", "closed"],
  ["chattering", "chatter"],
];

export class Reeds {
  isSmooth = false; // a victim swept out is not seen to leave
  faults = new Map(); // hole → "open" | "closed" | "chatter", as the board has them
  #count = 0;

  /** Take note of the board, whose faults every device may set. */
  see({ faults }) {
    this.faults = new Map(
      KINDS.flatMap(([kind, name]) => (faults?.[kind] ?? []).map((hole) => [hole, name])),
    );
  }

  setFault(hole, fault) {
    const faults = new Map(this.faults);
    if (fault === "sound") faults.delete(hole);
    else faults.set(hole, fault);
    this.#sendFaults(faults);
  }

  mend() {
    this.isSmooth = false;
    this.plug(true);
    this.#sendFaults(new Map());
  }

  /** Archers moved together: {archer, to} each. Resolves when the table has taken note. */
  bring(moves) {
    return this.#ask({ type: "archers", moves });
  }

  /** All archers as a position line has them. */
  setUp(position) {
    return this.#ask({ type: "set-up", position });
  }

  #ask(message) {
    return live.ask({ ...message, id: `hands ${(this.#count += 1)}` });
  }

  plug(isPlugged) {
    live.send({ type: "plug", is_plugged: isPlugged, id: "hands" });
  }

  press(heldMs) {
    live.send({ type: "press", held_ms: heldMs, id: "hands" });
  }

  hold(isDown) {
    live.send({ type: "hold", is_down: isDown, id: "hands" });
  }

  #sendFaults(faults) {
    this.faults = faults; // two presses may come before the answer to the first
    const holesOf = (name) => [...faults.keys()].filter((hole) => faults.get(hole) === name);
    const holes = Object.fromEntries(KINDS.map(([kind, name]) => [kind, holesOf(name)]));
    live.send({ type: "faults", ...holes, id: "hands" });
  }
}
