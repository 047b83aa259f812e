"""The packages of others in the Debian package, each with its version and hashes."""

from __future__ import annotations

import re
from pathlib import Path

from packaging.markers import Marker
from packaging.utils import canonicalize_name

from boxctl.service.installed_packages import packages_of_boxctl

LISTS = Path(__file__).parents[1] / "supply_chain"

_ENTRY = re.compile(
    r"^(?P<name>[a-z0-9.-]+)==(?P<version>\S+)(?: ; (?P<marker>[^\\\n]+?))?"
    r"(?P<hashes>(?: \\\n    --hash=\S+)+)$",
    re.MULTILINE,
)


def locked(python: str) -> list[str]:
    """Return lines for pip, without markers: those that count for ``python``, such as 3.13.

    Raises SystemExit if a package that boxctl needs is in no list of ``supply_chain``.
    """
    wanted = {canonicalize_name(package.name) for package in packages_of_boxctl()}
    place = {"python_version": python, "python_full_version": f"{python}.0"}
    found: dict[str, str] = {}
    known = set()
    for file in sorted(LISTS.glob("*.txt")):
        for entry in _ENTRY.finditer(file.read_text(encoding="utf-8")):
            name, marker = entry["name"], entry["marker"]
            known.add(name)
            if name in wanted and (marker is None or Marker(marker).evaluate(place)):
                found[name] = f"{name}=={entry['version']}{entry['hashes']}"
    if missing := sorted(wanted - known):
        raise SystemExit(f"no list of supply_chain has {', '.join(missing)}; run make lock")
    return [found[name] for name in sorted(found)]
