"""What a person touches: the table, the charts, the work bar, and the apps made of them.

Importing this package imports no Jupyter package, so a game may use `mowlab.ui.scene` to describe its table.
"""

from pathlib import Path

STATIC = Path(__file__).parent / "static"


def asset(name: str) -> str:
    """Text of a file that ships with the screen (a module, a style sheet), by its name in `ui/static`."""
    return (STATIC / name).read_text(encoding="utf-8")
