"""The lines of keys, held against Python's own TOML reader."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundwork.toml.lines import key_lines

EVERYTHING = '''\
# a comment with [brackets] and a = sign
top = 1
[a]
b.c = "x # y"
b.d = [
  1, # one ]
  "]",
  { deep = 2, other = [3] },
]
"quoted key" = """
not_a_key = 1
\\"""" # the text ends with a quote
[a.'x.y']
lit = \'\'\'
[not.a.table]\'\'\'\'
when = 1979-05-27 07:32:00
[[list]]
n = 1
[[list]]
m = { p.q = 1 }
'''


def test_every_way_to_write_a_key() -> None:
    assert key_lines(EVERYTHING) == {
        ("top",): 2,
        ("a",): 3,
        ("a", "b"): 4,
        ("a", "b", "c"): 4,
        ("a", "b", "d"): 5,
        ("a", "b", "d", "deep"): 8,
        ("a", "b", "d", "other"): 8,
        ("a", "quoted key"): 10,
        ("a", "x.y"): 13,
        ("a", "x.y", "lit"): 14,
        ("a", "x.y", "when"): 16,
        ("list",): 17,
        ("list[1]",): 17,
        ("list[1]", "n"): 18,
        ("list[2]",): 19,
        ("list[2]", "m"): 20,
        ("list[2]", "m", "p"): 20,
        ("list[2]", "m", "p", "q"): 20,
    }


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# only a comment", "a=1", "a = 1\r\n[b]\r\nc = 2\r\n"]
)
def test_small_texts(text: str) -> None:
    assert set(key_lines(text)) == set(paths(tomllib.loads(text)))


def paths(data: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every key in what was read."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield (*above, key)
            yield from paths(value, (*above, key))
    elif isinstance(data, list):
        for value in data:
            yield from paths(value, above)


class Raw(str):
    """TOML text that is written as it is."""

    __slots__ = ()


AWKWARD = "aé\"'\\#[]{}=,. \n\tb"
keys = st.text("abcdeé.# \"'", max_size=4)
scalars = st.one_of(
    st.integers(-5, 5),
    st.booleans(),
    st.floats(allow_nan=False, allow_infinity=False, width=16),
    st.text(AWKWARD, max_size=8),
    st.sampled_from([Raw("1979-05-27T07:32:00Z"), Raw("1979-05-27 07:32:00"), Raw("07:32:00")]),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=6,
)
documents = st.dictionaries(keys, values, max_size=5)


@st.composite
def toml_texts(draw: st.DrawFn) -> str:
    """A document in any of the styles that TOML allows."""
    return "".join(_table(draw, draw(documents), ()))


def _table(draw: st.DrawFn, content: dict[str, Any], above: tuple[str, ...]) -> Iterator[str]:
    later = []
    for key, value in content.items():
        if isinstance(value, dict) and draw(st.booleans()):
            later.append((key, value))
        else:
            yield draw(st.sampled_from(["", "\n", "# k = 1\n", "  "]))
            yield from _pair(draw, (key,), value)
    for key, value in later:
        yield f"[ {' . '.join(_key(draw, part) for part in (*above, key))} ] # [x]\n"
        yield from _table(draw, value, (*above, key))


def _pair(draw: st.DrawFn, key: tuple[str, ...], value: Any) -> Iterator[str]:
    if isinstance(value, dict) and value and draw(st.booleans()):
        for name, inner in value.items():
            yield from _pair(draw, (*key, name), inner)
    else:
        dotted = ".".join(_key(draw, part) for part in key)
        comment = draw(st.sampled_from(["", " # } ]"]))
        yield f"{dotted} = {_value(draw, value)}{comment}\n"


def _key(draw: st.DrawFn, key: str) -> str:
    if key and key.isascii() and key.isalpha() and draw(st.booleans()):
        return key
    if "'" not in key and draw(st.booleans()):
        return f"'{key}'"
    return _basic(key)


def _basic(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _value(draw: st.DrawFn, value: Any) -> str:
    match value:
        case Raw():
            return str(value)
        case bool():
            return str(value).lower()
        case str():
            return _text(draw, value)
        case dict():
            pairs = (f"{_key(draw, key)} = {_value(draw, inner)}" for key, inner in value.items())
            return "{ " + ", ".join(pairs) + " }"
        case list():
            between = draw(st.sampled_from([", ", ",\n  ", ", # ]\n"]))
            return "[" + "".join(_value(draw, inner) + between for inner in value) + "]"
        case _:
            return repr(value)


def _text(draw: st.DrawFn, text: str) -> str:
    styles = [_basic(text)]
    if "'" not in text:
        styles.append(f"'''\n{text}'''")
        if "\n" not in text:
            styles.append(f"'{text}'")
    escaped = text.replace("\\", "\\\\").replace('"""', '""\\"')
    styles.append(f'"""\n{escaped}"""')
    return draw(st.sampled_from(styles))


@given(toml_texts())
def test_finds_exactly_the_keys_that_are_there(text: str) -> None:
    lines = key_lines(text)
    assert set(lines) == set(paths(tomllib.loads(text)))
    text_lines = text.split("\n")
    for path, line in lines.items():
        written = text_lines[line - 1]
        assert path[-1] in written or _basic(path[-1])[1:-1] in written
