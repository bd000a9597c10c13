"""Archers told once more, from the text of the rules, and sharing nothing with the engine.

A plain list of archers, each `[letter, column, row, dx, dy]`; letters as in a position line. Every
question is answered by looking at every square. Slow, short, and easy to check by eye.
"""

from __future__ import annotations

from itertools import combinations

Man = tuple[str, int, int, int, int]
WAYS = {"^": (0, 1), ">": (1, 0), "v": (0, -1), "<": (-1, 0)}


def read(line: str) -> tuple[int, list[Man], str]:
    """Size, archers and side of a position line."""
    ranks, side = line.split(" ")
    rows = ranks.split("/")
    men: list[Man] = []
    for number, text in enumerate(rows):
        column, rest = 0, text
        while rest:
            if rest[0] in "wbWB":
                dx, dy = WAYS[rest[1]]
                men.append((rest[0], column, len(rows) - 1 - number, dx, dy))
                column, rest = column + 1, rest[2:]
            else:
                digits = rest[:2] if rest[:2].isdigit() else rest[:1]
                column, rest = column + int(digits), rest[len(digits) :]
    return len(rows), men, side


def write(size: int, men: list[Man], side: str) -> str:
    """The position line of these archers."""
    rows = []
    for y in reversed(range(size)):
        row, gap = "", 0
        for x in range(size):
            here = [man for man in men if man[1:3] == (x, y)]
            if not here:
                gap += 1
                continue
            sign = next(sign for sign, way in WAYS.items() if way == here[0][3:])
            row, gap = row + (str(gap) if gap else "") + here[0][0] + sign, 0
        rows.append(row + (str(gap) if gap else ""))
    return "/".join(rows) + " " + side


def name(x: int, y: int) -> str:
    return "abcdefghijklmno"[x] + str(y + 1)


def sees(man: Man, x: int, y: int, men: list[Man]) -> bool:
    """Whether a square lies one, two or three ahead, with nobody between."""
    _, mx, my, dx, dy = man
    for far in (1, 2, 3):
        if (mx + far * dx, my + far * dy) == (x, y):
            between = [(mx + near * dx, my + near * dy) for near in range(1, far)]
            return not any(other[1:3] in between for other in men)
    return False


def in_wood(man: Man, size: int) -> bool:
    """Whether an archer stands in the wood of the other side."""
    letter, x, y, _, _ = man
    middle = abs(x - size // 2) <= 1
    return middle and (y >= size - 3 if letter in "wW" else y <= 2)


def won(size: int, men: list[Man]) -> bool:
    """Whether the game is over."""
    letters = [man[0] for man in men]
    for side in ("wW", "bB"):
        if not any(letter in side for letter in letters):
            return True
    if ("W" in letters) != ("B" in letters):
        return True
    return any(in_wood(man, size) for man in men)


def single(size: int, men: list[Man], side: str) -> list[tuple[str, list[Man]]]:
    """Every manoeuvre: its text, and the archers after it."""
    found = []
    for man in men:
        letter, x, y, dx, dy = man
        if letter.lower() != side:
            continue
        others = [other for other in men if other != man]
        for tx, ty in ((x + dx, y + dy), (x - dx, y - dy)):
            inside = 0 <= tx < size and 0 <= ty < size
            free = not any(other[1:3] == (tx, ty) for other in others)
            enemies = [other for other in others if other[0].lower() != side]
            if inside and free and not any(sees(enemy, tx, ty, others) for enemy in enemies):
                made = f"{name(x, y)}-{name(tx, ty)}"
                found.append((made, [*others, (letter, tx, ty, dx, dy)]))
        for sign, way in WAYS.items():
            if way[0] * dx + way[1] * dy == 0:
                found.append((f"{name(x, y)}{sign}", [*others, (letter, x, y, *way)]))
    return found


def volleys(men: list[Man], side: str) -> list[tuple[list[str], list[Man]]]:
    """Every set of shots, the empty one too: no shooter twice, no victim twice."""
    pairs = [
        (own, enemy)
        for own in men
        for enemy in men
        if own[0].lower() == side != enemy[0].lower() and sees(own, enemy[1], enemy[2], men)
    ]
    found = []
    for many in range(len(pairs) + 1):
        for chosen in combinations(pairs, many):
            victims = [enemy for _, enemy in chosen]
            if len(set(victims)) == len(victims):
                shots = sorted(chosen, key=lambda pair: (pair[0][2], pair[0][1]))
                texts = [f"{name(*own[1:3])}x{name(*enemy[1:3])}" for own, enemy in shots]
                found.append((texts, [man for man in men if man not in victims]))
    return found


def turns(line: str) -> dict[str, str]:
    """Every legal turn by its text, with the position line after it."""
    size, men, side = read(line)
    other = "b" if side == "w" else "w"
    found: dict[str, str] = {}

    def note(parts: list[str], after: list[Man]) -> None:
        if sorted(after) != sorted(men):
            found[",".join(parts)] = write(size, after, other)

    if won(size, men):
        return found
    for shots, left in volleys(men, side):
        if won(size, left):
            note(shots, left)
            continue
        for first, then in single(size, left, side):
            if won(size, then):
                note([*shots, first], then)
                continue
            for second, after in single(size, then, side):
                note([*shots, first, second], after)
    return found


def perft(line: str, depth: int) -> int:
    """How many sequences of so many turns there are."""
    if depth == 0:
        return 1
    after = turns(line)
    return len(after) if depth == 1 else sum(perft(each, depth - 1) for each in after.values())
