"""``boxctl rules``: the variants, one of them as a page for players, and as a card to print."""

from __future__ import annotations

from boxctl.cli import BadOption, without_language
from boxctl.rules.house import folders as house_folders
from boxctl.rules.variant_names import HOUSE, folded
from boxctl.rules.variant_names import title as family_title
from boxctl.rules.variant_titles import shown_besides, with_english
from boxctl.rules.variants import LookedAtOnce, by_family, games_in, house_faults, names, words
from groundwork.language import all_of, message, tr
from groundwork.printing import print_lines, print_notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from boxctl.cli.options import Options

USAGE = message("""usage: boxctl rules list [--json] [--lang CODE]
       boxctl rules show NAME [--set KEY=VALUE] [--handicap NAME=N]
                         [--ids] [--json] [--lang CODE]
       boxctl rules card NAME [--set KEY=VALUE] [--handicap NAME=N]
                         [--output FILE] [--lang CODE]
       boxctl rules save TITLE [--rules NAME] [--set KEY=VALUE] [--to FOLDER]
                         [--force] [--lang CODE]
       boxctl rules edit NAME [--lang CODE]
       boxctl rules check NAME [--lang CODE]

list names the variants in their families; show tells the rules of one, and card
draws them on a card to print. save writes changed rules down as a game of your
own, edit changes its file, and check says what is wrong with it. NAME is any
name of a variant, or its file; case, hyphens, spaces and accents of a name do
not count.""")

COLUMN = 20
WIDTH = 100


def run(arguments: list[str]) -> int:
    """List the variants, or show or draw one."""
    # The list has to start almost as fast as Python itself, so argparse and the rule sets are
    # imported only for the others.
    match without_language(arguments):
        case ["list"]:
            with LookedAtOnce():
                print_lines(*_families())
                print_notes(*_wrong_files())
        case ["list", "--json"]:
            import json

            from boxctl.cli.game.rules_show import summary

            with LookedAtOnce():
                print_lines(json.dumps({"variants": [summary(name) for name in names()]}))
                print_notes(*_wrong_files())
        case ["show", *rest]:
            from boxctl.cli.game.rules_show import show

            return show(rest)
        case ["card", *rest]:
            from boxctl.cli.game.rules_card import draw

            return draw(rest)
        case ["save", *rest]:
            from boxctl.cli.game.house.rules_save import save

            return save(rest)
        case ["edit", *rest]:
            from boxctl.cli.game.house.rules_edit import edit

            return edit(rest)
        case ["check", *rest]:
            from boxctl.cli.game.house.rules_check import check

            return check(rest)
        case ["--help"] | ["-h"] | ["list", "--help"] | ["list", "-h"]:
            from boxctl.cli.commands import page_line

            print_lines(*tr(USAGE).splitlines(), "", page_line("rules"))
        case _:
            raise BadOption(
                tr(
                    "boxctl rules: write boxctl rules list, or show NAME, card NAME, save TITLE, "
                    "edit NAME or check NAME in place of list."
                )
            )
    return 0


def options() -> Options:
    """Return the options of ``boxctl rules list``, as :func:`run` matches them."""
    from boxctl.cli.options import Options

    options = Options("rules list", tr("List the variants in their families."))
    options.add_json()
    return options


def _families() -> Iterator[str]:
    """Yield the lines of the list: a title for each family, then its variants."""
    for place, (family, members) in enumerate(by_family().items()):
        if place:
            yield ""
        yield tr(family_title(family))
        for name in members:
            shown = _game(name)
            if len(name) + 2 > COLUMN:  # the name of a house's file may be long
                yield f"  {name}"
            else:
                yield f"  {name:<{COLUMN}}{next(shown)}"
            yield from (" " * (COLUMN + 2) + line for line in shown)


def _wrong_files() -> Iterator[str]:
    """Yield the faults of each file of the house, and the games that are not in the list."""
    found = house_faults()
    for faults in found.values():
        yield str(faults[0])
    if hidden := games_in(found):
        yield tr("Left out until that is mended: {games}.", games=all_of(hidden))
    if house_folders.is_service_hidden():
        yield tr(
            "Games of the box that runs here as a service may be in {folder}, which this user "
            "cannot read: sudo boxctl rules list shows them.",
            folder=house_folders.OF_SERVICE,
        )


def _game(name: str) -> Iterator[str]:
    """Yield the lines that tell of a variant: its title, what it is, and its other names."""
    title, summary = with_english(name), _summary(name)
    told = summary if folded(title) == folded(name) else f"{title}. {summary}"
    yield from _lines(told.split(" "))
    if others := shown_besides(name):
        # Each name but the last takes its comma along, and none is broken.
        names = "\n".join((*(f"{other}," for other in others[:-1]), others[-1]))
        yield from _lines(tr("also {names}", names=names).split("\n"))


def _summary(name: str) -> str:
    told = words(name)
    if told["family"] != HOUSE:
        summary = told["summary"]
        return tr(summary)
    from boxctl.presentation.game_names import summary_in_words  # only a house needs it
    from boxctl.rules.variants import load

    return summary_in_words(load(name))


def _lines(parts: list[str]) -> Iterator[str]:
    """Yield parts with spaces between, in lines that end before :data:`WIDTH`."""
    line = ""
    for part in parts:
        if line and COLUMN + 2 + len(line) + len(part) + 1 > WIDTH:
            yield line
            line = part
        else:
            line = f"{line} {part}" if line else part
    yield line
