"""Measures the house: names in a folder, callers, imports, sizes (`python -m tools.house`).

`tests/house` holds the figures below their limits; docs/architecture.md has its tables from here.
"""
