"""Ask pip-audit whether a package that make installs has a known vulnerability.

``make audit`` runs it. No advisories are kept here, as they would be old when they are needed: they
come over the net. Without it, or if pip-audit skips a package, this says that the audit did not
run, and never that all is well.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SECONDS = 300

CLEAN, VULNERABLE, NOT_RUN = 0, 1, 2
"""The exit statuses."""


@dataclass(frozen=True)
class AuditResult:
    """What came of an audit: the lines for people, and the exit status."""

    lines: tuple[str, ...]
    status: int


def command(program: str) -> list[str]:
    """Return the command that audits every list of packages beside this file."""
    lists = [part for path in sorted(HERE.glob("*.txt")) for part in ("-r", str(path))]
    return [
        program,
        "--require-hashes",
        "--disable-pip",
        "--progress-spinner=off",
        "-f",
        "json",
        *lists,
    ]


def judge(printed: str, complaint: str) -> AuditResult:
    """Judge what pip-audit has printed on standard output and standard error."""
    try:
        packages = json.loads(printed)["dependencies"]
    except (ValueError, KeyError, TypeError):
        lines = complaint.strip().splitlines() or ["it said nothing"]
        return AuditResult((f"The audit did not run: {lines[-1]}",), NOT_RUN)
    found = tuple(_vulnerabilities(packages))
    if found:
        return AuditResult(found, VULNERABLE)
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    if skipped or not packages:
        which = f"{len(skipped)} of {len(packages)} packages"
        why = f"no advisories could be had of {which} ({_some(skipped)})"
        return AuditResult((f"The audit did not run: {why}.",), NOT_RUN)
    return AuditResult((f"{len(packages)} packages, no known vulnerability.",), CLEAN)


def _some(names: Sequence[str]) -> str:
    return ", ".join(sorted(names)[:3]) + (", …" if len(names) > 3 else "")


def _vulnerabilities(packages: Iterable[dict[str, Any]]) -> Iterable[str]:
    for package in packages:
        for known in package.get("vulns", ()):
            cured = ", ".join(known.get("fix_versions") or ["no version yet"])
            yield f"{package['name']} {package['version']}: {known['id']} (cured in {cured})"


def audit(program: Sequence[str]) -> AuditResult:
    """Run pip-audit, and judge it."""
    try:
        ended = subprocess.run(
            program, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as why:
        return AuditResult((f"The audit did not run: {why}",), NOT_RUN)
    return judge(ended.stdout, ended.stderr)


def main() -> int:
    """Audit with the pip-audit that is named, and print what was found."""
    result = audit(command(sys.argv[1]))
    print("\n".join(result.lines))
    return result.status


if __name__ == "__main__":
    sys.exit(main())
