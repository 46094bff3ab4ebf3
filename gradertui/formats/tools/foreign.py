"""Documents of other tools, checked against what we read of them before anything is made of it.

A format declares the part that it reads as `Foreign` models; what else stands in the file is not looked at. What a
cell may hold (a text, a list, a chat) is `Any` there and read by `values.py` like any other cell.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, TypeAdapter, ValidationError

from gradertui.formats.errors import InputError, quoted
from gradertui.formats.opening import parsed, refuse_large
from gradertui.locale import _

T = TypeVar("T")
_SHOWN = 3
"""Problems of one document that are told; the first mostly causes the others."""


class Foreign(BaseModel):
    """What we read of an object of another tool; other keys are passed over."""

    model_config = ConfigDict(extra="ignore", frozen=True, protected_namespaces=(), defer_build=True)
    """Made ready when a file of their tool is read, and not with the program: there are fifty."""


Many = Annotated[list[T], BeforeValidator(lambda value: [] if value is None else value)]
"""A list that may be null or, with a default, missing."""
Keyed = Annotated[dict[str, T], BeforeValidator(lambda value: {} if value is None else value)]
"""An object with names of the tool's user, which may be null or, with a default, missing."""
Id = str | int | float | None
"""What tools number or name things by."""


_adapter: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)
"""Made once for each model: every row of a file is checked against the same."""


def checked(name: str, value: Any, model: type[T]) -> T:
    """Check a value that was JSON.

    Args:
        name: of the file, and where in it, for messages.
        value: what was read.
        model: a `Foreign`, or a list or mapping of them.

    Raises:
        InputError: When it is not of that shape, with the place and what stands there.
    """
    try:
        found: T = _adapter(model).validate_python(value)
        return found
    except ValidationError as error:
        raise InputError(*(_problem(name, each) for each in error.errors()[:_SHOWN])) from None
    except RecursionError:
        raise InputError(_("{name}: nested too deeply").format(name=quoted(name, 160))) from None


def of_json(name: str, text: str | bytes, model: type[T]) -> T:
    """Read JSON and check it at once: what is not read, such as a log's events, is never made into objects.

    Args:
        name: of the file, and where in it, for messages.
        text: that should be JSON.
        model: a `Foreign`, or a list or mapping of them.

    Raises:
        InputError: When it is not JSON, or not of that shape.
    """
    found = fitting(text, model)
    # What is wrong is said by the slow way, which also mends halves of surrogate pairs.
    return checked(name, parsed(name, text), model) if found is None else found


def fitting(text: str | bytes, model: type[T]) -> T | None:
    """Read JSON and check it at once; None where it is not JSON, not of that shape, or holds half a surrogate pair."""
    try:
        found: T = _adapter(model).validate_json(text)
        return found
    except ValidationError:
        return None


def document(path: Path, encoding: str, model: type[T]) -> T:
    """Read a file that is one JSON document of a tool.

    Raises:
        InputError: When it is too large to be read as a whole, is not JSON, or is not of that shape.
    """
    refuse_large(path.name, path.stat().st_size)
    return of_json(path.name, path.read_text(encoding=encoding), model)


def _problem(name: str, error: Any) -> str:
    where = ".".join(str(step) for step in error["loc"] if not str(step).startswith(("function", "list[", "dict[")))
    if error["type"] == "missing":
        words = _("{name}: {where} is missing; was the file changed or cut off?")
        return words.format(name=quoted(name, 160), where=quoted(where, 80))
    words = _("{name}: {where} is '{value}', which no file of this kind has there; was it changed?")
    return words.format(name=quoted(name, 160), where=quoted(where or "—", 80), value=quoted(error["input"]))
