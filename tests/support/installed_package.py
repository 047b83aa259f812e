"""A package with drivers of somebody else, as pip leaves it: modules beside their metadata."""

from __future__ import annotations

import shutil
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

PCA9685 = Path(__file__).parents[2] / "examples/lamp_driver/boxctl-pca9685"
"""The worked example."""


def install_example(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the package of the worked example in this folder, until the test ends."""
    project = tomllib.loads((PCA9685 / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for module in PCA9685.glob("boxctl_*"):
        shutil.copytree(module, folder / module.name)
    install(folder, monkeypatch, project["name"], project["entry-points"], ["boxctl_pca9685"])


def install(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    groups: Mapping[str, Mapping[str, str]],
    modules: list[str],
) -> None:
    """Have a package of this name, whose modules are in the folder, until the test ends."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [
        line
        for group, entries in groups.items()
        for line in (f"[{group}]", *(f"{entry} = {value}" for entry, value in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    for module in [*sys.modules]:
        if module.partition(".")[0] in modules:
            monkeypatch.delitem(sys.modules, module)
    monkeypatch.syspath_prepend(folder)
    for module in modules:
        # What the test imports of it is forgotten at its end.
        monkeypatch.setitem(sys.modules, module, None)
        del sys.modules[module]
