"""``boxctl run --check``: check a box.toml without its hardware, and say what box it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from boxctl.table.box_summary import BoxSummary, summary_of
from boxctl.table.check_rules import check_all_of_box_file
from groundwork.language import tr
from groundwork.printing import print_lines, print_notes
from hardware.config.box_file import BoxFile, BoxFileFault, Problem
from hardware.config.read import read_box


def check_file(path: Path, *, as_json: bool) -> int:
    """Print what box this is, or everything wrong with the file; return the exit status, 0 or 2."""
    try:
        box_file = read_box(path, check_all_of_box_file)
    except BoxFileFault as fault:
        if as_json:
            print_lines(json.dumps(_wrong(path, fault)))
        else:
            print_notes(*fault.lines)
        return 2
    summary = summary_of(box_file)
    summary = replace(summary, remarks=(*summary.remarks, *_remarks_on_login(box_file)))
    print_lines(*([json.dumps(_right(path, summary))] if as_json else _lines(path, summary)))
    return 0


def _remarks_on_login(box_file: BoxFile) -> Iterator[str]:
    """Yield why the box could not log in at its broker with the files of this machine."""
    if box_file.mqtt is None:
        return
    from boxctl.web.mqtt.login import BrokerFault, login_of, machine_name

    try:
        login_of(box_file.mqtt, box_file.path, machine_name())
    except BrokerFault as fault:
        yield f"mqtt: {fault}"


def _lines(path: Path, summary: BoxSummary) -> list[str]:
    parts = [f"  {table:<9}{words}" for table, words in summary.parts]
    remarks = [f"  {remark}" for remark in summary.remarks]
    missing = [tr("What this machine lacks, where the box runs it has to be there:"), *remarks]
    right = tr("{file} is right: this is the box that it describes.", file=path)
    return [right, *parts, *(missing if remarks else [])]


def _right(path: Path, summary: BoxSummary) -> dict[str, Any]:
    parts: dict[str, list[str]] = {}
    for table, words in summary.parts:
        parts.setdefault(table, []).append(words)
    return {
        "file": str(path),
        "right": True,
        "problems": [],
        "tiles": summary.tiles,
        "rules": summary.variant,
        "set": dict(summary.settings),
        "dice": summary.dice,
        "players": list(summary.players),
        **({"handicap": dict(summary.handicaps)} if summary.handicaps else {}),
        "parts": parts,
        "remarks": list(summary.remarks),
    }


def _wrong(path: Path, fault: BoxFileFault) -> dict[str, Any]:
    return {
        "file": str(path),
        "right": False,
        "problems": [_problem(problem) for problem in fault.problems],
    }


def _problem(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "line": problem.line,
        "key": problem.key,
        "says": problem.sentence,
        "cure": problem.cure,
    }
