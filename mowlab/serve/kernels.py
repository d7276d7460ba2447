"""The kernels behind the pages: how many, which Python, and some that wait warm for the next visitor."""

from __future__ import annotations

import asyncio
import os
import time
from contextvars import ContextVar
from queue import Empty
from typing import Any

import zmq.asyncio
from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.session import Session
from jupyter_core.utils import ensure_async
from jupyter_server._tz import utcnow
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado import web
from traitlets import Float, Integer, Unicode, default

Manager: Any = AsyncMappingKernelManager  # its annotations do not agree with those of the class it extends
STARTED: ContextVar[list[str]] = ContextVar("kernels that this request started")
READY = 60  # seconds a new kernel may take to answer or to import what all pages need


class PageClient(AsyncKernelClient):
    """What the server needs of a kernel while it makes a page: to send code and to read what comes of it.

    The parent has a heartbeat on top, in a thread that stops the whole server for as long as it takes to end, which
    is for good where it is told to before it has begun; a ZeroMQ context for each client; and it listens for 0.2 s
    longer than it must once the kernel has answered.
    """

    def _context_default(self) -> zmq.asyncio.Context:
        assert self.parent is not None
        context: zmq.asyncio.Context = self.parent.context  # that of all kernels
        return context

    def start_channels(self, *_: bool, **__: bool) -> None:
        super().start_channels(stdin=False, hb=False, control=False)

    def stop_channels(self) -> None:
        self.shell_channel.stop()
        self.iopub_channel.stop()

    async def wait_for_ready(self, timeout: float | None = None) -> None:
        """Until the kernel has answered on both channels.  RuntimeError if it has died, or after ``timeout`` seconds.

        Answers to what was asked meanwhile may come later: whoever asks something else must know its own.
        """
        end = time.monotonic() + (READY if timeout is None else timeout)
        while True:
            self.kernel_info()
            try:
                await self.get_shell_msg(timeout=1)
                await self.get_iopub_msg(timeout=0.2)
                return
            except Empty:  # it still starts, or is not yet connected
                if not await self.is_alive():
                    raise RuntimeError("A kernel has died while it started.") from None
                if time.monotonic() > end:
                    raise RuntimeError("A kernel does not answer.") from None


