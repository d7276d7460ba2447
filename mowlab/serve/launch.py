"""Start the apps or JupyterLab: find the notebooks, take the port, say where the pages are, end cleanly."""

from __future__ import annotations

import argparse
import errno
import os
import shutil
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from mowlab._quick import quick_imports

PACKAGE = Path(__file__).resolve().parent.parent
DEFAULT_PORT = 8866
LOOPBACK = "127.0.0.1"
ANY = ("", "0.0.0.0", "::")
WORK_FOLDER = "mowlab-notebooks"
MISSING_APPS = (
    "The Jupyter parts of mowlab are not installed ({name} is missing). "
    "Install them in mowlab's own folder with: pip install .[apps]"
)


class ServeError(RuntimeError):
    """The server cannot start; the text is one sentence for the person who started it."""


def notebooks_folder(given: Path | None = None) -> Path:
    """The folder (or single notebook) to serve: the given one, else the installed ones, else the checkout's.

    Raises ``ServeError`` if there is no such place or it holds no notebook.
    """
    if given is not None:
        path = Path(given).resolve()
        if path.suffix == ".ipynb" and path.is_file():
            return path
        if not path.is_dir():
            raise ServeError(f"There is no folder or notebook {given}.")
        if next(path.rglob("*.ipynb"), None) is None:
            raise ServeError(f"The folder {given} holds no notebook (*.ipynb).")
        return path
    for place in (PACKAGE / "notebooks", PACKAGE.parent / "notebooks"):
        if place.is_dir() and next(place.rglob("*.ipynb"), None) is not None:
            return place
    raise ServeError("mowlab's notebooks are not here; name a folder that has some: mowlab serve FOLDER.")


def serve(
    notebooks: Path | None = None,
    port: int = DEFAULT_PORT,
    ip: str = LOOPBACK,
    open_browser: bool = True,
    base_url: str = "/",
    config: Path | None = None,
) -> None:
    """Serve the notebooks as apps until Ctrl-C or SIGTERM, then end every kernel.  Call from the main thread.

    ``port`` 0 takes any free one.  ``ip`` "0.0.0.0" lets other devices in.  ``base_url`` is the path before every
    address, for a server behind another one.  ``config`` is a JSON file in the shape of
    ``mowlab.serve.config.DEFAULTS`` whose entries win.  When the pages can be opened, their address goes to standard
    output.

    Raises ``ServeError`` with one sentence: no notebooks, port taken, bad settings, Jupyter parts not installed.
    """
    from mowlab.serve.config import JUPYTER_DATA, read_config

    folder = notebooks_folder(notebooks)
    try:
        settings = {} if config is None else read_config(config)
    except ValueError as error:
        raise ServeError(str(error)) from None
    base_url = f"/{base_url.strip('/')}/".replace("//", "/")
    _search_first("JUPYTER_PATH", JUPYTER_DATA)
    with quick_imports():
        try:
            from tornado.netutil import bind_sockets
            from traitlets import TraitError

            from mowlab.serve import server
        except ModuleNotFoundError as error:
            raise ServeError(MISSING_APPS.format(name=error.name)) from None
    _check_number(port)
    try:
        listeners = bind_sockets(port, ip)
    except OSError as error:
        raise ServeError(_why_no_port(error, ip, port)) from None

    def ready() -> None:
        actual = listeners[0].getsockname()[1]
        print(_welcome(ip, actual, base_url), flush=True)
        if open_browser:
            _open(f"http://{reachable(ip)}:{actual}{base_url}")

    before = signal.signal(signal.SIGTERM, _end_early)  # until Voila puts its own handler in place
    try:
        server.run(folder, listeners, base_url, settings, ready)
    except KeyboardInterrupt:
        pass
    except TraitError as error:
        raise ServeError(f"The settings file {config} has a wrong value: {error}") from None
    finally:
        signal.signal(signal.SIGTERM, before)
        for listener in listeners:
            listener.close()


