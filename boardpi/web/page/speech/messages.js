// What the table has to say now, in words: {kind, title, text, choices, mend}. Pure.

import { other, parseMove, parsePosition } from "../game/position.js";
import { currentLanguage, t } from "./words.js";

/** A player's name; at a guest's table nobody has one. */
export function nameOf(snapshot, side) {
  if (snapshot.guest) return t(`side.${side}`);
  return (side === "w" ? snapshot.match.white : snapshot.match.black) ?? t(`side.${side}`);
}

/** The one thing that matters most. */
export function messageOf(snapshot) {
  const tellers = [
    tellLost,
    tellCheck,
    tellMenu,
    tellQuestion,
    tellArranging,
    tellLesson,
    tellRefusal,
    tellAstray,
    tellVote,
    tellFrozen,
    tellReview,
    tellExpected,
    tellHint,
    tellOutcome,
    tellOpenTurn,
    tellCoach,
    tellTurn,
  ];
  for (const teller of tellers) {
    const message = teller(snapshot);
    if (message) return { choices: [], mend: null, steps: [], text: "", ...message };
  }
  return null;
}

/** The sentence of this language, of an object with all of them. */
export function inLanguage(sentences) {
  return sentences ? (sentences[currentLanguage()] ?? sentences.en) : "";
}

/** The number of a ply as the list of moves counts it: full turns, a dotted one for Black. */
export function turnOf({ ply, position }) {
  const isBlack = position.split(" ")[1] === "b";
  const isBlackFirst = isBlack === (ply % 2 === 0);
  return `${Math.floor((ply + (isBlackFirst ? 1 : 0)) / 2) + 1}${isBlack ? "…" : ""}`;
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
  return { title, text: reasonWords(snapshot, reason) };
}

/** Why a game ended, with the name of whoever arrived, lost all archers or resigned. */
function reasonWords(snapshot, reason) {
  const sides = ["w", "b"].filter((side) => isConcerned(snapshot, reason, side));
  const isTime = reason === "resigned" && hasFlag(snapshot.clocks, sides[0]);
  const key = `reason.${isTime ? "time" : reason}`;
  if (sides.length !== 1) return t(key);
  return t(`${key}.of`, { player: nameOf(snapshot, sides[0]) });
}

/** Whoever has no time left has not resigned: the organiser chose that it counts the same. */
function hasFlag(clocks, side) {
  return Boolean(clocks?.control.flag === "loses" && clocks.flagged[side === "w" ? 0 : 1]);
}

function isConcerned({ position, outcome }, reason, side) {
  const { archers, hand } = parsePosition(position);
  const own = [...archers].filter(([, one]) => one.side === side);
  if (reason === "resigned") return outcome.winner === other(side);
  if (reason === "eliminated") return own.length === 0 && hand[side] === 0;
  const goal = side === "w" ? "5" : "1";
  return reason === "arrived" && own.length > 0 && own.every(([hole]) => hole[1] === goal);
}

/** `White ahead by 2`; by White's points, null is the usual start. */
export function handicapWords(points) {
  if (points === null) return t("handicap.none");
  if (points === 0) return t("handicap.even");
  return t("handicap.ahead", { player: t(points > 0 ? "side.w" : "side.b"), points: Math.abs(points) });
}

/** The whole match: who won it, and both games, with the names of those who sit there now. */
export function matchWords(snapshot) {
  const { match, outcome } = snapshot;
  const names = ["w", "b"].map((side) => nameOf(snapshot, side));
  const points = ["w", "b"].map((_, number) => [
    match.score[number] - outcome.points[number],
    outcome.points[number],
  ]);
  const isBlack = match.score[1] > match.score[0];
  const score = (isBlack ? [...match.score].reverse() : match.score).join("–");
  const title = match.winner
    ? t("match.won", { player: names[isBlack ? 1 : 0], score })
    : t("match.drawn", { score });
  const game = (number) =>
    t("match.game_line", {
      number: number + 1,
      one: names[0],
      two: names[1],
      score: `${points[0][number]}–${points[1][number]}`,
    });
  return { title, text: `${game(0)} ${game(1)} ${outcomeWords(snapshot).text}` };
}

function tellLost({ board }) {
  if (!board.is_lost) return null;
  return { kind: "trouble", title: t("lost.title"), text: t("lost.text") };
}

function tellCheck({ guest }) {
  if (guest?.kind !== "check") return null;
  return { kind: "trouble", title: t("check.has_board"), text: t("check.has_board_text") };
}

