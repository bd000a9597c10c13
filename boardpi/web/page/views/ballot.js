// The ballot of a class: every device has one vote while the teacher lets them vote.

import { tell } from "../connection/api.js";
import { make, mark, refill } from "../parts/dom.js";
import { moveWords } from "../speech/messages.js";
import { t } from "../speech/words.js";

export class Ballot {
  #chosen = null;

  constructor() {
    this.element = make("section", { class: "ballot card", "aria-label": t("vote.label") });
  }

  show({ guest, legal }) {
    const vote = guest?.vote ?? null;
    if (!vote) this.#chosen = null;
    const key = JSON.stringify([vote, legal, this.#chosen]);
    if (this.shown === key) return;
    this.shown = key;
    this.snapshot = { guest, legal };
    mark(this.element, { hidden: !vote });
    refill(this.element, vote ? this.#draw(vote, legal) : []);
  }

  #draw(vote, legal) {
    const counts = new Map(vote.counts.map(({ move, votes }) => [move, votes]));
    const moves = [...(vote.is_open ? legal : counts.keys())];
    moves.sort((one, two) => (counts.get(two) ?? 0) - (counts.get(one) ?? 0));
    return [
      make("h2", {}, t(vote.is_open ? "vote.title" : "vote.over")),
      make("p", { class: "quiet" }, this.#state(vote)),
      make(
        "ul",
        { class: "votes" },
        moves.map((move) => this.#line(move, counts.get(move) ?? 0, vote)),
      ),
    ];
  }

  #state({ is_open: isOpen, left_s: left, voters }) {
    const count = t("vote.voters", { count: voters });
    return isOpen && left !== null ? `${count} · ${t("vote.left", { count: left })}` : count;
  }

  #line(move, votes, vote) {
    const share = vote.voters ? Math.round((100 * votes) / vote.voters) : 0;
    const press = async () => {
      if (!(await tell("POST", "/vote", { move }))) return;
      this.#chosen = move;
      this.show(this.snapshot);
    };
    return make(
      "li",
      {},
      make(
        "button",
        {
          type: "button",
          onclick: press,
          disabled: !vote.is_open,
          "aria-pressed": String(move === this.#chosen),
          "data-move": move,
        },
        make("span", {}, moveWords(move)),
        make("meter", { min: 0, max: 100, value: share, "aria-label": t("vote.share") }),
        make("b", {}, String(votes)),
      ),
    );
  }
}
