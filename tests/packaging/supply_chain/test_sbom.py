"""The bill of materials, as programs that read CycloneDX take it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from supply_chain.lock import pinned
from supply_chain.sbom import bill

PACKAGES = Path(__file__).parents[3] / "packaging/supply_chain/packages.json"


@pytest.fixture
def found() -> dict[str, Any]:
    return bill(json.loads(PACKAGES.read_text(encoding="utf-8")), "1.2.3")


def test_it_has_every_package_with_version_licence_and_hashes(found: dict[str, Any]) -> None:
    listed = {part["name"]: part["version"] for part in found["components"]}
    assert listed == pinned()
    for part in found["components"]:
        assert part["purl"] == f"pkg:pypi/{part['name']}@{part['version']}"
        assert part["licenses"]
        assert {len(known["content"]) for known in part["hashes"]} == {64}


def test_what_depends_on_what_names_only_what_is_there(found: dict[str, Any]) -> None:
    refs = {part["bom-ref"] for part in found["components"]} | {"boxctl"}
    assert {each["ref"] for each in found["dependencies"]} == refs
    assert all(set(each["dependsOn"]) <= refs for each in found["dependencies"])


def test_the_same_tree_has_the_same_bill(found: dict[str, Any]) -> None:
    assert found == bill(json.loads(PACKAGES.read_text(encoding="utf-8")), "1.2.3")
    assert found["bomFormat"] == "CycloneDX"
    assert found["serialNumber"].startswith("urn:uuid:")
    assert found["metadata"]["component"]["version"] == "1.2.3"
