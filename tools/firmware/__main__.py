"""`make firmware-image`: put the firmware that was just built into the package."""

from tools.firmware.image import IMAGES, PROJECT, ship

ship()
for image in IMAGES:
    print(f"{image.shipped.relative_to(PROJECT)} is the firmware of today's sources")
