"""What the page is told of a table, its match, its board and its coach."""

from __future__ import annotations

from typing import Any, TypedDict

Words = dict[str, str]
"""A sentence by language."""


class OutcomeJson(TypedDict):
    """How a game ended."""

    reason: str
    winner: str | None
    points: list[int]


class PlayedJson(TypedDict):
    """A move, the position after it, and its moment; None where it is not of the book."""

    move: str
    position: str
    ms: int | None


class RulesJson(TypedDict):
    """What the page needs to draw the board and name the game."""

    name: str
    title: str
    game: str
    lines: list[str]
    dotted: list[str]


class RuleSetJson(RulesJson):
    """A rule set with its switches."""

    sources: str
    switches: dict[str, Any]
    handicaps: list[int]  # points by which White may be ahead at the start


class CandidateJson(TypedDict):
    """A reading of what the hands did, and the hole that chooses it."""

    text: str
    holes: list[str]
    hole: str


class QuestionJson(TypedDict):
    """What somebody must choose from."""

    candidates: list[CandidateJson]


class PairJson(TypedDict):
    """The correction that shines now."""

    missing: str | None
    extra: str | None


class AstrayJson(TypedDict):
    """What is missing and what is too much. `untaken`: whose archers go where after a capture that
    was taken back and still stands, in every language.
    """

    missing: list[str]
    extra: list[str]
    pair: PairJson
    untaken: Words | None


RefusalJson = TypedDict(
    "RefusalJson",
    {
        "code": str,
        "from": str | None,
        "to": str | None,
        "is_guess": bool,
        "sentences": Words,
    },
)


class OpenTurnJson(TypedDict):
    """A turn that stands but for its re-entry."""

    move: str
    zone: list[str]


class CountsJson(TypedDict):
    """Lists of two, White's first."""

    hand: list[int]
    dead: list[int]
    points: list[int]


class TurnJson(TypedDict):
    """Where whoever is to move begins to shine, and when."""

    holes: list[str]
    from_ms: int


class PictureJson(CountsJson):
    """What a table itself knows."""

    rules: RulesJson
    start: str
    position: str
    side: str | None
    mask: int
    raw: int
    lights: dict[str, str]
    turn: TurnJson | None
    question: QuestionJson | None
    astray: AstrayJson | None
    refusal: RefusalJson | None
    open_turn: OpenTurnJson | None
    tentative: str | None
    outcome: OutcomeJson | None
    repetitions: int
    legal: list[str]
    help: str
    dead_holes: list[str]


class MatchJson(TypedDict):
    """Players and score, from the seats as they are now."""

    id: int
    game: int
    game_id: int
    white: str | None
    black: str | None
    score: list[int]
    is_over: bool
    winner: str | None
    handicap: int | None


class ControlJson(TypedDict):
    """How much time each player has, and what a fallen flag means."""

    main_s: int
    increment_s: int
    delay_s: int
    flag: str


class ClocksJson(TypedDict):
    """The players' clocks; lists of two, White's first. `left_ms` is of the moment `since_ms`."""

    control: ControlJson
    left_ms: list[int]
    running: str | None
    since_ms: int | None
    delay_ms: int
    stopped: str | None
    flagged: list[bool]
    used_ms: list[int]


class RulingJson(TypedDict):
    """What the arbiter decided about a match: half points of the first White and of the other."""

    halves: list[int]
    reason: str


class ClubSaidJson(TypedDict):
    """The newest sentence for the voice, by language; `told` grows with each."""

    say: dict[str, str]
    told: int


class SeatJson(TypedDict):
    """Who plays here next, or now, as the hub says."""

    white: str
    black: str
    event: str
    round: int | None
    is_taken: bool
    ruling: RulingJson | None


class RoundJson(TypedDict):
    """The round of the evening; `left_s` is what is left now."""

    number: int
    of: int
    left_s: int | None
    is_running: bool


class OtherTableJson(TypedDict):
    """Another table of the club that is online; `invites` if it has asked for a match."""

    name: str
    title: str
    invites: bool


class FarJson(TypedDict):
    """The game with another table: what is to be done, as `boardpi.daemon.activities.far_game`."""

    table: str
    title: str
    is_online: bool
    has_begun: bool
    has_left: bool
    side: str | None
    state: str
    plies: int


class ClubJson(TypedDict):
    """The hub that this table has joined."""

    club: str
    name: str
    is_online: bool
    seat: SeatJson | None
    round: RoundJson | None
    others: list[OtherTableJson]
    far: FarJson | None


class BoardJson(TypedDict):
    """The board and its cable."""

    kind: str
    has_hands: bool
    standing: int | None
    archers: dict[str, str] | None
    by_hand: bool
    faults: dict[str, list[str]] | None
    what: str
    is_lost: bool
    why: str | None


class WarningJson(TypedDict):
    """What an organiser should know."""

    code: str
    message: str
    params: dict[str, Any]


class CoachJson(TypedDict):
    """The coach's seat."""

    side: str
    level: str
    is_thinking: bool
    may_begin: bool
    trouble: str | None


class ExpectedJson(TypedDict):
    """The move that hands are to carry out for the coach."""

    side: str
    move: str
    holes: list[str]


class ExactJson(TypedDict):
    """How sure the coach is."""

    is_exact: bool
    depth: int
    sentences: Words


class HintJson(TypedDict):
    """What the coach has told; what a stage does not tell is null."""

    stage: int
    is_thinking: bool
    archer: str | None
    move: str | None
    sentences: Words | None
    exact: ExactJson | None


class PointJson(TypedDict):
    """A turning point of a game."""

    ply: int
    position: str
    played: str
    better: str
    loss: int
    sentences: Words


class LossJson(TypedDict):
    """What one move gave away, in hundredths of a point."""

    ply: int
    loss: int
    is_exact: bool


class GivenJson(TypedDict):
    """What a side gave away in a game, in hundredths; of so many moves so many are proven."""

    points: int
    moves: int
    proven: int


class ReviewJson(TypedDict):
    """The turning points of a game, as far as they are known."""

    game: int
    state: str
    progress: list[int]
    points: list[PointJson]
    given: dict[str, GivenJson] | None
    losses: list[LossJson]
    scores: list[list[int | bool]]  # of each position: White's hundredths, and whether proven


class LevelJson(TypedDict):
    """An opponent."""

    name: str
    titles: Words


class LevelsJson(TypedDict):
    """All opponents."""

    levels: list[LevelJson]
