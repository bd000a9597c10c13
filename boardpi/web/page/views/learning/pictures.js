// What the pictures of "How to play" show. Each is what the table showed after these moves, when hands
// did this (a board script); tests/page/test_how.py plays every one at a table. `places`: archers that
// do not stand where the position has them.

export const PICTURES = {
  "lift": {
    "rules": "jasir-pergioco",
    "moves": "b1-d2 d5-b4 c1-d3",
    "hands": "e5^",
    "position": "bbb1b/1b3/3w1/3w1/w2ww b w0b0 w0b0 -",
    "places": {"e5": "air"},
    "lights": {"c1": "last", "d3": "capture", "c4": "target", "e5": "origin"}
  },
  "take": {
    "rules": "jasir-pergioco",
    "moves": "b1-d2 d5-b4 c1-d3",
    "hands": "d3^",
    "position": "bbb1b/1b3/3w1/3w1/w2ww b w0b0 w0b0 -",
    "places": {"d3": "air"},
    "lights": {"c1": "last", "d3": "capture", "b4": "taker", "e5": "taker"}
  },
  "back": {
    "rules": "jarmo-pergioco",
    "moves": "c1-d3 e5xd3 e1xd3 d5-b4",
    "hands": "d3^ e5v ~10",
    "position": "bbb2/1b3/3W1/5/ww1w1 w w1b1 w0b0 b:b4d5x1",
    "places": {"d3": "e5"},
    "lights": {"c1": "reentry", "e1": "reentry", "b4": "last", "d5": "last", "e5": "tentative"}
  },
  "refused": {
    "rules": "jasir-pergioco",
    "moves": "b1-d2 d5-b4",
    "hands": "a1^ a2v ~1700",
    "position": "bbb1b/1b3/5/3w1/w1www w w0b0 w0b0 -",
    "places": {"a1": "a2"},
    "lights": {"a1": "missing", "a2": "refused", "c2": "target", "b3": "target", "b4": "last", "d5": "last"}
  },
  "ask": {
    "rules": "jasir-pergioco",
    "moves": "a1-b3 d5-b4 c1-d3",
    "hands": "b4^ ~3000",
    "position": "bbb1b/1b3/1w1w1/5/1w1ww b w0b0 w0b0 -",
    "places": {"b4": "air"},
    "lights": {"c1": "last", "b3": "ask", "d3": "ask", "b4": "origin", "c4": "target"}
  },
  "astray": {
    "rules": "jasir-pergioco",
    "moves": "b1-d2 d5-b4",
    "hands": "e1^ ~300 e2v ~200 b5^ ~300 c4v ~4000",
    "position": "bbb1b/1b3/5/3w1/w1www w w0b0 w0b0 -",
    "places": {"e1": "e2", "b5": "c4"},
    "lights": {"e1": "missing", "e2": "extra", "b4": "last", "d5": "last"}
  }
};
