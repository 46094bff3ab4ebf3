"""Reports: what a session's labels say, gathered once and written in the format that is asked for.

What every mode has is in the files here, what is a mode's own in its folder, and `kinds.py` is the table of both.
Only here pandas meets the numbers, and only when a table is made. What the numbers are is `summary`; where the text
goes is the command line's business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gradertui.report import document, html, markdown, text
from gradertui.report.gathering import gather
from gradertui.report.parts import Report

FORMATS: Mapping[str, Callable[[Report], str]] = {
    "text": text.write,
    "json": document.write,
    "md": markdown.write,
    "html": html.write,
}
"""Format to the function that writes a report in it."""

__all__ = ["FORMATS", "Report", "gather"]
