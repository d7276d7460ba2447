"""What `mowlab doctor` says of a computer that shall serve mowlab."""

from __future__ import annotations

import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from mowlab.diagnosis import MEND, OK
from mowlab.serve import host
from mowlab.serve.config import DEFAULTS
from mowlab.serve.host import BUSY_PAGE_MEMORY, MEGABYTE, NOTE, PAGE_MEMORY

GIGABYTE = 1024 * MEGABYTE


def test_an_old_python_is_named() -> None:
    assert host.python((3, 11)).verdict == OK
    assert host.python((3, 10)) == host.Finding(MEND, "python", "3.10; mowlab needs 3.11 or newer")


def test_versions_other_than_the_tested_ones_are_named(tmp_path: Path) -> None:
    tested = tmp_path / "constraints.txt"
    tested.write_text("numpy==0.0.1\nvoila==9 ; python_version < '3'\nnot-there==1\n")
    finding = host.pins(tested)
    assert finding.verdict == MEND
    assert "numpy" in finding.found
    assert "tested: 0.0.1" in finding.found
    assert "voila" not in finding.found  # a pin for another Python
    assert host.pins(tmp_path / "none").verdict == NOTE


def test_memory_for_all_pages_some_or_too_few() -> None:
    assert host.memory(24 * GIGABYTE, 64).verdict == OK
    assert host.memory(12 * GIGABYTE, 64).verdict == NOTE
    finding = host.memory(2 * GIGABYTE, 64)
    assert finding.verdict == MEND
    advised = int(finding.found.rsplit(" ", 1)[1])
    assert 1 <= advised <= 2 * GIGABYTE // BUSY_PAGE_MEMORY
    assert host.memory(2 * GIGABYTE, advised).verdict == OK
    assert host.memory(0, 64).verdict == NOTE
    assert BUSY_PAGE_MEMORY > PAGE_MEMORY


def test_open_files() -> None:
    assert host.files(None, 1000).verdict == OK
    need = host.SERVER_FILES + 64 * host.PAGE_FILES
    assert host.files(need, 64).verdict == OK
    finding = host.files(need - 1, 64)
    assert finding.verdict == MEND
    assert f"LimitNOFILE={need}" in finding.found


def test_a_taken_port_is_named_and_a_free_one_is_fine() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        finding = host.at_port("127.0.0.1", port)
    assert finding.verdict == MEND
    assert f"--port {port + 1}" in finding.found
    assert host.at_port("127.0.0.1", port).verdict == OK
    assert host.at_port("127.0.0.1", 0).verdict == OK
    assert host.at_port("127.0.0.1", 70000).verdict == MEND
    assert host.at_port("no such address", 8866).verdict == MEND


@pytest.mark.parametrize("ip", ["127.0.0.1", "::1"])
def test_a_port_where_mowlab_runs_is_fine(ip: str) -> None:
    class Healthy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps({"mowlab": "0", "kernels": 3}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    class Server(HTTPServer):
        address_family = socket.AF_INET6 if ":" in ip else socket.AF_INET

    try:
        server = Server((ip, 0), Healthy)
    except OSError as error:
        pytest.skip(f"this computer has no {ip}: {error}")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    finding = host.at_port(ip, server.server_address[1])
    server.shutdown()
    server.server_close()
    assert finding.verdict == OK
    assert "open pages: 3" in finding.found


@pytest.mark.parametrize("most", [0, -1, "many", 1.5, True, None])
def test_settings_without_a_number_of_pages_are_named(most: object, tmp_path: Path) -> None:
    config = tmp_path / "my.json"
    config.write_text(json.dumps({"CappedKernelManager": {"max_kernels": most}}))
    [finding] = host.examine_host(0, config=config)
    assert finding.verdict == MEND
    assert "max_kernels must be a whole number" in finding.found


def test_settings_that_are_no_json_are_named(tmp_path: Path) -> None:
    config = tmp_path / "my.json"
    config.write_text("{")
    [finding] = host.examine_host(0, config=config)
    assert (finding.verdict, "is not JSON" in finding.found) == (MEND, True)


def test_the_settings_decide_how_many_pages_are_counted_on(tmp_path: Path) -> None:
    config = tmp_path / "my.json"
    config.write_text(json.dumps({"CappedKernelManager": {"max_kernels": 7}}))
    assert any("max_kernels 7" in finding.found for finding in host.examine_host(0, config=config))
    assert host.max_kernels({}) == DEFAULTS["CappedKernelManager"]["max_kernels"]


def test_root_and_the_reach_are_noted() -> None:
    assert (host.account(0).verdict, host.account(1000).verdict) == (NOTE, OK)
    assert "HTTPS" in host.reach("0.0.0.0").found
    assert "Upgrade" in host.reach("127.0.0.1").found


def test_looking_at_this_host_finds_something_for_each_question() -> None:
    what = [finding.what for finding in host.examine_host(0)]
    assert what == ["python", "versions", "memory", "open files", "port 0", "account", "reach"]
