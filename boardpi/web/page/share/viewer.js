// One game in one file: replayed without any network. Plain script, so that it works from file://.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { nodes, labels } = data;
  const children = nodes.map(() => []);
  nodes.forEach(({ parent }, number) => parent !== null && children[parent].push(number));
  const asked = /ply=(\d+)/.exec(location.hash);
  let at = data.plies[Number(asked?.[1] ?? 0)] ?? 0;
  let timer = 0;
  if (location.hash.includes("embed")) document.documentElement.dataset.embed = "";

  const SVG = "http://www.w3.org/2000/svg";
  const put = (element, facts, inside) => {
    for (const [name, value] of Object.entries(facts)) {
      if (typeof value === "function") element.addEventListener(name.slice(2), value);
      else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
    }
    element.append(...inside.flat(2).filter((one) => one !== null && one !== undefined && one !== false && one !== ""));
    return element;
  };
  const make = (tag, facts = {}, ...inside) => put(document.createElement(tag), facts, inside);
  const draw = (tag, facts = {}, ...inside) => put(document.createElementNS(SVG, tag), facts, inside);
  const spot = (hole) => ["abcde".indexOf(hole[0]) * 100, (5 - Number(hole[1])) * 100];
  const holes = [..."12345"].flatMap((row) => [..."abcde"].map((column) => column + row));

  function archers(position) {
    const [ranks, , hand] = position.split(" ");
    const found = [];
    ranks.split("/").forEach((rank, down) => {
      let across = 0;
      for (const letter of rank) {
        if (/\d/.test(letter)) across += Number(letter);
        else found.push([letter, 100 * across++, 100 * down]);
      }
    });
    const tray = [["b", Number(hand[3]), 0, 60], ["w", Number(hand[1]), 400, -60]];
    for (const [letter, count, y, step] of tray)
      for (let number = 0; number < count; number += 1) found.push([letter, 520, y + step * number]);
    return found;
  }

  function drawArcher([letter, x, y]) {
    const side = letter.toLowerCase() === "w" ? "white" : "black";
    const isChosen = letter !== letter.toLowerCase();
    return draw("g", { transform: `translate(${x} ${y})` }, draw("circle", { class: side, r: 27 }),
      isChosen && draw("circle", { class: "chosen", r: 20 }), isChosen && draw("circle", { class: "star", r: 6 }));
  }

  const pieces = draw("g");
  const marks = draw("g");
  const board = draw("svg", { class: "board", viewBox: "-62 -62 640 524", role: "img", "aria-label": labels["board.label"] },
    draw("rect", { class: "wood", x: -62, y: -62, width: 524, height: 524, rx: 26 }),
    draw("rect", { class: "wood tray", x: 474, y: -62, width: 92, height: 524, rx: 22 }),
    data.lines.map((d) => draw("path", { class: "line", d })),
    holes.map((hole) => draw("circle", { class: "hole", cx: spot(hole)[0], cy: spot(hole)[1], r: 11 })),
    [..."abcde"].map((name, number) => draw("text", { x: number * 100, y: 448 }, name)),
    [..."54321"].map((name, number) => draw("text", { x: -42, y: number * 100 + 7 }, name)),
    marks, pieces);
  const caption = make("p", { class: "caption", "aria-live": "polite" });
  const list = make("div", { class: "tree" });
  const graph = make("div");
  const button = (key, sign, act) => make("button", { type: "button", "aria-label": labels[key], title: labels[key], onclick: act }, sign);
  const player = button("share.play", "▶", () => (timer ? stop() : start()));

  const sign = (number) => {
    let depth = 0;
    for (let one = number; nodes[one].parent !== null; one = nodes[one].parent) depth += 1;
    return `${depth}. ${nodes[number].move.replace("x", "×").replace("-", "–")}`;
  };
  const clock = (ms) => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

  function move(number) {
    const { words, comment, usedMs } = nodes[number];
    return [
      make("button", { type: "button", class: "ply", "data-node": number, "aria-label": `${sign(number)}: ${words}`, onclick: () => go(number) },
        sign(number), usedMs !== null && make("small", {}, ` ${clock(usedMs)}`)),
      comment && make("span", { class: "remark" }, comment),
    ];
  }

  function branch(from) {
    const items = [];
    for (let next = from; children[next].length > 0; next = children[next][0]) {
      const [first, ...others] = children[next];
      items.push(move(first));
      for (const one of others) items.push([make("div", { class: "variation" }, move(one), branch(one))]);
    }
    return items.flat(9);
  }

  function drawGraph() {
    if (data.scores.length < 2) return [];
    const width = 600, most = Math.max(300, ...data.scores.map(([score]) => Math.abs(score)));
    const x = (ply) => (ply * width) / (data.scores.length - 1);
    const y = (score) => 60 - (score / most) * 55;
    const points = data.scores.map(([score], ply) => `${x(ply).toFixed(1)},${y(score).toFixed(1)}`).join(" ");
    const ply = data.plies.indexOf(at);
    return [make("h2", {}, labels["analysis.graph"]),
      draw("svg", { class: "graph", viewBox: `-6 0 ${width + 12} 120`, role: "img", "aria-label": labels["analysis.graph"] },
        draw("path", { class: "axis", d: `M0 60H${width}` }), draw("polyline", { points }),
        data.scores.map(([score, isProven], number) =>
          draw("circle", { class: isProven ? "proven" : "estimated", cx: x(number), cy: y(score), r: 3.5 })),
        ply >= 0 && ply < data.scores.length && draw("circle", { cx: x(ply), cy: y(data.scores[ply][0]), r: 6 })),
      make("p", { class: "keys" }, `● ${labels["analysis.proven"]}   ○ ${labels["analysis.estimated"]}`)];
  }

  function go(number) {
    at = number;
    const { move: played, position, words, comment, turn } = nodes[at];
    pieces.replaceChildren(...archers(position).map(drawArcher));
    const touched = (played ?? "").match(/[a-e][1-5]/g) ?? [];
    marks.replaceChildren(...touched.map((hole) => draw("circle", { class: "mark", cx: spot(hole)[0], cy: spot(hole)[1], r: 36 })));
    caption.textContent = [words || labels["moves.start"], children[at].length ? turn : "", comment].filter(Boolean).join(". ");
    for (const one of list.querySelectorAll("[data-node]")) {
      const isHere = Number(one.dataset.node) === at;
      if (isHere) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    }
    graph.replaceChildren(...drawGraph());
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    player.textContent = "▶";
    player.setAttribute("aria-label", labels["share.play"]);
  }

  function start() {
    if (children[at].length === 0) go(0);
    player.textContent = "⏸";
    player.setAttribute("aria-label", labels["share.stop"]);
    timer = setInterval(() => (children[at].length ? go(children[at][0]) : stop()), 1500);
  }

  const beside = (by) => {
    const all = nodes[at].parent === null ? [at] : children[nodes[at].parent];
    return all[(all.indexOf(at) + by + all.length) % all.length];
  };
  const last = () => {
    let end = at;
    while (children[end].length) end = children[end][0];
    return end;
  };
  const aims = {
    ArrowLeft: () => nodes[at].parent ?? at,
    ArrowRight: () => children[at][0] ?? at,
    ArrowUp: () => beside(-1),
    ArrowDown: () => beside(1),
    Home: () => 0,
    End: last,
  };
  document.addEventListener("keydown", (event) => {
    if (!(event.key in aims) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go(aims[event.key]());
  });

  document.getElementById("game").append(
    make("h1", {}, data.title),
    make("p", { class: "facts" }, data.facts.join(" · ")),
    make("div", { class: "columns" },
      make("div", { class: "stage" }, board, caption,
        make("div", { class: "steps" },
          button("moves.first", "⇤", () => go(0)), button("moves.before", "←", () => go(aims.ArrowLeft())), player,
          button("moves.after", "→", () => go(aims.ArrowRight())), button("moves.now", "⇥", () => go(last())))),
      make("div", { class: "side" },
        make("h2", {}, labels["moves.label"]), list,
        data.points.length > 0 && make("h2", {}, labels["review.title"]),
        data.points.length > 0 && make("ol", { class: "points" }, data.points.map(({ node, text }) =>
          make("li", {}, make("button", { type: "button", class: "link", onclick: () => go(node) }, text)))),
        graph, make("p", { class: "keys" }, labels["share.keys"]))),
    make("footer", {}, labels["share.made"]),
  );
  list.append(...branch(0));
  go(at);
})();
