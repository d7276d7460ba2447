"""How a notebook becomes a page: Voila's way, quicker, and with an end where that breaks off."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from typing import Any

from voila.execute import VoilaExecutor
from voila.exporter import VoilaExporter
from voila.notebook_renderer import NotebookRenderer

FAILED = "<script>window.mow_failed()</script>\n"  # page.js


class PageRenderer(NotebookRenderer):  # type: ignore[misc]
    """One exporter for all pages, and a page that cannot be made says so."""

    exporter: VoilaExporter

    async def initialize(self, **kwargs: Any) -> None:
        await super().initialize(**kwargs)
        self.log = self._log_of_a_page()
        # All pages have one template, which takes 70 ms to compile: the first exporter keeps it.
        kept = self.request_handler.settings
        self.exporter: Any = kept.setdefault("mowlab_exporter", self.exporter)

    async def generate_content_generator(self, *args: Any) -> AsyncIterator[tuple[str, Any]]:
        """Pieces of the page.  Voila would leave the visitor waiting for ever if this raised an error."""
        try:
            async for piece in super().generate_content_generator(*args):
                yield piece
        except Exception as error:
            self.log.error("A page could not be made: %s", error)
            await self.request_handler.kernel_manager.forget(self.request_handler.kernels)
            yield FAILED, None

    async def _jinja_kernel_start(self, nb: Any, kernel_id: str, kernel_future: Any) -> str:
        """The kernel runs already: connect to it.  The template calls this."""
        self.executor = VoilaExecutor(
            nb,
            km=kernel_future,
            config=self.traitlet_config,
            show_tracebacks=self.voila_configuration.show_tracebacks,
            log=self.log,
        )
        self.executor.kc = client = kernel_future.client()
        client.start_channels()
        try:
            await client.wait_for_ready(self.executor.startup_timeout)
        except RuntimeError:
            client.stop_channels()
            raise
        client.allow_stdin = False
        return kernel_id

    def _log_of_a_page(self) -> logging.Logger:
        """Writes where the server writes, as long as somebody waits for the page: kernels of others are ended."""
        log = logging.Logger(self.log.name, self.log.level)
        log.parent = self.log
        log.filters = [*self.log.filters, lambda record: not self.request_handler.gone]
        return log
