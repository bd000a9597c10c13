"""A hostile network, on loopback only: attacks without the PIN, and what the table does meanwhile.

`attacks` has each of them as a coroutine; the tests and benchmarks/siege.py start them.
"""
