"""When the stories decide something: at a touch, and after so much quiet.

The same four rules everywhere. Commit what all near stories share. Ask when they differ. Never
decide while nothing explains the board. What is decided stays decided.
"""

from __future__ import annotations

from typing import Final

from boardpi.rules import Game, Hole, Refusal, Side, holes_in, outcome
from boardpi.table.commitment import agreed_moves, home_story, stand_on, tell_change, watch
from boardpi.table.facts import Asked, Expects, Fact, Refused, Restored, WentAstray
from boardpi.table.plies import is_hidden
from boardpi.table.reading import (
    DARK_GAP,
    GAP,
    HOME,
    NUDGED,
    OPEN_GAP,
    TRUSTED,
    doubt,
    follow,
    forgive,
    keep,
    read,
    rebase,
    weigh,
)
from boardpi.table.settle import Change
from boardpi.table.story import (
    DISPLACED,
    Story,
    close,
    deviation,
    is_half_back,
    landing,
    landings,
    pass_on,
    previous,
    standings,
    turns_of,
    untaken,
)
from boardpi.table.table import Astray, Candidate, Table

Told = tuple[Table, list[Fact]]
SUSPECT_MS: Final = 60_000
"""One hole that contradicts the game for a minute of quiet is more likely broken than forgotten."""


# ── a touch ──────────────────────────────────────────────────────────────────────────────────────


def touch(table: Table, change: Change) -> Told:
    """One archer was lifted or set down; the settled mask is the new one."""
    hole = change.hole
    is_calm = change.ms - table.rested_ms >= table.timing.dwell_ms and table.may_rest
    nudged = hole if change.is_lift and table.question and is_calm else None
    table = table._replace(order=table.order.note(hole, change.ms, is_lift=change.is_lift))
    ground = table.ground
    stories = follow(ground, table.stories, change, table.landed)
    since = table.since
    if table.mask == table.position.occupied & table.live:
        stories, since = _come_home(table, stories), table.order.last
    if table.nudged == hole:
        stories = _heed(table, stories, hole)
    reading = read(ground, stories, is_open=table.is_open, is_lost=table.was_astray)
    table = table._replace(
        stories=stories,
        since=since,
        reading=reading,
        nudged=nudged,
        astray=None,
        landed=None if change.is_lift else change,
    )
    return _reply(table) if change.is_lift else (table, [])


def _come_home(table: Table, stories: tuple[Story, ...]) -> tuple[Story, ...]:
    """The board shows the position again: that all archers are home is as good as any story, and
    better than a take-back half done. Only beside a ply that was just completed does it tie.
    """
    ground, home = table.ground, home_story(table)
    weighed = weigh(ground, stories)
    same = [
        s
        for s in stories
        if s.record == home.record and s.stands == home.stands and s.rests(table.live)
    ]
    if not same:
        best, explains, first = weighed[0]
        # What does not even explain the board gives way: with the holes all is forgiven.
        is_trusted = explains and first.cost <= TRUSTED
        cost = best + HOME if is_trusted else min(s.cost for s in stories)
        return keep(ground, [*stories, home._replace(cost=cost, is_closed=True)])
    is_alone = all(s.record == home.record for _, explains, s in weighed if explains)
    most = min(s.cost for s in stories) if is_alone else weighed[0][0]
    cheap = [s._replace(cost=min(s.cost, most)) for s in same]
    return (*cheap, *(s for s in stories if s not in same))


def _heed(table: Table, stories: tuple[Story, ...], hole: Hole) -> tuple[Story, ...]:
    """Lifting and setting back the archer on one glowing hole answers the question.

    Once both sides have played on, people adjust more often than they answer: then it takes two in
    a row.
    """
    stood_ms = table.order.stood_ms(hole)
    named = [c for c in table.question if c.hole == hole]
    if all(len(c.moves) > 2 for c in table.question) and stood_ms >= table.timing.astray_ms:
        return stories
    if not named or any(hole in c.landings for c in table.question if c not in named):
        return stories
    if any(is_hidden(move, table.live) for c in table.question for move in c.moves):
        return stories  # not every answer can be nudged, and a take-back looks like a nudge
    return tuple(
        s if any(c.is_told_by(s) for c in named) else s._replace(cost=s.cost + NUDGED)
        for s in stories
    )


