"""Without the other library the bridge says what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("bridge", "package"), [("gymnasium", "gymnasium"), ("openspiel", "pyspiel"), ("pettingzoo", "pettingzoo")]
)
def test_without_the_package_an_error_says_what_to_install(bridge: str, package: str) -> None:
    code = f"import sys\nsys.modules[{package!r}] = None\nimport mowlab.{bridge}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].startswith(f"ImportError: mowlab.{bridge} needs ")
    assert done.stderr.splitlines()[-1].endswith(f"pip install .[{bridge}]")
