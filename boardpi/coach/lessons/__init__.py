"""Lessons and puzzles: what they are, how they are read, checked, proven and given. Pure.

`builtin` holds the lessons that ship with boardpi, a TOML file each.
"""