def _reply(table: Table) -> Told:
    """A lift by the opponent commits what every story that explains anything has: no fast reply is
    lost.
    """
    ground, near = table.ground, table.reading.near
    if not near or not near[0].is_answered:
        return table, []
    weighed = weigh(ground, table.stories)
    most = weighed[0][0] + GAP
    explaining = tuple(s for cost, explains, s in weighed if explains or cost <= most)
    if not all(s.is_answered for s in explaining):
        return table, []
    return _commit(table, explaining)


# ── quiet ────────────────────────────────────────────────────────────────────────────────────────


def decide(table: Table, *, is_late: bool = False) -> Told:
    """Commit what the near stories share, and ask where they differ. Who is stuck passes now."""
    ground, was_open = table.ground, table.is_open
    stories = tuple(pass_on(ground, s) if s.rests(ground.live) else s for s in table.stories)
    reading = read(ground, stories, is_open=was_open, is_lost=table.was_astray)
    table = table._replace(stories=stories, reading=reading)
    if not reading.near:
        return table, []
    table, facts = _commit(table, reading.near)
    if table.is_over:
        return table, facts
    open_before = set(table.question)
    table, asked = _ask(table, is_late=is_late)
    is_new = not set(table.question) <= open_before
    return _prune(table, was_open=was_open, is_new=is_new), facts + asked


def _commit(table: Table, near: tuple[Story, ...]) -> Told:
    moves = agreed_moves(table, near)
    if moves == table.game.moves:
        return table, []
    game, facts = tell_change(table, moves)
    if table.was_astray:
        facts.insert(0, Restored(table.ms))
    stories = rebase(table.stories, table.game, game)
    is_open, question = table.is_open, _still_asked(table, game)
    table = stand_on(table, game, tuple(s._replace(unseen=0) for s in stories if not s.undone))
    reading = read(table.ground, table.stories, is_open=is_open)
    return table._replace(reading=reading, question=() if reading.is_sure else question), facts


def _still_asked(table: Table, game: Game) -> tuple[Candidate, ...]:
    """What is left of the question in this game: nothing once its moves are decided."""
    told, count = table.game.moves, len(game.moves)
    records = [told[: len(told) - c.undone] + c.moves for c in table.question]
    left = [r[count:] for r in records if r[:count] == game.moves != r]
    return tuple(Candidate(0, moves) for moves in left if not moves[0].is_pass)


def _ask(table: Table, *, is_late: bool) -> Told:
    near = table.reading.near
    if table.reading.is_sure:
        return table._replace(question=()), []
    is_landed = any(s.rests(table.live) and (not s.unseen or table.question) for s in near)
    found = {Candidate(*s.record) for s in near if s.moves and not s.moves[0].is_pass}
    if not found or not (is_late or is_landed) or found == set(table.question):
        return table, []
    candidates = tuple(sorted(found, key=lambda c: c.text))
    texts = tuple(dict.fromkeys(c.text for c in candidates))
    return table._replace(question=candidates), [Asked(table.ms, texts)]


def _prune(table: Table, *, was_open: bool, is_new: bool) -> Table:
    """What is decided stays decided, once the archers rest."""
    near, stories = table.reading.near, table.stories
    open_turn = None
    if table.reading.is_sure:
        first = near[0]
        if first.zone and not first.undone and len(first.moves) == 1:
            open_turn = first.moves[0]
    if any(s.rests(table.live) for s in near):
        stories = _worth_following(table, stories, is_new=is_new)
    stories, is_open = forgive(stories), table.is_open
    if stories == table.stories and not (was_open or is_open or table.was_astray):
        return table._replace(open_turn=open_turn)  # it would be read the same again
    reading = read(table.ground, stories, is_open=is_open)
    return table._replace(stories=stories, open_turn=open_turn, reading=reading)


