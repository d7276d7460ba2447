"""What a host relies on: no kernel is left over, nothing answers that need not, nobody is named, nobody gets in."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, Page, expect
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from mowlab.serve.config import DEFAULTS, HEADERS, MAX_MESSAGE

from .conftest import ROOT, Server, leave, open_notebook
from .test_play import play_tab
from .test_serving import folder, write_notebook  # noqa: F401  # a fixture

Starter = Callable[..., Server]
Pages = Callable[..., Page]
COUNT = "voila/render/count.ipynb"
UNKNOWN = "00000000-0000-0000-0000-000000000000"
PAYLOAD = '"\'><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'


def ask(server: Server, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], str]:
    """Status, headers and text of an answer; redirects are not followed."""
    parts = urlsplit(server.url)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=60)
    connection.request(method, path if path.startswith("/") else parts.path + path, headers=headers)
    answer = connection.getresponse()
    text = answer.read().decode(errors="replace")
    connection.close()
    return answer.status, dict(answer.getheaders()), text


def kernel_of(page: Page) -> str:
    page.wait_for_selector("#jupyter-config-data", state="attached")
    return str(page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId"))


# ---- nothing is left over -------------------------------------------------------------------------------------------
def test_twenty_plain_gets_start_no_kernel(folder: Path, start_server: Starter) -> None:  # noqa: F811
    server = start_server(folder)
    for _ in range(20):
        status, _, text = ask(server, COUNT)
        assert status == 200
        assert "need JavaScript" in text
        assert "Starting Python for this page" in text  # the door looks like the waiting room behind it
        assert server.kernels() == 0
    assert server.kernel_processes() == 0


def test_gets_that_come_through_the_door_and_never_connect_are_culled(
    folder: Path,  # noqa: F811
    start_server: Starter,
) -> None:
    server = start_server(folder, {"MappingKernelManager": {"cull_idle_timeout": 3, "cull_interval": 1}})
    for _ in range(4):
        assert ask(server, COUNT, Cookie="mowlab_door=1")[0] == 200
    assert server.kernels() > 0
    server.wait_for_kernels(0)


def test_what_nobody_uses_is_gone_within_two_minutes() -> None:
    culler, tornado = DEFAULTS["MappingKernelManager"], DEFAULTS["Voila"]["tornado_settings"]
    assert culler["cull_idle_timeout"] + culler["cull_interval"] <= 120
    assert (tornado["ws_ping_interval"] + tornado["ws_ping_timeout"]) / 1000 + culler["cull_interval"] <= 120


@pytest.mark.parametrize("spare", [0, 1])
def test_twenty_reloads_leave_one_kernel_and_closing_none(
    spare: int,
    folder: Path,  # noqa: F811
    start_server: Starter,
    quiet_page: Pages,
) -> None:
    server = start_server(folder, {"CappedKernelManager": {"spare_kernels": spare, "spare_delay": 0.1}})
    page = quiet_page()
    open_notebook(page, server.url, "count.ipynb")
    for number in range(20):
        press_reload(page)
        if number % 5 == 4:  # now and then the page gets time to load to its end
            page.wait_for_selector("#rendered_cells", state="visible")
    page.wait_for_selector("#rendered_cells", state="visible")
    wait_for(lambda: (server.kernels(), server.kernel_processes()) == (1, 1 + spare), 120)
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".widget-label", has_text="1")).to_be_visible()
    leave(page)
    wait_for(lambda: (server.kernels(), server.kernel_processes()) == (0, spare), 120)


def press_reload(page: Page) -> None:
    """As somebody presses the key, whatever the page is doing: between two documents Chromium refuses for a moment."""

    def reloads() -> bool:
        try:
            page.reload(wait_until="commit")
        except Error as error:
            if "Not attached to an active page" not in str(error):
                raise
            return False
        return True

    wait_for(reloads, 10)


def wait_for(true: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.2)


# ---- spare kernels --------------------------------------------------------------------------------------------------
def test_a_page_takes_a_spare_kernel_in_its_own_folder_and_another_one_follows(
    folder: Path,  # noqa: F811
    start_server: Starter,
    quiet_page: Pages,
) -> None:
    code = """
