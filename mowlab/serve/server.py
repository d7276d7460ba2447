"""Voila as mowlab runs it.  Imports Voila: only ``launch.serve`` imports this module, and only when it runs."""

from __future__ import annotations

import asyncio
import logging
import re
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from socket import socket
from typing import Any

import voila.handler
from jupyter_core.utils import ensure_async
from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.utils import url_path_join
from tornado import web
from tornado.ioloop import IOLoop
from traitlets.config import Config
from voila.app import Voila
from voila.handler import BaseVoilaHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.tornado.handler import TornadoVoilaHandler

import mowlab
from mowlab.serve.bundle import Bundle
from mowlab.serve.cards import cards, for_teachers
from mowlab.serve.config import DEFAULTS, SHARED_STYLE
from mowlab.serve.guard import GuardedServer, NoQueries, log_request
from mowlab.serve.kernels import STARTED, CappedKernelManager
from mowlab.serve.renderer import PageRenderer

DOOR = "mowlab_door"  # the cookie of a browser that has run a script of ours
FOR_EVER = "public, max-age=31536000, immutable"
ROBOTS = "User-agent: *\nDisallow: {base}voila/\n"


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
        self.set_header("Cache-Control", "no-store")
        self.write(
            {
                "mowlab": mowlab.__version__,
                "kernels": manager.pages,
                "spare_kernels": manager.spare,
                "max_kernels": manager.max_kernels,
            }
        )


class Scripts(JupyterHandler):
    """``GET /mowlab/voila-….js``: Voila's scripts in one file."""

    def initialize(self, bundle: Bundle) -> None:
        self.bundle = bundle

    def compute_etag(self) -> None:
        """The name says it all; no need to hash megabytes for each visitor."""

    @allow_unauthenticated
    def get(self, name: str) -> None:
        if name != self.bundle.name:  # of another version of Voila
            raise web.HTTPError(404)
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Cache-Control", FOR_EVER)
        self.set_header("Vary", "Accept-Encoding")
        if "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(self.bundle.packed)
        else:
            self.finish(self.bundle.text)


class Robots(JupyterHandler):
    """``GET /robots.txt``: the gallery may be found, a page that takes a kernel need not be."""

    @allow_unauthenticated
    def get(self) -> None:
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(ROBOTS.format(base=self.base_url))


class KernelState(KernelHandler):
    """Whether a page still has its kernel.  Nobody ends a kernel here: that is ``Goodbye``'s."""

    SUPPORTED_METHODS = ("GET",)


class TemplateFile(TemplateStaticFileHandler):  # type: ignore[misc]
    """Pictures and styles of our template; Voila's own fails (500) on an address that leads out of the folder."""

    def parse_url_path(self, url_path: str) -> str:
        if url_path.split("/")[1:2] != ["static"] or ".." in url_path.split("/"):
            raise web.HTTPError(404)
        return str(super().parse_url_path(url_path))


