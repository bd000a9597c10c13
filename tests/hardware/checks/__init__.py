"""What the firmware must do, each check on a fresh chip with a given image.

test_firmware.py runs them on the real firmware; test_mutations.py proves that each deliberate fault
is caught by the check that should catch it.
"""

from tests.hardware.checks import pixels, reeds, reports, trouble
from tests.hardware.checks.check import CHECKS

__all__ = ["CHECKS", "pixels", "reeds", "reports", "trouble"]
