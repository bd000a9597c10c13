// The turning points of a game: what was played, what was better, and what it cost.

import { act, go } from "../connection/actions.js";
import { read, tell } from "../connection/api.js";
import { make, refill } from "../parts/dom.js";
import { seatName } from "../parts/entries.js";
import { inLanguage, moveWords, turnOf } from "../speech/messages.js";
import { number, t } from "../speech/words.js";

const PATIENCE_MS = 1000;
const tenths = (hundredths) => number(Math.round(hundredths / 10) / 10);

export class Turning {
  #timer = 0;

  /** `step(ply)` shows the position before a move. */
  constructor(game, step) {
    Object.assign(this, { game, step });
    this.element = make("section", { class: "turning card", "aria-live": "polite" });
    this.#follow(() => read(`/games/${game}/review`));
  }

  leave() {
    clearTimeout(this.#timer);
  }

  async #follow(ask) {
    let review = null;
    try {
      review = await ask();
    } catch {
      this.#timer = setTimeout(() => this.#look(), 5 * PATIENCE_MS); // the table is away for a while
      return;
    }
    if (!review) return;
    this.#show(review);
    if (review.state === "waiting" || review.state === "thinking")
      this.#timer = setTimeout(() => this.#look(), PATIENCE_MS);
  }

  #look() {
    this.#follow(() => read(`/games/${this.game}/review`));
  }

  #show(review) {
    const begin = () => this.#follow(() => tell("POST", `/games/${this.game}/review`));
    const [done, all] = review.progress ?? [0, 0];
    const states = {
      none: () => [
        make("p", { class: "quiet" }, t("review.text")),
        make("button", { type: "button", onclick: begin }, t("review.begin")),
      ],
      waiting: () => make("p", {}, t("review.thinking")),
      thinking: () => [
        make("p", {}, t("review.thinking")),
        make("progress", { max: all, value: done }),
      ],
      failed: () => [
        make("p", {}, t("review.failed")),
        make("button", { type: "button", onclick: begin }, t("review.begin")),
      ],
      done: () => [...this.#given(review.given), this.#points(review.points)].flat(),
    };
    refill(this.element, make("h2", {}, t("review.title")), [states[review.state]()].flat());
  }

  /** What each side gave away against the best play, and how much of that is more than an estimate. */
  #given(given) {
    if (!given) return [];
    const { w, b } = given;
    const points = { white: tenths(w.points), black: tenths(b.points) };
    const moves = { proven: w.proven + b.proven, moves: w.moves + b.moves };
    const all = make("p", { class: "given" });
    this.#sumMatch(given, all);
    return [
      make("p", { class: "given" }, t("review.given", points)),
      all,
      make("p", { class: "quiet" }, t("review.proven", moves)),
    ];
  }

  /** What both players gave away in the two games of a match, if the other one is known, too. */
  async #sumMatch(given, place) {
    try {
      const { games } = await read("/games?limit=50");
      const own = games.find((game) => game.id === this.game);
      const other = own && games.find((game) => game.match === own.match && game !== own);
      if (!other || !own.white || own.white !== other.black || own.black !== other.white) return;
      const review = await read(`/games/${other.id}/review`);
      if (!review.given) return;
      const mine = tenths(given.w.points + review.given.b.points);
      const theirs = tenths(given.b.points + review.given.w.points);
      const [one, two] = [seatName(own, "w"), seatName(own, "b")];
      refill(place, t("review.match", { one, mine, two, theirs }));
    } catch {
      // the table is away for a while: the game's own sums are shown
    }
  }

  #points(points) {
    if (points.length === 0) return make("p", {}, t("review.none"));
    const onBoard = async () => {
      if (await act("review", { game: this.game })) go("/");
    };
    return [
      make("ol", { class: "turning-points" }, points.map((point) => this.#point(point))),
      make("button", { type: "button", onclick: onBoard }, t("review.on_board")),
    ];
  }

  #point(point) {
    const facts = { number: turnOf(point), words: moveWords(point.played) };
    return make(
      "li",
      {},
      make(
        "button",
        { type: "button", class: "link", onclick: () => this.step(point.ply) },
        t("review.played", facts),
      ),
      make("p", {}, inLanguage(point.sentences)),
      make(
        "p",
        { class: "quiet" },
        t("review.cost", { words: moveWords(point.better), points: number(point.loss / 100) }),
      ),
    );
  }
}
