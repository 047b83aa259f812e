"""``frozen_dataclass``: a dataclass that is frozen and has slots, and takes little time to define.

``dataclass(frozen=True, slots=True)`` compiles six methods for each class, which takes longer than
all else in most modules. ``boxctl run`` defines more than a hundred such classes before its first
scene: they were a third of its start. Here only ``__init__`` is compiled, and only when the first
instance is made: a start makes instances of one class in ten. Measured for a class of four fields:
0.30 ms for Python's own, 0.06 ms with an ``__init__`` that is used, 0.02 ms with one that is not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from types import FunctionType
from typing import Any, ClassVar, NoReturn, TypeVar, dataclass_transform, overload

T = TypeVar("T")


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen_dataclass(cls: type[T], /) -> type[T]: ...


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen_dataclass(*, kw_only: bool = False) -> Callable[[type[T]], type[T]]: ...


def frozen_dataclass(
    cls: type[T] | None = None, /, *, kw_only: bool = False
) -> type[T] | Callable[[type[T]], type[T]]:
    """Make of a class what ``@dataclass(frozen=True, slots=True)`` makes of it.

    It may inherit from other classes of this decorator only, and have a ``__post_init__`` without
    parameters. Fields may have ``default``, ``default_factory``, ``repr`` and ``compare``.
    """
    if cls is None:
        return lambda decorated: _define(decorated, kw_only)
    return _define(cls, kw_only)


def _define(cls: type[T], kw_only: bool) -> type[T]:
    # Without a description, dataclass would work out a signature to describe the class by.
    cls.__doc__ = cls.__doc__ or cls.__name__
    own = set(vars(cls))
    annotations = cls.__annotations__
    # dataclass looks at an annotation that is text with a regular expression, three times.
    cls.__annotations__ = {name: _kind_of(text) for name, text in annotations.items()}
    defined: Any = dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(cls)
    defined.__annotations__ = annotations
    known = fields(defined)
    for each in known:
        if each.name in annotations:
            each.type = annotations[each.name]
    methods = _SHARED | _comparison(known) | {"__init__": _InitOnDemand(defined)}
    for name, method in methods.items():
        if name not in own:
            setattr(defined, name, method)
    return defined  # type: ignore[no-any-return]


def _kind_of(annotation: Any) -> Any:
    """Return a stand-in annotation: ClassVar for a class variable, else object."""
    return ClassVar if str(annotation).startswith(("ClassVar", "typing.ClassVar")) else object


class _InitOnDemand:
    """``__init__`` of a class, compiled when it is first asked for, and put in this one's place."""

    __slots__ = ("_owner",)

    def __init__(self, owner: type) -> None:
        self._owner = owner

    def __get__(self, instance: object, owner: type | None = None) -> Callable[..., None]:
        init = _compile_init(self._owner)
        # Two threads may both come here: they keep the same.
        self._owner.__init__ = init  # type: ignore[misc]
        bound: Callable[..., None] = init.__get__(instance, owner)
        return bound


def _compile_init(owner: type) -> FunctionType:
    """Compile an ``__init__`` for ``owner``, whose parameters are its fields."""
    names: dict[str, Any] = {"missing__": MISSING}
    parameters = ["self"]
    lines = ["pass"]
    for number, each in enumerate(fields(owner)):
        value = each.name
        if each.kw_only and "*" not in parameters:
            parameters.append("*")
        if each.default is not MISSING:
            names[f"default{number}__"] = each.default
            parameters.append(f"{each.name}=default{number}__")
        elif each.default_factory is not MISSING:
            names[f"default{number}__"] = each.default_factory
            parameters.append(f"{each.name}=missing__")
            value = f"default{number}__() if {each.name} is missing__ else {each.name}"
        else:
            parameters.append(each.name)
        # By its slot, which takes two thirds of the time of object.__setattr__ with its name.
        names[f"set{number}__"] = getattr(owner, each.name).__set__
        lines.append(f"set{number}__(self, {value})")
    if hasattr(owner, "__post_init__"):
        lines.append("self.__post_init__()")
    exec(f"def __init__({', '.join(parameters)}):\n " + "\n ".join(lines), names)
    init: FunctionType = names["__init__"]
    init.__qualname__ = f"{owner.__qualname__}.__init__"
    return init


def _comparison(known: Sequence[Field[Any]]) -> dict[str, Callable[..., Any]]:
    """Compare and hash by a tuple of the fields, with any Python as dataclasses did up to 3.12."""
    names = [each.name for each in known if each.compare]
    # attrgetter gives a tuple only for two names or more.
    compared = attrgetter(*names, *names[:1]) if names else _nothing

    def __eq__(self: Any, other: object) -> bool:  # noqa: N807
        if other.__class__ is not self.__class__:
            return NotImplemented
        return bool(compared(self) == compared(other))

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(compared(self))

    return {"__eq__": __eq__, "__hash__": __hash__}


def _nothing(_instance: object) -> tuple[()]:
    return ()


def _repr(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse_to_set(_self: object, name: str, _value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _values(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in fields(self)]


def _restore(self: Any, values: list[Any]) -> None:
    for each, value in zip(fields(self), values, strict=True):
        object.__setattr__(self, each.name, value)


_SHARED: dict[str, Callable[..., Any]] = {
    "__repr__": _repr,
    "__setattr__": _refuse_to_set,
    "__delattr__": _refuse_to_delete,
    # copy and pickle would set the slots one by one.
    "__getstate__": _values,
    "__setstate__": _restore,
}
