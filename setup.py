"""Everything about the package is in pyproject.toml, but for this: an installed mowlab brings the notebooks along."""

from pathlib import Path
from shutil import copytree, ignore_patterns

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithNotebooks(build_py):
    """Copies ``notebooks/`` to ``mowlab/notebooks`` in the built package; an editable install uses those in place."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode and Path("notebooks").is_dir():
            target = Path(self.build_lib, "mowlab", "notebooks")
            copytree("notebooks", target, dirs_exist_ok=True, ignore=ignore_patterns(".*"))


setup(cmdclass={"build_py": BuildWithNotebooks})
