// The page of a player: totals, charts, opponents, games.

import { go } from "../connection/actions.js";
import { read, tell } from "../connection/api.js";
import { drawEnds, drawPoints } from "../parts/charts.js";
import { confirm } from "../parts/dialog.js";
import { make, refill } from "../parts/dom.js";
import { drawEntries, result, seatName } from "../parts/entries.js";
import { choice, text } from "../parts/fields.js";
import { loadRules } from "../game/rulesets.js";
import { note } from "../speech/say.js";
import { day, t } from "../speech/words.js";
import { drawStandings, gameName } from "./organising/standings.js";

const SHOWN = 40;

export class PlayerView {
  constructor(id) {
    this.id = Number(id);
    this.element = make("div", { class: "book player" });
    this.#load();
  }

  async #load() {
    try {
      await loadRules();
      const [found, { players }] = await Promise.all([
        read(`/players/${this.id}`),
        read("/players"),
      ]);
      this.#show(
        found,
        players.filter(({ id }) => id !== this.id),
      );
    } catch (error) {
      refill(this.element, make("p", { class: "empty" }, error.sentence ?? t("error.offline")));
    }
  }

  #show({ player, total, by_game: byGame, games, merged }, others) {
    const finished = games
      .filter(({ outcome }) => outcome)
      .slice(0, SHOWN)
      .reverse();
    refill(
      this.element,
      make("p", {}, make("a", { href: "/book/players" }, `← ${t("book.players")}`)),
      make("h1", {}, player.name),
      player.club && make("p", { class: "quiet" }, player.club),
      !total && make("p", { class: "empty" }, t("players.no_games")),
      byGame.map((one) => this.#figures(one)),
      total &&
        make(
          "div",
          { class: "charts" },
          drawEnds(total),
          drawPoints(finished.map((entry) => pointsOf(entry, player))),
        ),
      byGame.flatMap(({ game, opponents }) => opponents.length > 0 && [
        make("h2", {}, `${t("players.opponents")} · ${gameName(game)}`),
        drawStandings(opponents, { ranked: false, label: `${t("players.opponents")} · ${gameName(game)}` }),
      ]),
      make("h2", {}, t("book.games")),
      drawEntries(games, "h3"),
      this.#describe(player),
      merged.length > 0 && this.#drawMerged(merged),
      others.length > 0 && this.#drawMerge(player, others),
    );
  }

  #figures({ game, total }) {
    const names = ["points", "games", "matches_won"];
    return make(
      "dl",
      { class: "figures", "aria-label": gameName(game) },
      make("div", { class: "of-game" }, make("dt", {}, t("learn.game")), make("dd", {}, gameName(game))),
      names.map((name) =>
        make(
          "div",
          {},
          make("dt", {}, t(`standings.${name}`)),
          make("dd", {}, String(total[name])),
        ),
      ),
    );
  }

  /** Entries that have become this player; each can be a player again. */
  #drawMerged(merged) {
    const rows = merged.map(({ id, name }) =>
      make(
        "li",
        {},
        name,
        " ",
        make("button", { type: "button", onclick: () => this.#split(id) }, t("players.split")),
      ),
    );
    return make(
      "details",
      { class: "card" },
      make("summary", {}, t("players.merged_entries")),
      make("ul", { class: "merged" }, rows),
    );
  }

  async #split(id) {
    const back = await tell("POST", `/players/${id}/split`);
    if (!back) return;
    note(t("players.is_split", { name: back.name }));
    go(`/book/players/${back.id}`);
  }

  #drawMerge(player, others) {
    const merge = async (event) => {
      event.preventDefault();
      const into = Number(new FormData(event.target).get("into"));
      const warning = t("players.merge_text", { name: player.name });
      if (!(await confirm(t("players.merge"), warning, t("players.merge_press")))) return;
      const left = await tell("POST", `/players/${this.id}/merge`, { into });
      if (!left) return;
      note(t("players.merged", { name: left.name }), {
        label: t("action.undo"),
        act: () => this.#split(this.id),
      });
      go(`/book/players/${left.id}`);
    };
    return make(
      "details",
      { class: "card" },
      make("summary", {}, t("players.merge")),
      make(
        "form",
        { onsubmit: merge },
        choice(
          "into",
          t("players.merge_into"),
          others.map(({ id, name }) => [id, name]),
        ),
        make(
          "div",
          { class: "actions" },
          make("button", { type: "submit" }, t("players.merge_press")),
        ),
      ),
    );
  }

  #describe(player) {
    const save = async (event) => {
      event.preventDefault();
      const data = new FormData(event.target);
      const body = {
        name: data.get("name"),
        club: data.get("club"),
        prefers: data.get("prefers") || null,
      };
      if (await tell("PATCH", `/players/${this.id}`, body)) this.#load();
    };
    const colours = [
      ["", t("players.no_colour")],
      ["w", t("side.w")],
      ["b", t("side.b")],
    ];
    return make(
      "details",
      { class: "card" },
      make("summary", {}, t("players.edit")),
      make(
        "form",
        { onsubmit: save },
        text("name", t("players.name"), { required: true, value: player.name, maxlength: 60 }),
        text("club", t("players.club"), { value: player.club, maxlength: 60 }),
        choice("prefers", t("players.prefers"), colours, player.prefers ?? ""),
        make(
          "div",
          { class: "actions" },
          make("button", { type: "submit", class: "primary" }, t("action.save")),
        ),
      ),
    );
  }
}

function pointsOf(entry, player) {
  const isWhite = entry.white === player.name;
  const [white, black] = entry.outcome.points;
  const label = `${day(entry.day)}: ${seatName(entry, "w")} – ${seatName(entry, "b")} ${result(entry)}`;
  return isWhite ? { own: white, against: black, label } : { own: black, against: white, label };
}
