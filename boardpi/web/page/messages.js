// What the table has to say now, in words: {kind, title, text, choices, mend}. Pure.

import { other, parseMove } from "./position.js";
import { currentLanguage, t } from "./words.js";

export function nameOf(snapshot, side) {
  return (side === "w" ? snapshot.match.white : snapshot.match.black) ?? t(`side.${side}`);
}

/** The one thing that matters most. */
export function messageOf(snapshot) {
  const tellers = [
    tellLost,
    tellCheck,
    tellQuestion,
    tellRefusal,
    tellAstray,
    tellOutcome,
    tellOpenTurn,
    tellTurn,
  ];
  for (const teller of tellers) {
    const message = teller(snapshot);
    if (message) return { choices: [], mend: null, text: "", ...message };
  }
  return null;
}

/** A move in words: `White takes d3 from e5`. */
export function moveWords(text) {
  if (text === "pass") return t("move.pass");
  const { origin, target, reentry, takes } = parseMove(text);
  if (!origin) return t("move.reentry", { reentry });
  const words = t(takes ? "move.capture" : "move.quiet", { origin, target });
  return reentry ? t("move.and_reentry", { words, reentry }) : words;
}

export function outcomeWords(snapshot) {
  const { winner, reason, points } = snapshot.outcome;
  const score = (winner === "b" ? [points[1], points[0]] : points).join("–");
  const title = winner
    ? t("over.won", { player: nameOf(snapshot, winner), score })
    : t("over.drawn", { score });
  return { title, text: t(`reason.${reason}`) };
}

function tellLost({ board }) {
  if (!board.is_lost) return null;
  return { kind: "trouble", title: t("lost.title"), text: t("lost.text") };
}

function tellCheck({ guest }) {
  if (guest?.kind !== "check") return null;
  return { kind: "trouble", title: t("check.has_board"), text: t("check.has_board_text") };
}

function tellQuestion({ question }) {
  if (!question) return null;
  const choices = question.candidates.map(({ text }) => ({
    choice: text,
    label: text.split(" ").map(moveWords).join(t("move.then")),
  }));
  const title = choices.length > 1 ? t("ask.title") : t("ask.one");
  return { kind: "question", title, text: t("ask.text"), choices };
}

function tellRefusal({ refusal, astray }) {
  if (!refusal) return null;
  const sentence = refusal.sentences[currentLanguage()] ?? refusal.sentences.en;
  const mend = astray?.pair ?? { missing: refusal.from, extra: refusal.to };
  return {
    kind: "refusal",
    title: t(refusal.is_guess ? "refusal.guess" : "refusal.title"),
    text: sentence,
    mend,
  };
}

function tellAstray({ astray }) {
  if (!astray) return null;
  const { missing, extra } = astray.pair;
  const key = missing && extra ? "astray.both" : missing ? "astray.missing" : "astray.extra";
  const rest = Math.max(astray.missing.length, astray.extra.length) - 1;
  const text =
    t(key, { missing, extra }) + (rest > 0 ? ` ${t("astray.rest", { count: rest })}` : "");
  return { kind: "astray", title: t("astray.title"), text, mend: astray.pair };
}

function tellOutcome(snapshot) {
  if (!snapshot.outcome) return null;
  return { kind: "over", ...outcomeWords(snapshot) };
}

function tellOpenTurn(snapshot) {
  if (!snapshot.open_turn) return null;
  const side = other(snapshot.side); // the move stands already: the other side is to move
  const zone = snapshot.open_turn.zone.join(", ");
  const title = t("open.title", { player: nameOf(snapshot, side) });
  return { kind: "turn", side, title, text: t("open.text", { zone }) };
}

function tellTurn(snapshot) {
  const { side } = snapshot;
  if (!side) return { kind: "turn", side: null, title: t("turn.any"), text: t(begin(snapshot)) };
  const title = t("turn.side", { player: nameOf(snapshot, side) });
  return { kind: "turn", side, title, text: hint(snapshot) };
}

function begin({ board }) {
  return board.has_hands ? "hint.begin.virtual" : "hint.begin.board";
}

function hint(snapshot) {
  const roles = new Set(Object.values(snapshot.lights));
  if (snapshot.tentative) return t("hint.tentative", { move: moveWords(snapshot.tentative) });
  if (roles.has("taker")) return t("hint.taker");
  if (roles.has("target") || roles.has("capture")) return t("hint.in_hand");
  if (roles.has("origin")) return t("hint.stuck");
  if (snapshot.repetitions >= 3) return t("hint.repetition", { count: snapshot.repetitions });
  const own = snapshot.legal.some((move) => move.startsWith("@"));
  if (own) return t("hint.reentry");
  return snapshot.moves.length < 4 ? t(`hint.move.${snapshot.side}`) : "";
}
