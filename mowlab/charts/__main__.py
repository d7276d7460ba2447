"""`python -m mowlab.charts` writes the specs of all charts again, after a change in drawing.py."""

from . import SPECS, text_of
from .drawing import DRAWINGS, to_spec

if __name__ == "__main__":
    SPECS.mkdir(exist_ok=True)
    for old in SPECS.glob("*.json"):
        old.unlink()
    for name in DRAWINGS:
        (SPECS / f"{name}.json").write_text(text_of(to_spec(name)), encoding="utf-8")
    print(f"{len(DRAWINGS)} charts written to {SPECS.name}.")
