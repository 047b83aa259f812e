"""``boxctl audits``: what levers, buttons and roller have done over the months, and what wears."""

from __future__ import annotations

import json

from boxctl.audit.device_audit import audit_devices
from boxctl.cli.journal.record_options import add_since
from boxctl.cli.options import Options, path_of_file
from boxctl.monitor.audit_sentences import audit_as_data, audit_lines
from boxctl.table.check_rules import check_box_file, journal_to_read, name_of
from groundwork.language import tr
from groundwork.printing import print_lines
from hardware.config.read import read_box


def run(arguments: list[str]) -> int:
    """Print the audits. Exit status 1 if something gets worse."""
    given = options().parse_args(arguments)
    box_file = None if given.config is None else read_box(given.config, check_box_file)
    journal = given.journal or journal_to_read(given.config, box_file)
    box = None if box_file is None else name_of(box_file)
    audit = audit_devices(journal, box, given.since)
    if given.json:
        found = None if audit is None else audit_as_data(audit)
        print_lines(json.dumps({"journal": str(journal), "audit": found}))
    elif audit is None or not audit.matches:
        print_lines(tr("no such match yet in {journal}", journal=journal))
    else:
        print_lines(*audit_lines(audit))
    wears = audit is not None and (bool(audit.worn) or audit.roller.wear is not None)
    return 1 if wears else 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("audits")
    options.add_argument(
        "--config",
        metavar="FILE",
        type=path_of_file,
        help=tr("the box.toml of the box (default: the box of the newest match)"),
    )
    add_since(options)
    options.add_journal_to_read()
    options.add_json()
    return options
