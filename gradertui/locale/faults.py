"""Why something failed, in our words: what the system, SQLite, TOML, JSON and pydantic say, in the chosen language.

Says the reason and, where one helps, what to do; which file it is, is said by whoever knows. What we have no words for
stays as it was said.
"""

from __future__ import annotations

import errno
import re
import sqlite3
import tomllib
from collections.abc import Mapping
from json import JSONDecodeError

from gradertui.locale import _, mark

SYSTEM: Mapping[int, str] = {
    errno.ENOENT: mark("there is no such file or folder"),
    errno.EACCES: mark("permission is denied; see who may read and write there"),
    errno.EPERM: mark("permission is denied; see who may read and write there"),
    errno.ENOSPC: mark("no space is left on the disk; make room and try again"),
    errno.EDQUOT: mark("your share of the disk is used up; make room and try again"),
    errno.EROFS: mark("the disk can only be read"),
    errno.EIO: mark("the disk cannot be read or written"),
    errno.EISDIR: mark("it is a folder"),
    errno.ENOTDIR: mark("a part of the path is not a folder"),
    errno.EEXIST: mark("it exists already"),
    errno.ENAMETOOLONG: mark("the name is too long"),
    errno.ELOOP: mark("its links lead back to themselves"),
    errno.EMFILE: mark("too many files are open"),
    errno.EBUSY: mark("another program is using it; close that and try again"),
}

SQLITE: Mapping[int, str] = {
    sqlite3.SQLITE_BUSY: mark("another program is using it; close that and try again"),
    sqlite3.SQLITE_LOCKED: mark("another program is using it; close that and try again"),
    sqlite3.SQLITE_FULL: mark("no space is left on the disk; make room and try again"),
    sqlite3.SQLITE_READONLY: mark("it can only be read; see who may write to it and to its folder"),
    sqlite3.SQLITE_PERM: mark("permission is denied; see who may read and write there"),
    sqlite3.SQLITE_CANTOPEN: mark("it cannot be opened; see who may read and write there"),
    sqlite3.SQLITE_IOERR: mark("the disk cannot be read or written"),
    sqlite3.SQLITE_CORRUPT: mark("it is damaged; keep it as it is and work on with a copy"),
    sqlite3.SQLITE_NOTADB: mark("it is no database, or damaged"),
}
"""By primary result code; SQLite's own words follow in parentheses."""

GRAMMAR = (
    mark("Cannot declare {value} twice"),
    mark("Cannot mutate immutable namespace {value}"),
    mark("Cannot overwrite a value"),
    mark("Cannot redefine namespace {value}"),
    mark("Duplicate inline table key {value}"),
    mark("Escaped character is not a Unicode scalar value"),
    mark("Expected {value}"),
    mark("Expected {value} after a key in a key/value pair"),
    mark("Expected {value} at the end of a table declaration"),
    mark("Expected {value} at the end of an array declaration"),
    mark("Expected newline or end of document after a statement"),
    mark("Found invalid character {value}"),
    mark("Illegal character {value}"),
    mark("Invalid date or datetime"),
    mark("Invalid hex value"),
    mark("Invalid initial character for a key part"),
    mark("Invalid statement"),
    mark("Invalid value"),
    mark("Unclosed array"),
    mark("Unclosed inline table"),
    mark("Unescaped {value} in a string"),
    mark("Unterminated string"),
    mark("Expecting {value} delimiter"),
    mark("Expecting property name enclosed in double quotes"),
    mark("Expecting value"),
    mark("Extra data"),
    mark("Illegal trailing comma before end of array"),
    mark("Illegal trailing comma before end of object"),
    mark("Invalid \\escape"),
    mark("Invalid \\escape: {value}"),
    mark("Invalid \\uXXXX escape"),
    mark("Invalid control character at"),
    mark("Invalid control character {value} at"),
    mark("Unterminated string starting at"),
    mark("embedded null byte"),
)
"""What Python says of TOML, of JSON and of names of files; a value is what stands in quotes or parentheses."""

WANTED: Mapping[str, str] = {
    "string_type": mark("write text in quotes"),
    "int_type": mark("write a whole number"),
    "int_parsing": mark("write a whole number"),
    "int_parsing_size": mark("write a whole number"),
    "int_from_float": mark("write a whole number"),
    "float_type": mark("write a number"),
    "float_parsing": mark("write a number"),
    "bool_type": mark("write true or false"),
    "bool_parsing": mark("write true or false"),
    "tuple_type": mark("write a list in brackets"),
    "dict_type": mark("write a table of keys and values"),
    "missing": mark("write one value more"),
    "too_long": mark("write fewer values"),
}
"""pydantic's kinds of error to what is wanted instead."""


def reason(error: BaseException) -> str:
    """Why something failed, without the name of the file."""
    match error:
        case OSError(errno=int(number)) if number in SYSTEM:
            return _(SYSTEM[number])
        case OSError(strerror=str(words)):
            return words
        case sqlite3.Error():
            words = SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "")
            # What is wrong with a schema is said with the schema, over several lines.
            said = " ".join(str(error).split())
            return f"{_(words)} ({said})" if words else said
        case UnicodeDecodeError():
            return _("it is not UTF-8 text")
        case RecursionError():
            return _("it is nested too deeply")
        case JSONDecodeError(msg=words):
            return _grammar(words)
        case tomllib.TOMLDecodeError():
            return _toml(str(error))
    said = str(error)
    return _(said) if said else type(error).__name__


def _toml(said: str) -> str:
    """Words of tomllib end with the place: `(at line 3, column 5)` or `(at end of document)`."""
    words, _at, _end = said.partition(" (at ")
    if found := re.search(r"line (\d+), column (\d+)\)$", said):
        place = _("line {line}, column {column}: {words}")
        return place.format(line=found[1], column=found[2], words=_grammar(words))
    return _("at the end: {words}").format(words=_grammar(words))


def _grammar(said: str) -> str:
    found = re.search(r"""'.*'|".*"|\(.*\)""", said)
    if found is None:
        return _(said)
    return _(said.replace(found[0], "{value}", 1)).replace("{value}", found[0])


def told(error: BaseException) -> str:
    """Why something failed, with the name of the file where the error carries one."""
    name = getattr(error, "filename", None)
    return f"{name}: {reason(error)}" if name is not None else reason(error)


def wanted(kind: str, message: str, expected: str) -> str:
    """What to write instead of a value that pydantic refuses.

    Args:
        kind: pydantic's name of the error.
        message: its words, for a kind that we have none for.
        expected: what it lists as possible; empty where it lists nothing.
    """
    if expected:
        return _("write one of {known}").format(known=expected.replace(" or ", ", "))
    return _(WANTED.get(kind, message))
