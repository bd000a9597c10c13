// First light: the check of a new board, hole by hole, and the report of the last one.

import { read, tell } from "../connection/api.js";
import { make, mark, refill } from "../parts/dom.js";
import { HOLES, bit } from "../game/holes.js";
import { live } from "../connection/live.js";
import { note, say } from "../speech/say.js";
import { currentLanguage, moment, t } from "../speech/words.js";

const LAMPS = {
  missing: "#00dcff",
  target: "#28e65a",
  ask: "#c369ff",
  extra: "#ff140a",
  dead: "#ff00c8",
};

export class CheckView {
  #shown = "";
  #said = "";

  constructor() {
    this.cells = new Map(HOLES.map((hole) => [hole, this.#drawCell(hole)]));
    const rows = [5, 4, 3, 2, 1].flatMap((row) =>
      [..."abcde"].map((column) => this.cells.get(column + row)),
    );
    this.sentence = make("h2", { class: "asked" });
    this.progress = make("p", { class: "quiet" });
    this.answers = make("div", { class: "actions" });
    this.findings = make("ul", { class: "findings" });
    this.report = make("div", {});
    this.hint = make("p", { class: "quiet" });
    this.element = make(
      "div",
      { class: "columns check" },
      make("h1", {}, t("nav.check")),
      make(
        "section",
        { class: "card" },
        make("div", { class: "spots", role: "group", "aria-label": t("check.board") }, rows),
        drawKey(),
        this.hint,
      ),
      make(
        "section",
        { class: "card" },
        this.sentence,
        this.progress,
        this.answers,
        this.findings,
        this.report,
      ),
    );
  }

  show(snapshot) {
    this.snapshot = snapshot;
    const { guest, board } = snapshot;
    const check = guest?.kind === "check" ? guest : null;
    this.hint.textContent = check && board.has_hands ? t("check.tap") : "";
    for (const [hole, cell] of this.cells) showCell(cell, hole, check, board.has_hands);
    if (check) this.#showCheck(check);
    else this.#showRest(guest);
  }

  #showCheck(check) {
    const sentence = check.sentences[currentLanguage()] ?? check.sentences.en;
    if (sentence !== this.#said) say(sentence);
    this.#said = sentence;
    this.sentence.textContent = sentence;
    const counted = check.counted === "archers" ? "check.progress.archers" : "check.progress";
    this.progress.textContent = t(counted, { done: check.done, of: check.of });
    this.#fill(this.findings, check.findings, () => drawFindings(check.findings));
    const isPlacing = ["place", "reach"].includes(check.task) && check.stage === "act";
    const key = `${check.answers} ${isPlacing}`;
    if (this.#shown === key) return;
    this.#shown = key;
    const answers = check.answers.map((answer) => drawAnswer(answer, isPlacing));
    refill(this.report);
    refill(this.answers, ...answers, drawAnswer("stop"));
  }

  /** No check is under way: offer one, and show the last. */
  #showRest(guest) {
    const key = `rest ${guest?.kind ?? ""}`;
    if (this.#shown === key) return;
    this.#shown = key;
    this.#said = "";
    this.sentence.textContent = t("check.title");
    this.progress.textContent = t(guest ? "check.busy" : "check.intro");
    refill(this.answers, ...(guest ? [] : drawStarts()));
    refill(this.findings);
    this.#showReport();
  }

  async #showReport() {
    try {
      const report = await read("/check");
      if (this.#shown.startsWith("rest")) this.#drawReport(report);
    } catch (error) {
      const text = error.code === "not_found" ? "check.never" : "error.offline";
      refill(this.report, make("p", { class: "quiet" }, t(text)));
    }
  }

  #drawReport(report) {
    const faults = report.findings.filter((finding) => finding.is_fault);
    refill(
      this.report,
      make("h2", {}, t("check.last", { when: moment(report.at) })),
      make(
        "p",
        { class: "verdict", "data-sound": report.is_sound ? "yes" : "no" },
        t(report.is_sound ? "check.sound" : "check.faulty", { count: faults.length }),
      ),
      make("p", {}, t("check.fingerprint"), " ", make("b", {}, report.fingerprint)),
      make("ul", { class: "findings" }, drawFindings(report.findings)),
      make(
        "div",
        { class: "actions" },
        drawSave(`/api/v1/check.txt?language=${currentLanguage()}`, "check.save_text"),
        drawSave("/api/v1/check.json", "check.save_json"),
        report.dead.length > 0 && this.#drawDead(report.dead),
      ),
    );
  }

  /** Dead holes are offered to the game, never forced on it. */
  #drawDead(dead) {
    const take = async () => {
      const holes = [...new Set([...this.snapshot.dead_holes, ...dead])];
      const table = await tell("POST", "/table/dead", { holes });
      if (!table) return;
      live.take(table);
      note(t("check.dead_taken", { holes: dead.join(", ") }));
    };
    return make(
      "button",
      { type: "button", "data-act": "dead", onclick: take },
      t("check.dead", { holes: dead.join(", ") }),
    );
  }

  #fill(list, facts, drawn) {
    const key = JSON.stringify(facts);
    if (list.dataset.key === key) return;
    list.dataset.key = key;
    refill(list, drawn());
  }

  #drawCell(hole) {
    const touch = () => {
      const { guest, board } = this.snapshot;
      if (guest?.kind !== "check" || !board.has_hands) return;
      live.send({ type: "hands", mask: guest.mask ^ bit(hole), id: "hands" });
    };
    return make("button", { type: "button", class: "spot", "data-hole": hole, onclick: touch });
  }
}

