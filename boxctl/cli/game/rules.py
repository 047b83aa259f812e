"""``boxctl rules``: the variants and their settings."""

from __future__ import annotations

from boxctl.cli import BadOption
from boxctl.rules.variants import load, names, words
from groundwork.printing import print_lines

USAGE = """usage: boxctl rules list [--json]
       boxctl rules show NAME [--set KEY=VALUE] [--json]

list names the variants; show prints one with all its settings."""


def run(arguments: list[str]) -> int:
    """List the variants, or show one."""
    # This command has to start almost as fast as Python itself, so it imports argparse and the rule
    # sets only where it needs them.
    match arguments:
        case ["list"]:
            print_lines(*(f"{name:<20}{words(name)['summary']}" for name in names()))
        case ["list", "--json"]:
            _print_json({"variants": [_summary(name) for name in names()]})
        case ["show", *rest]:
            return _show(rest)
        case ["--help"] | ["-h"] | ["list", "--help"] | ["list", "-h"]:
            from boxctl.cli.read_on import read_on

            print_lines(*USAGE.splitlines(), "", read_on("rules"))
        case _:
            raise BadOption("boxctl rules: write boxctl rules list, or boxctl rules show NAME.")
    return 0


def _summary(name: str) -> dict[str, object]:
    known = words(name)
    return {"name": name, "source_name": known["source_name"], "summary": known["summary"]}


def _show(arguments: list[str]) -> int:
    from boxctl.cli.game.changed_settings import changed_settings
    from boxctl.cli.options import Options, chosen_rules
    from boxctl.presentation.scoring_words import scoring_words
    from boxctl.rules.contradictions import check
    from boxctl.rules.settings import SETTINGS, as_data, written

    options = Options("rules show", "One variant with all its settings.")
    options.add_argument("name", metavar="NAME")
    options.add_set()
    options.add_json()
    given = options.parse_args(arguments)
    known = load(given.name)
    rules = chosen_rules(given.name, given.changes)
    check(rules)
    if given.json:
        _print_json(_summary(given.name) | {"example": known.example, "settings": as_data(rules)})
        return 0
    print_lines(f"{known.name}: {known.source_name}", known.summary, known.example)
    if changed := changed_settings(given.name, rules):
        print_lines(changed)
    print_lines("")
    for name, value in written(rules).items():
        meaning = SETTINGS[name].meaning
        if name == "scoring":
            meaning += f": {scoring_words(rules.scoring).meaning}"
        print_lines(f"  {name + ' = ' + value:<34}{SETTINGS[name].rule:<12}{meaning}")
    return 0


def _print_json(document: object) -> None:
    import json

    print_lines(json.dumps(document))