class Notebook(TornadoVoilaHandler):  # type: ignore[misc]
    """A notebook's page, for browsers; whatever runs no script gets the door and no kernel.

    Crawlers, link previews, monitors and download tools ask for pages they never show.  The door is a small page whose
    script sets a cookie and comes again; where cookies are off it comes with ``?door=open``.
    """

    def initialize(self, **kwargs: Any) -> None:
        super().initialize(**kwargs)
        self.gone = False
        self.kernels: list[str] = []

    @web.authenticated
    async def get(self, path: str | None = None) -> None:
        where = self.notebook_path or path or ""
        if where.endswith(".ipynb") and not await ensure_async(self.contents_manager.file_exists(where)):
            raise web.HTTPError(404)
        if self.get_cookie(DOOR) or self.get_query_argument("door", "") == "open":
            await self._serve(path)
            return
        self.set_header("Cache-Control", "no-store")
        self.write(self.render_template("door.html", base_url=self.base_url))

    async def _serve(self, path: str | None) -> None:
        """The page; if the visitor leaves before it is whole, its kernel goes at once."""
        STARTED.set(self.kernels)
        try:
            await super().get(path)
        finally:
            if self.gone:
                await self.kernel_manager.forget(self.kernels)

    def on_connection_close(self) -> None:
        super().on_connection_close()
        self.gone = True
        IOLoop.current().add_callback(self.kernel_manager.forget, self.kernels)


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
        self.bundle = Bundle(self.static_paths, self.labextensions_path)
        self.voila_configuration.page_config_hook = self._name_scripts
        settings["static_immutable_cache"] = [url_path_join(self.server_url, "/voila/labextensions/")]  # hashed names
        settings["jinja2_env"] = settings["voila_jinja2_env"]  # error pages of Jupyter's own handlers, too
        settings["voila_jinja2_env"].globals.update(
            cards=partial(cards, Path(self.root_dir)),
            for_teachers=partial(for_teachers, Path(self.root_dir)),
            voila_scripts=self._scripts,
            door_cookie=DOOR,
        )
        return settings

    def _scripts(self) -> list[str]:
        return [self._address_of_scripts(), url_path_join(self.base_url, "voila/static/voila.js")]

    def _address_of_scripts(self) -> str:
        return url_path_join(self.base_url, "mowlab", self.bundle.name)

    def _name_scripts(self, page_config: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {**page_config, "mowlabScripts": self._address_of_scripts()}

    def init_handlers(self) -> list[Any]:
        """Voila's addresses but those that no page of ours needs, and ours."""
        handlers = [
            (pattern, OURS.get(handler, handler), *more)
            for pattern, handler, *more in super().init_handlers()
            if handler is not VoilaContentsHandler and (self.token or not pattern.endswith(LOGIN))
        ]
        base = self.server_url.rstrip("/")
        without_slash = [(re.escape(base), web.RedirectHandler, {"url": f"{base}/"})] if base else []
        return [
            (url_path_join(self.server_url, "/mowlab/health"), Health),
            (url_path_join(self.server_url, "/robots.txt"), Robots),
            (url_path_join(self.server_url, r"/mowlab/(voila-\w+\.js)"), Scripts, {"bundle": self.bundle}),
            *without_slash,
            *handlers,
        ]

    def listen(self) -> None:
        """Serve on the sockets we were given until SIGTERM or Ctrl-C, then end every kernel."""
        GuardedServer(self.app, headers=self.app.settings.get("headers", {})).add_sockets(self.listeners)
        self.ioloop = IOLoop.current()
        self.ioloop.add_callback(self.kernel_manager.keep_spare, 0)
        self.ioloop.add_callback(self.on_ready)
        self.ioloop.add_callback(asyncio.to_thread, getattr, self.bundle, "packed")  # before somebody waits for it
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass
        finally:
            signal.signal(signal.SIGINT, before)
            self.stop()

    def _interrupt(self, *_: Any) -> None:
        """Ctrl-C ends the loop between two tasks, as a KeyboardInterrupt in one may be lost; twice ends at once."""
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self.ioloop.add_callback_from_signal(self.ioloop.stop)


OURS = {
    VoilaShutdownKernelHandler: Goodbye,
    TornadoVoilaHandler: Notebook,
    KernelHandler: KernelState,
    TemplateStaticFileHandler: TemplateFile,
}
LOGIN = ("/login", "/logout")
voila.handler.NotebookRenderer = PageRenderer  # there is no setting for it


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
        _keep_quiet_about_visitors(app)
        app.start()
    finally:
        MowVoila.clear_instance()


def _keep_quiet_about_visitors(app: MowVoila) -> None:
    app.tornado_settings = {**app.tornado_settings, "log_function": log_request}
    for name in ("tornado", "tornado.general", "tornado.application", "tornado.access", "mowlab.serve", app.log.name):
        logger = logging.getLogger(name)
        logger.addFilter(NoQueries())
        logger.setLevel(app.log_level)
    logging.getLogger("mowlab.serve").handlers = app.log.handlers
