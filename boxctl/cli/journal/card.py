"""``boxctl card``: the card of a match or an evening, to sign, to photograph and to send."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from boxctl.audit.cards.card_of_match import card_of_match, head_for_card, match_for_card
from boxctl.cli import BadOption
from boxctl.cli.drawing_file import add_paper, drawing_file, write_drawing
from boxctl.cli.journal.head import sign_head
from boxctl.cli.journal.record_options import add_evening
from boxctl.cli.options import Options
from boxctl.journal.disk.private_files import place_to_read
from boxctl.journal.proof.printed_heads import as_text
from boxctl.journal.query import LAST, reading
from boxctl.presentation.score_card.contents import ScoreCard, card_lines
from boxctl.presentation.score_card.sheet import card_sheets
from groundwork.language import current, tr
from groundwork.printing import print_lines


def run(arguments: list[str]) -> int:
    """Write the card to the file, or the score sheet to standard output, to be sent."""
    given = options().parse_args(arguments)
    journal: Path = given.journal or place_to_read()
    if given.evening is None:
        card = _card(given, journal)
        written = tr("The card of the match is in {file}.", file=given.output)
    else:
        card = _card_of_evening(given, journal)
        written = tr("The card of the evening is in {file}.", file=given.output)
    if given.output is None:
        print_lines(*card_lines(card))
        return 0
    write_drawing(given.output, card_sheets(card, given.paper), current().code)
    print_lines(written)
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("card")
    options.add_argument(
        "match",
        metavar="MATCH",
        nargs="?",
        help=tr("its number, or last for the newest that is over (default: last)"),
    )
    add_evening(options)
    options.add_argument(
        "--output",
        metavar="FILE",
        type=drawing_file,
        help=tr(
            "write the card there, with lines to sign and a code, as .pdf, .png or .svg (default: "
            "the score sheet as text, to be sent)"
        ),
    )
    add_paper(options)
    options.add_argument(
        "--given-away",
        action="store_true",
        help=tr("say also how many points each player's choices gave away against best play"),
    )
    options.add_journal_to_read()
    return options


def _card(given: Namespace, journal: Path) -> ScoreCard:
    """Return the card; one to sign has its head signed, if nobody has signed the end yet."""
    with reading(journal) as connection:
        match = match_for_card(connection, journal, given.match or LAST)
        head, is_signed = head_for_card(connection, match)
    if given.output is not None and not is_signed:
        match, signed, _others = sign_head(journal, str(match.number))
        head = as_text(signed)
    return card_of_match(match, head, points_given_away=given.given_away)


def _card_of_evening(given: Namespace, journal: Path) -> ScoreCard:
    """Return the card of an evening; one to sign has the end of each match signed, and all."""
    if given.match is not None:
        raise BadOption(tr("boxctl card: name the match, or with --evening the day, not both."))
    if given.given_away:
        raise BadOption(tr("--given-away: that is on the card of a match, not of an evening."))
    from boxctl.audit.cards import card_of_evening as cards
    from boxctl.journal.add_entry import key_to_sign_with
    from boxctl.journal.entry_kinds import time_of_day
    from boxctl.journal.proof.ledger import known_keys

    since, until = given.evening
    with reading(journal) as connection:
        if since is None:
            numbers = cards.newest_evening(connection)
        else:
            numbers = cards.matches_of_day(connection, since, until)
        matches = cards.evening_for_card(connection, journal, numbers)
    if given.output is None:
        return cards.card_of_evening(matches, "")
    key = key_to_sign_with(journal)
    with reading(journal) as connection:
        unsigned = cards.unsigned_among(connection, matches, known_keys(journal))
    for number in unsigned:
        sign_head(journal, str(number))
    with reading(journal) as connection:
        numbers = tuple(match.number for match in matches)
        matches = cards.evening_for_card(connection, journal, numbers)
    return cards.card_of_evening(matches, cards.head_of_evening(matches, time_of_day(), key))
