// What the players gave away against the best play, in a game and in its match, once the coach has looked.

import { read } from "../connection/api.js";
import { make, mark, refill } from "./dom.js";
import { seatName } from "./entries.js";
import { number, t } from "../speech/words.js";

const PATIENCE_MS = 3000;
const BUSY = new Set(["waiting", "thinking"]);
const tenths = (hundredths) => number(Math.round(hundredths / 10) / 10);

/** The sums of one game, in words; nothing where the coach has not looked at it. */
export function givenWords(given) {
  return given ? t("review.given", { white: tenths(given.w.points), black: tenths(given.b.points) }) : "";
}

/** Whether what a turning point cost is proven. */
export function isProven(losses, { ply }) {
  return losses.some((loss) => loss.ply === ply && loss.is_exact);
}

export function provenWords(all) {
  const sum = (key) => all.flatMap(({ w, b }) => [w[key], b[key]]).reduce((one, two) => one + two, 0);
  return t("review.proven", { proven: sum("proven"), moves: sum("moves") });
}

/** The sums of both games of a match by player, seats as in this game; null where one is not known. */
export async function readMatch(id, given) {
  const { games } = await read("/games?limit=50");
  const own = games.find((game) => game.id === id);
  const other = own && games.find((game) => game.match === own.match && game.number !== own.number);
  if (!other || (own.white ?? "") !== (other.black ?? "") || (own.black ?? "") !== (other.white ?? "")) return null;
  const { given: theirs } = await read(`/games/${other.id}/review`);
  if (!theirs) return null;
  const facts = {
    one: seatName(own, "w"),
    mine: tenths(given.w.points + theirs.b.points),
    two: seatName(own, "b"),
    theirs: tenths(given.b.points + theirs.w.points),
  };
  return { words: t("review.match", facts), all: [given, theirs] };
}

/** A line under the end of a game: it waits for the coach, and goes with the next game. */
export class Given {
  #game = null;
  #timer = 0;

  constructor() {
    this.element = make("p", { class: "given", hidden: true, "aria-live": "polite" });
  }

  leave() {
    clearTimeout(this.#timer);
    this.#game = null;
  }

  show({ outcome, guest, match }) {
    const game = outcome && !guest ? match.game_id : null;
    if (game === this.#game) return;
    this.leave();
    this.#game = game;
    this.#write("");
    if (game !== null) this.#look(game);
  }

  async #look(game) {
    const review = await read(`/games/${game}/review`).catch(() => ({ state: "waiting" }));
    if (game !== this.#game) return;
    if (BUSY.has(review.state)) this.#timer = setTimeout(() => this.#look(game), PATIENCE_MS);
    if (!review.given) return;
    const match = await readMatch(game, review.given).catch(() => null);
    const told = match ?? { words: givenWords(review.given), all: [review.given] };
    if (game === this.#game) this.#write(`${told.words} ${provenWords(told.all)}`);
  }

  #write(words) {
    mark(this.element, { hidden: !words });
    refill(this.element, words);
  }
}
