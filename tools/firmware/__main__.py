"""`make firmware-image`: put the firmware that was just built into the package."""

from boardpi.boards.serial.flash import HEX
from tools.firmware.image import PROJECT, ship

ship()
print(f"{HEX.relative_to(PROJECT)} is the firmware of today's sources")
