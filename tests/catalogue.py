"""Bring the Spanish catalogue up to date with the code: `python tests/catalogue.py` from the root of the repository.

Every message of gradertui/**/*.py comes into gradertui.po, translations stay, messages that the code no longer has
go, and gradertui.mo is compiled from it; what is still to be translated is printed. Messages are found in the syntax
tree and not by babel's own extractor, which does not see calls inside f-strings before Python 3.12. The files carry
no dates, places or versions, so that they change only where a message does.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
PO = ROOT / "gradertui" / "locale" / "es" / "LC_MESSAGES" / "gradertui.po"
MO = PO.with_suffix(".mo")

TAKEN = {"_": 1, "mark": 2, "ngettext": 2}
"""Function to how many of its first arguments may be the message: itself, or singular and plural."""

Id = str | tuple[str, ...]
"""A message: itself, or singular and plural."""


class Spanish(Catalog):
    """A catalogue whose header says only what is needed to read it."""

    def __init__(self) -> None:
        super().__init__("es", fuzzy=False, header_comment="# Spanish texts of gradertui.")

    @property
    def num_plurals(self) -> int:
        """One and several; the locale data knows a third form, for millions."""
        return 2

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", "es"),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", "nplurals=2; plural=(n != 1);"),
        ]

    mime_headers = property(_get_mime_headers)
    """The header."""


def _calls(source: str) -> Iterator[Id]:
    """Messages of one file; `say = _` makes `say` take messages too."""
    tree = ast.parse(source)
    taken = dict(TAKEN)
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(name)], value=ast.Name(known)) if known in TAKEN:
                taken[name] = TAKEN[known]
            case ast.ImportFrom(module="gradertui.locale"):
                taken |= {each.asname: TAKEN[each.name] for each in node.names if each.asname and each.name in TAKEN}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(name)) if name in taken:
                values = [each.value for each in node.args[: taken[name]] if isinstance(each, ast.Constant)]
                texts = tuple(value for value in values if isinstance(value, str))
                if texts:
                    yield texts if len(texts) > 1 else texts[0]


def messages(folder: Path = ROOT / "gradertui") -> dict[str, Id]:
    """Find the messages of the code, by their first form; one that has a plural anywhere has it everywhere."""
    found: dict[str, Id] = {}
    for path in sorted(folder.rglob("*.py")):
        for each in _calls(path.read_text(encoding="utf-8")):
            if isinstance(each, tuple):
                found[each[0]] = each
            elif each:
                found.setdefault(each, each)
    return found


def first(message: Message) -> str:
    """The form a message is looked up by."""
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> tuple[str, ...]:
    """The translations of a message; empty where there is none."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def stored(path: Path = PO) -> dict[str, Message]:
    """Read a .po file."""
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return {first(message): message for message in read_po(file, locale="es") if message.id}


def catalogue(wanted: Iterable[Id], known: Mapping[str, Message]) -> Spanish:
    """Messages with the translations that are known of them."""
    made = Spanish()
    for each in wanted:
        found = known.get(each if isinstance(each, str) else each[0])
        string: Id = "" if isinstance(each, str) else ("", "")
        if found is not None and isinstance(found.id, str) == isinstance(each, str):
            string = forms(found)[0] if isinstance(each, str) else forms(found)
        message = made.add(each, string, user_comments=found.user_comments if found else ())
        message.flags = {"fuzzy"} if found is not None and found.fuzzy else set()
    return made


def written(made: Catalog) -> bytes:
    """The text of the .po file."""
    file = BytesIO()
    write_po(file, made, width=0, sort_output=True, ignore_obsolete=True)
    return file.getvalue()


def compiled(made: Catalog) -> bytes:
    """The bytes of the .mo file."""
    file = BytesIO()
    write_mo(file, made)
    return file.getvalue()


def main() -> int:
    """Write both files; the number of messages without a translation decides the exit status."""
    made = catalogue(messages().values(), stored())
    PO.parent.mkdir(parents=True, exist_ok=True)
    PO.write_bytes(written(made))
    MO.write_bytes(compiled(made))
    left = [first(each) for each in made if each.id and (each.fuzzy or not all(forms(each)))]
    print(f"{len(made)} messages, {len(left)} to translate", *left, sep="\n  ")
    return int(bool(left))


if __name__ == "__main__":
    sys.exit(main())
