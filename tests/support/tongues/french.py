"""How someone who speaks French understands what is said."""

from __future__ import annotations

import re

from tests.support.listener import Listener, Tongue, money_in

ONES = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
)
VALUES = {word: value for value, word in enumerate(ONES.split())} | {
    "vingt": 20, "vingts": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60,
}  # fmt: skip
SIZES = {"mille": 1000, "million": 10**6, "millions": 10**6}
HUNDREDS = ("cent", "cents")


def number_heard(words: str) -> int:
    """``deux cent quatre-vingt-dix-sept``, or digit by digit ``neuf un zéro``."""
    parts = [part for part in re.split(r"[ -]", words) if part != "et"]
    digits = [VALUES[part] for part in parts if part in VALUES]
    if len(parts) > 1 and len(digits) == len(parts) and max(digits) < 10:
        return int("".join(map(str, digits)))
    total = part_of = 0
    for part in parts:
        if part in SIZES:
            total, part_of = total + (part_of or 1) * SIZES[part], 0
        elif part in HUNDREDS:
            part_of = (part_of or 1) * 100
        elif part in ("vingt", "vingts") and part_of % 100 == 4:
            part_of += 76
        else:
            part_of += VALUES[part]
    return total + part_of


MAJOR = ("livre", "euro", "dollar", "franc")
UNIT = r"(?:livres?|euros?|dollars?|francs?|penny|pence|centimes?|yens?)"


def money_heard(words: str) -> int:
    """``un euro cinquante``, ``deux livres et cinq pence``, in minor units."""
    return money_in(words, number_heard, UNIT, MAJOR, "et")


NAME = r"([A-Z][a-z]+(?: un| deux)?)"
WORD = rf"(?:{'|'.join([*VALUES, *SIZES, *HUNDREDS, 'et'])})"
NUMBER = rf"{WORD}(?:[ -]{WORD})*"
LIST = r"([a-zéà][a-zéà ,-]*?)"
DICE = r"((?:un dé|[a-z]+ dés)(?: ou [a-z]+ dés)?)"

