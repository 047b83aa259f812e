"""How someone who speaks German understands what is said."""

from __future__ import annotations

import re

from tests.support.listener import Listener, Tongue, money_in

ONES = (
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn"
)
TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
SMALL = {word: value for value, word in enumerate(ONES.split())} | {
    "ein": 1, "eine": 1, "einen": 1,
}  # fmt: skip
TEN = {word: 10 * value for value, word in enumerate(TENS.split(), start=2)}


def number_heard(words: str) -> int:
    """``zweihundertfünf``, ``eine Million zwei``, or digit by digit ``neun eins null``."""
    parts = words.lower().split()
    if len(parts) > 1 and all(SMALL.get(part, 10) < 10 for part in parts):
        return int("".join(str(SMALL[part]) for part in parts))
    total = part_of = 0
    for part in parts:
        if part.startswith("million"):
            total, part_of = total + part_of * 10**6, 0
        else:
            part_of = _word_heard(part)
    return total + part_of


def _word_heard(word: str) -> int:
    heard = re.fullmatch(r"(?:(.*)(tausend))?(?:(.*?)(hundert))?(.*)", word)
    assert heard is not None
    thousands = _word_heard(heard[1]) if heard[1] else 1
    hundreds = _word_heard(heard[3]) if heard[3] else 1
    ones, _and, tens = heard[5].rpartition("und") if heard[5] not in SMALL else ("", "", heard[5])
    below = SMALL[tens] if tens in SMALL else TEN.get(tens, 0)
    below += SMALL[ones] if ones else 0
    return thousands * 1000 * bool(heard[2]) + hundreds * 100 * bool(heard[4]) + below


UNIT = r"(?:Pfund|Euro|Dollar|Franken|Penny|Pence|Rappen|Cent|Yen)"
MAJOR = ("Pfund", "Euro", "Dollar", "Franken")


def money_heard(words: str) -> int:
    """``ein Euro fünfzig``, ``zwei Pfund und fünf Pence``, in minor units."""
    return money_in(words, number_heard, UNIT, MAJOR, "und")


NAME = r"([A-Z][a-z]+(?: eins| zwei)?)"
WORD = rf"(?:(?:{'|'.join([*SMALL, *TEN, 'hundert', 'tausend', 'und'])})+|Million(?:en)?)"
NUMBER = rf"{WORD}(?: {WORD})*"
LIST = r"([a-zäöüß][a-zäöüß ,]*?)"
DICE = r"((?:einen|[a-zü]+) Würfel(?: oder [a-zü]+ Würfel)?)"

