"""Every variant, for tests that take long: ``make test`` takes those that are unlike each other."""

from __future__ import annotations

import pytest

from boxctl.rules.variants import names

UNLIKE_EACH_OTHER = {
    "classic", "canoga", "thai", "unlucky-seven", "lucky-seven",
    "last-standing", "long-game", "relay", "the-300",
}  # fmt: skip
"""One variant of each kind of match and of move."""

EVERY_VARIANT = [
    name if name in UNLIKE_EACH_OTHER else pytest.param(name, marks=pytest.mark.full)
    for name in names()
]
"""The names of all variants as parameters; those like another one are left to ``test-full``."""
