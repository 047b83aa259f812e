"""What was measured on the virtual Pi, for people."""

from __future__ import annotations

from typing import Any


def told(report: dict[str, Any]) -> str:
    """Ratios to the bare callback that was run beside, and what a ruling takes."""
    bare, lamps, rulings = report["bare"], report["lamps"], report["rulings"]
    median, last = lamps["p50"] / bare["p50"], lamps["p99"] / bare["p99"]
    after, after_last = (rulings[which] - report["bump"] for which in ("p50", "p99"))
    return (
        f"{report['edges']} edges: lamp {median:.2f} of a bare gpiozero callback (99th percentile "
        f"{last:.2f}; aim 0.75), ruling {after / 1000:.1f} ms after the bump time "
        f"(99th percentile {after_last / 1000:.1f}; aim 5)"
    )


def told_of_rest(report: dict[str, Any]) -> str:
    """What the box costs at rest."""
    woken = sum(report["woken"].values()) / report["seconds"]
    return (
        f"idle: {woken:.1f} wake-ups a second (aim 2), {report['resident_kb'] / 1000:.0f} MB "
        "resident (aim 40)"
    )


def told_of_starts(report: dict[str, Any]) -> str:
    """Its start beside that of two libraries."""
    return (
        f"start {report['start'] / report['imports']:.2f} of importing gpiozero and gpiod (aim 2), "
        f"{report['start_again'] / report['imports']:.2f} if a match was interrupted"
    )
