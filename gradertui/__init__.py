"""Grade what language models wrote, from the keyboard, blind, with an interval beside every rate."""

__version__ = "0.1.0"
