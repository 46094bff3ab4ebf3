"""`gradertui completion`: print what a shell needs to complete with Tab. What it completes is `completing.py`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from gradertui.locale import _, mark

FAULTS: tuple[type[Exception], ...] = ()
EXAMPLE = mark(
    """examples:
  gradertui completion bash > ~/.local/share/bash-completion/completions/gradertui
  gradertui completion zsh > ~/.zfunc/_gradertui      (with fpath+=~/.zfunc before compinit in ~/.zshrc)
  gradertui completion fish > ~/.config/fish/completions/gradertui.fish"""
)


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help=_("for which shell"))


def run(given: Namespace) -> int:
    """Print the script."""
    from argcomplete.shell_integration import shellcode

    print(shellcode(["gradertui"], shell=given.shell).strip())
    return 0
