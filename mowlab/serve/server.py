"""Voila as mowlab runs it.  Imports Voila: only ``launch.serve`` imports this module, and only when it runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from socket import socket
from typing import Any

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from jupyter_server.utils import url_path_join
from tornado import web
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from traitlets import Integer, default
from traitlets.config import Config
from voila.app import Voila
from voila.handler import BaseVoilaHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler

import mowlab
from mowlab.serve.cards import cards
from mowlab.serve.config import DEFAULTS, SHARED_STYLE


class CappedKernelManager(AsyncMappingKernelManager):
    """Runs one kernel per open page, and no more than ``max_kernels``."""

    max_kernels = Integer(64, help="Pages that may run at the same time; one more gets a polite page (503).").tag(
        config=True
    )
    _starting = 0

    async def _async_start_kernel(self, **kwargs: Any) -> str:
        if len(self) + self._starting >= self.max_kernels:
            raise web.HTTPError(503, f"All {self.max_kernels} places are taken.")
        self._starting += 1
        try:
            return str(await super()._async_start_kernel(**kwargs))
        finally:
            self._starting -= 1

    start_kernel = _async_start_kernel  # type: ignore[assignment]  # as the parent does: its name for callers


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


class Goodbye(VoilaShutdownKernelHandler):  # type: ignore[misc]
    """A page that closes frees its kernel.

    A closing page cannot send the cookie proof against forged requests that Jupyter asks for, so stock Voila answers
    403 and the kernel stays (voila issue 1458).  The kernel's random id in the address is proof enough here: whoever
    knows it has the page.  Every other address keeps the check.
    """

    def check_xsrf_cookie(self) -> None:
        pass

    @web.authenticated
    async def post(self, kernel_id: str) -> None:
        if kernel_id in self.kernel_manager:  # a page may say goodbye after the culler or twice
            await self.kernel_manager.shutdown_kernel(kernel_id)
        self.set_status(204)
        self.finish()


class Health(JupyterHandler):
    """``GET /mowlab/health``: version and number of kernels as JSON.  Starts no kernel, needs no login."""

    @allow_unauthenticated
    def get(self) -> None:
        manager = self.kernel_manager
        assert isinstance(manager, CappedKernelManager)
        self.write({"mowlab": mowlab.__version__, "kernels": len(manager), "max_kernels": manager.max_kernels})


class NotFound(BaseVoilaHandler):  # type: ignore[misc]
    """Any address that is nobody else's: our own 404 page."""

    async def prepare(self) -> None:
        await super().prepare()
        raise web.HTTPError(404)


class MowVoila(Voila):  # type: ignore[misc]
    """Voila with mowlab's settings, pages and manners; ``listeners`` are sockets that already listen."""

    def __init__(self, listeners: list[socket], on_ready: Callable[[], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.listeners = listeners
        self.on_ready = on_ready

    def setup_template_dirs(self) -> None:
        super().setup_template_dirs()
        self.template_paths.append(str(SHARED_STYLE))

    def init_settings(self) -> dict[str, Any]:
        settings: dict[str, Any] = super().init_settings()
        settings["default_handler_class"] = NotFound
        settings["default_handler_args"] = {"voila_configuration": self.voila_configuration}
        settings["voila_jinja2_env"].globals["cards"] = partial(cards, Path(self.root_dir))
        return settings

    def init_handlers(self) -> list[Any]:
        handlers = [
            (pattern, Goodbye if handler is VoilaShutdownKernelHandler else handler, *more)
            for pattern, handler, *more in super().init_handlers()
        ]
        return [(url_path_join(self.server_url, "/mowlab/health"), Health), *handlers]

    def listen(self) -> None:
        """Serve on the sockets we were given until SIGTERM or Ctrl-C, then end every kernel."""
        HTTPServer(self.app).add_sockets(self.listeners)
        self.ioloop = IOLoop.current()
        self.ioloop.add_callback(self.on_ready)
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass
        finally:
            self.stop()


def run(
    notebooks: Path,
    listeners: list[socket],
    base_url: str,
    settings: dict[str, dict[str, Any]],
    on_ready: Callable[[], object],
) -> None:
    """Run Voila over a folder or one notebook until it is told to stop.

    ``settings`` go over ``DEFAULTS``.  Call from the main thread.
    """
    config = Config(DEFAULTS)
    config.merge(Config(settings))
    config.merge(Config({"Voila": {"base_url": base_url}}))
    # No configuration files but ours: a voila.json that somebody keeps for other pages would break these.
    config.merge(Config({"Voila": {"config_file_paths": []}}))
    app = MowVoila.instance(listeners, on_ready, config=config)  # "instance": Voila's parts find its log this way
    app.port = listeners[0].getsockname()[1]
    try:
        app.initialize([str(notebooks)])
        asyncio.set_event_loop(asyncio.new_event_loop())  # after initialize, which chooses the kind of loop on Windows
        logging.getLogger("tornado").setLevel(app.log_level)
        app.start()
    finally:
        MowVoila.clear_instance()
