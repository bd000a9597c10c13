"""The firmware's current limit, bit for bit (firmware/source/power.c)."""

from __future__ import annotations

CHANNEL_MA = 20  # one colour of a WS2812B at 255
IDLE_MA = 18  # 25 dark pixels, 0.7 mA each
LIMIT_MA_MOST = 1500
LIMIT_MA_LEAST = 50


def limit(colours: bytes, limit_ma: int) -> bytes:
    """The colours as the board will show them: dimmed evenly if they would draw too much.

    >>> limit(bytes([255]) * 75, limit_ma=500)[:3].hex()
    '515151'
    """
    limit_ma = max(LIMIT_MA_LEAST, min(LIMIT_MA_MOST, limit_ma))
    asked = sum(colours) * CHANNEL_MA
    allowed = (limit_ma - IDLE_MA) * 255
    if asked <= allowed:
        return colours
    share = allowed * 256 // asked
    return bytes(colour * share >> 8 for colour in colours)
