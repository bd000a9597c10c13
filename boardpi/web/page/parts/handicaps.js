// A start where somebody is ahead, for uneven players: the field of a form.

import { make } from "./dom.js";
import { handicapWords } from "../speech/messages.js";
import { t } from "../speech/words.js";

/** The field of a form, where the rules have handicaps; the even start, then White's, then Black's. */
export function drawHandicapField({ handicaps }) {
  if (!handicaps.length) return null;
  const sorted = [...handicaps].sort((one, two) => (one < 0) - (two < 0) || Math.abs(one) - Math.abs(two));
  const options = [null, ...sorted].map((points) => [String(points ?? ""), handicapWords(points)]);
  const items = options.map(([value, title]) => make("option", { value }, title));
  const label = make("label", { for: "handicap" }, make("span", {}, t("handicap.label")));
  return [
    make("div", { class: "field" }, label, make("select", { id: "handicap", name: "handicap" }, items)),
    make("p", { class: "quiet" }, t("handicap.text")),
  ];
}

export function readHandicapField(data) {
  return data.get("handicap") ? Number(data.get("handicap")) : null;
}
