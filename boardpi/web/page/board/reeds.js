// The reeds of the virtual board, with the faults that real ones have.

import { HOLES, bit } from "../game/holes.js";
import { live } from "../connection/live.js";

const CHATTER_MS = 70;

export class Reeds extends EventTarget {
  isSmooth = false; // a victim swept out is not seen to leave
  faults = new Map(); // hole → "open" | "closed" | "chatter"
  #flip = false;
  #timer = 0;
  #count = 0;

  get hasFaults() {
    return this.faults.size > 0;
  }

  setFault(hole, fault) {
    if (fault === "sound") this.faults.delete(hole);
    else this.faults.set(hole, fault);
    clearInterval(this.#timer);
    const chatters = [...this.faults.values()].includes("chatter");
    if (chatters) this.#timer = setInterval(() => this.#chatter(), CHATTER_MS);
    this.#tell();
  }

  mend() {
    clearInterval(this.#timer);
    this.isSmooth = false;
    if (!this.hasFaults) return;
    this.faults.clear();
    this.#tell();
  }

  /** What the reeds show of archers that stand so. */
  show(mask) {
    for (const hole of HOLES) {
      const fault = this.faults.get(hole);
      if (fault === "open" || (fault === "chatter" && this.#flip)) mask &= ~bit(hole);
      else if (fault === "closed") mask |= bit(hole);
    }
    return mask;
  }

  /** Resolves when the table has taken note. */
  send(mask) {
    return live.ask({ type: "hands", mask, id: `hands ${(this.#count += 1)}` });
  }

  plug(isPlugged) {
    live.send({ type: "plug", is_plugged: isPlugged, id: "hands" });
  }

  press(heldMs) {
    live.send({ type: "press", held_ms: heldMs, id: "hands" });
  }

  #chatter() {
    this.#flip = !this.#flip;
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("fault"));
  }
}