GERMAN = Tongue(
    number=number_heard,
    money=money_heard,
    and_=r", und |, | und ",
    or_=" oder ",
    to=" bis ",
    articles=r"\bdie ",
    voids="zählt nicht|brauchst aber",
    results=r"bekommt|Durchgang von .* ist vorbei|die Box (?:geschlossen|geöffnet)!"
    r"|Die Runde ist vorbei|gewinnt\b|den Sieg|^Die Partie ist vorbei",
    requests=(
        r"\bstell (?P<up>.*?) wieder auf(?:,? und schließ (?P<down>.*?) wieder)?"
        r"(?: und wirf dann)?\.",
        r"\bschließ (?P<down>.*?) wieder(?: und wirf dann)?\.",
        r"\bstell (?P<up>.*?) auf(?: und schließ (?P<down>.*?))? und wirf dann\.",
        r"\bschließ (?P<down>.*?) und wirf dann\.",
    ),
    ways=r"(.*?)(?: und ([a-zäöüß]+) weiterer? Z[uü]ge?)?",
    gets="erhält",
    understood=(
        (r"Alles ist offen\.", Listener._all_open),
        (r"Nichts ist offen\.", Listener._none_open),
        (rf"Offen: {LIST}\.", Listener._open),
        (rf"{NAME}, du bist dran: wirf {DICE}\.", Listener._ready),
        (r"Box (?:zu|auf)!", Listener._nothing_new),
        (r"Du (?:schließt|öffnest)\.", Listener._nothing_new),
        (rf"{NAME} wirft {DICE}(?:, um Klappen zu öffnen)?\.", Listener._throws_next),
        (rf"{NAME} wirft einen Würfel, um zu sehen, wer beginnt\.", Listener._no_throw),
        (rf"{NAME} wirft [a-zäöüß]+(?:: .* beginnt mit [a-zäöüß]+)?\.", Listener._nothing_new),
        (rf"Als Nächstes wirft {NAME}\.", Listener._nothing_new),
        (rf".* liegen mit [a-zäöüß]+ gleichauf: {NAME} wirft noch einmal\.",
         Listener._nothing_new),
        (rf"((?i:{NUMBER}(?:(?:,| und) {NUMBER})*)), zusammen ({NUMBER})\.", Listener._thrown),
        (rf"((?i:{NUMBER}))\.", Listener._thrown),
        (rf"(?:Schließ(?! zuerst |.* wieder\.)|Öffne|Es fehlt noch) {LIST[:-1]}(?: Z[uü]ge?)?)\.",
         Listener._ways),
        (rf"((?i:{NUMBER})) Züge, zum Beispiel {LIST}\.", Listener._many_ways),
        (r"Oder wirf den Pasch noch einmal\.", Listener._nothing_new),
        (r".* noch einmal geworfen statt gespielt\.", Listener._nothing_new),
        (r"Bestätigen sagt mehr\.", Listener._nothing_new),
        (r"Der erste Zug muss die [a-zäöüß]+ schließen\.", Listener._nothing_new),
        (r"(?:Pasch|.* alle gleich) .* nicht spielen: wirf noch einmal\.", Listener._no_throw),
        (r".* gleich nach einem Pasch: wirf noch einmal\.", Listener._no_throw),
        (rf".* kostet eine Marke, dir bleib(?:t|en) ({NUMBER}): wirf noch einmal\.",
         Listener._costs_a_marker),
        (r".* kostet deine letzte Marke: wirf noch einmal\.",
         Listener._costs_the_last_marker),
        (rf"Du hast ({NUMBER}) Marken?\.", Listener._markers),
        (rf"Bisher {LIST}\.", Listener._so_far),
        (r"(?i:[a-zäöüß ,]+) (?:ist|sind) zurückgenommen\.", Listener._taken_back),
        (r"(?i:[a-zäöüß ,]+) dürfen jetzt nicht bewegt werden\.", Listener._nothing_new),
        (r"(?i:[a-zäöüß]+) Hebel haben sich auf einmal bewegt, und keiner davon zählt\.",
         Listener._nothing_new),
        (r"((?i:[a-zäöüß ,]+)) (?:ist|sind) (?:zu|offen)\.", Listener._committed),
        (rf"Als Nächstes {DICE}\.", Listener._nothing_new),
        (r"Das genügt: wirf weiter, oder bestätige\.", Listener._nothing_new),
        (r".* genüg(?:t|en): .*\.", Listener._nothing_new),
        (rf"Oder nimm dazu: {LIST}\.", Listener._nothing_new),
        (r"(?:(?:Stell .* wieder auf, und s|S)chließ .* wieder|Stell .* wieder auf)\.",
         Listener._put_back),
        (rf"Stell {LIST} auf(?:, und schließ {LIST})?\.", Listener._stand_up),
        (rf"Schließ zuerst {LIST}\.", Listener._lay_down),
        (rf"Damit {NAME} beginnen kann\.", Listener._nothing_new),
        (rf"{NAME} ist als Nächstes dran\.", Listener._nothing_new),
        (r"Die [a-zäöüß]+ (?:gehört zu einem Zug, der schon steht|darf nicht zurückgenommen werden"
         r"|spielt nicht mit|darfst du nicht bewegen)\.", Listener._nothing_new),
        (r"Der erste Zug muss die [a-zäöüß]+ schließen\.", Listener._nothing_new),
        (r"Wirf zuerst\.", Listener._nothing_new),
        (r"Noch steht nicht alles richtig\.", Listener._nothing_new),
        (r".*(?:ist mehr als die|führt zu keinem Zug|lässt sich (?:mit dem Rest nicht|.* nicht zu)"
         r"|ist kein Zug für).*\.", Listener._nothing_new),
        (r"Alles steht richtig: .*\.", Listener._nothing_new),
        (r"(?:Kein Zug für .*|.* (?:der Durchgang|die Partie) ist verloren"
         r"|.* beendet (?:die Partie|den Durchgang))\.", Listener._no_throw),
        (rf"{NAME} hat die Box (?:geschlossen|geöffnet)!", Listener._nothing_new),
        (rf"Der Durchgang von {NAME} ist vorbei\.", Listener._no_throw),
        (rf"{NAME} bekommt ({NUMBER})(?:, mit der Vorgabe .*)?\.", Listener._score),
        (r"Bei Gleichstand entscheide[nt] .*\.", Listener._nothing_new),
        (r"(?:Gewonnene Runden, von .*|Vorgabe): .*\.", Listener._nothing_new),
        (r"Die Runde ist vorbei\.", Listener._nothing_new),
        (r"Die Partie ist vorbei\.", Listener._match_over),
        (rf"(?:Gesamt: )?({NAME} {NUMBER}(?:, {NAME} {NUMBER})*)\.", Listener._round),
        (r"(.*) scheide(?:t|n) aus\.", Listener._gone),
        (r".* liegen gleichauf und spielen noch je einen Durchgang\.", Listener._nothing_new),
        (r"Niemand gewinnt(?:: jeder Einsatz geht zurück)?\.", Listener._nobody_won),
        (r"(.*) (?:gewinnt|teilen sich den Sieg)\.", Listener._won),
        (r"Der Einsatz zählt doppelt\.", Listener._doubled),
        (rf"{NAME} (erhält|zahlt) (.*)\.", Listener._money),
        (r"Drück Neu für die nächste\.", Listener._nothing_new),
        (r"Unsicher: (.*)\.", Listener._doubted),
    ),
)  # fmt: skip
