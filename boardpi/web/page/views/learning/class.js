// A class: what the teacher shows on the board, who comes to it, and what the phones may do.

import { act, go } from "../../connection/actions.js";
import { read } from "../../connection/api.js";
import { live } from "../../connection/live.js";
import { loadRules } from "../../game/rulesets.js";
import { make, mark, refill } from "../../parts/dom.js";
import { choice } from "../../parts/fields.js";
import { t } from "../../speech/words.js";
import { Editor } from "./editor.js";

export async function drawClass(view) {
  const [{ players }] = await Promise.all([read("/players"), loadRules()]);
  view.editor = new Editor();
  view.classroom = new Classroom(players);
  const begin = async (body) => {
    if (live.snapshot?.guest?.kind === "class") await act("leave");
    if (await act("class", body)) go("/");
  };
  refill(
    view.content,
    make("p", {}, t("class.text")),
    make(
      "div",
      { class: "actions" },
      button(t("class.game"), () => begin({}), "primary"),
    ),
    view.classroom.element,
    make("h2", {}, t("class.position")),
    make("p", { class: "quiet" }, t("class.position_text")),
    view.editor.element,
    make(
      "div",
      { class: "actions" },
      button(t("class.set_up"), () => begin({ position: view.editor.line }), "primary"),
    ),
  );
  if (live.snapshot) view.show(live.snapshot);
}

/** Phones and the rota: they belong to the lesson hour, not to what the board shows. */
class Classroom {
  constructor(players) {
    this.players = players;
    this.phones = make("input", {
      type: "checkbox",
      onchange: () => act("phones", { is_open: this.phones.checked }),
    });
    this.rota = make("div", { class: "rota" });
    this.element = make(
      "section",
      { class: "card classroom" },
      make("h2", {}, t("class.phones")),
      make("p", {}, t("class.phones_text")),
      make("label", { class: "check" }, this.phones, t("class.phones_open")),
      make("h2", {}, t("rota.title")),
      make("p", {}, t("rota.text")),
      this.rota,
    );
  }

  show({ classroom }) {
    this.phones.checked = classroom.phones;
    const key = JSON.stringify(classroom.rota);
    if (this.shown === key) return;
    this.shown = key;
    this.#drawRota(classroom.rota ?? { players: [], at: 0 });
  }

  #drawRota({ players, at }) {
    const ids = players.map(({ id }) => id);
    const set = (wanted, next = 0) => act("rota", { players: wanted, at: next });
    const others = this.players.filter(({ id }) => !ids.includes(id));
    const add = ({ target }) => target.value && set([...ids, Number(target.value)], at);
    refill(
      this.rota,
      make(
        "ol",
        { class: "turns" },
        players.map(({ id, name }, place) => {
          const rest = ids.filter((one) => one !== id);
          const then = place < at ? at - 1 : at % Math.max(1, rest.length);
          const line = make("li", {}, make("span", {}, name), button(t("rota.remove", { name }), () => set(rest, then)));
          return mark(line, { "aria-current": place === at ? "true" : null });
        }),
      ),
      this.players.length === 0 && make("p", { class: "empty" }, t("rota.nobody")),
      others.length > 0 &&
        choice("rota", t("rota.add"), [["", "…"], ...others.map(({ id, name }) => [String(id), name])], "", add),
      make(
        "div",
        { class: "actions" },
        others.length > 0 && button(t("rota.all"), () => set([...ids, ...others.map(({ id }) => id)], at)),
        ids.length > 1 && button(t("rota.next"), () => act("rota-next"), "primary"),
        ids.length > 0 && button(t("rota.end"), () => set([])),
      ),
    );
  }
}

function button(label, onclick, kind = null) {
  return make("button", { type: "button", class: kind, onclick }, label);
}
