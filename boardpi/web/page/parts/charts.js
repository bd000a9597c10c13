// Simple charts as SVG: points of each game, and how games ended.

import { draw, make } from "./dom.js";
import { t } from "../speech/words.js";

const STEP = 26;
const HEIGHT = 120;
const MOST = 10; // five archers, two points each

/** Bars up for own points, down for the opponent's; `games` oldest first: {own, against, label}. */
export function drawPoints(games) {
  const most = Math.max(5, ...games.flatMap(({ own, against }) => [own, against]));
  const unit = HEIGHT / 2 / Math.min(most, MOST);
  const bars = games.flatMap(({ own, against, label }, number) => {
    const x = number * STEP + 4;
    return [
      draw(
        "rect",
        { class: "own", x, y: HEIGHT / 2 - own * unit, width: STEP - 8, height: own * unit, rx: 2 },
        draw("title", {}, label),
      ),
      draw(
        "rect",
        { class: "against", x, y: HEIGHT / 2, width: STEP - 8, height: against * unit, rx: 2 },
        draw("title", {}, label),
      ),
    ];
  });
  const width = Math.max(games.length * STEP, 120);
  const axis = draw("path", { class: "axis", d: `M0 ${HEIGHT / 2}H${width}` });
  const chart = draw(
    "svg",
    {
      class: "chart points",
      viewBox: `0 -4 ${width} ${HEIGHT + 8}`,
      width,
      height: HEIGHT + 8,
      role: "img",
      "aria-label": t("chart.points"),
    },
    bars,
    axis,
  );
  return make(
    "figure",
    {},
    make("figcaption", {}, t("chart.points")),
    make("div", { class: "scroll" }, chart),
    drawKey([
      ["own", t("chart.own")],
      ["against", t("chart.against")],
    ]),
  );
}

/** One bar, shared by games won, drawn and lost. */
export function drawEnds({ games, won, drawn, lost }) {
  const parts = { won, drawn, lost };
  let x = 0;
  const pieces = Object.entries(parts).map(([name, count]) => {
    const width = games ? (count / games) * 300 : 0;
    const piece = draw(
      "rect",
      { class: name, x, y: 0, width, height: 26 },
      draw("title", {}, `${t(`standings.${name}`)}: ${count}`),
    );
    x += width;
    return piece;
  });
  const words = Object.entries(parts).map(([name, count]) => `${t(`standings.${name}`)} ${count}`);
  const chart = draw(
    "svg",
    {
      class: "chart ends",
      viewBox: "0 0 300 26",
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": words.join(", "),
    },
    pieces,
  );
  return make(
    "figure",
    {},
    make("figcaption", {}, t("chart.ends")),
    chart,
    drawKey(Object.keys(parts).map((name, number) => [name, words[number]])),
  );
}

/** What each position of a game is worth to White: `scores` are [hundredths, whether proven]. */
export function drawGraph(scores, go) {
  const width = Math.max(scores.length * 14, 260);
  const most = Math.max(300, ...scores.map(([score]) => Math.abs(score)));
  const x = (ply) => (ply * (width - 20)) / Math.max(1, scores.length - 1) + 10;
  const y = (score) => HEIGHT / 2 - (score / most) * (HEIGHT / 2 - 8);
  const dots = scores.map(([score, isExact], ply) =>
    draw(
      "circle",
      { class: isExact ? "proven" : "estimated", cx: x(ply), cy: y(score), r: 5, "data-ply": ply, onclick: () => go(ply) },
      draw("title", {}, `${ply}: ${(score / 100).toFixed(1)}`),
    ),
  );
  const points = scores.map(([score], ply) => `${x(ply)},${y(score)}`).join(" ");
  const chart = draw(
    "svg",
    { class: "chart worth", viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img", "aria-label": t("analysis.graph_text") },
    draw("path", { class: "axis", d: `M0 ${HEIGHT / 2}H${width}` }),
    draw("polyline", { points }),
    dots,
  );
  const key = [
    ["proven", t("analysis.proven")],
    ["estimated", t("analysis.estimated")],
  ];
  const text = make("p", { class: "quiet" }, t("analysis.graph_text"));
  return make("div", {}, make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("analysis.graph") }, chart), drawKey(key), text);
}

function drawKey(items) {
  return make(
    "p",
    { class: "key" },
    items.map(([name, text]) => make("span", { class: `key-${name}` }, text)),
  );
}
