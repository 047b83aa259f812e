"""A row of the table of "The 300" as one numba value that stays in vector registers.

Arrays give the same table at less than half the speed: README.md has the figures. LLVM maps a row
of 32 doubles to whatever vectors the processor has; the functions can be called from compiled code
only.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, register_model

from boxctl.odds.the_300.layout import LANE_TILES, ROW_LENGTH

_NUMBERS = ir.VectorType(ir.DoubleType(), ROW_LENGTH)
_PLACES = ir.VectorType(ir.IntType(32), ROW_LENGTH)
_ALIGNED = np.dtype(np.float64).itemsize

Made = tuple[Any, Callable[..., Any]]
"""What numba wants from an intrinsic: the signature, and a function that emits the code."""


class _LaneRow(types.Type):
    def __init__(self) -> None:
        super().__init__(name="Row")


_ROW = _LaneRow()


@register_model(_LaneRow)
class _LaneRowModel(models.PrimitiveModel):
    def __init__(self, manager: Any, row: _LaneRow) -> None:
        super().__init__(manager, row, _NUMBERS)


@intrinsic
def in_all_lanes(_context: Any, number: Any) -> Made:
    """Return a row with this number in every lane."""

    def write(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        return _splat(builder, given[0])

    return _ROW(types.float64), write


def _splat(builder: Any, number: Any) -> Any:
    nothing, first = ir.Constant(_NUMBERS, ir.Undefined), ir.Constant(_PLACES, [0] * ROW_LENGTH)
    alone = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(alone, nothing, first)


@intrinsic
def row_at(_context: Any, table: Any, row: Any) -> Made:
    """Read the row of this number; ``table`` must be contiguous."""

    def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.load(_place(context, builder, signature, given), align=_ALIGNED)

    return _ROW(table, types.intp), write


@intrinsic
def put_row(_context: Any, table: Any, row: Any, numbers: Any) -> Made:
    """Write the row of this number; ``table`` must be contiguous."""

    def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        builder.store(given[2], _place(context, builder, signature, given), align=_ALIGNED)
        return context.get_dummy_value()

    return types.void(table, types.intp, _ROW), write


def _place(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    table = context.make_array(signature.args[0])(context, builder, given[0])
    rows = builder.bitcast(table.data, _NUMBERS.as_pointer())
    return builder.gep(rows, [given[1]])


@intrinsic
def better(_context: Any, row: Any, other: Any) -> Made:
    """Return the higher of the two, lane by lane."""

    def write(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", *given), *given)

    return _ROW(_ROW, _ROW), write


@intrinsic
def plus_times(_context: Any, row: Any, other: Any, number: Any) -> Made:
    """Return ``row + other * number``, rounded after each operation, never fused."""

    def write(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        return builder.fadd(given[0], builder.fmul(given[1], _splat(builder, given[2])))

    return _ROW(_ROW, _ROW, types.float64), write


@intrinsic
def divided(_context: Any, row: Any, number: Any) -> Made:
    """Divide each lane by the number."""

    def write(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        return builder.fdiv(given[0], _splat(builder, given[1]))

    return _ROW(_ROW, types.float64), write


@intrinsic
def without_tile(_context: Any, row: Any, place: Any) -> Made:
    """Give each lane with a tile the worth of the lane without it, all others minus infinity.

    ``place`` is the tile's place among those of the lanes, from 0. If LLVM knows it at compile
    time, this is one instruction a vector.
    """

    def write(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        moved = [_moved(builder, given[0], 1 << place) for place in range(LANE_TILES)]
        chosen = moved[0]
        for place in range(1, LANE_TILES):
            this = builder.icmp_signed("==", given[1], ir.Constant(given[1].type, place))
            chosen = builder.select(this, moved[place], chosen)
        return chosen

    return _ROW(_ROW, types.intp), write


def _moved(builder: Any, row: Any, tile: int) -> Any:
    taken = [lane ^ tile if lane & tile else ROW_LENGTH for lane in range(ROW_LENGTH)]
    nowhere = ir.Constant(_NUMBERS, [-inf] * ROW_LENGTH)
    return builder.shuffle_vector(row, nowhere, ir.Constant(_PLACES, taken))
