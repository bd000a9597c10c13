"""Drawings in true size for wood and archers: shapes on layers, written as SVG, DXF or PDF.

`boardpi template` is its command; `tools/wiring` draws the pictures of the docs with it.
"""