def _worth_following(
    table: Table, stories: tuple[Story, ...], *, is_new: bool
) -> tuple[Story, ...]:
    """The near stories, those that rest as equals when they are asked about; else also a take-back
    half done.
    """
    ground, near = table.ground, table.reading.near
    if table.reading.is_sure:
        record = near[0].record
        return tuple(
            s for s in stories if s in near or (s.record == record and is_half_back(ground, s))
        )
    if not is_new:
        return near
    best = near[0].cost + deviation(ground, near[0])[0]
    most = best + (DARK_GAP if table.dead else OPEN_GAP)
    return tuple(
        s._replace(cost=best) if s.cost <= most and s.rests(ground.live) else s for s in near
    )


def wonder(table: Table) -> Told:
    """An archer has been in a hand for long: it may have taken what no reed saw leave."""
    stories = doubt(table.ground, table.stories)
    if stories == table.stories and not table.dead:
        return table, []
    return decide(table._replace(stories=stories), is_late=True)


def decline(table: Table) -> Told:
    """A right that nobody's lift can decline is lost by time."""
    if table.open_turn is None or table.expected is not None or not table.reading.near:
        return table, []
    position = table.position
    if position.side is not table.guided and outcome(table.game.rules, position) is None:
        return table, []
    return close_open_turn(table)


def close_open_turn(table: Table) -> Told:
    """The right to re-enter is lost."""
    ground = table.ground
    return decide(table._replace(stories=tuple(close(ground, s) for s in table.stories)))


def answer(table: Table, choice: str) -> Told:
    """Somebody chose a candidate."""
    chosen = [c for c in table.question if c.text == choice]
    stories = tuple(
        s for s in table.stories if s.rests(table.live) and any(c.is_told_by(s) for c in chosen)
    )
    if not stories:
        return table, []
    return decide(table._replace(stories=stories, question=()))


# ── trouble ──────────────────────────────────────────────────────────────────────────────────────


def look(table: Table) -> Told:
    """The board has been quiet for a while: what is half made is so no more, or it is astray."""
    table, facts = _expire(table)
    near = table.reading.near
    if table.is_over or any(s.rests(table.live) for s in near):
        return table, facts
    if table.mask == table.position.occupied & table.live:
        return watch(table), facts  # restored, whatever was thought before
    tried = tried_capture(table)
    if near and tried is None and any(_is_under_way(table, s) for s in near):
        return table, facts
    return _go_astray(table, tried, facts)


def _expire(table: Table) -> Told:
    """Nobody holds an archer out of turn for so long, and what stands early is no half turn."""
    weighed = weigh(table.ground, table.stories)
    most = weighed[0][0] + OPEN_GAP
    if not any(s.rests(table.live) for cost, _, s in weighed if cost <= most):
        return table, []
    stories = tuple(aged for s in table.stories if (aged := _aged(table, s)) is not None)
    return decide(table._replace(stories=stories)) if stories != table.stories else (table, [])


def _aged(table: Table, story: Story) -> Story | None:
    """This story after so much quiet; None if nobody would have waited so long."""
    ground = table.ground
    if story.extra:
        wrong, explains = deviation(ground, story)
        tried = DISPLACED * story.extra.bit_count()
        return story._replace(cost=story.cost + max(tried - wrong, 0)) if explains else story
    last, missing = previous(ground, story), story.missing(table.live)
    if table.question and _has_hurried(table, story):
        return None
    if last is not None and not story.is_closed and not missing & ~landings(last[0]):
        return story  # the last mover changes his mind
    is_waiting = story.hands[story.position.side.other] > 0
    return None if is_waiting and len(standings(ground, story)) == 1 else story


