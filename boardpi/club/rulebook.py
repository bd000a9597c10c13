"""The rule sets that games were played by, kept whole: a game must replay when files change."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from boardpi.club.errors import BadEntry, BookDamaged
from boardpi.club.store import Store
from boardpi.rules import RulesError, RuleSet, read_rule_sets

GAMES: Final = ("jasir", "jarmo")
"""Each has its rule sets and its standings: a point is not worth the same in both."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Each definition once; the name alone would not tell which version a maker had then."""

    store: Store
    _read: dict[str, RuleSet] = field(default_factory=dict)  # by definition, not by number:
    # a number that was rolled back is given again

    def number(self, rules: RuleSet) -> int:
        """The number of this rule set, written if it is new; inside a transaction."""
        text = rules.to_toml()
        row = self.store.row("SELECT id FROM rule_sets WHERE definition = ?", (text,))
        if row is not None:
            return int(row["id"])
        if read_rule_sets(text) != {rules.name: rules}:
            raise BadEntry(f"the rule set {rules.name!r} does not survive being written")
        return self.store.write(
            "INSERT INTO rule_sets (name, definition) VALUES (?, ?)", (rules.name, text)
        )

    def get(self, number: int) -> RuleSet:
        """The rule set of this number."""
        row = self.store.row("SELECT name, definition FROM rule_sets WHERE id = ?", (number,))
        if row is None:
            raise BookDamaged(self.store.path, f"the rule set {number} is gone")
        text = row["definition"]
        if text not in self._read:
            try:
                self._read[text] = read_rule_sets(text)[row["name"]]
            except (RulesError, KeyError) as error:
                raise BookDamaged(self.store.path, error) from error
        return self._read[text]

    def of_game(self, game: str) -> list[int]:
        """The numbers of all rule sets of this game, `jasir` or `jarmo`."""
        rows = self.store.rows("SELECT id FROM rule_sets ORDER BY id")
        return [row["id"] for row in rows if self.get(row["id"]).game.lower() == game]

    def known(self) -> dict[str, RuleSet]:
        """All rule sets that were ever played, the newest definition of each name."""
        rows = self.store.rows("SELECT id, name FROM rule_sets ORDER BY id")
        return {row["name"]: self.get(row["id"]) for row in rows}
