// All pupils' stars at a glance, and the same as a chart to print.

import { read } from "../../connection/api.js";
import { make, refill } from "../../parts/dom.js";
import { inLanguage } from "../../speech/messages.js";
import { t } from "../../speech/words.js";

const PUZZLE = "puzzle-";

/** {pupils: [{name, stars: Map(lesson → stars), puzzles}], lessons} */
export async function readStars() {
  const [{ lessons }, { players, stars }] = await Promise.all([read("/lessons"), read("/stars")]);
  const pupils = players.map(({ id, name }) => {
    const own = stars.filter(({ player }) => player === id);
    return {
      id,
      name,
      stars: new Map(own.map(({ lesson, stars: count }) => [lesson, count])),
      puzzles: own.filter(({ lesson }) => lesson.startsWith(PUZZLE)).length,
    };
  });
  return { pupils, lessons };
}

export async function drawStars(view) {
  const { pupils, lessons } = await readStars();
  refill(
    view.content,
    make("p", {}, t("stars.text")),
    pupils.length === 0
      ? make("p", { class: "empty" }, t("stars.none"))
      : make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": t("learn.stars_place") }, drawTable(pupils, lessons)),
    make(
      "p",
      { class: "actions" },
      make("a", { class: "button", href: "/learn/sheets" }, t("learn.sheets")),
    ),
  );
}

/** A row for each pupil, a column for each lesson that anybody has done. */
function drawTable(pupils, lessons) {
  const done = lessons.filter(({ id }) => pupils.some(({ stars }) => stars.has(id)));
  const head = done.map((one) => make("th", { scope: "col" }, make("span", {}, inLanguage(one.title))));
  const row = ({ name, stars, puzzles }) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, name),
      done.map(({ id }) => make("td", {}, drawCount(stars.get(id)))),
      make("td", {}, String(puzzles)),
    );
  return make(
    "table",
    { class: "stars-table" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, t("stars.pupil")), head, make("th", { scope: "col" }, t("learn.puzzles")))),
    make("tbody", {}, pupils.map(row)),
  );
}

export function drawCount(count) {
  if (!count) return make("span", { "aria-label": t("learn.stars", { count: 0 }), role: "img" }, "·");
  const label = t("learn.stars", { count });
  return make("span", { class: "stars", role: "img", "aria-label": label }, "★".repeat(count) + "☆".repeat(3 - count));
}
