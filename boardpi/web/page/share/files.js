// A game, or a position, to take away: one HTML file, a link, a picture.

import { note } from "../speech/say.js";
import { dayOf, reason, result, seatName } from "../parts/entries.js";
import { make, refill } from "../parts/dom.js";
import { isProven } from "../parts/given.js";
import { scoreWords, sureWord } from "../parts/openings.js";
import { ruleTitle } from "../game/rulesets.js";
import { inLanguage, moveWords } from "../speech/messages.js";
import { currentLanguage, t, tableName } from "../speech/words.js";

const VIEWER = new URL("./viewer.js", import.meta.url);
const STYLE = new URL("./viewer.css", import.meta.url);
const PIXELS = 1048; // of a picture: twice the drawing
const LABELS = [
  "moves.label",
  "moves.first",
  "moves.before",
  "moves.after",
  "moves.now",
  "moves.start",
  "review.title",
  "analysis.graph",
  "analysis.proven",
  "analysis.estimated",
  "share.play",
  "share.stop",
  "share.keys",
  "share.made",
  "board.label",
  "side.w",
  "side.b",
];

/** Who is to move; at the start of a game, either. */
export function turnWords({ parent, position }) {
  const [ranks, side] = position.split(" ");
  const isOpen = !parent && ranks === "bbbbb/5/5/5/wwwww";
  return t(`analysis.turn.${isOpen ? "any" : side}`);
}

/** What an analysis view shows, to take away: {id, game, rules, tree, at, review, board}. */
export function drawFiles(view, isOpen = false) {
  return make("details", { class: "share", open: isOpen }, make("summary", {}, t("share.take")), drawButtons(view));
}

/** The same at the page of a game, where nobody has asked for its analysis yet: `ask` brings it. */
export function offerFiles(ask) {
  const place = make("div", { role: "status" });
  const open = async ({ target }) => {
    if (!target.open || place.hasChildNodes()) return;
    try {
      refill(place, drawButtons(await ask()));
    } catch (error) {
      note(error.sentence ?? t("error.offline"));
    }
  };
  return make("details", { class: "share", ontoggle: open }, make("summary", {}, t("share.take")), place);
}

function drawButtons(view) {
  const { at, id, rules } = view;
  const picture = `/api/v1/analysis/board.svg?${new URLSearchParams({ rules, position: at.position })}`;
  const button = (key, onclick) => make("button", { type: "button", onclick }, t(key));
  const file = (key, href, name) => make("a", { class: "button", href, download: name }, t(key));
  const name = id === null ? "analysis" : `game-${id}`;
  return [
    make("p", { class: "quiet" }, t("share.take_text")),
    make(
      "div",
      { class: "actions row" },
      button("share.html", () => saveHtml(view, `${name}.html`)),
      id !== null && button("share.link", () => copy(`${location.origin}/book/games/${id}/analysis?ply=${gamePly(at)}`)),
      file("share.svg", picture, `${name}.svg`),
      button("share.png", () => savePng(picture, `${name}.png`)),
      id !== null && file("share.animated", `/api/v1/games/${id}/animation.svg`, `${name}-animated.svg`),
    ),
    ...drawEmbedding(`${name}.html`, titleOf(view)),
  ];
}

/** The line by which a website shows the file inside a page of its own. */
function drawEmbedding(name, title) {
  const line = `<iframe src="${name}" title="${escape(title)}" width="100%" height="720" loading="lazy"></iframe>`;
  return [
    make("p", { class: "quiet" }, t("share.embed")),
    make("pre", { class: "command", tabindex: 0 }, line),
    make("div", { class: "actions" }, make("button", { type: "button", onclick: () => copy(line) }, t("share.embed_copy"))),
  ];
}

function titleOf({ game }) {
  return game ? `${seatName(game, "w")} – ${seatName(game, "b")}` : t("analysis.title");
}

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The ply of the game that a place is, or hangs on. */
function gamePly(place) {
  return place.isGame ? place.depth : gamePly(place.parent);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    note(t("share.copied"));
  } catch {
    note(text); // without TLS a browser gives no clipboard: it can be read, at least
  }
}

async function savePng(path, name) {
  const image = new Image();
  image.src = path;
  await image.decode();
  const canvas = make("canvas", { width: PIXELS, height: Math.round((PIXELS * image.height) / image.width) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => save(blob, name), "image/png");
}

async function saveHtml(view, name) {
  const [script, style] = await Promise.all([VIEWER, STYLE].map(async (url) => (await fetch(url)).text()));
  save(new Blob([makeHtml(tellAll(view), script, style)], { type: "text/html" }), name);
}

function save(blob, name) {
  const href = URL.createObjectURL(blob);
  const link = make("a", { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
}

/** All that the file shows, as plain data. */
function tellAll({ game, rules, tree, review, board }) {
  const places = [...tree.places()];
  const numbers = new Map(places.map((place, number) => [place, number]));
  const nodes = places.map(({ parent, move, position, comment, isGame, depth }) => ({
    turn: turnWords({ parent, position }),
    parent: parent ? numbers.get(parent) : null,
    move,
    position,
    comment,
    isGame,
    words: move ? moveWords(move) : "",
    usedMs: isGame && depth ? (game?.clock?.used_ms[depth - 1] ?? null) : null,
  }));
  const plies = places.filter(({ isGame }) => isGame).map((place) => numbers.get(place));
  const facts = game
    ? [result(game), reason(game), ruleTitle(rules), dayOf(game), tableName(game.table)]
    : [ruleTitle(rules)];
  return {
    language: currentLanguage(),
    title: titleOf({ game }),
    names: game ? [seatName(game, "w"), seatName(game, "b")] : null,
    facts: facts.filter(Boolean),
    lines: [...board.lines.children].map((line) => line.getAttribute("d")),
    nodes,
    plies,
    points: (review?.points ?? []).map((point) => ({
      node: plies[point.ply + 1],
      text: `${moveWords(point.played)} (${scoreWords(-point.loss)}, ${sureWord(isProven(review.losses, point))}): ${inLanguage(point.sentences)}`,
    })),
    scores: review?.scores ?? [],
    labels: Object.fromEntries(LABELS.map((key) => [key, t(key)])),
  };
}

function makeHtml(data, script, style) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";
  return `<!doctype html>
<html lang="${escape(data.language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escape(data.title)}</title>
<style>
${style}</style>
<main id="game"></main>
<script type="application/json" id="data">${json}</script>
<script>
${script}</script>
</html>
`;
}