def hurry(table: Table) -> Told:
    """Where the best story rests, nobody has held for so long what he lifted in a hurry."""
    weighed = weigh(table.ground, table.stories)
    least, _, best = weighed[0]
    if not best.rests(table.live):
        return table, []
    stories = tuple(s for cost, _, s in weighed if cost == least or not _has_hurried(table, s))
    return decide(table._replace(stories=stories)) if len(stories) < len(weighed) else (table, [])


def _has_hurried(table: Table, story: Story) -> bool:
    """Whether the side to move lifted its archer before the last ply had landed: it would go on."""
    last = previous(table.ground, story)
    begins = table.leader.moves[: len(story.moves)] == story.moves  # what is in doubt is only ahead
    if last is None or last[0].is_pass or story.extra or begins:
        return False
    held = story.missing(table.live) & story.position.archers(story.position.side)
    lifted, placed = table.order.lifted, table.order.placed
    return any(lifted[hole] < placed[landing(last[0])] for hole in holes_in(held))


def _is_under_way(table: Table, story: Story) -> bool:
    """Whether what is in hands may become a turn or a take-back."""
    ground = table.ground
    missing = story.missing(ground.live)
    if story.extra:
        return is_half_back(ground, story)
    if any(story.surplus(side, ground.live) < 0 for side in Side):
        return False  # nobody was seen to take up what is missing
    if any(not missing & ~turn.empties for turn in turns_of(ground, story)):
        return True
    last = previous(ground, story)
    return last is not None and not missing & ~landings(last[0])


def _go_astray(table: Table, tried: Refusal | None, facts: list[Fact]) -> Told:
    leader = table.leader
    missing, extra = leader.missing(table.live), leader.extra
    refusal = _rest_refusal(table, leader, missing, extra)
    if refusal is not None:
        facts.append(Refused(table.ms, refusal))
    else:
        facts.append(WentAstray(table.ms, missing, extra, tried, untaken(leader, missing)))
    if table.guided is not None and table.expected is not None:
        facts.append(Expects(table.ms, table.guided, table.expected))
    return table._replace(astray=Astray(missing, extra, refusal), was_astray=True), facts


def _rest_refusal(table: Table, story: Story, missing: int, extra: int) -> Refusal | None:
    """Why the one archer that rests elsewhere may not stand there."""
    if missing.bit_count() != 1 or extra.bit_count() != 1 or missing == extra:
        return None
    refusal = _explain(table, story, next(holes_in(missing)), next(holes_in(extra)))
    if refusal is not None and refusal.code == "not_your_archer" and table.dead:
        return None  # a dead reed may have hidden the turn before this one
    return refusal


def _explain(table: Table, story: Story, origin: Hole, target: Hole) -> Refusal | None:
    game = table.game.take_back(story.undone)
    for move in story.moves:
        game = game.play(move)
    return game.explain(origin, target)


def tried_capture(table: Table) -> Refusal | None:
    """Why the archer in hand may not take an enemy that was lifted and set down meanwhile."""
    leader = table.leader
    missing = leader.missing(table.live)
    if leader.extra or missing.bit_count() != 1:
        return None
    origin = next(holes_in(missing))
    for story in table.stories:
        if story.record != leader.record or story.extra.bit_count() != 1 or sum(story.hands) > 1:
            continue
        if story.missing(table.live) == missing | story.extra:
            refusal = _explain(table, story, origin, next(holes_in(story.extra)))
            if refusal is not None:
                return refusal
    return None


def refuse_after_end(table: Table) -> Told:
    """An archer was moved though the game is over."""
    if table.missing.bit_count() != 1 or table.extra.bit_count() != 1:
        return table, []
    refusal = table.game.explain(next(holes_in(table.missing)), next(holes_in(table.extra)))
    if refusal is None:
        return table, []
    astray = Astray(table.missing, table.extra, refusal)
    return table._replace(astray=astray, was_astray=True), [Refused(table.ms, refusal)]
