"""What was seen of each of the matches, kept as hashes, and compared with what is seen today.

A line of the file has the number of the match, the place where it is seen, how many pieces there
are, and hashes of all up to each eighth of them. So a difference is found to an eighth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

FILE = Path(__file__).parent / "hundred_matches.txt"
NOW = Path("build/seen")
"""The folder in which a match that differs is written whole."""

PARTS = 8
WIDTH = 4

Kept = dict[tuple[int, str], str]
"""The count and the hashes, by match and place."""


def hashes_of(pieces: Sequence[str]) -> str:
    """Return how many pieces there are, and the hashes up to each part of them."""
    digest, hashes = sha256(), []
    for number, piece in enumerate(pieces, start=1):
        digest.update(piece.encode("utf-8", "surrogatepass") + b"\0")
        if number in _ends(len(pieces)):
            hashes.append(digest.hexdigest()[:WIDTH])
    return f"{len(pieces)} {''.join(hashes)}"


def _ends(count: int) -> list[int]:
    """The numbers of the last pieces of all parts; there are fewer parts than pieces."""
    return sorted({-(-count * part // PARTS) for part in range(1, PARTS + 1)})


def read_kept() -> Kept:
    """Read the file."""
    kept: Kept = {}
    for line in FILE.read_text(encoding="ascii").splitlines():
        number, place, hashes = line.split(maxsplit=2)
        kept[int(number), place] = hashes
    return kept


def write_kept(kept: Kept) -> None:
    """Write the file."""
    lines = (f"{number} {place} {kept[number, place]}\n" for number, place in sorted(kept))
    FILE.write_text("".join(lines), encoding="ascii")


def differences(number: int, seen: Mapping[str, Sequence[str]], kept: Kept) -> list[str]:
    """Return where a match is seen otherwise than it was, a sentence for each place."""
    places = sorted({*seen, *(place for match, place in kept if match == number)})
    return [
        f"match {number}, {place}: {why}"
        for place in places
        if (why := _difference(seen.get(place, ()), kept.get((number, place), "0 ")))
    ]


def _difference(pieces: Sequence[str], kept: str) -> str:
    if hashes_of(pieces) == kept:
        return ""
    count, hashes = kept.split(" ")
    before = 0
    for part, end in enumerate(_ends(int(count))):
        told = hashes_of(pieces[:end]).split(" ")[1][-WIDTH:]
        if end > len(pieces) or told != hashes[part * WIDTH :][:WIDTH]:
            first = pieces[before][:200] if before < len(pieces) else "nothing"
            return f"the first difference is among pieces {before + 1} to {end}, from {first!r} on"
        before = end
    return f"{len(pieces)} pieces, and there were {count}"


def write_whole(number: int, seen: Mapping[str, Iterable[str]], folder: Path = NOW) -> Path:
    """Write all that is seen of a match into a folder, a file for each place; return it."""
    place_of_match = folder / str(number)
    place_of_match.mkdir(parents=True, exist_ok=True)
    for place, pieces in seen.items():
        numbered = (f"[{at}] {piece}\n" for at, piece in enumerate(pieces, start=1))
        file = place_of_match / f"{place}.txt"
        file.write_text("".join(numbered), encoding="utf-8", errors="surrogatepass")
    return place_of_match
