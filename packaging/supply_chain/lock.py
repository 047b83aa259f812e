"""Write what ``make`` installs, with the hash of every file, from the versions of constraints.txt.

``make lock`` runs it after a version has changed. It asks the index that pip is configured with, as
pip does, and writes beside this file a list for each group of packages, with hashes, and
packages.json, from which the bill of materials and docs/licences.md are made.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from email.parser import HeaderParser
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_sdist_filename, parse_wheel_filename
from packaging.version import Version

# The checks of what is locked read this file's functions, and need no pip: it takes half a second.
if TYPE_CHECKING:
    from pip._internal.models.link import Link

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
LICENCES = ROOT / "docs" / "licences.md"
PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.15")
MACHINES = ("x86_64", "aarch64")

BUILD = ("hatchling", "editables")
"""The build backend, and what it needs for ``pip install --editable``."""

GROUPS = {
    "play": "what `make play` installs: boxctl, screen, pages, broker, and the build backend",
    "pi": "the pins of a Raspberry Pi, which `make install` adds",
    "dev": "the tools of `make dev` and `make test`",
    "docs": "the site that `make docs` builds",
    "hooks": "what `make hooks` adds",
    "browser": "what `make test-browser` adds, beside Debian's Chromium",
    "dist": "what `make dist` checks the packages with",
}
"""Each group and what it is. All but the first have that one, too."""

ONLY_IN_A_FILE = {
    "axe-playwright-python": "MIT",
    "pypdfium2": "Apache-2.0 or BSD-3-Clause",
}
"""The licences of packages that have them as files, and name none or tell of all their parts."""

METADATA = re.compile(r"[^/]+\.dist-info/METADATA")
LINUX = re.compile(rf"(manylinux|musllinux|linux).*_({'|'.join(MACHINES)})$")


@dataclass
class Package:
    """One package: its version, its licence, what it needs, and its files' SHA-256."""

    name: str
    version: str
    licence: str
    needs: tuple[Requirement, ...]
    hashes: tuple[str, ...]
    pythons: dict[str, set[str]] = field(default_factory=dict)


class Index:
    """The index that pip is configured with."""

    def __init__(self) -> None:
        from pip._internal.commands import create_command

        command = create_command("download")
        options, _ = command.parse_args([])
        self._session = command._build_session(options)  # type: ignore[attr-defined]
        self._finder = command._build_package_finder(options, self._session)  # type: ignore[attr-defined]

    def package(self, name: str, version: str) -> Package:
        """Ask about one version of a package. Raises SystemExit if there are no files of it."""
        files = [link for link in self._links(name) if is_ours(link.filename, version)]
        if not files:
            raise SystemExit(f"no file of {name} {version} was found")
        told = HeaderParser().parsestr(self._metadata(files))
        needs = tuple(Requirement(text) for text in told.get_all("Requires-Dist", []))
        hashes = {link.hash for link in files if link.hash_name == "sha256" and link.hash}
        return Package(name, version, licence(told), needs, tuple(sorted(hashes)))

    def _links(self, name: str) -> Iterator[Link]:
        from pip._internal.index.collector import parse_links
        from pip._internal.models.link import Link

        for place in self._finder.search_scope.get_index_urls_locations(name):
            # Mirrors on this machine may have fewer files than there are.
            if not place.startswith("file:"):
                page = self._finder._link_collector.fetch_response(Link(place))
                yield from parse_links(page) if page else ()

    def _metadata(self, files: Sequence[Link]) -> str:
        """Return a package's METADATA, out of a wheel where the index does not have it alone."""
        for link in files:
            if (about := link.metadata_link()) is not None:
                return self._content(about).decode()
        wheel = next((link for link in files if link.is_wheel), None)
        if wheel is None:
            raise SystemExit(f"the index has no metadata of {files[0].filename}")
        content = self._content(wheel)
        if hashlib.sha256(content).hexdigest() != wheel.hash:
            raise SystemExit(f"{wheel.filename} is not the file that the index names")
        with ZipFile(BytesIO(content)) as files_within:
            (name,) = filter(METADATA.fullmatch, files_within.namelist())
            return files_within.read(name).decode()

    def _content(self, link: Link) -> bytes:
        answer = self._session.get(link.url_without_fragment)
        answer.raise_for_status()
        return bytes(answer.content)


