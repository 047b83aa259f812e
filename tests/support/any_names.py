"""Names of players in many scripts: wide letters, marks on letters, and emoji of several signs.

No name has a joiner: boxctl refuses it.
"""

from __future__ import annotations

from hypothesis import strategies as st

_LETTERS = st.sampled_from("aZ éßЖאشनাกかカ漢字한ﾊＡ·")
_MARKS = st.sampled_from("\u0301\u0308\u0e47\u093f\ufe0f")
_EMOJI = st.sampled_from(("❤\ufe0f", "👍🏽", "🏳\ufe0f", "🎲", "☰", "#\ufe0f\u20e3"))

NAMES = st.lists(_LETTERS | _MARKS | _EMOJI, min_size=1, max_size=10).map("".join)
