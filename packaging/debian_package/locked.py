"""The packages of others in the Debian package, each with its version and hashes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from groundwork.installation import DISTRIBUTION

LISTS = Path(__file__).parents[1] / "supply_chain"

EXTRAS = ("display", "mqtt", "pi", "screen", "web")
"""All that a box can need. The extra ``odds`` would make the package several times as large."""

Requirements = Callable[[str], Sequence[str]]
"""What a package says that it needs; nothing, if the package is not installed here."""

_ENTRY = re.compile(
    r"^(?P<name>[a-z0-9.-]+)==(?P<version>\S+)(?: ; (?P<marker>[^\\\n]+?))?"
    r"(?P<hashes>(?: \\\n    --hash=\S+)+)$",
    re.MULTILINE,
)


def locked(python: str, machine: str) -> list[str]:
    """Return lines for pip, without markers: those that count for ``python``, such as 3.13.

    ``machine`` is the name of the architecture as Python has it. The lines do not depend on what
    else is installed here. Raises SystemExit if a package that boxctl needs is in no list of
    ``supply_chain``.
    """
    place = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": machine,
        "sys_platform": "linux",
    }
    wanted = needed(EXTRAS, place, _requirements)
    found: dict[str, str] = {}
    for file in sorted(LISTS.glob("*.txt")):
        for entry in _ENTRY.finditer(file.read_text(encoding="utf-8")):
            name, marker = entry["name"], entry["marker"]
            if name in wanted and (marker is None or Marker(marker).evaluate(place)):
                found[name] = f"{name}=={entry['version']}{entry['hashes']}"
    if missing := sorted(wanted - found.keys()):
        raise SystemExit(f"no list of supply_chain has {', '.join(missing)}; run make lock")
    return [found[name] for name in sorted(found)]


def needed(
    extras: Sequence[str], place: Mapping[str, str], requirements: Requirements
) -> frozenset[str]:
    """Return the names of the packages that boxctl needs with these extras, without its own.

    ``place`` has the markers of the Python and machine that they are for.
    """
    found: set[str] = set()
    seen: set[tuple[str, frozenset[str]]] = set()
    waiting = [(DISTRIBUTION, frozenset(extras))]
    while waiting:
        name, wanted = waiting.pop()
        if (name, wanted) in seen:
            continue
        seen.add((name, wanted))
        for text in requirements(name):
            need = Requirement(text)
            if need.marker is None or any(
                need.marker.evaluate({**place, "extra": extra}) for extra in ("", *wanted)
            ):
                found.add(canonicalize_name(need.name))
                waiting.append((need.name, frozenset(need.extras)))
    return frozenset(found - {DISTRIBUTION})


def _requirements(name: str) -> Sequence[str]:
    try:
        return distribution(name).requires or ()
    except PackageNotFoundError:
        return ()
