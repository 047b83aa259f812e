"""The lists of what make installs: whole, with hashes, and of one mind with each other."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from supply_chain.lock import GROUPS, PYTHONS, is_ours, licence, marker, pinned, wanted

ROOT = Path(__file__).parents[3]
HERE = ROOT / "packaging/supply_chain"
SHA_256 = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def packages() -> dict[str, dict[str, Any]]:
    read = json.loads((HERE / "packages.json").read_text(encoding="utf-8"))
    return {package["name"]: package for package in read}


def locked(group: str) -> dict[str, tuple[Requirement, list[str]]]:
    """Each package that pip installs for a group, with the hashes that it accepts."""
    text = (HERE / f"{group}.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    found = {} if group == "play" else locked("play")
    for line in text.splitlines():
        if not line.startswith(("#", "-r ")):
            pin, *hashes = line.split(" --hash=")
            requirement = Requirement(pin.strip())
            found[requirement.name] = (requirement, hashes)
    return found


@pytest.mark.parametrize("group", GROUPS)
def test_every_file_that_pip_takes_has_a_hash(group: str) -> None:
    for name, (requirement, hashes) in locked(group).items():
        assert str(requirement.specifier) == f"=={pinned()[name]}"
        assert hashes
        assert all(SHA_256.fullmatch(f"--hash={found.strip()}") for found in hashes)


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_has_all_that_it_asks_for_in_a_version_that_it_wants(group: str) -> None:
    for asked in wanted()[group]:
        requirement, _ = locked(group)[canonicalize_name(asked.name)]
        assert asked.specifier.contains(pinned()[requirement.name], prereleases=True)


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_has_what_its_packages_need(group: str) -> None:
    there = packages()
    for name in locked(group):
        assert {need for need in there[name]["needs"] if group in there[need]["groups"]} <= set(
            locked(group)
        )


def test_every_version_in_constraints_is_listed_and_no_other() -> None:
    assert {name: package["version"] for name, package in packages().items()} == pinned()


def test_the_licence_of_every_package_is_on_the_page() -> None:
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    for name, package in packages().items():
        assert package["licence"]
        assert f"| {name} | {package['version']} | {package['licence']} |" in page


def test_the_build_backend_is_one_that_pyproject_asks_for() -> None:
    asked = re.findall(r'^requires = \["(.*)"\]', (ROOT / "pyproject.toml").read_text(), re.M)
    (backend,) = map(Requirement, asked)
    assert backend.specifier.contains(pinned()[backend.name])
    assert backend.name in locked("play")


def test_no_address_of_an_index_is_in_the_lists() -> None:
    for file in HERE.iterdir():
        if file.is_file():
            assert "://" not in file.read_text(encoding="utf-8").replace("urn:uuid", "")


@pytest.mark.parametrize(
    ("file", "ours"),
    [
        ("numpy-2.4.6-cp314-cp314-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl", True),
        ("numpy-2.4.6-cp311-cp311-musllinux_1_2_x86_64.whl", True),
        ("numpy-2.4.6.tar.gz", True),
        ("numpy-2.4.6-py3-none-any.whl", True),
        ("numpy-2.4.6-cp39-abi3-manylinux_2_28_x86_64.whl", True),
        ("numpy-2.4.6-cp310-cp310-manylinux_2_28_x86_64.whl", False),
        ("numpy-2.4.6-cp311-cp311-win_amd64.whl", False),
        ("numpy-2.4.6-cp311-cp311-macosx_14_0_arm64.whl", False),
        ("numpy-2.4.7-cp311-cp311-manylinux_2_28_x86_64.whl", False),
        ("numpy-2.4.6.exe", False),
    ],
)
def test_files_for_linux_on_our_machines_are_accepted(file: str, ours: bool) -> None:
    assert is_ours(file, "2.4.6") is ours


@pytest.mark.parametrize(
    ("pythons", "said"),
    [
        (PYTHONS, ""),
        (PYTHONS[:2], ' ; python_version < "3.13"'),
        (PYTHONS[2:], ' ; python_version >= "3.13"'),
        (PYTHONS[1:2], ' ; python_version >= "3.12" and python_version < "3.13"'),
    ],
)
def test_a_marker_says_on_which_pythons_a_package_is_needed(
    pythons: tuple[str, ...], said: str
) -> None:
    assert marker(set(pythons)) == said


def test_a_package_without_a_licence_is_not_accepted() -> None:
    from email.message import Message

    told = Message()
    told["Name"] = "nobody-s"
    with pytest.raises(SystemExit, match="nobody-s names no licence"):
        licence(told)
