"""How a notebook becomes a page: Voila's way, quicker, and with an end where that breaks off."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from voila.notebook_renderer import NotebookRenderer

FAILED = "<script>window.mow_failed()</script>\n"  # page.js


class PageRenderer(NotebookRenderer):  # type: ignore[misc]
    """One exporter for all pages, and a page that cannot be made says so."""

    async def initialize(self, **kwargs: Any) -> None:
        await super().initialize(**kwargs)
        # All pages have one template, which takes 70 ms to compile: the first exporter keeps it.
        kept = self.request_handler.settings
        self.exporter: Any = kept.setdefault("mowlab_exporter", self.exporter)

    async def generate_content_generator(self, *args: Any) -> AsyncIterator[tuple[str, Any]]:
        """Pieces of the page.  Voila would leave the visitor waiting for ever if this raised an error."""
        try:
            async for piece in super().generate_content_generator(*args):
                yield piece
        except Exception as error:
            if not self.request_handler.gone:
                self.log.error("A page could not be made: %s", error)
            await self.request_handler.kernel_manager.forget(self.request_handler.kernels)
            yield FAILED, None