function tellMenu({ guest }) {
  if (guest?.kind !== "menu") return null;
  return { kind: "menu", title: t("menu.title"), text: t("menu.text") };
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

/**
 * A lesson, a class or a review sets a position up: White's archers first, then Black's. What the
 * lesson says comes first: its praise, who is chosen, who is in hand, whose turn it will be.
 */
function tellArranging({ guest }) {
  if (!guest?.arrange) return null;
  const { side, missing, extra } = guest.arrange;
  const isLesson = "task" in guest;
  const title = t(isLesson && guest.reaction ? `lesson.${guest.mood}` : "arrange.title");
  const parts = [
    isLesson && inLanguage(guest.reaction),
    isLesson && inLanguage(guest.task),
    // one thing after the other: a hole with the wrong colour is emptied first, then filled
    extra.length > 0 && t("arrange.extra", { holes: extra.join(", ") }),
    extra.length === 0 && missing.length > 0 && t(`arrange.${side}`, { holes: missing.join(", ") }),
  ];
  const steps = isLesson ? ["skip"] : [];
  return { kind: "arrange", title, text: parts.filter(Boolean).join(" "), steps };
}

/** `steps` are the buttons that fit: at a question the pupil's hands answer. */
export function tellLesson({ guest, astray }) {
  if (guest?.kind !== "lesson" && guest?.kind !== "puzzle") return null;
  const { mood, reaction, task, stars } = guest;
  const title = t(`lesson.${mood}`) + (stars ? ` ${"★".repeat(stars)}` : "");
  const isSolved = guest.kind === "puzzle" && guest.do === "done";
  const wanted = astray ? wayBack(astray) : isSolved ? t("puzzle.done") : inLanguage(task);
  const text = [inLanguage(reaction), wanted].filter(Boolean).join(" ");
  const isWaiting = guest.do === "show" || guest.do === "done";
  const isDone = guest.do === "done"; // then the card of the lesson has the buttons
  const steps = isDone ? [] : isWaiting ? ["continue"] : ["repeat", "skip"];
  return { kind: mood, title, text, steps, mend: astray?.pair ?? null };
}

function tellRefusal({ refusal, astray }) {
  if (!refusal) return null;
  const mend = astray?.pair ?? { missing: refusal.from, extra: refusal.to };
  return {
    kind: "refusal",
    title: t(refusal.is_guess ? "refusal.guess" : "refusal.title"),
    text: inLanguage(refusal.sentences),
    mend,
  };
}

function tellAstray({ astray }) {
  if (!astray) return null;
  return { kind: "astray", title: t("astray.title"), text: wayBack(astray), mend: astray.pair };
}

/** Which archer to put back where, and how many more there are; after a capture also whose. */
function wayBack({ pair, missing, extra, untaken }) {
  if (untaken) return inLanguage(untaken);
  const key = pair.missing && pair.extra ? "both" : pair.missing ? "missing" : "extra";
  const rest = Math.max(missing.length, extra.length) - 1;
  return t(`astray.${key}`, pair) + (rest > 0 ? ` ${t("astray.rest", { count: rest })}` : "");
}

/** A class votes: nothing matters more to a pupil. */
function tellVote({ guest }) {
  if (!guest?.vote?.is_open) return null;
  return { kind: "vote", title: t("vote.now"), text: t("vote.how") };
}

function tellFrozen({ is_frozen: isFrozen }) {
  return isFrozen ? { kind: "frozen", title: t("frozen.title"), text: t("frozen.text") } : null;
}

function tellReview({ guest }) {
  if (guest?.kind !== "review") return null;
  const { point, shown } = guest;
  const title = t(`review.${shown}`, {
    number: turnOf(point),
    words: moveWords(point[shown]),
  });
  return { kind: "review", title, text: inLanguage(point.sentences) };
}

/** The coach, or who plays at another table, has no hands here: somebody moves the archer. */
function tellExpected(table) {
  const { expected, board } = table;
  if (!expected?.move) return null;
  const please = t(isFar(table) ? "far.please" : "coach.please");
  return { kind: "coach", side: expected.side, title: expectedWords(table), text: board.by_hand ? please : "" };
}

function isFar({ club }) {
  return Boolean(club?.far?.has_begun);
}

export function expectedWords(table) {
  const words = moveWords(table.expected.move);
  return t(isFar(table) ? "far.plays" : "coach.plays", { words });
}

function tellHint({ hint }) {
  if (!hint) return null;
  if (hint.is_thinking) return { kind: "hint", title: t("coach.looks") };
  const title = hint.move
    ? t("coach.try", { words: moveWords(hint.move) })
    : hint.archer
      ? t("coach.look_at", { archer: hint.archer })
      : t("coach.look_at_hand");
  const sure = inLanguage(hint.exact?.sentences);
  const text = [inLanguage(hint.sentences), sure].filter(Boolean).join(" ");
  return { kind: "hint", title, text: text || t("coach.ask_again") };
}

function tellOutcome(snapshot) {
  if (!snapshot.outcome) return null;
  const isMatch = snapshot.match.is_over && !snapshot.guest;
  return { kind: "over", ...(isMatch ? matchWords(snapshot) : outcomeWords(snapshot)) };
}

function tellOpenTurn(snapshot) {
  if (!snapshot.open_turn) return null;
  const side = other(snapshot.side); // the move stands already: the other side is to move
  const zone = snapshot.open_turn.zone.join(", ");
  const title = t("open.title", { player: nameOf(snapshot, side) });
  return { kind: "turn", side, title, text: t("open.text", { zone }) };
}

function tellCoach(snapshot) {
  const { board, coach } = snapshot;
  if (!coach) return null;
  if (coach.trouble)
    return { kind: "trouble", title: t("coach.trouble"), text: t("coach.trouble_text") };
  if (!coach.is_thinking) return null;
  return { kind: "coach", side: coach.side, title: t("coach.thinks"), text: board.by_hand ? t("coach.wait") : "" };
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
