"""The first screen: the sessions here, and a key that does what is next. What stands in it is `home_rows.py`.

Nothing is written here and no session is held open: what is chosen is carried out by whoever opened the screen, and
texts are asked of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from threading import Thread
from typing import Literal, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.getters import query_one

from gradertui.locale import _
from gradertui.overview import WORDS, Next, Overview, compared
from gradertui.store.naming import is_name
from gradertui.text import one_line
from gradertui.tui import home_rows as rows
from gradertui.tui.keys import Keys, shipped
from gradertui.tui.lines import Ground, Line, Lines
from gradertui.tui.messages import Compared, Told
from gradertui.tui.pages import Page, text_rows
from gradertui.tui.picking import Picking, Place
from gradertui.tui.quiet import Quiet
from gradertui.tui.settings import Settings
from gradertui.tui.themes import wear

_PAGE = 10


class Chosen(NamedTuple):
    """What is to be opened, for whoever opened the screen."""

    what: Literal["grade", "adjudicate", "demo"]
    name: str = ""
    grader: str = ""


class Sight(NamedTuple):
    """What the screen shows, and what it asks for."""

    folder: str
    """Where the sessions lie, inert."""
    known: Sequence[Overview]
    text: Callable[[Next, str], str]
    """Gives the report or the audit of a session by its name; called in a thread."""
    now: Callable[[], datetime]
    """The time with the zone of this place."""
    at: Place | None = None
    """Where the cursor stood before."""
    said: str = ""
    """What came of what was opened before; empty where nothing is to be said."""
    keys: Keys | None = None
    """Of the person; as shipped otherwise."""


class HomeScreen(Ground):
    """Sessions as blocks of rows, one of them picked."""

    VERTICAL_BREAKPOINTS = [(0, "-low"), (16, "-short"), (30, "-tall")]  # noqa: RUF012

    status = query_one("#status", Lines)
    sessions = query_one("#sessions", Lines)
    last = query_one("#last", Lines)

    def __init__(self, sight: Sight, height: int) -> None:
        """Show sessions.

        Args:
            sight: what there is.
            height: of the terminal, so that the first layout is right already.
        """
        super().__init__()
        self._sight, self._said, self._top = sight, sight.said, 0
        self.keys = sight.keys or shipped("home")
        self.list = Picking(sight.known, sight.at)
        self.add_class(next(name for least, name in reversed(self.VERTICAL_BREAKPOINTS) if height >= least))

    def compose(self) -> ComposeResult:
        """Where, the list, the last line."""
        yield Lines("status")
        yield Lines("sessions")
        yield Lines("last")

    def on_mount(self) -> None:
        """The list as it is known; where graders differ is looked up behind it."""
        self.draw()
        if asked := [each for each in self.list.known if each.comparable]:
            Thread(target=lambda: [self.post_message(Compared(compared(each))) for each in asked], daemon=True).start()

    def on_compared(self, message: Compared) -> None:
        """It is known where the graders of a session differ."""
        self.list.learn(message.overview)
        self.draw()

    def draw(self) -> None:
        """Draw what is true now."""
        n, wanted = len(self.list.shown), one_line(self.list.wanted, 20)
        self.status.show(lambda size: [rows.status(self._sight.folder, n, wanted, size.width)])
        self.sessions.show(self._visible)
        self.last.show(lambda size: [rows.last(self._said or rows.enter(self.list), size.width, self.keys)])

    def _visible(self, size: Size) -> Sequence[Line]:
        """As much of the list as there is room for, with the picked row and the name above it."""
        airy, now = self.has_class("-tall"), self._sight.now()
        entries = rows.listed(self.list, self._sight.folder, now, size.width, airy=airy)
        at = next((y for y, entry in enumerate(entries) if entry.pick and entry.pick == self.list.picked), 1)
        named = next((y for y in range(at, -1, -1) if entries[y].line and not entries[y].pick), 0)
        self._top = max(min(self._top, named, len(entries) - size.height), at + 1 - size.height, 0)
        return [entry.line for entry in entries[self._top : self._top + size.height]]

    def on_key(self, event: events.Key) -> None:
        """A command, there and then."""
        command = self.keys.command(self.keys.pressed(event.key, event.character))
        if command is not None:
            event.stop()
            self._said = ""
            getattr(self, f"do_{command.name}")()
            self.draw()

    def say(self, text: str) -> None:
        """Put a few words on the last line."""
        self._said = text
        self.draw()

    def do_up(self) -> None:
        """The row above."""
        self.list.move(-1)

    def do_down(self) -> None:
        """The row below."""
        self.list.move(1)

    def do_page_up(self) -> None:
        """Up by a page."""
        self.list.move(-_PAGE)

    def do_page_down(self) -> None:
        """Down by a page."""
        self.list.move(_PAGE)

    def do_open(self) -> None:
        """Do what is next."""
        if (picked := self.list.picked) is None:
            self._choose(Chosen("demo"))
            return
        each, row = picked
        match row.next:
            case "grade" | "adjudicate":
                self._choose(Chosen(row.next, each.folder.name, row.grader))
            case "verify":
                self._page(_("What is wrong"), lambda width: rows.fault_rows(picked, width))
            case "report":
                self.do_report()
            case "blinding":
                self._ask_text(row.next, each.folder.name)

    def _choose(self, chosen: Chosen) -> None:
        assert isinstance(self.app, Home)
        self.app.chosen = chosen
        self.app.exit()

    def do_report(self) -> None:
        """What the labels say so far."""
        if (picked := self.list.picked) and not (said := rows.waits(picked)):
            self._ask_text("report", picked[0].folder.name)
        elif picked:
            self._said = said

    def _ask_text(self, what: Next, name: str) -> None:
        """Have a text made, which may take seconds, and then put it on a page."""
        self._said = _("one moment: {command}").format(command=f"gradertui {what} {one_line(name)}")
        Thread(target=lambda: self.post_message(Told(what, name, self._sight.text(what, name))), daemon=True).start()

    def on_told(self, message: Told) -> None:
        """The text is there."""
        self.say("")
        if self.is_current:
            title = f"{one_line(message.name, 40)} · {_(WORDS[message.what])}"
            page = Page(title, lambda width: text_rows(message.text, width), keys=self.keys)
            page.add_class("-text")
            self.app.push_screen(page)

    def _page(self, title: str, lines: Callable[[int], Sequence[Line]], command: str = "") -> None:
        self.app.push_screen(Page(title, lines, self.keys.of(command), self.keys))

    def _ask(self, title: str, then: Callable[[str], None]) -> None:
        from gradertui.tui.asking import Ask

        def answered(text: str | None) -> None:
            if text is not None:
                then(text.strip())

        self.app.push_screen(Ask(title, _("Enter takes it · Esc leaves all as it was")), answered)

    def do_another(self) -> None:
        """Ask under which id to grade."""
        if self.list.picked:
            self._ask(_("Who grades?"), self._grade_as)

    def _grade_as(self, grader: str) -> None:
        if self.list.picked and is_name(grader):
            self._choose(Chosen("grade", self.list.picked[0].folder.name, grader))
        else:
            self.say(_("write letters and digits: it names a file"))

    def do_new(self) -> None:
        """How a session is made."""
        self._said = _("gradertui new NAME FILE")

    def do_filter(self) -> None:
        """Ask for a word."""
        self._ask(_("Only sessions with"), lambda wanted: self.say(self.list.filter(wanted)))

    def do_lift(self) -> None:
        """All of them again."""
        self._said = self.list.filter("")

    def do_help(self) -> None:
        """What is here, and the keys."""
        self._page(_("Help"), lambda width: rows.help_rows(self.keys, width), "help")

    def do_quit(self) -> None:
        """There is nothing to save."""
        self.app.exit()


class Home(Quiet):
    """The sessions in a folder."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self, sight: Sight, *, theme: str = "", settings: Settings | None = None, size: tuple[int, int] = (120, 36)
    ) -> None:
        """Make the application.

        Args:
            sight: what there is.
            theme: for this time, whatever is remembered.
            settings: what is remembered.
            size: of the terminal.
        """
        super().__init__()
        self.chosen: Chosen | None = None
        """What is to be opened once the screen is gone; None is nothing, and the end."""
        wear(self, theme or (settings or Settings()).theme)
        self._home = HomeScreen(sight, size[1])

    @property
    def place(self) -> Place | None:
        """Where the cursor stands."""
        return self._home.list.place

    def get_default_screen(self) -> HomeScreen:
        """The list."""
        return self._home
