"""The kernels behind the pages, without a browser: tests/browser/test_host.py has the rest."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import psutil
import pytest
from jupyter_client.kernelspec import KernelSpec
from traitlets.config import Config

from mowlab.serve.config import DEFAULTS
from mowlab.serve.kernels import CappedKernelManager, ThisPython


def kernels_of(kind: type[CappedKernelManager], folder: Path, **settings: Any) -> CappedKernelManager:
    settings = {"kernel_spec_manager": ThisPython(), "root_dir": str(folder), "connection_dir": str(folder), **settings}
    return kind(config=Config({"ServerKernelManager": DEFAULTS["ServerKernelManager"]}), **settings)


class Unlucky(CappedKernelManager):
    """What prepares a spare kernel is sent late, as it happens by itself to a kernel that still starts: of two clients
    that wait for it, either may be connected first.
    """

    async def _run(self, kernel_id: str, code: str) -> bool:
        if code == self.spare_code:
            await asyncio.sleep(2)
        return await super()._run(kernel_id, code)


def test_a_spare_kernel_is_prepared_before_the_page_that_takes_it_is_made(tmp_path: Path) -> None:
    """Else the end of its preparations, which closes all widgets, would close those of the page."""
    prepared = tmp_path / "prepared"

    async def take() -> bool:
        kernels = kernels_of(Unlucky, tmp_path, spare_kernels=1, spare_code=f"open({str(prepared)!r}, 'w').close()")
        try:
            kernels.keep_spare(0)
            while not kernels._spare:
                await asyncio.sleep(0.01)
            [spare] = kernels._spare
            assert await kernels.start_kernel() == spare
            return prepared.exists()
        finally:
            await kernels.shutdown_all(now=True)

    assert asyncio.run(take())


@pytest.mark.parametrize("spare", [0, 1], ids=["a page's", "a spare one"])
def test_a_kernel_that_only_starts_ends_with_the_server(tmp_path: Path, spare: int) -> None:
    async def end() -> tuple[int, bool, list[psutil.Process]]:
        kernels = kernels_of(CappedKernelManager, tmp_path, spare_kernels=spare)
        if spare:
            kernels.keep_spare(0)
        page = None if spare else asyncio.create_task(kernels.start_kernel())
        while not kernels._pending_kernels:
            await asyncio.sleep(0)
        started = len(kernels)
        await kernels.shutdown_all(now=True)
        if page is not None:
            await asyncio.wait([page])
        return started, bool(kernels._pending_kernels), running(tmp_path)

    assert asyncio.run(end()) == (0, False, [])


class NoPython(ThisPython):
    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        return KernelSpec(argv=["no-such-python", "{connection_file}"])


def test_a_kernel_that_cannot_start_is_forgotten(tmp_path: Path) -> None:
    async def end() -> int:
        kernels = kernels_of(CappedKernelManager, tmp_path, spare_kernels=0, kernel_spec_manager=NoPython())
        with pytest.raises(FileNotFoundError):
            await kernels.start_kernel()
        assert kernels._pending_kernels
        await kernels.shutdown_all(now=True)
        return len(kernels._pending_kernels)

    assert asyncio.run(end()) == 0


def running(folder: Path) -> list[psutil.Process]:
    """Kernels whose connection file is in that folder."""
    own = psutil.Process().children(recursive=True)
    return [one for one in own if one.status() != psutil.STATUS_ZOMBIE and str(folder) in " ".join(one.cmdline())]
