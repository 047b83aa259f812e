"""Write the bill of materials: boxctl and every package that make installs, as CycloneDX 1.6.

``make sbom`` runs it. It reads packages.json and nothing else, so the same tree has the same bill.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_OID, uuid5

ROOT = Path(__file__).parents[2]
SPDX = re.compile(r"[\w.+-]+( (AND|OR|WITH) [\w.+-]+)*")
KNOWN = re.compile(r"(MIT|BSD-\d-Clause|Apache-2\.0|MPL-2\.0|PSF-2\.0|0BSD|ISC)\b")


def bill(packages: list[dict[str, Any]], version: str) -> dict[str, Any]:
    """Return the bill of boxctl in this version with these packages."""
    own = {"type": "application", "bom-ref": "boxctl", "name": "boxctl", "version": version}
    refs = {package["name"]: purl(package) for package in packages}
    depends = [{"ref": "boxctl", "dependsOn": sorted(refs.values())}]
    depends += [
        {"ref": refs[package["name"]], "dependsOn": [refs[name] for name in package["needs"]]}
        for package in packages
    ]
    body = {
        "version": 1,
        "metadata": {"component": own | {"licenses": [{"license": {"id": "MIT"}}]}},
        "components": [component(package) for package in packages],
        "dependencies": depends,
    }
    serial = uuid5(NAMESPACE_OID, json.dumps(body, sort_keys=True))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
    } | body


def component(package: dict[str, Any]) -> dict[str, Any]:
    """Return one package; ``hashes`` are those of all its files, of which pip installs one."""
    return {
        "type": "library",
        "bom-ref": purl(package),
        "name": package["name"],
        "version": package["version"],
        "purl": purl(package),
        "scope": "required" if "play" in package["groups"] else "optional",
        "licenses": [licence(package["licence"])],
        "hashes": [{"alg": "SHA-256", "content": content} for content in package["sha256"]],
        "properties": [{"name": "boxctl:groups", "value": " ".join(package["groups"])}],
    }


def licence(named: str) -> dict[str, Any]:
    """Return a licence as an expression of SPDX if it is one, else by the name it was given."""
    if SPDX.fullmatch(named) and KNOWN.match(named):
        return {"expression": named}
    return {"license": {"name": named}}


def purl(package: dict[str, Any]) -> str:
    """Return the package URL."""
    return f"pkg:pypi/{package['name']}@{package['version']}"


def main() -> None:
    """Write the bill into the file that is named."""
    packages = json.loads((Path(__file__).with_name("packages.json")).read_text(encoding="utf-8"))
    said = (ROOT / "boxctl/__init__.py").read_text(encoding="utf-8")
    version = re.findall(r'__version__ = "(.*)"', said)[0]
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(bill(packages, version), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
