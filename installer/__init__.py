"""What install.sh is made of, and what it may install.

The shell does the work; Python reads the lock (`lock.py`) and lists what a release holds
(`sbom.py`).
"""
