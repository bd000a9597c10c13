"""The companion of a real wooden board: Jasir and Jarmo."""

__version__ = "0.1.0"
