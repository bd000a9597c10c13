// The turning points of a game: what was played, what was better, and what it cost.

import { act, go } from "../connection/actions.js";
import { read, tell } from "../connection/api.js";
import { make, refill } from "../parts/dom.js";
import { givenWords, isProven, provenWords, readMatch } from "../parts/given.js";
import { drawSure, drawWorth } from "../parts/openings.js";
import { inLanguage, moveWords, turnOf } from "../speech/messages.js";
import { number, t } from "../speech/words.js";

const PATIENCE_MS = 1000;

export class Turning {
  #timer = 0;

  /** `step(ply)` shows the position before a move. */
  constructor(game, moves, step) {
    Object.assign(this, { game, moves, step });
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
      done: () => [...this.#given(review.given, review.losses), this.#points(review.points, review.losses)].flat(),
    };
    refill(this.element, make("h2", {}, t("review.title")), [states[review.state]()].flat());
  }

  /** What each side gave away against the best play, and how much of that is more than an estimate. */
  #given(given, losses) {
    if (!given) return [];
    const all = make("p", { class: "given" });
    this.#sumMatch(given, all);
    return [
      make("p", { class: "given" }, givenWords(given)),
      all,
      make("p", { class: "quiet" }, provenWords([given])),
      this.#losses(losses.filter(({ loss }) => loss > 0)),
    ];
  }

  /** Every move that gave something away, by whom, and whether that is proven. */
  #losses(losses) {
    if (losses.length === 0) return null;
    const item = ({ ply, loss, is_exact: isExact }) => {
      const { move, position } = this.moves[ply];
      const player = t(position.split(" ")[1] === "w" ? "side.b" : "side.w");
      const button = make("button", { type: "button", class: "link", onclick: () => this.step(ply) }, `${ply + 1}. ${player}: ${move}`);
      return make("li", {}, button, " ", drawWorth(-loss, isExact));
    };
    return make("details", {}, make("summary", {}, t("review.moves")), make("ul", { class: "losses" }, losses.map(item)));
  }

  /** What both players gave away in the two games of a match, if the other one is known, too. */
  async #sumMatch(given, place) {
    const match = await readMatch(this.game, given).catch(() => null); // the table is away for a while
    if (match) refill(place, match.words);
  }

  #points(points, losses) {
    if (points.length === 0) return make("p", {}, t("review.none"));
    const onBoard = async () => {
      if (await act("review", { game: this.game })) go("/");
    };
    return [
      make("ol", { class: "turning-points" }, points.map((point) => this.#point(point, isProven(losses, point)))),
      make("button", { type: "button", onclick: onBoard }, t("review.on_board")),
    ];
  }

  #point(point, isExact) {
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
        " ",
        drawSure(isExact),
      ),
    );
  }
}