def is_ours(file: str, version: str) -> bool:
    """Whether a file is of this version, and for Linux on one of our machines."""
    try:
        if not file.endswith(".whl"):
            return parse_sdist_filename(file)[1] == Version(version)
        _, made, _, tags = parse_wheel_filename(file)
    except ValueError:
        return False
    return made == Version(version) and any(
        (tag.platform == "any" or LINUX.match(tag.platform))
        and is_new_enough(tag.interpreter, tag.abi)
        for tag in tags
    )


def is_new_enough(interpreter: str, abi: str) -> bool:
    """Whether a wheel for this interpreter runs on CPython 3.11 or later."""
    made_for = re.fullmatch(r"(py|cp)3(\d*)", interpreter)
    if made_for is None:
        return False
    return made_for[1] == "py" or abi == "abi3" or f"3.{made_for[2]}" in PYTHONS


def licence(told: Any) -> str:
    """Return the licence that a package names: an expression of SPDX, or its own word for it."""
    if expression := told["License-Expression"]:
        return str(expression)
    named = str(told["License"] or "").strip()
    if named and "\n" not in named and len(named) < 40:
        return named
    marked = [
        line.rpartition(" :: ")[2]
        for line in told.get_all("Classifier", [])
        if line.startswith("License :: ")
    ]
    if not marked and told["Name"] in ONLY_IN_A_FILE:
        return ONLY_IN_A_FILE[told["Name"]]
    if not marked:
        raise SystemExit(f"{told['Name']} names no licence")
    return " or ".join(marked)


def pinned() -> dict[str, str]:
    """Return the version of each package in constraints.txt, by its canonical name."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {canonicalize_name(name): version for name, version in pins}


def wanted() -> dict[str, list[Requirement]]:
    """Return what each group asks for itself, from pyproject.toml."""
    read = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = read["optional-dependencies"]
    asked = {
        "play": [*BUILD, *read["dependencies"], *extras["screen"], *extras["web"], *extras["mqtt"]],
        "pi": extras["pi"],
        "dev": extras["dev"],
        "docs": extras["docs"],
        "hooks": ["pre-commit"],
        "browser": ["axe-playwright-python", "playwright"],
        "dist": ["twine"],
    }
    return {group: [Requirement(text) for text in texts] for group, texts in asked.items()}


class Lock:
    """Every package that is needed, each asked about once."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._pins = pinned()
        self.packages: dict[str, Package] = {}

    def need(self, group: str, asked: Iterable[Requirement], python: str, machine: str) -> None:
        """Note that a group needs these, and all that they need, on this Python."""
        place = {
            "python_version": python, "python_full_version": f"{python}.0",
            "platform_machine": machine, "sys_platform": "linux", "platform_system": "Linux",
            "os_name": "posix", "implementation_name": "cpython",
            "platform_python_implementation": "CPython",
        }  # fmt: skip
        waiting, seen = [(requirement, "") for requirement in asked], set()
        while waiting:
            requirement, extra = waiting.pop()
            if requirement.marker and not requirement.marker.evaluate(place | {"extra": extra}):
                continue
            package = self._package(requirement)
            package.pythons.setdefault(group, set()).add(python)
            for wanted_extra in ("", *requirement.extras):
                if (package.name, wanted_extra) not in seen:
                    seen.add((package.name, wanted_extra))
                    waiting += [(need, wanted_extra) for need in package.needs]

    def _package(self, requirement: Requirement) -> Package:
        name = canonicalize_name(requirement.name)
        if name not in self._pins:
            raise SystemExit(f"{name} is needed and has no version in constraints.txt")
        if not requirement.specifier.contains(self._pins[name], prereleases=True):
            raise SystemExit(f"{requirement} is needed, constraints.txt has {self._pins[name]}")
        if name not in self.packages:
            self.packages[name] = self._index.package(name, self._pins[name])
        return self.packages[name]


