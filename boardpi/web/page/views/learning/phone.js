// A lesson or a puzzle on this device, with a small board of its own, while the wooden one leads.

import { archersOf } from "../../board/archers.js";
import { Board } from "../../board/board.js";
import { lookOf } from "../../board/looks.js";
import { NARROW } from "../../board/table_board.js";
import { Zones } from "../../board/zones.js";
import { go } from "../../connection/actions.js";
import { read, tell } from "../../connection/api.js";
import { live } from "../../connection/live.js";
import { isSpectator } from "../../connection/session.js";
import { HOLES } from "../../game/holes.js";
import { parseMove, parsePosition } from "../../game/position.js";
import { make, mark, refill } from "../../parts/dom.js";
import { inLanguage, moveWords, tellLesson } from "../../speech/messages.js";
import { say } from "../../speech/say.js";
import { t } from "../../speech/words.js";
import { NEXT, drawWay, heading, noteSolved } from "../guest.js";

const MOVING = ["ask", "try", "reply", "free", "play"];

/** Begin on this device what is told by `id` or `puzzle`, and go there. */
export async function learnHere(body) {
  if (await tell("POST", "/phone", body)) go("/phone");
}

export class PhoneView {
  #origin = null; // a hole, or the tray of the side to move
  #choices = []; // moves that go the same way
  #turnShape = () => this.#setShape();

  constructor() {
    this.board = new Board({ label: t("phone.board") });
    this.zones = new Zones(this.board);
    this.board.element.addEventListener("click", (event) => this.#touch(placeOf(event)));
    this.board.element.addEventListener("keydown", (event) => this.#key(event));
    this.card = make("section", { class: "guest card", "aria-label": t("phone.title") });
    this.message = make("section", { class: "message told" });
    this.lead = make("p", { class: "lead" });
    this.stage = make("div", { class: "stage" }, this.board.element);
    this.element = make(
      "div",
      { class: "table-view phone-view" },
      make("h1", { class: "unseen" }, t("phone.title")),
      this.lead,
      this.card,
      this.message,
      this.stage,
    );
    NARROW.addEventListener("change", this.#turnShape);
    this.board.setShape(NARROW.matches ? "tall" : "wide");
    this.#load();
  }

  leave() {
    NARROW.removeEventListener("change", this.#turnShape);
    this.board.glow.leave();
  }

  /** The wooden board leads: what it shows can be done here, too, while the teacher allows it. */
  show({ guest, classroom }) {
    const isClosed = isSpectator() && !classroom.phones;
    if (this.isClosed !== undefined && this.isClosed !== isClosed) this.#load();
    this.isClosed = isClosed;
    this.#showLead(isClosed ? null : guest);
  }

  #showLead(guest) {
    const isOther = guest?.id && guest.id !== this.lesson?.id;
    const key = isOther ? guest.id : "";
    if (this.led === key) return;
    this.led = key;
    const body = guest?.kind === "puzzle" ? { puzzle: guest.puzzle?.name } : { id: guest?.id };
    refill(
      this.lead,
      isOther && make("span", {}, t("phone.leads", { title: inLanguage(guest.title) })),
      isOther && button(t("phone.here"), () => this.#do("POST", "/phone", body)),
    );
    mark(this.lead, { hidden: !isOther });
  }

  async #load() {
    try {
      this.#take(await read("/phone"));
    } catch (error) {
      refill(this.message, make("p", {}, error.sentence ?? t("error.offline")));
    }
  }

  async #do(method, path, body) {
    const told = await tell(method, path, body);
    if (told) this.#take(told);
  }

  #act(body) {
    return this.#do("POST", "/phone/act", body);
  }

  #take({ lesson: given, is_allowed: isAllowed }) {
    const lesson = isAllowed ? given : null; // it waits until the teacher opens the phones again
    this.lesson = lesson;
    this.#origin = null;
    this.#choices = [];
    mark(this.stage, { hidden: !lesson });
    this.led = undefined;
    if (live.snapshot) this.show(live.snapshot);
    if (!lesson) return this.#drawNothing(isAllowed);
    this.position = parsePosition(lesson.position);
    this.archers = archersOf(this.position);
    this.board.setLines(lesson.rules.lines, lesson.rules.dotted);
    this.#draw();
    say(inLanguage(lesson.say));
  }

