"""What an audit says: never that all is well when nobody knows."""

from __future__ import annotations

import json
from typing import Any

from supply_chain.audit import CLEAN, NOT_RUN, VULNERABLE, audit, judge


def printed(*packages: dict[str, Any]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_packages_without_a_vulnerability() -> None:
    known = printed({"name": "segno", "version": "1.6.6", "vulns": []})
    assert judge(known, "") == judge(known, "No known vulnerabilities found")
    assert judge(known, "").status == CLEAN
    assert judge(known, "").lines == ("1 packages, no known vulnerability.",)


def test_a_vulnerability_is_named_with_its_cure() -> None:
    known = {"id": "PYSEC-2099-1", "fix_versions": ["1.6.7"]}
    found = judge(printed({"name": "segno", "version": "1.6.6", "vulns": [known]}), "")
    assert found.lines == ("segno 1.6.6: PYSEC-2099-1 (cured in 1.6.7)",)
    assert found.status == VULNERABLE


def test_a_package_that_was_skipped_was_not_audited() -> None:
    found = judge(
        printed(
            {"name": "rich", "version": "15.0.0", "vulns": []},
            {"name": "segno", "skip_reason": "could not be audited"},
        ),
        "No known vulnerabilities found",
    )
    assert found.lines == (
        "The audit did not run: no advisories could be had of 1 of 2 packages (segno).",
    )
    assert found.status == NOT_RUN


def test_without_the_net_it_says_in_one_sentence_that_it_did_not_run() -> None:
    found = judge("", "WARNING: …\nERROR: could not connect")
    assert found.lines == ("The audit did not run: ERROR: could not connect",)
    assert found.status == NOT_RUN


def test_no_packages_at_all_are_no_audit() -> None:
    assert judge(printed(), "").status == NOT_RUN
    assert judge("[]", "").status == NOT_RUN


def test_without_the_program_it_did_not_run() -> None:
    found = audit(["/nowhere/pip-audit"])
    assert found.status == NOT_RUN
    assert "did not run" in found.lines[0]
