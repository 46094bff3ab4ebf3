"""A picture as SVG: one look for all plots, the same bytes for the same numbers, its words inside.

Colours are those of Okabe and Ito (2008), which colour-blind people tell apart; no plot relies on them alone. Text
stays text (`svg.fonttype` none): it can be searched and read out, a name in any script is drawn by the reader's own
fonts, and the file is a third of what outlines take.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any
from unicodedata import east_asian_width

from gradertui.locale import number
from gradertui.report.plots import Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK = "#010203"
"""Stands for the colour of the text around, which is dark on light paper and light on dark."""
BLUE, ORANGE, GREEN, PURPLE, SKY = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9"
COLOURS = (BLUE, ORANGE, GREEN, PURPLE, SKY)
MARKERS = ("o", "s", "^", "D", "v")
"""A marker for each colour: in grey print the shape tells."""
WIDE = 6.4
"""Inches; 460 points."""
_LOOK: Mapping[Any, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.size": 10,
    "font.family": ["DejaVu Sans"],
    "axes.titlesize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "hatch.color": INK,
    "hatch.linewidth": 0.6,
    **dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), INK),
}
_NAMED = re.compile(r'<g id="[^"]*"')
_FONT = re.compile(r"font: ([\d.]+px) [^;\"]+")


def svg(picture: Picture, name: str, ink: str = "currentColor", paper: str = "") -> str:
    """Draw a picture.

    Args:
        picture: what to draw.
        name: of the picture in its document; no two have the same.
        ink: colour of text and lines.
        paper: colour behind it; nothing without.
    """
    with _drawing(name):
        figure = picture.draw()
        width, height = figure.get_size_inches() * 72
        file = StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    drawn = file.getvalue()
    inside = drawn[_after_head(drawn) : drawn.rindex("</svg>")]
    inside = re.sub(r"<metadata>.*?</metadata>\s*", "", inside, flags=re.DOTALL)
    inside = _FONT.sub(r"font: \1 'DejaVu Sans', Verdana, sans-serif", _NAMED.sub("<g", inside)).replace(INK, ink)
    return f"{_head(picture, name, width, height, paper)}{_shorter(inside)}</svg>\n"


def _after_head(drawn: str) -> int:
    return drawn.index(">", drawn.index("<svg ")) + 1


def _shorter(inside: str) -> str:
    """Without blanks at line ends, and with lines that go on brought together."""
    return "".join(f"{line.strip()}\n" for line in inside.splitlines() if line.strip())


def _head(picture: Picture, name: str, width: float, height: float, paper: str) -> str:
    told = f'<title id="{name}-title">{escape(picture.caption)}</title>\n<desc id="{name}-desc">'
    behind = f'<rect width="100%" height="100%" fill="{paper}"/>\n' if paper else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{width:g}pt" height="{height:g}pt" viewBox="0 0 {width:g} {height:g}" '
        f'role="img" aria-labelledby="{name}-title {name}-desc">\n{told}{escape(picture.words)}</desc>\n{behind}'
    )


@contextmanager
def _drawing(name: str) -> Iterator[None]:
    """What matplotlib is told, whatever the person at this machine has in a matplotlibrc."""
    from matplotlib import rc_context, rcdefaults, rcParams

    with rc_context(), warnings.catch_warnings():
        # A letter that matplotlib's font does not have is drawn by the reader's.
        warnings.simplefilter("ignore")
        rcdefaults()
        rcParams.update({**_LOOK, "svg.hashsalt": name})
        yield


def figure(width: float, height: float) -> Figure:
    """An empty figure of so many inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height))


def placed(on: Figure, left: float, bottom: float, width: float, height: float) -> Axes:
    """Axes whose place is given in inches from the lower left corner."""
    wide, high = on.get_size_inches()
    return on.add_axes((left / wide, bottom / high, width / wide, height / high))


def inches(text: str) -> float:
    """How wide a text is, about; on the safe side, because it is drawn by the reader's fonts."""
    return sum(0.165 if east_asian_width(letter) in "WF" else 0.088 for letter in text)


def ticked(axes: Axes, which: str, places: int) -> None:
    """Write the numbers of an axis ("x" or "y") as the language does, with faint lines across."""
    from matplotlib.ticker import FuncFormatter

    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_formatter(FuncFormatter(lambda at, _n: number(at + 0.0, places)))
    axes.grid(axis="x" if which == "x" else "y", color=INK, alpha=0.15, linewidth=0.6)
    axes.set_axisbelow(True)