  #drawNothing(isAllowed) {
    refill(this.card, make("h2", {}, t("phone.title")));
    refill(this.message, make("p", {}, t(isAllowed ? "phone.none" : "phone.closed")));
    this.message.append(
      make(
        "div",
        { class: "actions" },
        make("a", { class: "button primary", href: "/learn/lessons" }, t("learn.lessons")),
        make("a", { class: "button", href: "/learn/puzzles" }, t("learn.puzzles")),
      ),
    );
  }

  #draw() {
    const { lesson, position } = this;
    refill(this.card, heading(inLanguage(lesson.title), lesson.player?.name), drawWay(lesson.step, lesson.steps));
    this.#drawMessage();
    const lights = this.#lights();
    const theme = live.snapshot?.theme;
    this.board.glow.show(lights, (role, hole) => lookOf(theme, role, hole, position));
    this.board.pieces.show(this.archers, position.hand);
    const { hand, dead } = position;
    const held = this.#origin !== null;
    this.zones.show({ archers: this.archers, held, hand, dead, lights, isActive: true });
  }

  #drawMessage() {
    const { lesson } = this;
    const { kind, title, text, steps } = tellLesson({ guest: lesson, astray: null });
    const isDone = lesson.do === "done";
    const following = { [lesson.kind === "puzzle" ? "puzzle" : "id"]: lesson.next };
    noteSolved(lesson);
    const again = { player: lesson.player?.id ?? null };
    refill(
      this.message,
      make("h2", {}, title),
      make("p", {}, this.#choices.length > 0 ? t("phone.which") : text),
      make(
        "div",
        { class: "actions" },
        this.#choices.map((move) =>
          button(moveWords(move), () => this.#act({ do: "move", move }), "primary"),
        ),
        steps.map((step) =>
          button(t(`lesson.step.${step}`), () => this.#act({ do: step }), step === "continue" ? "primary" : null),
        ),
        isDone &&
          lesson.next &&
          button(t(NEXT[lesson.kind]), () => this.#do("POST", "/phone", { ...following, ...again }), "primary"),
        button(t(lesson.kind === "puzzle" ? "puzzle.step.end" : "lesson.step.end"), () => this.#end()),
      ),
    );
    mark(this.message, { "data-kind": kind });
    mark(this.element, { "data-told": lesson.told });
  }

  async #end() {
    const isPuzzle = this.lesson.kind === "puzzle";
    if (await tell("POST", "/phone/act", { do: "end" })) go(isPuzzle ? "/learn/puzzles" : "/learn/lessons");
  }

  /** What the lesson lights, and where the chosen archer may go. */
  #lights() {
    const lights = { ...this.lesson.lights };
    if (this.#origin === null) return lights;
    if (HOLES.includes(this.#origin)) lights[this.#origin] = "origin";
    for (const move of this.#ways()) {
      const { target, reentry, takes } = parseMove(move);
      lights[target ?? reentry] = takes ? "capture" : target ? "target" : "reentry";
    }
    return lights;
  }

  #ways() {
    const origin = HOLES.includes(this.#origin) ? this.#origin : null;
    return this.lesson.legal.filter((move) => move !== "pass" && parseMove(move).origin === origin);
  }

  #touch(place) {
    if (!place || !this.lesson) return;
    this.zones.focus(place);
    const { do: task } = this.lesson;
    if (task === "touch" || task === "show") {
      if (this.position.archers.has(place)) this.#act({ do: "touch", origin: place });
    } else if (MOVING.includes(task)) {
      this.#touchMoving(place);
    }
  }

  /** First the archer, or the tray with the hand; then the hole where it goes. */
  #touchMoving(place) {
    const { side } = this.position;
    const isTray = !HOLES.includes(place);
    const isOwn = isTray ? place === side : this.position.archers.get(place)?.side === side;
    const isNew = this.#origin === null || (isOwn && this.lesson.do !== "try");
    this.#choices = [];
    if (place === this.#origin) this.#origin = null;
    else if (isNew) this.#origin = isOwn || this.#mayBegin(place) ? place : null;
    else if (!isTray) return void this.#go(place);
    this.#draw();
  }

  /** Before the first move either side may begin. */
  #mayBegin(place) {
    return this.lesson.legal.some((move) => parseMove(move).origin === place);
  }

  #go(place) {
    const ends = (move) => parseMove(move).target ?? parseMove(move).reentry;
    const found = this.#ways().filter((move) => ends(move) === place);
    if (found.length === 1) return void this.#act({ do: "move", move: found[0] });
    if (found.length > 1) {
      this.#choices = found;
      return void this.#draw();
    }
    const origin = HOLES.includes(this.#origin) ? { origin: this.#origin } : {};
    this.#act({ do: "move", target: place, ...origin });
  }

  #key(event) {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    this.#touch(placeOf(event));
  }

  #setShape() {
    this.board.setShape(NARROW.matches ? "tall" : "wide");
    if (this.lesson) this.#draw();
  }
}

function placeOf(event) {
  return event.target.closest?.("[data-place]")?.dataset.place;
}

function button(label, onclick, kind = null) {
  return make("button", { type: "button", class: kind, onclick }, label);
}
