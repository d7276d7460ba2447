"""mowlab under a path behind nginx, with the very lines that docs/hosting.md tells a host to use."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import ROOT, Server, leave
from .test_host import ask
from .test_serving import folder  # noqa: F401  # a fixture

NGINX = os.environ.get("MOWLAB_NGINX") or shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
WITHOUT = "nginx is not installed (Debian, Ubuntu: apt-get install nginx-light; or MOWLAB_NGINX names it)"
pytestmark = pytest.mark.skipif(NGINX is None, reason=WITHOUT)

SITE = """
daemon off; pid {place}/pid; error_log {place}/error.log; worker_processes 1;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {place}/body; proxy_temp_path {place}/proxy; fastcgi_temp_path {place}/fastcgi;
    uwsgi_temp_path {place}/uwsgi; scgi_temp_path {place}/scgi;
    {http}
    server {{ listen 127.0.0.1:{port}; {site} }}
}}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@pytest.fixture
def behind_nginx(folder: Path, start_server: Callable[..., Server], tmp_path: Path) -> Iterator[tuple[Server, str]]:  # noqa: F811
    """A server with the base /mow/ and the address of an nginx in front of it."""
    server = start_server(folder, None, "--base-url", "/mow/")
    inside = server.url.split(":")[2].split("/")[0]
    place, port = tmp_path / "nginx", free_port()
    place.mkdir()
    site = (ROOT / "deploy" / "nginx.conf").read_text()
    assert "127.0.0.1:8866" in site
    site = site.replace("127.0.0.1:8866", f"127.0.0.1:{inside}")
    http = (ROOT / "deploy" / "nginx-http.conf").read_text()
    (place / "nginx.conf").write_text(SITE.format(place=place, http=http, site=site, port=port))
    assert NGINX is not None
    command = [NGINX, "-p", str(place), "-e", str(place / "error.log"), "-c", str(place / "nginx.conf")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            assert process.poll() is None, process.stderr and process.stderr.read()
            assert time.monotonic() < end, "nginx does not answer"
            time.sleep(0.1)
    yield server, f"http://127.0.0.1:{port}/"
    process.terminate()
    process.wait(20)


def test_a_page_plays_and_says_goodbye_through_nginx(
    behind_nginx: tuple[Server, str], quiet_page: Callable[..., Page]
) -> None:
    server, outside = behind_nginx
    page = quiet_page()
    page.goto(f"{outside}mow")  # without the slash
    assert page.url == f"{outside}mow/"
    page.locator(".mow-card", has_text="Counting").click()
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".widget-label", has_text="1")).to_be_visible()
    assert server.kernels() == 1
    leave(page)
    server.wait_for_kernels(0)


def test_what_nginx_passes_on(behind_nginx: tuple[Server, str]) -> None:
    _, outside = behind_nginx
    front = Server(None, outside)  # type: ignore[arg-type]  # only its address is asked
    status, headers, _ = ask(front, "/mow/mowlab/health")
    assert status == 200
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert ask(front, "/mow/api/kernels")[0] == 404
    assert ask(front, "/")[0] in (403, 404)  # the rest of the site is not mowlab's
