"""``boxctl rules``: the variants and their settings."""

from __future__ import annotations

from boxctl.cli import BadOption, without_language
from boxctl.rules.families import title
from boxctl.rules.variants import by_family, load, names, other_names, words
from groundwork.language import tr
from groundwork.printing import print_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

USAGE = """usage: boxctl rules list [--json] [--lang CODE]
       boxctl rules show NAME [--set KEY=VALUE] [--json] [--lang CODE]

list names the variants in their families; show prints one with all its settings.
NAME is any name of a variant; case, hyphens, spaces and accents do not count."""

COLUMN = 20
WIDTH = 100


def run(arguments: list[str]) -> int:
    """List the variants, or show one."""
    # This command has to start almost as fast as Python itself, so it imports argparse and the rule
    # sets only where it needs them.
    match without_language(arguments):
        case ["list"]:
            print_lines(*_families())
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


def _families() -> Iterator[str]:
    """Yield the lines of the list: a title for each family, then its variants."""
    for place, (family, members) in enumerate(by_family().items()):
        if place:
            yield ""
        yield tr(title(family))
        for name in members:
            yield f"  {name:<{COLUMN}}{tr(words(name)['summary'])}"
            yield from _also(other_names(name))


def _also(others: tuple[str, ...]) -> Iterator[str]:
    """Yield the other names of a variant, in lines of at most :data:`WIDTH` columns."""
    if not others:
        return
    line, indent = "", " " * (COLUMN + 2)
    # Each name but the last takes its comma along.
    told = tr("also {names}", names="\n".join((*(f"{name}," for name in others[:-1]), others[-1])))
    for part in told.split("\n"):
        if line and len(indent) + len(line) + len(part) + 1 > WIDTH:
            yield indent + line
            line = part
        else:
            line = f"{line} {part}" if line else part
    yield indent + line


def _summary(name: str) -> dict[str, object]:
    known = words(name)
    return {
        "name": name,
        "source_name": known["source_name"],
        "summary": known["summary"],
        "family": known["family"],
        "other_names": other_names(name),
    }


def _show(arguments: list[str]) -> int:
    from boxctl.cli.game.changed_settings import changed_settings
    from boxctl.cli.options import Options, VariantName, chosen_rules
    from boxctl.presentation.scoring_words import scoring_words
    from boxctl.rules.contradictions import check
    from boxctl.rules.settings import SETTINGS, as_data, written

    options = Options("rules show", "One variant with all its settings.")
    options.add_argument("name", metavar="NAME", action=VariantName)
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
