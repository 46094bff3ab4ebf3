"""The screens: the only room that knows Textual.

Widgets draw values they are given; `desk.py` is the grader at work and knows no widget; what a number means was
decided before it came here. Settings that Textual reads at import are set in this file, so import it first.
"""

import os

# A sequence split by a slow link must not arrive as keys: with Textual's 100 ms, one 250 ms late stored two labels.
# Escape waits as long and takes a key that follows sooner for Alt and that key: hence no more than twice those 250 ms.
os.environ.setdefault("ESCDELAY", "500")
# Animations repaint over ssh and delay nothing but the reader.
os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
