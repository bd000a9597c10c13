// Fields of forms with their labels.

import { make } from "./dom.js";

export function choice(name, label, options, chosen, onchange = null) {
  const items = options.map(([value, title]) =>
    make("option", { value, selected: value === chosen }, title),
  );
  const select = make("select", { name, onchange });
  select.append(...items);
  return make("label", { class: "field" }, make("span", {}, label), select);
}

export function text(name, label, facts = {}) {
  return make(
    "label",
    { class: "field" },
    make("span", {}, label),
    make("input", { name, type: "text", autocomplete: "off", ...facts }),
  );
}

export function radios(name, label, options, chosen) {
  const items = options.map(([value, title, hint]) =>
    make(
      "label",
      { class: "radio" },
      make("input", { type: "radio", name, value, checked: value === chosen }),
      make("span", {}, make("strong", {}, title), hint && make("small", {}, hint)),
    ),
  );
  return make("fieldset", { class: "field" }, make("legend", {}, label), items);
}