import builtins, ipywidgets
from os import environ, getcwd, path
words = [path.basename(getcwd()), getattr(builtins, "warm", "cold"), environ["QUERY_STRING"]]
ipywidgets.Label(" ".join(words))
"""
    write_notebook(folder / "lessons" / "where.ipynb", "# Where", code)
    settings = {"spare_kernels": 1, "spare_code": "import builtins; builtins.warm = 'warm'", "max_kernels": 2}
    culler = {"cull_idle_timeout": 2, "cull_interval": 1}
    server = start_server(folder, {"CappedKernelManager": settings, "MappingKernelManager": culler})
    wait_for(lambda: server.health()["spare_kernels"] == 1, 60)
    time.sleep(4)  # longer than the culler waits
    assert server.health()["spare_kernels"] == 1
    assert server.kernels() == 0
    page = quiet_page()
    page.goto(f"{server.url}voila/render/lessons/where.ipynb?a={'%27b'}", wait_until="commit")
    expect(page.locator(".widget-label", has_text="lessons warm a=%27b")).to_be_visible()
    wait_for(lambda: server.health() | {"mowlab": ""} == health(1, 1, 2), 60)
    other = quiet_page()
    open_notebook(other, server.url, "count.ipynb")  # the last place: no room for a spare one
    time.sleep(2)
    assert server.health() | {"mowlab": ""} == health(2, 0, 2)
    assert server.kernel_processes() == 2


def test_a_spare_kernel_that_is_taken_before_it_is_warm_serves_the_page(
    folder: Path,  # noqa: F811
    start_server: Starter,
) -> None:
    slow = {"spare_kernels": 1, "spare_code": "import time; time.sleep(3)", "spare_delay": 0.1}
    server = start_server(folder, {"CappedKernelManager": slow, "MappingKernelManager": {"cull_idle_timeout": 0}})
    wait_for(lambda: server.kernel_processes() == 1, 30)
    assert ask(server, COUNT, Cookie="mowlab_door=1")[0] == 200
    wait_for(lambda: server.health() | {"mowlab": ""} == health(1, 1, 64), 40)  # its answer went to nobody else


def health(kernels: int, spare: int, most: int) -> dict[str, Any]:
    return {"mowlab": "", "kernels": kernels, "spare_kernels": spare, "max_kernels": most}


# ---- what answers ---------------------------------------------------------------------------------------------------
ANSWERS = [
    ("GET", "", 200),
    ("GET", "mowlab/health", 200),
    ("GET", "robots.txt", 200),
    ("GET", COUNT, 200),
    ("GET", "voila/static/voila.js", 200),
    ("HEAD", COUNT, 405),
    ("POST", COUNT, 403),
    ("GET", "api", 404),
    ("GET", "api/kernels", 404),
    ("POST", "api/kernels", 404),
    ("GET", f"api/kernels/{UNKNOWN}", 404),
    ("GET", f"api/kernels/{UNKNOWN}/channels", 404),
    ("DELETE", f"api/kernels/{UNKNOWN}", 405),
    ("POST", f"api/kernels/{UNKNOWN}/restart", 404),
    ("POST", f"api/kernels/{UNKNOWN}/interrupt", 404),
    *(("GET", f"api/{name}", 404) for name in ("sessions", "terminals", "contents", "kernelspecs", "status", "me")),
    ("POST", "api/terminals", 404),
    ("PUT", "api/contents/x.ipynb", 404),
    *(("GET", name, 404) for name in ("lab", "tree", "terminals/1", "login", "logout", "files/count.ipynb", "metrics")),
    ("GET", "voila/api/contents/", 404),
    ("GET", "voila/files/count.ipynb", 403),
    ("GET", "voila/files/../conftest.py", 403),
    ("GET", "voila/render/..%2f..%2fsecret.ipynb", 404),
    ("GET", "voila/render/%2e%2e/secret.ipynb", 404),
    ("GET", "voila/templates/mowlab/static/../../../../../../etc/passwd", 404),
    ("GET", "voila/static/..%2f..%2f..%2f..%2fetc/passwd", 404),
]


def test_only_what_pages_need_answers(folder: Path, start_server: Starter, tmp_path: Path) -> None:  # noqa: F811
    (folder.parent / "secret.ipynb").write_text((folder / "count.ipynb").read_text())
    server = start_server(folder)
    found = {(method, path): ask(server, path, method)[0] for method, path, _ in ANSWERS}
    expected = {(method, path): status for method, path, status in ANSWERS}
    refused = (403, 404, 405)
    wrong = {
        key: (status, expected[key])
        for key, status in found.items()
        if status != expected[key] and not (status in refused and expected[key] in refused)
    }
    assert wrong == {}
    assert server.kernel_processes() == 0
    assert "Traceback" not in (tmp_path / "log-0").read_text()


@pytest.mark.parametrize("path", ["", COUNT, "voila/static/voila.js", "mowlab/health", "nothing", "api/kernels"])
def test_every_answer_carries_the_headers(path: str, folder: Path, start_server: Starter) -> None:  # noqa: F811
    _, headers, _ = ask(start_server(folder), path)
    assert {name: headers.get(name) for name in HEADERS} == HEADERS
    assert "Server" not in headers


@pytest.mark.parametrize("token", [None, "open-sesame"])
def test_no_cookie_names_a_visitor(token: str | None, folder: Path, start_server: Starter) -> None:  # noqa: F811
    server = start_server(folder, {"Voila": {"token": token}} if token else None)
    names = set()
    for path in ("", COUNT):
        with urllib.request.urlopen(f"{server.url}{path}{'?token=' + token if token else ''}", timeout=60) as answer:
            names |= {cookie.split("=")[0].split("-")[0] for cookie in answer.headers.get_all("Set-Cookie") or []}
    assert names == ({"_xsrf", "username"} if token else {"_xsrf"}), "a login must be remembered"


def test_a_base_without_its_slash_leads_on(folder: Path, start_server: Starter) -> None:  # noqa: F811
    server = start_server(folder, None, "--base-url", "/mow/")
    status, headers, _ = ask(server, "/mow")
    assert (status, headers["Location"]) == (301, "/mow/")
    assert ask(server, "/mow/")[0] == 200
    assert "Disallow: /mow/voila/" in ask(server, "/mow/robots.txt")[2]


# ---- limits ---------------------------------------------------------------------------------------------------------
def message(kind: str, **content: object) -> str:
    header = {"msg_id": "1", "msg_type": kind, "session": "s", "username": "", "version": "5.3", "date": ""}
    rest = {"parent_header": {}, "metadata": {}, "content": content, "buffers": []}
    return json.dumps({"channel": "shell", "header": header, **rest})


def test_a_visitor_runs_no_code_and_sends_no_huge_message(
    folder: Path,  # noqa: F811
    start_server: Starter,
    quiet_page: Pages,
    tmp_path: Path,
) -> None:
    server = start_server(folder)
    page = quiet_page()
    open_notebook(page, server.url, "count.ipynb")
    kernel = kernel_of(page)
    address = f"{server.url.replace('http', 'ws')}api/kernels/{kernel}/channels?session_id=s"
    trace = tmp_path / "trace"

    async def attack() -> None:
        socket = await websocket_connect(address)
        code = f"open({str(trace)!r}, 'w').close()"
        await socket.write_message(message("execute_request", code=code, silent=False, user_expressions={}))
        await socket.write_message(message("inspect_request", code="open", cursor_pos=1))
        await socket.write_message(message("comm_info_request"))
        answers = set()
        while "comm_info_reply" not in answers:  # asked last: by now the others would have been answered
            got = await asyncio.wait_for(socket.read_message(), 30)
            assert isinstance(got, str)
            answers.add(json.loads(got)["msg_type"])
        assert not {"execute_reply", "inspect_reply", "execute_input"} & answers
        await socket.write_message(message("comm_msg", data="x" * MAX_MESSAGE))
        while await asyncio.wait_for(socket.read_message(), 30) is not None:
            pass
        assert socket.close_code in (1006, 1009)
        with pytest.raises(Exception, match="403"):
            await websocket_connect(HTTPRequest(address, headers={"Origin": "http://elsewhere.invalid"}))

    with ThreadPoolExecutor(1) as thread:  # Playwright runs a loop in this one
        thread.submit(asyncio.run, attack()).result()
    assert not trace.exists()
    page.get_by_role("button", name="Count").click()  # the page itself lives on
    expect(page.locator(".widget-label", has_text="1")).to_be_visible()


def test_a_huge_request_is_refused(folder: Path, start_server: Starter) -> None:  # noqa: F811
    server = start_server(folder)
    body = b"x" * (2 * 1024 * 1024)
    request = urllib.request.Request(f"{server.url}voila/api/shutdown/{UNKNOWN}", data=body, method="POST")
    with pytest.raises((urllib.error.URLError, ConnectionError)):
        urllib.request.urlopen(request, timeout=20)
    assert server.kernels() == 0


# ---- names ----------------------------------------------------------------------------------------------------------
def test_the_log_names_no_visitor(folder: Path, start_server: Starter, quiet_page: Pages, tmp_path: Path) -> None:  # noqa: F811
    server = start_server(folder, {"Voila": {"log_level": "INFO"}})
    page = quiet_page(user_agent="Telltale/1.0")
    page.goto(f"{server.url}{COUNT}?name=Wilhelmina", wait_until="commit")
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".widget-label", has_text="1")).to_be_visible()
    leave(page)
    for path in ("nothing?name=Wilhelmina", "voila/render/lessons/broken.ipynb?door=open&name=Wilhelmina"):
        ask(server, path, Referer="http://from.invalid/Wilhelmina", **{"User-Agent": "Telltale/1.0"})
    log = (tmp_path / "log-0").read_text()
    assert f"GET /{COUNT}" in log
    assert not re.search(r"Wilhelmina|Telltale|from\.invalid", log)
    assert "127.0.0.1" not in re.sub(r"tcp://127\.0\.0\.1", "", log)  # between server and kernel


# ---- scripts in what people type ------------------------------------------------------------------------------------
def test_what_people_type_or_send_is_never_run(quiet_page: Pages, serve_url: str) -> None:
    page = quiet_page()
    page.add_init_script(f"Storage.prototype.getItem = () => {json.dumps(PAYLOAD)}")  # whatever the browser kept
    page.goto(f"{serve_url}voila/render/mow.ipynb?name={PAYLOAD}&theme={PAYLOAD}#{PAYLOAD}", wait_until="commit")
    section = play_tab(page)
    section.get_by_text("More choices").click()
    section.get_by_label("Seed").fill(PAYLOAD)
    section.get_by_role("button", name="Start the game").click()
    expect(section.get_by_text("The seed is a whole number").first).to_be_visible()
    section.get_by_label("Seed").fill("7")
    section.get_by_role("button", name="Start the game").click()
    expect(section.locator(".mt-status")).to_contain_text("Your turn")
    section.get_by_role("button", name="More").click()
    field = section.get_by_label("Load: paste a record here")
    record = json.loads(section.get_by_label("This game as a record").input_value())
    for broken in (PAYLOAD, json.dumps({**record, "seats": [PAYLOAD] * 4}), json.dumps({**record, "game": PAYLOAD})):
        field.fill(broken)
        section.get_by_role("button", name="Load", exact=True).click()
        page.wait_for_timeout(500)
    assert page.evaluate("window.hacked") is None
    assert page.locator("img[src=x]").count() == 0


def test_no_script_of_ours_writes_html() -> None:
    """Text becomes text nodes; pictures are the only markup, and they come with the package."""
    writers = re.compile(r"\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|eval\(|new Function)")
    scripts = [*(ROOT / "mowlab" / "ui" / "static").glob("*.js"), *(ROOT / "mowlab" / "serve" / "share").rglob("*.js")]
    ours = [path for path in scripts if path.name != "vega_host.js"]
    assert len(ours) > 5
    assert [f"{path.name}: {found[0]}" for path in ours for found in writers.finditer(path.read_text())] == []


def test_a_page_fetches_voilas_scripts_in_one_piece(start_server: Starter, quiet_page: Pages) -> None:
    server = start_server(ROOT / "notebooks")
    page = quiet_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_notebook(page, server.url, "mow.ipynb")
    page.wait_for_selector("[role=tab]", state="visible")
    assert len([url for url in asked if url.startswith("http")]) < 20, asked


def test_who_comes_from_the_gallery_does_not_wait_at_the_door(
    folder: Path,  # noqa: F811
    start_server: Starter,
    quiet_page: Pages,
) -> None:
    server = start_server(folder, None, "--base-url", "/mow/")
    page = quiet_page()
    pages: list[str] = []
    page.on("request", lambda request: pages.append(request.url) if "/render/" in request.url else None)
    page.goto(server.url)
    page.locator(".mow-card a", has_text="Counting").click()
    expect(page.get_by_role("button", name="Count")).to_be_visible()
    assert len(pages) == 1
    other = quiet_page()
    other.on("request", lambda request: pages.append(request.url) if "/render/" in request.url else None)
    open_notebook(other, server.url, "count.ipynb")
    assert len(pages) == 3


def test_an_open_page_keeps_its_connection(
    folder: Path,  # noqa: F811
    start_server: Starter,
    quiet_page: Pages,
) -> None:
    """With all times a tenth of the usual ones: a page that reconnects loses what was on its way."""
    usual = DEFAULTS["Voila"]["tornado_settings"]
    times = {name: usual[name] // 10 for name in ("ws_ping_interval", "ws_ping_timeout")}
    server = start_server(folder, {"Voila": {"tornado_settings": {**usual, **times}}})
    page = quiet_page()
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    open_notebook(page, server.url, "count.ipynb")
    for number in range(1, 4):
        page.get_by_role("button", name="Count").click()
        expect(page.locator(".widget-label", has_text=str(number))).to_be_visible()
        page.wait_for_timeout(2 * times["ws_ping_interval"])
    assert len(sockets) == 1


SLOW_WIDGET = """
import anywidget, ipywidgets, traitlets
class Slow(anywidget.AnyWidget):
    _esm = '''
    await new Promise((go) => setTimeout(go, 3000));
    const render = ({ model, el }) => {
        const show = () => { el.textContent = `told ${model.get("count")}`; };
        model.on("change:count", show);
        show();
    };
    export default { render };
    '''
    count = traitlets.Int(0).tag(sync=True)