def lab(
    notebooks: Path | None = None, port: int = 8888, ip: str = LOOPBACK, open_browser: bool = True, base_url: str = "/"
) -> None:
    """Open the notebooks in JupyterLab until Ctrl-C or SIGTERM.  Asks for no news, updates or extensions outside.

    Notebooks that came with an installed package are first copied to ``mowlab-notebooks`` in the current folder, so
    that they can be changed and an update cannot take the changes away; files already there are left alone.

    Raises ``ServeError`` as ``serve`` does.
    """
    from mowlab.serve.config import JUPYTER_CONFIG

    place = notebooks_folder(notebooks)
    _search_first("JUPYTER_CONFIG_PATH", JUPYTER_CONFIG)
    _check_port(ip, port)
    with quick_imports():
        try:
            from jupyterlab.labapp import LabApp
        except ModuleNotFoundError as error:
            raise ServeError(MISSING_APPS.format(name=error.name)) from None
    if place == PACKAGE / "notebooks":
        place = _copy_missing(place, Path.cwd() / WORK_FOLDER)
        print(f"Your notebooks are in {place}.", flush=True)
    root, start = (place.parent, [f"--LabApp.default_url=/lab/tree/{place.name}"]) if place.is_file() else (place, [])
    LabApp.launch_instance(
        [
            f"--ServerApp.root_dir={root}",
            f"--ServerApp.ip={ip}",
            f"--ServerApp.port={port}",
            "--ServerApp.port_retries=0",
            f"--ServerApp.open_browser={open_browser and _has_screen()}",
            f"--ServerApp.base_url={base_url}",
            f"--ServerApp.allow_root={not hasattr(os, 'geteuid') or os.geteuid() == 0}",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            "--LabApp.news_url=None",
            "--LabApp.extension_manager=readonly",
            *start,
        ]
    )


def main(argv: Sequence[str] | None = None) -> int:
    """``python -m mowlab.serve``: ``serve`` (or ``lab`` with --lab) from the command line; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m mowlab.serve", description="Serve mowlab's notebooks as apps.")
    parser.add_argument("notebooks", nargs="?", type=Path, help="folder or notebook (default: those of mowlab)")
    parser.add_argument("--port", type=int, help=f"default {DEFAULT_PORT} (8888 with --lab); 0 takes any free one")
    parser.add_argument("--ip", default=LOOPBACK, help="0.0.0.0 lets other devices in (default %(default)s)")
    parser.add_argument("--base-url", default="/", help="path before every address (default %(default)s)")
    parser.add_argument("--config", type=Path, help="JSON file with settings that win over mowlab's")
    parser.add_argument("--no-browser", action="store_true", help="print the address, open nothing")
    parser.add_argument("--lab", action="store_true", help="open JupyterLab instead of the apps")
    args = parser.parse_args(argv)
    where = {"ip": args.ip, "open_browser": not args.no_browser, "base_url": args.base_url}
    try:
        if args.lab:
            lab(args.notebooks, 8888 if args.port is None else args.port, **where)
        else:
            serve(args.notebooks, DEFAULT_PORT if args.port is None else args.port, config=args.config, **where)
    except ServeError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _search_first(variable: str, folder: Path) -> None:
    """Put a folder of ours on one of Jupyter's search paths; kernels inherit it and do not mind."""
    paths = [str(folder), *filter(None, os.environ.get(variable, "").split(os.pathsep))]
    os.environ[variable] = os.pathsep.join(dict.fromkeys(paths))


def _end_early(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def is_port(port: int) -> bool:
    """Whether there is such a port at all: of another number the system would quietly take the lower bits."""
    return 0 <= port <= 65535


def probe(ip: str, port: int) -> None:
    """Take the port and give it back at once.  Raises OSError if a server could not have it."""
    family, kind, proto, _, address = socket.getaddrinfo(ip or None, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, proto) as taken:
        if os.name != "nt":
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(address)


def reachable(ip: str) -> str:
    """How a browser on this computer writes the address that a server listens on."""
    return LOOPBACK if ip in ANY else f"[{ip}]" if ":" in ip else ip


def _check_number(port: int) -> None:
    if not is_port(port):
        raise ServeError(f"{port} is no port; choose one from 1024 to 65535 with --port.")


def _check_port(ip: str, port: int) -> None:
    _check_number(port)
    try:
        probe(ip, port)
    except OSError as error:
        raise ServeError(_why_no_port(error, ip, port)) from None


def _why_no_port(error: OSError, ip: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program; choose another one, for example --port {port + 1}."
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used by you; choose one from 1024 to 65535 with --port."
    if error.errno == errno.EADDRNOTAVAIL:
        return (
            f"{ip} is not an address of this computer; --ip takes 127.0.0.1 (this computer) or 0.0.0.0 (all devices)."
        )
    return f"Cannot listen on {ip} port {port}: {error.strerror or error}."


def _welcome(ip: str, port: int, base_url: str) -> str:
    lines = [f"mowlab is ready: http://{reachable(ip)}:{port}{base_url}   (Ctrl-C ends it)"]
    if ip in ANY:
        lines.append(f"From other devices in this network: http://{_own_address()}:{port}{base_url}")
    return "\n".join(lines)


def _own_address() -> str:
    """This machine's address in its network.  Connecting a UDP socket picks the outgoing one and sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _has_screen() -> bool:
    """Whether opening a browser can show something (and will not start a text browser in this terminal)."""
    return sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )


def _open(url: str) -> None:
    if _has_screen():
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _copy_missing(source: Path, target: Path) -> Path:
    for path in sorted(source.rglob("*.ipynb")):
        copy = target / path.relative_to(source)
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
    return target