def marker(pythons: set[str]) -> str:
    """Return for which Pythons a line counts; empty if for all."""
    places = sorted(PYTHONS.index(python) for python in pythons)
    if places != list(range(places[0], places[-1] + 1)):
        raise SystemExit(f"no marker says {sorted(pythons)}")
    first, last = PYTHONS[places[0]], PYTHONS[places[-1]]
    parts = [f'python_version >= "{first}"'] if places[0] else []
    if last != PYTHONS[-1]:
        parts.append(f'python_version < "{PYTHONS[places[-1] + 1]}"')
    return f" ; {' and '.join(parts)}" if parts else ""


def in_play(package: Package, group: str) -> bool:
    """Whether the first group has it already, wherever this one needs it."""
    return group != "play" and package.pythons[group] <= package.pythons.get("play", set())


def written(group: str, packages: Iterable[Package]) -> str:
    """Return the list of a group as pip reads it."""
    lines = [f"# {GROUPS[group]}. Written by make lock.".replace("`", "")]
    if group != "play":
        lines.append("-r play.txt")
    for package in packages:
        if group in package.pythons and not in_play(package, group):
            pins = f"{package.name}=={package.version}{marker(package.pythons[group])}"
            lines.append(" \\\n".join([pins, *(f"    --hash=sha256:{h}" for h in package.hashes)]))
    return "\n".join(lines) + "\n"


def as_data(package: Package, known: set[str]) -> dict[str, Any]:
    """Return what packages.json has of a package."""
    needs = {canonicalize_name(need.name) for need in package.needs}
    return {
        "name": package.name,
        "version": package.version,
        "licence": package.licence,
        "groups": [group for group in GROUPS if group in package.pythons],
        "needs": sorted(needs & known),
        "sha256": package.hashes,
    }


def licences(packages: Iterable[Package]) -> str:
    """Return docs/licences.md."""
    rows = [
        f"| {package.name} | {package.version} | {package.licence} | "
        f"{', '.join(group for group in GROUPS if group in package.pythons)} |"
        for package in packages
    ]
    groups = [f"- **{group}**: {what}" for group, what in GROUPS.items()]
    return "\n".join(
        [
            "# Licences",
            "boxctl has the licence MIT ([LICENSE](../LICENSE)). The patches in `tests/virtual_pi`",
            "derive from the Linux kernel and have its licence, GPL-2.0.",
            "",
            "`make` installs these packages of others beside it, each with the licence that it",
            "names. `make lock` writes this page; `make sbom` writes the same as CycloneDX.",
            "",
            *groups,
            "",
            "The pages that `--web` serves carry a typeface and two scripts of others:",
            "[boxctl/web/pages/vendor](../boxctl/web/pages/vendor/README.md).",
            "",
            "| package | version | licence | for |",
            "| --- | --- | --- | --- |",
            *rows,
            "",
        ]
    )


def main() -> None:
    """Ask the index, and write the lists."""
    lock = Lock(Index())
    for group, asked in wanted().items():
        for python in PYTHONS:
            for machine in MACHINES:
                lock.need(group, asked, python, machine)
    packages = [lock.packages[name] for name in sorted(lock.packages)]
    for group in GROUPS:
        (HERE / f"{group}.txt").write_text(written(group, packages), encoding="utf-8")
    data = [as_data(package, set(lock.packages)) for package in packages]
    (HERE / "packages.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    LICENCES.write_text(licences(packages), encoding="utf-8")
    if unused := sorted(pinned().keys() - lock.packages.keys()):
        print(f"in constraints.txt, but needed by nothing: {', '.join(unused)}", file=sys.stderr)


if __name__ == "__main__":
    main()
