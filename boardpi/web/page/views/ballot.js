// The ballot of a class: every device has one vote while the teacher lets them vote.

import { tell } from "../connection/api.js";
import { parseMove, parsePosition } from "../game/position.js";
import { make, mark, refill } from "../parts/dom.js";
import { moveWords } from "../speech/messages.js";
import { say } from "../speech/say.js";
import { t } from "../speech/words.js";

export class Ballot {
  #chosen = null;
  #origin = null; // the archer that was touched on the board
  #until = null; // when the vote ends, by this device's clock
  #team = null; // the side that this device plays for
  #timer = setInterval(() => this.#tick(), 500);

  constructor() {
    this.state = make("p", { class: "quiet" });
    this.element = make("section", { class: "ballot card", "aria-label": t("vote.label") });
  }

  leave() {
    clearInterval(this.#timer);
  }

  show({ guest, legal, position }) {
    const vote = guest?.vote ?? null;
    if (!vote) this.#chosen = this.#origin = null;
    this.vote = vote;
    this.snapshot = { guest, legal, position };
    this.#until = vote?.left_s ? performance.now() + 1000 * vote.left_s : null;
    const teams = guest?.teams ?? null;
    if (!teams) this.#team = null;
    const facts = [{ ...vote, left_s: null }, legal, this.#chosen, this.#origin, teams, this.#team];
    const key = JSON.stringify(facts);
    if (this.shown === key) return;
    this.shown = key;
    mark(this.element, { hidden: !vote && !teams });
    refill(this.element, teams && this.#drawTeams(teams), vote ? this.#draw(vote, legal) : []);
    this.#tick();
  }

  /** A vote by touching the board: the archer, then its hole; whether the touch was for the vote. */
  touch(place) {
    if (!this.vote?.is_open) return false;
    const { legal } = this.snapshot;
    const ends = (move) => parseMove(move).target ?? parseMove(move).reentry;
    const found = legal.find((move) => parseMove(move).origin === this.#origin && ends(move) === place);
    if (found) {
      this.#origin = null;
      this.#cast(found);
    } else {
      const isOrigin = legal.some((move) => parseMove(move).origin === place);
      this.#origin = isOrigin ? place : null;
      if (isOrigin) say(t("vote.from", { hole: place }));
      this.show(this.snapshot);
    }
    return true;
  }

  /** Two teams consult: every device plays for one side, and may change it. */
  #drawTeams(teams) {
    const join = (side) => async () => {
      if (!(await tell("POST", "/team", { side }))) return;
      this.#team = side;
      this.show(this.snapshot);
    };
    return make(
      "div",
      { class: "teams", role: "group", "aria-label": t("teams.join") },
      make("h2", {}, t("teams.join")),
      ["w", "b"].map((side) =>
        make(
          "button",
          { type: "button", onclick: join(side), "aria-pressed": String(this.#team === side), "data-team": side },
          `${t(`side.${side}`)} · ${t("teams.count", { count: teams[side] })}`,
        ),
      ),
    );
  }

  async #cast(move) {
    if (!(await tell("POST", "/vote", { move }))) return;
    this.#chosen = move;
    this.show(this.snapshot);
  }

  #draw(vote, legal) {
    const counts = new Map(vote.counts.map(({ move, votes }) => [move, votes]));
    // the order never changes while fingers are on it
    const moves = vote.is_open ? legal : [...counts.keys()];
    const isShown = (move) =>
      this.#isOwn(move) && (!this.#origin || parseMove(move).origin === this.#origin);
    const mustWait = vote.is_open && !moves.some((move) => this.#isOwn(move));
    return [
      make("h2", {}, t(vote.is_open ? "vote.title" : "vote.over")),
      this.state,
      mustWait && make("p", {}, t("error.other_team")),
      this.#origin && make("p", {}, t("vote.from", { hole: this.#origin })),
      make(
        "ul",
        { class: "votes" },
        moves.filter(isShown).map((move) => this.#line(move, counts.get(move) ?? 0, vote)),
      ),
    ];
  }

  /** A team sees its own moves; before the first one either side may begin. */
  #isOwn(move) {
    if (!this.#team || !this.vote.is_open) return true;
    const { archers, side } = parsePosition(this.snapshot.position);
    return (archers.get(parseMove(move).origin)?.side ?? side) === this.#team;
  }

  #tick() {
    if (!this.vote) return;
    const count = t("vote.voters", { count: this.vote.voters });
    const left = secondsLeft(this.#until);
    const text = this.vote.is_open && left !== null ? `${count} · ${t("vote.left", { count: left })}` : count;
    if (this.state.textContent !== text) this.state.textContent = text;
  }

  #line(move, votes, vote) {
    const isHidden = vote.is_secret && vote.is_open;
    const facts = {
      type: "button",
      onclick: () => this.#cast(move),
      disabled: !vote.is_open,
      "aria-pressed": String(move === this.#chosen),
      "data-move": move,
    };
    const bar = isHidden ? [] : drawBar(votes, vote.voters);
    return make("li", {}, make("button", facts, make("span", {}, moveWords(move)), bar));
  }
}

/** How much of the vote a move has, as a bar and as a number. */
export function drawBar(votes, voters) {
  const share = voters ? Math.round((100 * votes) / voters) : 0;
  return [
    make("meter", { min: 0, max: 100, value: share, "aria-label": t("vote.share") }),
    make("b", {}, String(votes)),
  ];
}

export function secondsLeft(until) {
  return until === null ? null : Math.max(0, Math.ceil((until - performance.now()) / 1000));
}
