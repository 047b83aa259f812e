"""The sentences of the menu: what it shows, what was chosen, why a game cannot be played. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from boxctl.presentation.menu_notices import (
    BoxLack,
    MenuClosed,
    MenuKeys,
    MenuNotice,
    MenuNotNow,
    MenuShown,
    MenuStep,
    OtherDice,
    PairingCounted,
    PairingNext,
    TonightChosen,
    TooFewTiles,
)
from boxctl.presentation.phrases import WRITTEN, Style, amount, names, points_by_player
from boxctl.presentation.sentences.controls import Controls
from boxctl.rules.money import Money
from boxctl.rules.ruleset import dice_in_words
from boxctl.rules.variant_titles import variant_title
from groundwork.language import commas, tr, tr_as, tr_n


def lack_in_words(lack: BoxLack) -> str:
    """Say why a game cannot be played on this box, behind its name."""
    match lack:
        case TooFewTiles(needs=needs, has=has):
            return tr("it needs {needs} tiles, and this box has {has}", needs=needs, has=has)
        case OtherDice(needs=needs, has=has, shown=True):
            return tr(
                "it is played with {needs}, and the LEDs of this box show {has}",
                needs=dice_in_words(needs.count, needs.sides),
                has=dice_in_words(has.count, has.sides),
            )
        case OtherDice(needs=needs, has=has):
            return tr(
                "it is played with {needs}, and the roller of this box has {has}",
                needs=dice_in_words(needs.count, needs.sides),
                has=dice_in_words(has.count, has.sides),
            )


def stake_in_words(stake: Money, style: Style) -> str:
    """Say what each player stakes."""
    if not stake.minor:
        return tr("no stake")
    if style is WRITTEN:
        return tr("a stake of {amount}", amount=amount(stake.minor, stake.currency))
    from boxctl.presentation.sound.spoken_phrases import spoken_amount  # few boxes speak

    return tr("a stake of {amount}", amount=spoken_amount(stake.minor, stake.currency))


def seats_in_words(players: tuple[str, ...], style: Style) -> str:
    """Say how many play, and who."""
    return tr_n(
        "1 player: {names}",
        "{count} players: {names}",
        len(players),
        count=style.number(len(players)),
        names=names(players, style),
    )


def handicaps_in_words(handicap: Mapping[str, int], style: Style) -> str:
    """Say who has which handicap (R7.16); empty if nobody has one."""
    if not handicap:
        return ""
    return tr("handicap {handicaps}", handicaps=points_by_player(handicap, style))


def seated_in_words(players: tuple[str, ...], handicap: Mapping[str, int], style: Style) -> str:
    """Say how many play, who, and who of them has which handicap."""
    return commas(
        filter(None, (seats_in_words(players, style), handicaps_in_words(handicap, style)))
    )


def menu_sentence(notice: MenuNotice, style: Style, controls: Controls) -> str:
    """Word a notice of the menu. For the ear a choice that follows another one is said alone.

    Only people with buttons are told what they do.
    """
    match notice:
        case MenuShown() as shown:
            sentence = _shown(shown, style)
            if shown.begins and controls is Controls.BUTTONS:
                return f"{sentence} {_keys(shown.keys)}"
            return sentence
        case MenuClosed():
            return tr("no game is chosen: everything stays as it was.")
        case TonightChosen() as chosen:
            return _chosen(chosen, style)
        case PairingNext() as following:
            return _next_pairing(following, style)
        case PairingCounted() as counted:
            return _counted(counted, style)
        case MenuNotNow() if controls is not Controls.BUTTONS:
            return tr("the game is chosen between matches.")
        case MenuNotNow(interrupted=True):
            return tr(
                "a match was interrupted: put its levers right and play on, or press new to leave "
                "it; then hold new to choose a game."
            )
        case MenuNotNow():
            return tr("a match is played: hold new when it is over, to choose the next game.")


def _shown(shown: MenuShown, style: Style) -> str:
    choice = choice_in_words(shown, style)
    if shown.lack is not None:
        cannot = tr("{game} cannot be played here", game=choice)
        return tr("{sentence}: {cure}", sentence=cannot, cure=lack_in_words(shown.lack)) + "."
    if style is not WRITTEN and not shown.begins:
        return f"{choice}."
    number, count = style.number(shown.number), style.number(shown.count)
    match shown.step:
        case MenuStep.GAME:
            text = tr("tonight's game, {number} of {count}: {choice}.",
                      number=number, count=count, choice=choice)  # fmt: skip
        case MenuStep.STAKE:
            text = tr("the stake, {number} of {count}: {choice}.",
                      number=number, count=count, choice=choice)  # fmt: skip
        case MenuStep.PLAYERS:
            text = tr("who plays, {number} of {count}: {choice}.",
                      number=number, count=count, choice=choice)  # fmt: skip
        case MenuStep.POINTS if shown.figure:
            text = _figure(shown.figure, choice)
        case MenuStep.HANDICAP | MenuStep.POINTS:
            text = tr("handicap, {number} of {count}: {choice}.",
                      number=number, count=count, choice=choice)  # fmt: skip
    return text


def _figure(figure: int, choice: str) -> str:
    match figure:
        case 100:
            return tr("handicap, its hundreds: {choice}.", choice=choice)
        case 10:
            return tr("handicap, its tens: {choice}.", choice=choice)
        case _:
            return tr("handicap, its units: {choice}.", choice=choice)


def choice_in_words(shown: MenuShown, style: Style) -> str:
    """Return the choice that the menu shows, without a capital of its own."""
    match shown.step:
        case MenuStep.GAME:
            return variant_title(shown.variant)
        case MenuStep.STAKE:
            return stake_in_words(shown.stake, style)
        case MenuStep.PLAYERS:
            return seated_in_words(shown.players, shown.handicap, style)
        case MenuStep.HANDICAP if shown.whose:
            return tr("one for {player}", player=style.name(shown.whose))
        case MenuStep.HANDICAP:
            given = points_by_player(shown.handicap, style)
            return (
                tr("as it is, {handicaps}", handicaps=given) if given else tr_as("handicap", "none")
            )
        case MenuStep.POINTS if shown.figure == 0:
            return tr("another number for {player}", player=style.name(shown.whose))
        case MenuStep.POINTS:
            points = shown.handicap.get(shown.whose, 0)
            if not points:
                return tr("none for {player}", player=style.name(shown.whose))
            return points_by_player({shown.whose: points}, style)


def _keys(keys: MenuKeys) -> str:
    match keys:
        case MenuKeys.BOTH:
            return tr("Press new for the next one, confirm to take this one.")
        case MenuKeys.NEW:
            return tr("Press new for the next one, hold it to take this one.")
        case MenuKeys.CONFIRM:
            return tr("Press confirm for the next one, hold it to take this one.")


def _chosen(chosen: TonightChosen, style: Style) -> str:
    what = tr(
        "{game} is tonight's game, with {stake}; {players}.",
        game=variant_title(chosen.variant),
        stake=stake_in_words(chosen.stake, style),
        players=seated_in_words(chosen.players, chosen.handicap, style),
    )
    if chosen.begins:
        return what
    later = tr("It counts from the next match.")
    return f"{what} {later}"


def _next_pairing(following: PairingNext, style: Style) -> str:
    number = style.number(following.number)
    who = commas(
        filter(
            None, (names(following.players, style), handicaps_in_words(following.handicap, style))
        )
    )
    if following.begins:
        return tr("pairing {number} of the tournament is played now: {players}.",
                  number=number, players=who)  # fmt: skip
    return tr("pairing {number} of the tournament is next: {players}.", number=number, players=who)


def _counted(counted: PairingCounted, style: Style) -> str:
    number = style.number(counted.number)
    if counted.winner is None:
        return tr("pairing {number} counts: a draw.", number=number)
    winner = style.name(counted.winner)
    return tr("pairing {number} counts: {winner} has won.", number=number, winner=winner)


def who_chose(by: str) -> str:
    """Say how a game was chosen, by the name that the journal has for it."""
    match by:
        case "buttons":
            return tr_as("how a game was chosen", "with the buttons")
        case "phone":
            return tr_as("how a game was chosen", "on a phone")
        case "home_assistant":
            return tr_as("how a game was chosen", "from Home Assistant")
        case _:
            return by
