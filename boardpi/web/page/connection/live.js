// The live connection: snapshots and facts come in, masks of the hands go out.

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 3000; // a table that starts again is back within seconds
const ANSWER_MS = 2000;

class Live extends EventTarget {
  snapshot = null;
  isOpen = false;
  isLocked = false; // the table shows itself to who has given the PIN only
  #socket = null;
  #pause = FIRST_PAUSE_MS;
  #timer = 0;
  #quiet = 0;
  #watches = false;

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/v1/live`);
    this.#socket = socket;
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("close", () => socket === this.#socket && this.#closed());
  }

  /** Begin a new connection at once, e.g. one that carries a new session. */
  reconnect() {
    const old = this.#socket;
    this.isLocked = false;
    clearTimeout(this.#timer);
    this.connect();
    old?.close();
  }

  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Send a message that has an `id`; resolves with its `done` or `error`, or with null if none comes. */
  ask(message) {
    return new Promise((resolve) => {
      const hear = ({ detail }) => detail.id === message.id && end(detail);
      const end = (answer) => {
        clearTimeout(timer);
        for (const type of ["done", "error"]) this.removeEventListener(type, hear);
        resolve(answer);
      };
      const timer = setTimeout(() => end(null), ANSWER_MS);
      for (const type of ["done", "error"]) this.addEventListener(type, hear);
      if (!this.send(message)) end(null);
    });
  }

  watchHealth(isWanted) {
    this.#watches = isWanted;
    this.send({ type: "watch", health: isWanted });
  }

  /** Take a snapshot that an answer over HTTP brought, unless the connection has told more by now. */
  take(snapshot) {
    const isNews = snapshot?.type === "table" && snapshot.ms >= (this.snapshot?.ms ?? 0);
    if (isNews) this.#receive(snapshot);
  }

  #receive(message) {
    if (message.type === "table") this.#see(message);
    if (isRefusal(message)) this.isLocked = true; // it hangs up; asking again would change nothing
    this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  }

  /** Keep a snapshot; what it tells ahead (whose turn it is, once all is quiet) shines when its time comes. */
  #see(snapshot) {
    const { turn, ms } = snapshot;
    this.snapshot = snapshot;
    clearTimeout(this.#quiet);
    if (turn) this.#quiet = setTimeout(() => this.#shine(turn.holes), Math.max(0, turn.from_ms - ms));
  }

  #shine(holes) {
    const corners = Object.fromEntries(holes.map((hole) => [hole, "turn"]));
    this.snapshot = { ...this.snapshot, lights: { ...corners, ...this.snapshot.lights } };
    this.dispatchEvent(new CustomEvent("table", { detail: this.snapshot }));
  }

  #opened() {
    this.#pause = FIRST_PAUSE_MS;
    this.#setOpen(true);
    if (this.#watches) this.watchHealth(true);
  }

  #closed() {
    this.#setOpen(false);
    if (this.isLocked) return;
    this.#timer = setTimeout(() => this.connect(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  #setOpen(isOpen) {
    this.isOpen = isOpen;
    this.dispatchEvent(new CustomEvent("link", { detail: isOpen }));
  }
}

/** Whether the table says that reading needs the PIN, too. */
export function isRefusal({ type, id, code }) {
  return type === "error" && id === undefined && code === "pin_needed";
}

export const live = new Live();
