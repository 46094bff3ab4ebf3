"""What a terminal shows: enough of xterm to read the program's words, without colours, and to answer its questions."""

from __future__ import annotations

import re
import unicodedata

_TOKEN = re.compile(
    r"(?P<text>[^\x00-\x1f\x7f]+)|\x1b\[(?P<parameters>[0-?]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    r"|(?P<string>\x1b[\]P_^X].*?(?:\x07|\x1b\\))|(?P<escape>\x1b[()*+][0-9A-Za-z]|\x1b[ #%][0-~]|\x1b[0-OQ-WYZ`-~])"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])",
    re.S,
)


class Screen:
    """Rows of cells, a cursor, and the answers that the program waits for."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.replies: list[bytes] = []
        self._cells = [[" "] * columns for _row in range(rows)]
        self._x = self._y = 0
        self._rest = ""

    @property
    def text(self) -> str:
        """Everything that is shown."""
        return "\n".join("".join(row).rstrip() for row in self._cells)

    @property
    def spoken(self) -> str:
        """The same as running text: a row that is full goes on in the next."""
        rows = (line + " " * (len(line) < self.columns) for line in self.text.splitlines())
        return " ".join("".join(rows).split())

    def feed(self, written: str) -> None:
        """Take in what the program wrote; half an escape sequence waits for its end."""
        written, at = self._rest + written, 0
        self._rest = ""
        while at < len(written):
            found = _TOKEN.match(written, at)
            if found is None:
                self._rest = written[at:]
                return
            at = found.end()
            self._take(found)

    def _take(self, found: re.Match[str]) -> None:
        if text := found["text"]:
            self._put(text)
        elif final := found["final"]:
            self._sequence(found["parameters"], found["between"], final)
        elif (control := found["control"]) in ("\r", "\n", "\b"):
            self._x = 0 if control == "\r" else max(0, self._x - (control == "\b"))
            self._y = min(self.rows - 1, self._y + (control == "\n"))

    def _put(self, text: str) -> None:
        for character in text:
            if unicodedata.category(character) in ("Mn", "Me", "Cf"):
                continue
            wide = unicodedata.east_asian_width(character) in "WF"
            for cell in (character, "")[: 1 + wide]:
                if self._x == self.columns:
                    self._x, self._y = 0, min(self._y + 1, self.rows - 1)
                self._cells[self._y][self._x] = cell
                self._x += 1

    def _sequence(self, parameters: str, between: str, final: str) -> None:
        numbers = [int(number or 0) for number in re.findall(r"\d+|(?<=;)|^$", parameters.lstrip("?<=>"))]
        first, second = (*numbers, 0, 0)[:2]
        match parameters[:1], between, final:
            case "?", "$", "p":
                self.replies.append(f"\x1b[?{first};{2 if first == 2026 else 0}$y".encode())
            case (("?" | "<" | "=" | ">"), _, _):
                return
            case _, _, "c":
                self.replies.append(b"\x1b[?62;22c")
            case _, _, "n" if first == 6:
                self.replies.append(f"\x1b[{self._y + 1};{self._x + 1}R".encode())
            case _, _, "H" | "f":
                self._place(max(0, second - 1), max(0, first - 1))
            case _, _, "A" | "B" | "C" | "D" | "G" | "d":
                self._move(final, first)
            case _, _, "J" | "K":
                self._erase(final, first)

    def _place(self, x: int, y: int) -> None:
        self._x, self._y = min(max(x, 0), self.columns - 1), min(max(y, 0), self.rows - 1)

    def _move(self, final: str, first: int) -> None:
        n = first or 1
        x, y = {
            "A": (self._x, self._y - n), "B": (self._x, self._y + n), "C": (self._x + n, self._y),
            "D": (self._x - n, self._y), "G": (n - 1, self._y), "d": (self._x, n - 1),
        }[final]  # fmt: skip
        self._place(x, y)

    def _erase(self, final: str, how: int) -> None:
        start, end = (self._x, self.columns) if how == 0 else (0, self.columns if how == 2 else self._x + 1)
        self._cells[self._y][start:end] = [" "] * (end - start)
        if final == "J":
            for y in range(self.rows):
                if how == 2 or (how == 0 and y > self._y) or (how == 1 and y < self._y):
                    self._cells[y] = [" "] * self.columns
