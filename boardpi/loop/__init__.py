"""The parts of the daemon: everything around the one loop of `boardpi/daemon.py`."""
