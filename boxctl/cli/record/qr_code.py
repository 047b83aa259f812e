"""Draw a QR code with characters."""

from __future__ import annotations

from io import StringIO


def qr_lines(text: str) -> list[str]:
    """Return the lines of a QR code of ``text``, for a terminal of any colours."""
    import segno

    drawn = StringIO()
    segno.make_qr(text).terminal(drawn, compact=True)
    return drawn.getvalue().splitlines()
