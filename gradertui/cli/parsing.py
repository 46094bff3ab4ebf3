"""The parser of a command line in the language of the program: argparse's own words come from our catalogue.

argparse looks its words up by the names `_` and `ngettext` of its module whenever it says something (3.11 to 3.15); a
test fails where another version says anything that is not in `WORDS`. What options mean is each command's business.
"""

from __future__ import annotations

import argparse

from gradertui.locale import _, mark, ngettext

WORDS = (
    mark("usage: "),
    mark("%(heading)s:"),
    mark("positional arguments"),
    mark("options"),
    mark("subcommands"),
    mark(" (default: %(default)s)"),
    mark("show this help message and exit"),
    mark("show program's version number and exit"),
    mark("%(prog)s: error: %(message)s\n"),
    mark("%(prog)s: warning: %(message)s\n"),
    mark("argument %(argument_name)s: %(message)s"),
    mark("the following arguments are required: %s"),
    mark("one of the arguments %s is required"),
    mark("unrecognized arguments: %s"),
    mark("unexpected option string: %s"),
    mark("ambiguous option: %(option)s could match %(matches)s"),
    mark("not allowed with argument %s"),
    mark("ignored explicit argument %r"),
    mark("expected one argument"),
    mark("expected at most one argument"),
    mark("expected at least one argument"),
    mark("expected %s argument", "expected %s arguments"),
    mark("invalid %(type)s value: %(value)r"),
    mark("invalid choice: %(value)r (choose from %(choices)s)"),
    mark("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
    mark("unknown parser %(parser_name)r (choices: %(choices)s)"),
    mark("can't open '%(filename)s': %(error)s"),
    mark("argument '%(argument_name)s' is deprecated"),
    mark("command '%(parser_name)s' is deprecated"),
    mark("option '%(option)s' is deprecated"),
)
"""What argparse says to people, in every version; what it says to programmers stays English."""


def parser(program: str, description: str, example: str) -> argparse.ArgumentParser:
    """A parser with what every command understands.

    Args:
        program: how the command is called.
        description: what it does.
        example: lines under the options, kept as they are.
    """
    vars(argparse).update(_=_, ngettext=ngettext)
    made = argparse.ArgumentParser(
        program, description=description, epilog=example, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--sessions", metavar=_("DIR"), help=_("where sessions lie (GRADERTUI_SESSIONS; ./sessions)"))
    made.add_argument("--lang", choices=("en", "es"), help=_("language of the program; the locale's otherwise"))
    return made
