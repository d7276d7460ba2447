"""The server and its pages, with small notebooks made here: what holds for every app."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Page, expect

from mowlab.serve.cards import cards

from .conftest import FLAGS, ROOT, Server, command_line, family, leave, open_notebook, still_running

WIDTHS = (1280, 390)
APPS = [Path(card.path) for shelf in cards(ROOT / "notebooks").values() for card in shelf]
Starter = Callable[..., Server]
Pages = Callable[..., Page]

COUNTER = """
import anywidget, ipywidgets, traitlets
button = ipywidgets.Button(description="Count", button_style="primary")
label = ipywidgets.Label("0")
button.on_click(lambda _: setattr(label, "value", str(int(label.value) + 1)))

class Own(anywidget.AnyWidget):
    _esm = '''export default { render({ model, el }) {
        const show = () => { el.textContent = "own " + model.get("n"); };
        el.className = "own"; show(); model.on("change:n", show);
        el.onclick = () => { model.set("n", model.get("n") + 1); model.save_changes(); };
    } };'''
    n = traitlets.Int(1).tag(sync=True)

ipywidgets.VBox([button, label, Own()])
"""


def write_notebook(path: Path, *cells: str, **metadata: object) -> None:
    """A notebook whose cells that start with "#" are Markdown."""
    book = nbformat.v4.new_notebook(metadata={"kernelspec": {"name": "python3", "display_name": "P"}, **metadata})
    make = {True: nbformat.v4.new_markdown_cell, False: nbformat.v4.new_code_cell}
    book.cells = [make[cell.startswith("#")](cell) for cell in cells]
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(book, path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "pages"
    write_notebook(root / "count.ipynb", "# Counting\n\nOne *more* each time: $n + 1$.", COUNTER, title="Counting <1>")
    write_notebook(root / "lessons" / "broken.ipynb", "# A broken page", "1 / 0", "print('never')")
    return root


@pytest.mark.parametrize("width", WIDTHS)
def test_a_page_works_with_the_network_off(width: int, folder: Path, start_server: Starter, quiet_page: Pages) -> None:
    server = start_server(folder)
    page = quiet_page(width)
    open_notebook(page, server.url, "count.ipynb")
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".widget-label", has_text="1")).to_be_visible()
    page.locator(".own").click()
    expect(page.locator(".own")).to_have_text("own 2")
    expect(page.locator("mjx-container, .MathJax").first).to_be_visible()
    assert page.title() == "Counting <1> – mowlab"
    assert page.evaluate("document.documentElement.lang") == "en"
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("app", APPS, ids=str)
def test_every_app_opens_with_the_network_off_and_frees_its_kernel(
    app: Path, start_server: Starter, quiet_page: Pages
) -> None:
    server = start_server(ROOT / "notebooks")
    for width, dark in zip(WIDTHS, (False, True), strict=True):
        page = quiet_page(width, dark=dark)
        open_notebook(page, server.url, app.as_posix())
        expect(page.locator(".jp-OutputArea-output").first).to_be_visible()
        assert page.get_by_text("There was an error").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        leave(page)
    server.wait_for_kernels(0)


@pytest.mark.parametrize("dark", [False, True])
def test_the_list_of_apps(dark: bool, folder: Path, start_server: Starter, quiet_page: Pages) -> None:
    server = start_server(folder)
    for width in WIDTHS:
        page = quiet_page(width, dark=dark)
        page.goto(server.url)
        assert page.locator(".mow-card-title").all_inner_texts() == ["Counting <1>", "A broken page"]
        assert page.locator("h2:visible").all_inner_texts() == ["Games", "Lessons", "About"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        bright = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).every((c) => c > 127)")
        assert bright != dark
    page.locator(".mow-card", has_text="Counting").get_by_role("link").click()
    expect(page.get_by_role("button", name="Count")).to_be_visible()
    page.get_by_role("link", name="All games and lessons").click()
    expect(page.locator(".mow-card")).to_have_count(2)
    server.wait_for_kernels(0)


def test_closing_a_page_frees_its_kernel_and_reloading_keeps_one(
    folder: Path, start_server: Starter, quiet_page: Pages
) -> None:
    server = start_server(folder)
    page = quiet_page()
    open_notebook(page, server.url, "count.ipynb")
    server.wait_for_kernels(1)
    for _ in range(3):
        page.reload(wait_until="commit")
        page.wait_for_selector("#rendered_cells", state="visible")
    server.wait_for_kernels(1)
    leave(page)
    server.wait_for_kernels(0)


def test_leaving_while_the_page_still_loads_frees_its_kernel(
    folder: Path, start_server: Starter, quiet_page: Pages
) -> None:
    write_notebook(folder / "slow.ipynb", "# Slow", "import time", "time.sleep(20)")
    server = start_server(folder)
    page = quiet_page()
    page.goto(f"{server.url}voila/render/slow.ipynb", wait_until="commit")
    page.wait_for_selector("#jupyter-config-data", state="attached")
    server.wait_for_kernels(1)
    page.goto(server.url)
    server.wait_for_kernels(0, seconds=10)


def test_a_killed_browser_is_culled_and_an_open_page_is_not(
    folder: Path, start_server: Starter, quiet_page: Pages, browser: Browser
) -> None:
    server = start_server(folder, {"MappingKernelManager": {"cull_idle_timeout": 6, "cull_interval": 2}})
    page = quiet_page()
    open_notebook(page, server.url, "count.ipynb")
    other = browser.new_context()
    lost = other.new_page()
    open_notebook(lost, server.url, "count.ipynb")
    server.wait_for_kernels(2)
    other.close()  # no goodbye, as when a phone is switched off
    server.wait_for_kernels(1)
    time.sleep(10)  # longer than the limit plus one interval
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".widget-label", has_text="1")).to_be_visible()


def test_a_page_that_lost_its_kernel_says_so_and_wakes_up(
    folder: Path, start_server: Starter, quiet_page: Pages
) -> None:
    server = start_server(folder)
    page = quiet_page()
    open_notebook(page, server.url, "count.ipynb")
    kernel = page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    request = urllib.request.Request(f"{server.url}voila/api/shutdown/{kernel}", data=b"", method="POST")
    urllib.request.urlopen(request, timeout=20).close()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_role("alert")).to_contain_text("has stopped")
    page.watch.errors.clear()  # the 404 of the kernel that is gone
    page.get_by_role("button", name="Go on from there").click()
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".widget-label", has_text="1")).to_be_visible()
    expect(page.locator("#mow-alert")).to_be_hidden()


def test_a_kernel_that_dies_is_noticed_and_the_game_goes_on(start_server: Starter, quiet_page: Pages) -> None:
    server = start_server(ROOT / "notebooks")
    page = quiet_page(390)
    open_notebook(page, server.url, "mow.ipynb#play")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".mt-status")).to_contain_text("Your turn")
    hand = page.locator(".mt-hand .mt-card").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    server.wait_for_kernels(1)
    kernels = [one for one in family(server.process) if "ipykernel_launcher" in command_line(one)]
    for kernel in kernels:
        kernel.kill()
    expect(page.get_by_role("alert")).to_contain_text("The program behind this page has stopped")
    server.wait_for_kernels(0)
    page.watch.errors.clear()  # the 404 of the kernel that is gone
    page.get_by_role("button", name="Go on from there").click()
    expect(page.locator(".mt-message")).to_contain_text("Welcome back")
    assert page.locator(".mt-hand .mt-card").evaluate_all("(all) => all.map((one) => one.ariaLabel)") == hand
    server.wait_for_kernels(1)


def test_no_page_more_than_the_server_allows(folder: Path, start_server: Starter, quiet_page: Pages) -> None:
    server = start_server(folder, {"CappedKernelManager": {"max_kernels": 1}})
    first, second = quiet_page(), quiet_page()
    open_notebook(first, server.url, "count.ipynb")
    second.goto(f"{server.url}voila/render/count.ipynb")
    expect(second.get_by_role("heading", name="The meadow is full")).to_be_visible()
    assert server.kernels() == 1
    second.watch.errors.clear()  # Chromium reports the 503
    leave(first)
    second.wait_for_selector("#rendered_cells", state="visible")  # whoever waits is let in


def test_a_broken_cell_shows_a_sentence_and_no_traceback(
    folder: Path, start_server: Starter, quiet_page: Pages
) -> None:
    server = start_server(folder)
    page = quiet_page(390)
    open_notebook(page, server.url, "lessons/broken.ipynb")
    text = page.locator("#rendered_cells").inner_text()
    assert "There was an error" in text
    expect(page.get_by_role("alert")).to_contain_text("did not work")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    assert "ZeroDivisionError" not in text
    assert "never" not in text


@pytest.mark.parametrize("address", ["nothing/here", "voila/render/nothing.ipynb", "voila/tree/nothing"])
def test_an_unknown_address_gets_our_own_page(
    address: str, folder: Path, start_server: Starter, quiet_page: Pages
) -> None:
    server = start_server(folder)
    page = quiet_page(390)
    answer = page.goto(server.url + address)
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", name="Only grass here")).to_be_visible()
    page.watch.errors.clear()  # Chromium reports the 404
    page.get_by_role("link", name="All games and lessons").click()
    expect(page.locator(".mow-card")).to_have_count(2)


def test_behind_another_server_every_address_keeps_the_base(
    folder: Path, start_server: Starter, quiet_page: Pages
) -> None:
    server = start_server(folder, None, "--base-url", "games/mow")
    assert server.url.endswith("/games/mow/")
    page = quiet_page()
    page.goto(server.url)
    page.locator(".mow-card a").first.click()
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".widget-label", has_text="1")).to_be_visible()
    leave(page)
    server.wait_for_kernels(0)


def test_only_the_goodbye_goes_without_the_check_against_forged_requests(folder: Path, start_server: Starter) -> None:
    server = start_server(folder)
    unknown = "00000000-0000-0000-0000-000000000000"
    goodbye = urllib.request.Request(f"{server.url}voila/api/shutdown/{unknown}", data=b"", method="POST")
    assert urllib.request.urlopen(goodbye, timeout=20).status == 204
    delete = urllib.request.Request(f"{server.url}api/kernels/{unknown}", method="DELETE")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(delete, timeout=20)
    assert refused.value.code == 405


def test_other_templates_and_sources_are_out_of_reach(folder: Path, start_server: Starter) -> None:
    server = start_server(folder)
    with urllib.request.urlopen(f"{server.url}voila/render/count.ipynb?template=lab&door=open", timeout=60) as answer:
        page = answer.read().decode()
        policy = answer.headers["Content-Security-Policy"]
    assert "mow-bar" in page
    assert "setattr(label" not in page
    assert "default-src 'self'" in policy
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{server.url}voila/files/count.ipynb", timeout=20)
    assert refused.value.code == 403


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_ctrl_c_ends_the_server_and_its_kernels(folder: Path, start_server: Starter, quiet_page: Pages) -> None:
    server = start_server(folder)
    page = quiet_page()
    open_notebook(page, server.url, "count.ipynb")
    kernels = family(server.process)
    assert kernels
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(30) == 0
    assert still_running(kernels, 5) == []
    page.close()
    page.watch.errors.clear()  # the page reported the lost connection


def test_a_taken_port_gets_one_sentence(folder: Path, start_server: Starter) -> None:
    port = start_server(folder).url.split(":")[2].strip("/")
    for extra in ([], ["--lab"]):
        command = [sys.executable, "-m", "mowlab.serve", str(folder), "--port", port, "--no-browser", *extra]
        result = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT)
        assert result.returncode == 1
        advice = f"choose another one, for example --port {int(port) + 1}."
        assert result.stderr == f"Port {port} is taken by another program; {advice}\n"


def test_jupyterlab_asks_nothing_of_other_machines(folder: Path, tmp_path: Path, quiet_page: Pages) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "mowlab.serve", "--lab", str(folder / "count.ipynb"), "--port", str(port)]
    environment = {**os.environ, "JUPYTER_TOKEN": "x", "JUPYTER_RUNTIME_DIR": str(tmp_path), "HOME": str(tmp_path)}
    log = tmp_path / "log"
    with log.open("w") as output:
        process = subprocess.Popen([*command, "--no-browser"], stdout=output, stderr=output, cwd=ROOT, env=environment)
    try:
        end = time.monotonic() + 60
        while "is running at" not in log.read_text():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.2)
        page = quiet_page()
        page.goto(f"http://127.0.0.1:{port}/lab/tree/count.ipynb?token=x", wait_until="commit")
        expect(page.locator(".jp-NotebookPanel .jp-RenderedMarkdown h1")).to_have_text(re.compile("Counting"))
        expect(page.locator("#jp-main-statusbar")).to_contain_text("| Idle")
        page.get_by_text("Run", exact=True).click()
        page.get_by_text("Run All Cells", exact=True).click()
        page.get_by_role("button", name="Count").click()
        expect(page.locator(".widget-label", has_text="1")).to_be_visible()
        assert page.locator(".Toastify__toast").count() == 0, "JupyterLab offers its news"
        page.context.close()
    finally:
        process.terminate()
        process.wait(30)


def test_the_flags_turn_the_network_off(browser: Browser) -> None:
    assert any("NOTFOUND" in flag for flag in FLAGS)
    page = browser.new_page()
    with pytest.raises(Exception, match="ERR_NAME_NOT_RESOLVED"):
        page.goto("http://example.invalid")
    page.close()
