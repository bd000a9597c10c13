"""Solves Jasir: a solver in C++, `solution`, which drives it class by class, and `pack`.

docs/solved.md tells what came of it and how to repeat it.
"""