class CappedKernelManager(Manager):  # type: ignore[misc]
    """One kernel per open page, some spare ones that already hold the imports, and never more than ``max_kernels``.

    Voila's own pool keeps ready-made pages per notebook: nine notebooks, nine kernels that wait, in no cap and never
    culled when they fail.  What takes long is the same for all pages, Python and its imports, so a spare kernel serves
    whichever notebook is asked for next.
    """

    max_kernels = Integer(64, help="Pages that may run at the same time; one more gets a polite page (503).").tag(
        config=True
    )
    spare_kernels = Integer(1, help="Kernels kept warm for the next visitors, 60 MB each; they count as kernels.").tag(
        config=True
    )
    spare_delay = Float(1.0, help="Seconds after a page took a spare kernel until the next one is started.").tag(
        config=True
    )
    spare_code = Unicode("", help="Python that a spare kernel runs in advance, such as imports.").tag(config=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._spare: dict[str, asyncio.Task[bool]] = {}  # no page's yet: what prepares them; the oldest first
        self._starting = 0
        self._refill: asyncio.Task[None] | None = None
        self._closing = False

    @property
    def pages(self) -> int:
        """Kernels that a visitor has or is about to get."""
        return len(self) - len(self._spare)

    @property
    def spare(self) -> int:
        """Kernels that wait for a visitor with everything imported."""
        return sum(warming.done() for warming in self._spare.values())

    async def _async_start_kernel(self, *, path: str | None = None, **kwargs: Any) -> str:
        kernel_id = None if "kernel_id" in kwargs else await self._take_spare(path, kwargs.get("env") or {})
        if kernel_id is None:
            kernel_id = await self._start_counted(path=path, **kwargs)
        STARTED.get([]).append(kernel_id)
        self.keep_spare()
        return kernel_id

    start_kernel = _async_start_kernel  # as the parent does: its name for callers

    async def _start_counted(self, **kwargs: Any) -> str:
        if len(self) + self._starting >= self.max_kernels:
            raise web.HTTPError(503, f"All {self.max_kernels} places are taken.")
        self._starting += 1
        try:
            return str(await super()._async_start_kernel(**kwargs))
        finally:
            self._starting -= 1

    async def _async_shutdown_kernel(self, kernel_id: str, now: bool = False, restart: bool = False) -> None:
        self._spare.pop(kernel_id, None)
        if (start := self._pending_kernels.get(kernel_id)) is not None and kernel_id not in self:
            await asyncio.wait([start])  # the parent knows no kernel that only starts
            if kernel_id not in self:  # it could not
                del self._pending_kernels[kernel_id]
                return
        # Always at once: a kernel has nothing to put away, and asked to end in the middle of its work it complains.
        await super()._async_shutdown_kernel(kernel_id, now=True, restart=restart)
        self.keep_spare()

    shutdown_kernel = _async_shutdown_kernel

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        if kernel_id in self._kernel_connections and kernel_id not in self._spare:  # else it only starts
            await super().cull_kernel_if_idle(kernel_id)

    async def shutdown_all(self, now: bool = False) -> None:
        self._closing = True
        if self._refill is not None:
            self._refill.cancel()
        await ensure_async(super().shutdown_all(now=now))

    def keep_spare(self, delay: float | None = None) -> None:
        """See to it that the spare kernels will be there; one is started at a time, after ``spare_delay``."""
        if self.spare_kernels > 0 and not self._closing and (self._refill is None or self._refill.done()):
            self._refill = asyncio.get_running_loop().create_task(
                self._fill(self.spare_delay if delay is None else delay)
            )

    async def _fill(self, delay: float) -> None:
        try:
            while len(self._spare) < self.spare_kernels:
                await asyncio.sleep(delay)  # the page that took the last one loads now
                if len(self) + self._starting >= self.max_kernels:
                    return  # whoever leaves makes room and calls again
                # A start that is cut off, as the server ends, could leave a process that nobody knows.
                kernel_id = await asyncio.shield(self._start_counted(kernel_name=self.default_kernel_name))
                warming = asyncio.create_task(self._run(kernel_id, self.spare_code))
                self._spare[kernel_id] = warming  # from here on: not a page's, not culled
                if not await warming and kernel_id in self._spare:  # else a page took it meanwhile, or the server ends
                    await self.shutdown_kernel(kernel_id, now=True)
                    self.log.error("A spare kernel could not be prepared; pages start without.")
                    return
        except web.HTTPError:  # full meanwhile
            return
        except Exception:
            self.log.exception("No spare kernel could be started")

    async def _take_spare(self, path: str | None, env: dict[str, str]) -> str | None:
        """A warm kernel moved to the notebook's folder, with what Voila tells a kernel of its request; or None."""
        while self._spare:
            kernel_id = next(iter(self._spare))
            warming = self._spare.pop(kernel_id)
            told = {plain(name): plain(text) for name, text in env.items() if os.environ.get(name) != text}
            place = self.cwd_for_path(path or "")
            kernel = self.get_kernel(kernel_id)
            kernel.last_activity = utcnow()
            if (
                await ensure_async(kernel.is_alive())
                # A new kernel may hear of two clients' messages the later one first, and the spare code closes all
                # widgets: it must be over before the page's code is sent.
                and await asyncio.shield(warming)
                and await self._run(kernel_id, f"import os; os.environ.update({told!r}); os.chdir({place!r}); del os")
            ):
                return kernel_id
            await self.shutdown_kernel(kernel_id, now=True)
        return None

    async def forget(self, kernel_ids: list[str]) -> None:
        """End the kernels of a page that nobody waits for any more."""
        while kernel_ids:
            if (kernel_id := kernel_ids.pop()) in self:  # else the page said goodbye, too
                await self.shutdown_kernel(kernel_id, now=True)

    async def _run(self, kernel_id: str, code: str) -> bool:
        """Run code in a kernel without a trace; whether it went well."""
        kernel = self.get_kernel(kernel_id)
        # A session of its own: two clients with one name would get each other's answers.
        session = Session(key=kernel.session.key, signature_scheme=kernel.session.signature_scheme)
        client = kernel.client(session=session)
        client.start_channels()
        try:
            reply = await client.execute(code, silent=True, store_history=False, reply=True, timeout=READY)
            return bool(reply["content"]["status"] == "ok")
        except TimeoutError:  # a kernel that still starts reads it when it is ready
            return False
        finally:
            client.stop_channels()


def plain(text: str) -> str:
    """The text alone: Voila names its variables by an Enum, whose ``repr`` is no Python."""
    return str.__str__(text)


class ThisPython(KernelSpecManager):
    """Knows one kernel, this interpreter: a "python3" that another program left in the home folder has no mowlab."""

    @default("kernel_dirs")
    def _no_folders(self) -> list[str]:
        return []

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        spec = super().get_kernel_spec(kernel_name)
        if "--log-level=ERROR" not in spec.argv:  # or each kernel says that loopback traffic is not encrypted
            spec.argv = [*spec.argv, "--log-level=ERROR"]
        return spec
