"""The parts of the daemon: everything around the one loop of `loop.py`."""
