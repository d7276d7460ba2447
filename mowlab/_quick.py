"""Keep a slow, unneeded module from loading.  Uses nothing but the standard library: every layer may import it.

``import altair`` and ``import jupyter_server`` load ``jsonschema``, which loads ``rfc3987_syntax`` where that is
installed (JupyterLab brings it along), and that module builds a grammar to check addresses in other alphabets: half
of Altair's import time (1.7 s with it, 0.85 s without; more on slow machines).  Nothing in mowlab checks such
addresses, and jsonschema does without when the module is missing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

SLOW = "rfc3987_syntax"


@contextmanager
def quick_imports() -> Iterator[None]:
    """While the block runs, ``import rfc3987_syntax`` fails as if it were not installed; afterwards it works again.

    Example::

        with quick_imports():
            import altair
    """
    if SLOW in sys.modules:
        yield
        return
    sys.modules[SLOW] = None  # type: ignore[assignment]  # None is how Python itself marks "do not import"
    try:
        yield
    finally:
        sys.modules.pop(SLOW, None)