begin, box = ipywidgets.Button(description="Begin"), ipywidgets.VBox()
def on_begin(_):
    slow = Slow()
    box.children = [slow]
    slow.count = 1
begin.on_click(on_begin)
ipywidgets.VBox([begin, box])
"""


def test_a_widget_that_takes_long_to_begin_misses_nothing(
    folder: Path,  # noqa: F811
    start_server: Starter,
    quiet_page: Pages,
) -> None:
    write_notebook(folder / "slow.ipynb", "# Slow", SLOW_WIDGET)
    page = quiet_page()
    open_notebook(page, start_server(folder).url, "slow.ipynb")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("told 1")).to_be_visible()


def test_a_page_that_was_too_busy_to_look_for_a_widget_looks_once_more(
    start_server: Starter, quiet_page: Pages
) -> None:
    server = start_server(ROOT / "notebooks")
    page = quiet_page()
    page.goto(server.url)
    links = page.locator("link[rel=prefetch][href*='/mowlab/voila-']")
    script = urllib.request.urlopen(str(links.evaluate("(link) => link.href"))).read().decode()
    [look] = re.findall(r"async (get_model\(\w\)\{let .{,400}?model not found.{,20}?return \w\})has_model", script)
    found = page.evaluate(
        """(look) => {
            const manager = new Function(`return { _models: {}, async ${look} }`)();
            const found = manager.get_model("late");
            setTimeout(() => {
                const begun = Date.now();
                while (Date.now() < begun + 2100);
                manager._models.late = "there";
            }, 50);
            return found;
        }""",
        look,
    )
    assert found == "there"


# ---- what goes wrong ------------------------------------------------------------------------------------------------
def test_a_page_whose_kernel_dies_at_once_says_so(
    folder: Path,  # noqa: F811
    start_server: Starter,
    quiet_page: Pages,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deadly = tmp_path / "ipython" / "profile_default" / "ipython_kernel_config.py"
    deadly.parent.mkdir(parents=True)
    deadly.write_text("import os; os._exit(3)")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    server = start_server(folder)
    page = quiet_page()
    page.goto(f"{server.url}{COUNT}", wait_until="commit")
    expect(page.get_by_role("alert")).to_contain_text("could not be started")
    server.wait_for_kernels(0)
    assert "Traceback" not in (tmp_path / "log-0").read_text()
    deadly.unlink()
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".widget-label", has_text="1")).to_be_visible()


def test_a_page_that_missed_its_widgets_loads_anew_once(
    folder: Path,  # noqa: F811
    start_server: Starter,
    quiet_page: Pages,
) -> None:
    page = quiet_page()
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if "/render/" in request.url else None)
    open_notebook(page, start_server(folder).url, "count.ipynb")
    before = len(loads)
    fail = """() => {
        const lost = document.createElement("div");
        lost.className = "jupyter-widgets";
        lost.textContent = "Error displaying widget: model not found";
        document.getElementById("rendered_cells").append(lost);
    }"""
    with page.expect_navigation():
        page.evaluate(fail)
    page.wait_for_selector("#rendered_cells", state="visible")
    assert len(loads) == before + 1
    page.evaluate(fail)
    expect(page.get_by_role("alert")).to_contain_text("did not work")
    assert len(loads) == before + 1


def test_kernels_end_without_a_word(folder: Path, start_server: Starter, quiet_page: Pages, tmp_path: Path) -> None:  # noqa: F811
    """In the middle of their work, as they start, and with the server."""
    busy = {"spare_kernels": 1, "spare_code": "import time; time.sleep(10)", "spare_delay": 0.0}
    write_notebook(folder / "slow.ipynb", "# Slow", "import time; time.sleep(60)")
    server = start_server(folder, {"CappedKernelManager": busy})
    wait_for(lambda: server.kernel_processes() == 1, 30)
    page = quiet_page()
    for seen in ("#loading", "#jupyter-config-data"):  # the kernel starts, the cell runs
        page.goto(f"{server.url}voila/render/slow.ipynb", wait_until="commit")
        page.wait_for_selector(seen, state="attached")
        page.wait_for_timeout(500)
        page.goto("about:blank")
    time.sleep(3)
    server.process.terminate()
    assert server.process.wait(30) == 0
    assert (tmp_path / "log-0").read_text() == ""
