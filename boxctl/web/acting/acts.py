"""Actions from a page: read, checked, and handed to the loop of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from boxctl.web.state import ActionName, Direction
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.limits import MOST_TILES

ACTIONS: tuple[ActionName, ...] = get_args(ActionName)
LONGEST_TEXT = 40
"""Most characters of dice that are typed, and of a name."""

MOST_NAMES = 20


@frozen_dataclass
class Act:
    """One act: ``tile`` belongs to ``move``, ``text`` to ``type_throw``, ``names`` to ``names``.

    ``match`` takes the name of a ``variant`` and ``names``. A ``move`` that says where ``to`` is
    none if the lever is there. ``seen`` is the number of the last ruling that was seen, 0 for none:
    an outdated act is ignored.
    """

    do: ActionName
    tile: int = 0
    text: str = ""
    names: tuple[str, ...] = ()
    variant: str = ""
    to: Direction = ""
    seen: int | None = None


def read_act(data: object) -> Act | None:
    """Read an act from JSON; None for anything else. Whether it can be done now is not checked."""
    if not isinstance(data, Mapping) or data.get("do") not in ACTIONS:
        return None
    act = _read(data["do"], data)
    seen: Any = data.get("seen")
    if act is None or seen is None:
        return act
    return replace(act, seen=seen) if type(seen) is int and seen >= 0 else None


def _read(do: ActionName, data: Mapping[str, Any]) -> Act | None:
    tile: Any = data.get("tile")
    text: Any = data.get("text")
    names: Any = data.get("names")
    if do == "move":
        known = type(tile) is int and 1 <= tile <= MOST_TILES
        to: Any = data.get("to", "")
        return Act(do, tile=int(tile), to=to) if known and to in ("", "open", "shut") else None
    if do == "type_throw":
        return Act(do, text=text) if _is_short(text) else None
    if do in ("names", "match"):
        variant = data.get("variant", "") if do == "match" else ""
        many = isinstance(names, list) and len(names) <= MOST_NAMES and all(map(_is_short, names))
        known = do == "names" or _is_short(variant)
        return Act(do, names=tuple(names), variant=variant) if many and known else None
    return Act(do)


def _is_short(text: object) -> bool:
    return isinstance(text, str) and 0 < len(text) <= LONGEST_TEXT and _is_whole(text)


def _is_whole(text: str) -> bool:
    """Whether a text has no half of a surrogate pair: JSON may, but no answer can repeat it."""
    return text.encode(errors="ignore").decode() == text
