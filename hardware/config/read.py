"""Read and check box.toml as a whole.

``read_box`` returns all of it or reports everything wrong with it, each problem with file, line,
key and cure. The caller checks the rules (:data:`CheckRules`), as hardware does not know them.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from groundwork.faults import in_a_sentence
from groundwork.language import all_of, clauses, tr
from hardware.config.box_file import TABLES, BoxFile, BoxFileFault, Problem, RulesTable
from hardware.config.checks.tables import KeyPath, RawTables, places_of
from hardware.config.checks.wiring import contradictions
from hardware.config.declare import Driver, Setting, Table
from hardware.config.device_table import UnusableDriver, driver_named, installed_names
from hardware.config.kinds import nearest, one_of, shortened, shown
from hardware.devices import RollerDice

MOST_BYTES = 1 << 16
"""The largest box.toml that is read, in bytes: one that uses every key has a tenth of it."""

MOST_KEY_PARTS = 16
"""The most parts of a dotted key; tomllib takes a time that grows with their square."""


def text_of(path: Path) -> str:
    """Return the text of box.toml. Raises :class:`BoxFileFault` BX301 or BX302."""
    try:
        if path.exists() and not path.is_file():
            raise _fault("BX301", path, None, tr("this is no file"), tr("name the box.toml itself"))
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise _unneeded(path, tr("it has more than {most} bytes", most=MOST_BYTES))
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        why = in_a_sentence(error)
        cure = (
            tr("name a file that is there, or write one as docs/box-toml.md tells")
            if isinstance(error, FileNotFoundError)
            else tr("make it a file that this user can read")
        )
        raise _fault(
            "BX301", path, None, tr("the file cannot be read ({why})", why=why), cure
        ) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise _fault(
            "BX302", path, line, tr("the text is not UTF-8"), tr("save it as UTF-8")
        ) from error


def parsed(text: str, path: Path) -> dict[str, Any]:
    """Return the tables of the text of ``path``. Raises :class:`BoxFileFault` BX302."""
    if _has_long_key(text):
        raise _unneeded(path, tr("a key has more than {most} parts", most=MOST_KEY_PARTS))
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # Only a file that is wrong needs it.
        from groundwork.toml.faults import toml_fault

        found = toml_fault(error, text)
        raise _fault("BX302", path, found.line, found.sentence, found.cure) from error
    except (ValueError, RecursionError) as error:
        # tomllib raises these for a number of thousands of digits and for deep nesting.
        why = (
            tr("nested too deep")
            if isinstance(error, RecursionError)
            else tr("a number is too long")
        )
        raise _unneeded(path, why) from error
    if _is_deep(data):
        raise _unneeded(path, tr("nested too deep"))
    return data


def _is_deep(data: dict[str, Any]) -> bool:
    """Whether more tables and lists are in one another than any box needs."""
    level: list[Any] = [data]
    for _ in range(2 * MOST_KEY_PARTS):
        inner = [each.values() if isinstance(each, dict) else each for each in level]
        level = [each for values in inner for each in values if isinstance(each, dict | list)]
    return bool(level)


def _has_long_key(text: str) -> bool:
    """Whether a dotted key has more parts than any box needs."""
    if all(line.count(".") < MOST_KEY_PARTS for line in text.split("\n")):
        return False
    from groundwork.toml.lines import has_long_key  # Hardly any file needs it.

    return has_long_key(text, MOST_KEY_PARTS)


def _unneeded(path: Path, why: str) -> BoxFileFault:
    return _fault("BX302", path, None, tr("no box needs this ({why})", why=why), tr("simplify it"))


def _fault(code: str, path: Path, line: int | None, sentence: str, cure: str) -> BoxFileFault:
    return BoxFileFault([Problem(code, str(path), line, "", sentence, cure)])


MOST_SHOWN = 400
"""The longest sentence about a problem, in characters; of a longer one, the beginning."""

MOST_PROBLEMS = 100
"""The most problems that are reported: a file with more is the wrong file."""


class RulesProblem(NamedTuple):
    """A contradiction to the rules: where (``rules.set.stake``), what, and the cure."""

    key: str
    sentence: str
    cure: str


class DeclaredParts(NamedTuple):
    """The parts of the box that rules depend on; None: the file does not say.

    ``wired`` is how many tiles have sensors, ``dice_of_leds`` how many dice have LEDs, and
    ``roller`` the dice of the roller. ``box_file`` is the path of the box.toml, beside which there
    may be variants. ``offered`` are the variants that people may choose, if only some.
    """

    wired: int | None
    dice_of_leds: int | None = None
    roller: RollerDice | None = None
    box_file: str = ""
    offered: tuple[str, ...] = ()


CheckRules = Callable[[RulesTable, DeclaredParts], Iterable[RulesProblem]]
"""Checks the rules against the parts of the box."""


def read_box(path: Path, check_rules: CheckRules | None = None) -> BoxFile:
    """Read and check box.toml as a whole. Raises :class:`BoxFileFault` (BX3xx)."""
    return box_of_text(text_of(path), path, check_rules)


def box_of_text(text: str, path: Path, check_rules: CheckRules | None = None) -> BoxFile:
    """Return the box that a box.toml of this text at ``path`` would be; the file is not read.

    Raises :class:`BoxFileFault` (BX3xx).
    """
    checking = _checked(text, path, check_rules)
    if checking.problems:
        raise BoxFileFault(checking.problems)
    return checking.result(path)


def problems_in(text: str, path: Path, check_rules: CheckRules | None = None) -> list[Problem]:
    """Return the problems that a box.toml of this text would have at ``path``, which is not read.

    Raises :class:`BoxFileFault` if it is not TOML.
    """
    return _checked(text, path, check_rules).problems


def _checked(text: str, path: Path, check_rules: CheckRules | None) -> _Checking:
    checking = _Checking(str(path), parsed(text, path), text)
    more = []
    try:
        checking.check_all(check_rules)
    except _TooManyProblems:
        more.append(_there_are_more(path))
    in_order = sorted(checking.problems, key=lambda problem: problem.line or 0)
    checking.problems = [*in_order, *more]
    return checking


def _there_are_more(path: Path) -> Problem:
    many = tr("there are more problems than these {most}", most=MOST_PROBLEMS)
    return Problem("BX302", str(path), None, "", many, tr("mend these first"))


class _TooManyProblems(Exception):
    """Enough problems were found."""


class _Checking:
    """A box.toml being checked: what was found so far, and what is wrong."""

    def __init__(self, file: str, data: Mapping[str, Any], text: str) -> None:
        self.problems: list[Problem] = []
        self._file = file
        self._data = data
        self._text = text
        self._found: dict[str, dict[str, Any]] = {}
        self._drivers: dict[str, Driver] = {}

    def check_all(self, check_rules: CheckRules | None) -> None:
        """Check everything. Raises :class:`_TooManyProblems` beyond :data:`MOST_PROBLEMS`."""
        for table in TABLES:
            self.check_table(table)
        self.find_file_of_rules()
        self.check_unknown_tables()
        self.check_wiring()
        if check_rules is not None:
            self.check_rules(check_rules)

    def check_table(self, table: Table) -> None:
        """Check a table's driver, keys and values, for each time that it appears."""
        content = self._data.get(table.name)
        if content is None:
            self._check_missing_table(table)
        elif table.several and isinstance(content, list):
            for number, each in enumerate(content, start=1):
                self._check_content(table, f"{table.name}[{number}]", each)
        else:
            self._check_content(table, table.name, content)

    def _check_content(self, table: Table, name: str, content: Any) -> None:
        if not isinstance(content, dict):
            self._problem(
                "BX305",
                (name,),
                tr("{content} is not a table", content=shown(content)),
                tr("write [{name}] on a line of its own and its keys below it", name=table.name),
            )
        else:
            driver = self._driver_of(table, name, content)
            self._check_keys(table, name, driver, content)
            if driver is not None:
                self._take(name, driver, content)

    def _check_missing_table(self, table: Table) -> None:
        if table.required:
            self._problem(
                "BX304",
                (table.name,),
                tr("the table is missing: {meaning}", meaning=tr(table.meaning)),
                tr("add [{name}] with {needs}", name=table.name, needs=self._needs(table)),
            )
        elif table.has_driver_key or table.switches_on:
            self._found[table.name] = {}
        else:
            self._take(table.name, table.drivers[0], {})

    def _needs(self, table: Table) -> str:
        keys = ["driver"] if table.has_driver_key else []
        keys += [setting.key for setting in table.drivers[0].settings if setting.is_required]
        return all_of(keys)

    def _driver_of(self, table: Table, name: str, content: Mapping[str, Any]) -> Driver | None:
        if not table.has_driver_key:
            return table.drivers[0]
        try:
            driver = driver_named(table, content.get("driver"))
        except UnusableDriver as unusable:
            self._problem("BX325", (name, "driver"), unusable.sentence, unusable.cure)
            return None
        if driver is None:
            names = [driver.name for driver in table.drivers] + [*installed_names(table)]
            self._value(name, Setting("driver", one_of(*names), ""), content)
        return driver

    def _check_keys(
        self, table: Table, name: str, driver: Driver | None, content: Mapping[str, Any]
    ) -> None:
        known = table.keys_of(driver)
        gone = dict(driver.gone) if driver is not None else {}
        for key in content:
            if key not in known:
                near = nearest(key, known)
                if driver and driver.name:
                    sentence = tr(
                        "[{name}] has no such key with driver = {driver}",
                        name=table.name,
                        driver=shown(driver.name),
                    )
                else:
                    sentence = tr("[{name}] has no such key", name=table.name)
                if key in gone:
                    cure = tr(gone[key])
                elif near:
                    cure = tr("did you mean {near}?", near=near)
                else:
                    cure = tr("known are {names}", names=all_of(known))
                self._problem("BX303", (name, key), sentence, cure)

    def check_unknown_tables(self) -> None:
        """Report every unknown table or top-level key."""
        known = [table.name for table in TABLES]
        for name in self._data:
            if name not in known:
                near = nearest(name, known)
                self._problem(
                    "BX303",
                    (name,),
                    tr("there is no such table"),
                    tr("did you mean [{near}]?", near=near)
                    if near
                    else tr("known are {names}", names=all_of(known)),
                )

    def _take(self, name: str, driver: Driver, content: Mapping[str, Any]) -> None:
        values = {s.key: self._value(name, s, content) for s in driver.settings}
        self._drivers[name] = driver
        self._found[name] = {"driver": driver.name} | {
            key: value for key, value in values.items() if value is not None or key not in content
        }

    def _value(self, name: str, setting: Setting, content: Mapping[str, Any]) -> Any:
        place = (name, setting.key)
        if setting.key in content:

            def complain(
                sentence: str,
                cure: str,
                *,
                within: KeyPath = (),
                code: str = "BX305",
                table: int | None = None,
            ) -> None:
                key = setting.key if table is None else f"{setting.key}[{table}]"
                self._problem(code, (name, key, *within), sentence, cure)

            return setting.kind.read(content[setting.key], complain)
        if setting.is_required:
            self._problem(
                "BX304",
                place,
                tr("the key is missing"),
                tr("give {says}", says=setting.kind.says()),
            )
            return None
        return setting.default

    def find_file_of_rules(self) -> None:
        """Look for a variant that is given by its file from the folder of the box.toml on."""
        rules = self._found.get("rules", {})
        named = rules.get("variant")
        if named is not None and ("/" in named or named.endswith(".toml")):
            rules["variant"] = os.path.join(os.path.dirname(self._file), named)  # noqa: PTH118, PTH120

    def check_wiring(self) -> None:
        """Report contradictions between tables."""
        for wrong in contradictions(RawTables(self._found, self._drivers)):
            sees = [
                tr("{key}, line {line}", key=".".join(other), line=line)
                for other in wrong.others
                if (line := self._line(other))
            ]
            see = f" ({clauses(sees)})" if sees else ""
            self._problem(wrong.code, wrong.path, wrong.sentence + see, wrong.cure)

    def check_rules(self, check: CheckRules) -> None:
        """Report contradictions to the rules."""
        found = self._found.get("rules", {})
        if found.get("variant") is None:
            return
        rules = RulesTable(
            found["variant"],
            found.get("players", ()),
            found.get("set", ()),
            found.get("handicap", ()),
        )
        for key, sentence, cure in check(rules, self._parts()):
            self._problem("BX312", tuple(key.split(".")), sentence, cure)

    def _parts(self) -> DeclaredParts:
        roller = self._found.get("roller", {})
        leds, dice, sides = roller.get("leds"), roller.get("dice"), roller.get("sides")
        return DeclaredParts(
            self._found.get("box", {}).get("tiles"),
            None if leds is None else len(leds),
            None if dice is None or sides is None else RollerDice(dice, sides),
            self._file,
            offered if isinstance(offered := self._found["table"].get("menu"), tuple) else (),
        )

    def result(self, path: Path) -> BoxFile:
        """Return the tables, once nothing is wrong with them."""
        return BoxFile(path, **{table.name: self._made(table) for table in TABLES})

    def _made(self, table: Table) -> Any:
        made = []
        for name in places_of(table.name, self._drivers):
            values = {key: value for key, value in self._found[name].items() if key != "driver"}
            made.append(self._drivers[name].make(**values))
        if table.several:
            return tuple(made)
        return made[0] if made else None

    def _problem(self, code: str, place: KeyPath, sentence: str, cure: str) -> None:
        if len(self.problems) == MOST_PROBLEMS:
            raise _TooManyProblems
        key = ".".join(shortened(name, MOST_SHOWN // 4) for name in place)
        told = shortened(sentence, MOST_SHOWN)
        line = self._line(place)
        self.problems.append(
            Problem(code, self._file, line, key, told, shortened(cure, MOST_SHOWN))
        )

    @cached_property
    def _lines(self) -> Mapping[KeyPath, int]:
        """The line of each key. Most files are right and have no line to name."""
        from groundwork.toml.lines import key_lines

        return key_lines(self._text)

    def _line(self, place: KeyPath) -> int | None:
        """Return the line of the key, or of the innermost table around it in the file."""
        # The tables of an inline array have the line of the array.
        bare = tuple(name.partition("[")[0] for name in place)
        for end in range(len(place), 0, -1):
            for path in (place, bare):
                if (line := self._lines.get(path[:end])) is not None:
                    return line
        return None
