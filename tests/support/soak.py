"""How much longer than usual the random tests run: ``make soak`` sets it."""

import os

SOAK = int(os.environ.get("SOAK", "1"))
