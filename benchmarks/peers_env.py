"""The peers' own virtual environment: made once from peers.txt, made anew when that file changes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PINS = HERE / "peers.txt"
FOLDER = HERE / ".venv-peers"
STAMP = FOLDER / "installed.txt"
PYTHON = FOLDER / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def ensure() -> Path:
    """The Python that has the peers; installs them first if need be. RuntimeError if that fails."""
    wanted = f"{sys.version}\n{PINS.read_text(encoding='utf-8')}"
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return PYTHON
    print(f"installing the peers of {PINS.name} into {FOLDER.name} ...", file=sys.stderr)
    shutil.rmtree(FOLDER, ignore_errors=True)
    run([sys.executable, "-m", "venv", str(FOLDER)])
    run([str(PYTHON), "-m", "pip", "install", "--quiet", "--no-deps", "-r", str(PINS)])
    STAMP.write_text(wanted, encoding="utf-8")
    return PYTHON


def run(command: list[str]) -> None:
    """Run a command quietly; RuntimeError with what it said if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"could not set up the peers ({' '.join(command[1:4])}): {done.stderr.strip()[-600:]}")
