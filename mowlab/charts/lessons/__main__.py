"""`python -m mowlab.charts.lessons` writes the specs of the lessons' charts again, after a change in drawing.py."""

from .. import text_of
from ..drawing import spec_of
from . import SPECS
from .drawing import DRAWINGS

if __name__ == "__main__":
    SPECS.mkdir(exist_ok=True)
    for name, draw in DRAWINGS.items():
        (SPECS / f"{name}.json").write_text(text_of(spec_of(draw())), encoding="utf-8")
    print(f"{len(DRAWINGS)} charts written to {SPECS.name}.")
