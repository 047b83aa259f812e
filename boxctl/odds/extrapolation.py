"""Extrapolate a sequence of vectors to its limit: reduced rank extrapolation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import sqrt
from operator import mul

Vector = Sequence[float]

OF_ITS_OWN = 1e-13
"""A change of which only this part is its own is a combination of those before it."""


def limit_of(vectors: Sequence[Vector]) -> list[float]:
    """Estimate the limit of a sequence of two vectors at least, each made of the one before it.

    The limit of ``x' = Ax + b`` is found, but for rounding, if ``A`` has fewer eigenvalues than
    there are changes; otherwise the slowest parts of the error are removed first.
    """
    if vectors[-2] == vectors[-1]:
        return list(vectors[-1])
    weights = _least_change(
        [b - a for a, b in zip(*both, strict=True)] for both in pairwise(vectors)
    )
    limit = [0.0] * len(vectors[0])
    for weight, vector in zip(weights, vectors[1:], strict=False):
        limit = [sum_so_far + weight * part for sum_so_far, part in zip(limit, vector, strict=True)]
    return limit


def _least_change(changes: Iterable[Vector]) -> list[float]:
    """Return weights that add up to 1 and make the weighted sum of the changes the shortest.

    They end with the first change that is a combination of those before it: with that the sum is 0.
    """
    columns = _triangle(changes)
    # The weights solve R'R w = (1, 1, …) but for a factor, with R the triangle.
    lower: list[float] = []
    for column in columns:
        lower.append((1.0 - _product(column[:-1], lower)) / column[-1])
    weights: list[float] = []
    for place in reversed(range(len(columns))):
        later = [column[place] for column in columns[place + 1 :]]
        weights.insert(0, (lower[place] - _product(later, weights)) / columns[place][place])
    total = sum(weights)
    return [weight / total for weight in weights]


def _triangle(changes: Iterable[Vector]) -> list[list[float]]:
    """Return the columns of R, the changes being QR with orthonormal columns Q (Gram-Schmidt)."""
    basis: list[Vector] = []
    columns: list[list[float]] = []
    for change in changes:
        column, own = [], change
        for direction in basis:
            part = _product(direction, own)
            column.append(part)
            own = [a - part * b for a, b in zip(own, direction, strict=True)]
        length, least = sqrt(_product(own, own)), OF_ITS_OWN * sqrt(_product(change, change))
        columns.append([*column, max(length, least)])
        if length <= least:
            break
        basis.append([part / length for part in own])
    return columns


def _product(one: Vector, other: Vector) -> float:
    product: float = sum(map(mul, one, other))
    return product
