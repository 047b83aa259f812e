"""English, for what shows something to people and is given no wording."""

from __future__ import annotations

from boxctl.presentation.in_language import wording_in
from groundwork.language import ENGLISH as LANGUAGE

ENGLISH = wording_in(LANGUAGE)
