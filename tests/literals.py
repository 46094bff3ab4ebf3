"""Find what people would read and no catalogue knows: literals in gradertui/ that do not pass through gettext."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent / "gradertui"

TAKERS = {"_", "ngettext", "mark", "say"}
"""Functions that give a literal to gettext; `say = _` in plans."""

SAID = {"print", "StoreError", "InputError", "notify", "Content"}
"""Functions whose literals are read by people, one word or many."""

SAID_AS = {"help", "metavar", "description", "epilog", "placeholder", "title", "words"}
"""Arguments by name that are read by people."""

YIELDING = re.compile(r"report/(?:\w+/)?text\.py|report/layout\.py|report/tone/sentence\.py|cli/\w+\.py")
"""Where what is yielded is a line that is printed."""

CODES: Mapping[str, str] = {
    "formats/fields.py": r".*",  # names of columns
    "words.py": r"(?s).*",  # words that carry no meaning
    "formats/meanings.py": r"both bad|cannot tell",  # labels as files have them
    "report/rows.py": r"both bad|cannot tell",  # the same, written
    "masking.py": r".*",  # names of models and makers
    "formats/verdicts.py": r"[a-z ]+",  # words that judges write
    "formats/tools/inspect_log.py": r"not attempted",  # one of them
    "formats/outcomes.py": r"[a-z_ ]+",  # names of columns
    "formats/passing.py": r".*",  # words of cells
    # Words of promptfoo.
    "formats/tools/promptfoo": r"\[output stripped\]|Named Scores|Grader Reason|Manual result .*|javascript python .*",
    "summary/comparing.py": r"not confirmed",  # a code
    "report/grade/checks.py": r"withheld until .*",  # JSON's reason
    "report/grade/verdicts.py": r"withheld until .*",  # JSON's reason
    "summary/agreement.py": r"one grader",  # a reason's code
    "report/loading.py": r"datetime64.*",  # a type of pandas
    "report/html.py": r"(?s).*[<>=].*|default-src .*|generator",  # HTML, and what a browser may load
    "report/style.py": r"(?s).*",  # CSS
    "report/plots/": r"(?s).*[<>=].*|(?:upper left|axes fraction|offset points|DejaVu Sans|font: .*)",  # SVG
    "cli/keys.py": r'# keyboard = "ru"',  # a line of TOML
    "store/disks.py": r"(?:[\w.]+ )+[\w.]+",  # names of file systems
    "cli/plan.py": r"Mapping\[str, str\]",  # a type of Python
    "twins.py": r"(?s).*",  # words that are looked for in cards
    "store/": r"(?is).*\b(select|insert|delete|trigger|pragma|from events|from items|begin immediate|order by)\b.*",
    "store/making.py": r"create table head .*|when new\..*| on head ",
    "store": r"(?:, )?\w+(?:, \w+)+",  # columns
    "document.py": r".*",  # JSON speaks English in every language
    "report/tone/__init__.py": r"not resampled: more than ",  # JSON's reason
    "summary/sides.py": r"graders rated different cards",  # JSON's reason
    "report/tone/": r"sign flip",  # a method's code
    "formats/jsonl.py": r"Extra data",  # json's own word for it, which `faults` translates
    "formats/table.py": r"unexpected end",  # csv's own words, compared with
    "store/plan": r"no place for ",  # cannot happen: the text was a plan
}
"""File to literals that are no text for people, with the reason."""

WORDS = re.compile(r"[^\W\d_]{2,}[,;:]? +[^\W\d_]{2,}")
WORD = re.compile(r"[^\W\d_]{2,}")
POINT = re.compile(r"\.(?!0f)")
"""A precision in a format, other than that of whole numbers."""
COMMAND = re.compile(r"gradertui(?: [a-z]+)*|--[a-z-]+(?: [a-z]+)?|Holm|\x1b\[K")


def _docstrings(tree: ast.AST) -> set[int]:
    bodies = (node.body for node in ast.walk(tree) if isinstance(getattr(node, "body", None), list))
    return {id(each.value) for body in bodies for each in body if isinstance(each, ast.Expr)}


def _said_here(node: ast.AST, yields: bool) -> Iterator[ast.AST]:
    """Expressions under a node whose literals are read."""
    match node:
        case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)) if name in SAID:
            yield from node.args
        case ast.keyword(arg=str(name), value=value) if name in SAID_AS:
            yield value
        case ast.Assign(targets=[ast.Name("EXAMPLE")], value=value):
            yield value
        case ast.Yield(value=ast.AST() as value) if yields:
            yield value


def _read(node: ast.AST) -> Iterator[ast.Constant]:
    """Literals of an expression that stay in its text: not what is compared, looked up or given to another call."""
    match node:
        case ast.Constant(value=str()):
            yield node
        case ast.Call(func=ast.Attribute(value=ast.AST() as value, attr="format" | "ljust" | "rjust" | "replace")):
            yield from _read(value)
        case ast.Call() | ast.Compare() | ast.Subscript() | ast.Dict():
            return
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _read(child)


def _loose(node: ast.AST) -> Iterator[ast.Constant]:
    """Literals anywhere under a node that gettext does not get."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TAKERS:
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _loose(child)


def _coded(name: str, text: str) -> bool:
    return any(part in name and re.fullmatch(codes, text) for part, codes in CODES.items())


def unspoken(source: str, name: str) -> list[str]:
    """Literals of one file that people read and that no catalogue knows, as `name:line: literal`.

    Args:
        source: of the file.
        name: below gradertui/.
    """
    tree = ast.parse(source)
    yields = YIELDING.search(name) is not None
    single = [text for node in ast.walk(tree) for said in _said_here(node, yields) for text in _read(said)]
    found = {id(each): each for each in single if WORD.search(COMMAND.sub("", str(each.value)))}
    found |= {id(each): each for each in _loose(tree) if WORDS.search(COMMAND.sub("", str(each.value)))}
    explaining = _docstrings(tree)
    kept = [each for key, each in found.items() if key not in explaining]
    return [f"{name}:{each.lineno}: {each.value}" for each in kept if not _coded(name, str(each.value))]


def everywhere(part: str = "") -> list[str]:
    """All of them, in the files with a part in their name."""
    names = {path.relative_to(ROOT).as_posix(): path for path in sorted(ROOT.rglob("*.py"))}
    return [each for name, path in names.items() if part in name for each in unspoken(path.read_text("utf-8"), name)]


def pointed(source: str) -> list[int]:
    """Lines where a number is written with a decimal point whatever the language: by a format, and not in `locale`."""
    lines: list[int] = []

    def look(node: ast.AST) -> None:
        match node:
            case ast.Call(func=ast.Name("decimal" | "brief" | "float")):
                return
            case ast.FormattedValue(format_spec=ast.JoinedStr() as spec) if POINT.search(ast.unparse(spec)):
                lines.append(node.lineno)
            case ast.Constant(value=str(text)) if re.search(r"\{\w*:[^}]*\.[1-9]\d*[efg%]", text):
                lines.append(node.lineno)
        for child in ast.iter_child_nodes(node):
            look(child)

    look(ast.parse(source))
    return lines