FRENCH = Tongue(
    number=number_heard,
    money=money_heard,
    and_=r", et |, | et ",
    or_=" ou ",
    to=" à ",
    articles=r"\ble ",
    voids="ne compte pas|mais il faut lancer",
    results=r"marque|a fini son tour|la boîte !|a tout levé !|La manche est finie|gagne\b"
    r"|la victoire|^La partie est finie",
    requests=(
        r"\b(?:relevez|levez) (?P<up>.*?)(?:,? et rabattez (?P<down>.*?))?(?: d'abord)?\.",
        r"\brabattez (?:de nouveau )?(?P<down>.*?)(?: d'abord)?\.",
    ),
    ways=r"(.*?)(?:, et ([a-z -]+) autres? coups?)?",
    gets="reçoit",
    understood=(
        (r"Tout est levé\.", Listener._all_open),
        (r"Rien n'est levé\.", Listener._none_open),
        (rf"Levés : {LIST}\.", Listener._open),
        (rf"C'est à {NAME} : lancez {DICE}\.", Listener._ready),
        (r"À (?:rabattre|lever)\.", Listener._nothing_new),
        (rf"{NAME} lance {DICE}(?: pour lever des clapets)?\.", Listener._throws_next),
        (rf"{NAME} lance un dé, pour voir qui commence\.", Listener._no_throw),
        (rf"{NAME} lance [a-z-]+(?: : .* commence avec [a-z-]+)?\.", Listener._nothing_new),
        (rf"Ensuite, {NAME} lance\.", Listener._nothing_new),
        (rf".* sont à égalité avec [a-z-]+ : {NAME} relance\.", Listener._nothing_new),
        (rf"((?i:{NUMBER}(?:, {NUMBER})*)), ({NUMBER}) en tout\.", Listener._thrown),
        (rf"((?i:{NUMBER}))\.", Listener._thrown),
        (rf"Levez d'abord {LIST}(?:, et rabattez {LIST})?\.", Listener._stand_up),
        (rf"Rabattez d'abord {LIST}\.", Listener._lay_down),
        (r"(?:Relevez|Rabattez de nouveau) .*\.", Listener._put_back),
        (rf"(?:Rabattez|Levez|Il reste) {LIST}\.", Listener._ways),
        (r"Boîte (?:fermée|ouverte) !", Listener._nothing_new),
        (r"Ou relancez le double\.", Listener._nothing_new),
        (r".* : relancés au lieu d'être joués\.", Listener._nothing_new),
        (rf"((?i:{NUMBER})) coups, par exemple {LIST}\.", Listener._many_ways),
        (r"Valider en dit plus\.", Listener._nothing_new),
        (r"Le premier coup doit rabattre le [a-z-]+\.", Listener._nothing_new),
        (r"(?:Le double|.* tous pareils,) .* être joués? : relancez\.", Listener._no_throw),
        (r".* juste après un double : relancez\.", Listener._no_throw),
        (rf".* coûte un jeton, il en reste ({NUMBER}) : relancez\.", Listener._costs_a_marker),
        (r".* coûte votre dernier jeton : relancez\.", Listener._costs_the_last_marker),
        (rf"Vous avez ({NUMBER}) jetons?\.", Listener._markers),
        (r"((?i:[a-zé ,-]+)) pour l'instant\.", Listener._so_far),
        (r"(?i:[a-zé ,-]+) (?:est|sont) repris\.", Listener._taken_back),
        (r"(?i:[a-zé ,-]+) ne doivent pas bouger maintenant\.", Listener._nothing_new),
        (r"(?i:[a-z -]+) leviers ont bougé d'un coup, et aucun ne compte\.", Listener._nothing_new),
        (r"((?i:[a-zé ,-]+)) (?:est|sont) (?:rabattus?|levés?)\.", Listener._committed),
        (rf"Ensuite, {DICE}\.", Listener._nothing_new),
        (r"Cela suffit : relancez, ou validez\.", Listener._nothing_new),
        (r".* (?:suffit|suffisent) : .*\.", Listener._nothing_new),
        (rf"Ou ajoutez {LIST}\.", Listener._nothing_new),
        (rf"Tour suivant : {NAME}\.", Listener._nothing_new),
        (rf"{NAME} joue ensuite\.", Listener._nothing_new),
        (r"Le [a-z-]+ (?:fait partie d'un coup déjà joué|ne peut plus être repris)\.",
         Listener._nothing_new),
        (r"Le [a-z-]+ n'est pas (?:en jeu|à jouer maintenant)\.", Listener._nothing_new),
        (r"Lancez d'abord\.", Listener._nothing_new),
        (r"Tout n'est pas encore en place\.", Listener._nothing_new),
        (r".*(?:dépasse le lancer|plus que le lancer|ne mène à aucun coup|être complétés? à"
         r"|n'est pas un coup pour).*\.", Listener._nothing_new),
        (r"Tout est en place : .*\.", Listener._nothing_new),
        (r"(?:Aucun coup pour .*|.* (?:le tour est perdu|la partie est perdue)"
         r"|.* met fin (?:à la partie|au tour))\.",
         Listener._no_throw),
        (rf"{NAME} a (?:fermé la boîte|tout levé) !", Listener._nothing_new),
        (rf"{NAME} a fini son tour\.", Listener._no_throw),
        (rf"{NAME} marque ({NUMBER})(?:, .* avec le handicap)?\.", Listener._score),
        (r"L'égalité revient à qui a .* clapets levés\.", Listener._nothing_new),
        (r"(?:Manches gagnées, sur .*|Handicap) : .*\.", Listener._nothing_new),
        (r"La manche est finie\.", Listener._nothing_new),
        (r"La partie est finie\.", Listener._match_over),
        (rf"(?:En tout : )?({NAME} {NUMBER}(?:, {NAME} {NUMBER})*)\.", Listener._round),
        (r"(.*) (?:est|sont) éliminés?\.", Listener._gone),
        (r".* sont à égalité et jouent encore un tour\.", Listener._nothing_new),
        (r"Personne ne gagne(?: : chacun reprend sa mise)?\.", Listener._nobody_won),
        (r"(.*) (?:gagne|se partagent la victoire)\.", Listener._won),
        (r"La mise compte double\.", Listener._doubled),
        (rf"{NAME} (reçoit|paie) (.*)\.", Listener._money),
        (r"Appuyez sur nouveau pour en jouer une autre\.", Listener._nothing_new),
        (r"Incertain : (.*)\.", Listener._doubted),
    ),
)  # fmt: skip