function showCell(cell, hole, check, hasHands) {
  const state = check?.holes[hole] ?? "untried";
  const light = check?.lights[hole] ?? null;
  const isFilled = Boolean(check && check.mask & bit(hole));
  const words = [
    hole,
    t(`check.state.${state}`),
    light && !light.startsWith("#") && t(`check.light.${light}`),
    isFilled && t("reed.closed"),
  ];
  const name = words.filter(Boolean).join(", ");
  mark(cell, {
    "data-state": state,
    "data-light": light,
    "data-filled": isFilled ? "yes" : "no",
    "aria-label": name,
    disabled: !(check && hasHands),
  });
  cell.style.setProperty("--lamp", LAMPS[light] ?? light ?? "transparent");
  const tried = state !== "untried" && make("small", {}, t(`check.state.${state}`));
  refill(cell, make("b", {}, hole), tried);
}

/** To go on before an archer was seen means that the hole does not answer. */
function drawAnswer(answer, isPlacing = false) {
  const send = () => tell("POST", "/table/check-answer", { answer });
  const isFirst = answer !== "stop" && answer !== "dark";
  const kind = isFirst ? "primary" : "";
  const word = isPlacing && answer === "go" ? "silent" : answer;
  return make(
    "button",
    { type: "button", class: kind, "data-answer": answer, onclick: send },
    t(`check.answer.${word}`),
  );
}

function drawStarts() {
  const start = async (body) => live.take(await tell("POST", "/table/check", body));
  const all = { type: "button", class: "primary", "data-start": "all", onclick: () => start({}) };
  return [
    make("button", all, t("check.start")),
    ...["reeds", "pixels", "diodes", "reach"].map((only) =>
      make(
        "button",
        { type: "button", "data-start": only, onclick: () => start({ only }) },
        t(`check.only.${only}`),
      ),
    ),
  ];
}

/** In the maker's language; a report of another boardpi may have its own words alone. */
function drawFindings(findings) {
  return findings.map(({ sentences, advice, sentence, is_fault: isFault }) => {
    const words = sentences?.[currentLanguage()] ?? sentence;
    const hint = advice?.[currentLanguage()] ?? (sentences ? "" : advice);
    return make(
      "li",
      { "data-fault": isFault ? "yes" : "no" },
      make("b", {}, words),
      hint && make("small", {}, hint),
    );
  });
}

function drawSave(href, key) {
  return make("a", { class: "button", href, download: "" }, t(key));
}

function drawKey() {
  return make(
    "p",
    { class: "key lamps" },
    Object.keys(LAMPS).map((light) => {
      const one = make("span", { "data-light": light }, t(`check.light.${light}`));
      one.style.setProperty("--lamp", LAMPS[light]);
      return one;
    }),
  );
}
