"""How mowlab runs Voila: one table.  ``mowlab serve --config my.json`` changes any entry (same shape, JSON)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
JUPYTER_DATA = HERE / "share" / "jupyter"  # holds voila/templates/mowlab; goes on JUPYTER_PATH
JUPYTER_CONFIG = HERE / "share" / "config"  # keeps JupyterLab from offering news; goes on JUPYTER_CONFIG_PATH
SHARED_STYLE = HERE.parent / "ui" / "static"  # tokens.css

# No page may fetch anything from elsewhere.  Inline code, eval and blob: are how Voila, Vega and anywidget run theirs.
ONLY_FROM_HERE = "; ".join(
    [
        "default-src 'self' data: blob:",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:",
        "style-src 'self' 'unsafe-inline'",
        "connect-src 'self' data: blob: ws: wss:",  # older Safari does not count ws: as 'self'
        "frame-ancestors 'self'",
        "base-uri 'self'",
        "form-action 'self'",
        "object-src 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": ONLY_FROM_HERE,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}
MAX_MESSAGE = 2 * 1024 * 1024  # bytes from a page: the longest record or file of cards is a tenth of it

# What every app loads before it shows anything: the same for all games, so any spare kernel serves any page.
WARM = """
import mowlab.games, mowlab.ui.app, mowlab.ui.learn, mowlab.ui.play
for key in mowlab.games.keys():
    mowlab.ui.app.app(key).close_all()
"""

DEFAULTS: dict[str, dict[str, Any]] = {
    "Voila": {
        "log_level": "ERROR",  # a terminal that shows the address and what went wrong
        "identity_provider_class": "mowlab.serve.guard.Strangers",
        "tornado_settings": {
            "headers": HEADERS,
            "websocket_max_message_size": MAX_MESSAGE,
            "ws_ping_interval": 15_000,  # ms: a phone that was switched off says no goodbye
            "ws_ping_timeout": 40_000,  # must be longer than two intervals: before the first ping there is no answer
        },
    },
    "VoilaConfiguration": {
        "template": "mowlab",
        "theme": "light",  # the base of our own colours, which follow the reader's system (mowlab.css)
        "allow_template_override": "NO",  # other templates link outside
        "allow_theme_override": "NO",
        "classic_tree": True,  # the list of apps as a plain page of ours
        "strip_sources": True,
        "show_tracebacks": False,
        "extension_allowlist": [
            "@voila-dashboards/widgets-manager8",
            "@jupyter-widgets/jupyterlab-manager",
            "anywidget",
        ],
        "multi_kernel_manager_class": "mowlab.serve.kernels.CappedKernelManager",
        "kernel_spec_manager_class": "mowlab.serve.kernels.ThisPython",
    },
    "VoilaExecutor": {
        "timeout": 120,  # seconds for a cell: no page shall wait for ever
        "cell_error_instruction": "Reload the page to try again; the terminal that runs mowlab says more.",
        "cell_timeout_instruction": "Reload the page to try again.",
    },
    # A page that is closed frees its kernel at once; the culler gets those that could not say goodbye (phone switched
    # off, browser killed, page that hung while loading).  Long work in a thread does not count as busy, but an open
    # page protects it.
    "MappingKernelManager": {"cull_idle_timeout": 90, "cull_interval": 15, "cull_connected": False},
    # A kernel that dies is not started anew: it would know nothing of the page.  The page notices that it is gone and
    # offers to go on from what the browser kept (page.js).
    "KernelRestarter": {"restart_limit": 0},
    "ServerKernelManager": {"client_factory": "mowlab.serve.kernels.PageClient"},
    "CappedKernelManager": {"max_kernels": 64, "spare_kernels": 1, "spare_code": WARM},  # 60 to 250 MB of memory each
}


def read_config(path: Path) -> dict[str, dict[str, Any]]:
    """The settings in a JSON file of the shape of ``DEFAULTS``.

    Raises ``ValueError`` with one sentence that names the file when it cannot be read or has another shape.
    """
    try:
        settings = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"Cannot read the settings file {path}: {error.strerror}.") from None
    except ValueError as error:
        raise ValueError(f"The settings file {path} is not JSON: {error}.") from None
    if not isinstance(settings, dict) or not all(isinstance(section, dict) for section in settings.values()):
        raise ValueError(f"The settings file {path} must hold sections, as in {json.dumps(EXAMPLE)}.")
    return settings


EXAMPLE = {"MappingKernelManager": {"cull_idle_timeout": 600}}
