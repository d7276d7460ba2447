"""Finding notebooks, reading cards and settings: what serving needs before any server runs."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.manager import AsyncKernelManager

from mowlab._quick import quick_imports
from mowlab.serve import ServeError, launch, notebooks_folder, serve
from mowlab.serve.cards import cards
from mowlab.serve.config import read_config
from mowlab.serve.kernels import PageClient


def write(path: Path, *markdown: str, **metadata: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cells = [{"cell_type": "markdown", "source": text} for text in markdown]
    path.write_text(json.dumps({"cells": cells, "metadata": metadata}), encoding="utf-8")


def test_a_card_comes_from_the_metadata_or_else_from_the_text(tmp_path: Path) -> None:
    write(tmp_path / "b.ipynb", "# Heading", title="Title", mowlab={"summary": "Sum.", "icon": "mow", "order": 1})
    write(tmp_path / "a.ipynb", "# Hello\nA *first* [link](x)\nline.\n\nSecond.")
    write(tmp_path / "some_name.ipynb")
    shelves = cards(tmp_path)
    assert [(card.title, card.summary, card.icon) for card in shelves[""]] == [
        ("Title", "Sum.", "mow"),
        ("Hello", "A first link line.", "a"),
        ("Some Name", "", "some_name"),
    ]


def test_cards_are_shelved_by_folder_and_leave_out_what_is_no_page(tmp_path: Path) -> None:
    write(tmp_path / "index.ipynb", "# Index")
    write(tmp_path / "mow.ipynb", "# MOW")
    write(tmp_path / "lessons" / "one.ipynb", "# One")
    write(tmp_path / ".ipynb_checkpoints" / "mow-checkpoint.ipynb", "# Old")
    (tmp_path / "broken.ipynb").write_text("{")
    (tmp_path / "list.ipynb").write_text("[]")
    shelves = cards(tmp_path)
    assert {folder: [card.path for card in shelf] for folder, shelf in shelves.items()} == {
        "": ["mow.ipynb"],
        "lessons": ["lessons/one.ipynb"],
    }


def test_the_folder_that_is_named_must_hold_notebooks(tmp_path: Path) -> None:
    with pytest.raises(ServeError, match="no folder or notebook"):
        notebooks_folder(tmp_path / "missing")
    with pytest.raises(ServeError, match="holds no notebook"):
        notebooks_folder(tmp_path)
    write(tmp_path / "x.ipynb")
    assert notebooks_folder(tmp_path) == tmp_path
    assert notebooks_folder(tmp_path / "x.ipynb") == tmp_path / "x.ipynb"


def test_installed_notebooks_come_before_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "mowlab"
    monkeypatch.setattr(launch, "PACKAGE", package)
    with pytest.raises(ServeError, match="are not here"):
        notebooks_folder()
    write(tmp_path / "notebooks" / "x.ipynb")
    assert notebooks_folder() == tmp_path / "notebooks"
    write(package / "notebooks" / "x.ipynb")
    assert notebooks_folder() == package / "notebooks"


def test_copies_for_work_leave_changed_files_alone(tmp_path: Path) -> None:
    write(tmp_path / "from" / "lessons" / "one.ipynb", "# One")
    write(tmp_path / "from" / "two.ipynb", "# Two")
    write(tmp_path / "to" / "two.ipynb", "# Mine")
    launch._copy_missing(tmp_path / "from", tmp_path / "to")
    assert "# One" in (tmp_path / "to" / "lessons" / "one.ipynb").read_text()
    assert "# Mine" in (tmp_path / "to" / "two.ipynb").read_text()


@pytest.mark.parametrize(
    ("text", "reason"), [("{", "is not JSON"), ("[]", "must hold sections"), ('{"a": 1}', "must hold sections")]
)
def test_a_wrong_settings_file_gets_one_sentence(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "my.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=reason) as error:
        read_config(path)
    assert str(path) in str(error.value)
    with pytest.raises(ValueError, match="Cannot read"):
        read_config(tmp_path / "missing.json")


def test_a_wrong_setting_gets_one_sentence(tmp_path: Path) -> None:
    write(tmp_path / "x.ipynb")
    path = tmp_path / "my.json"
    path.write_text(json.dumps({"VoilaConfiguration": {"strip_sources": "perhaps"}}))
    with pytest.raises(ServeError, match="wrong value"):
        serve(tmp_path, port=0, open_browser=False, config=path)


@pytest.mark.parametrize("port", [70000, -1])
def test_a_port_that_cannot_be_gets_one_sentence(port: int, tmp_path: Path) -> None:
    write(tmp_path / "x.ipynb")
    with pytest.raises(ServeError, match=f"{port} is no port"):
        serve(tmp_path, port=port, open_browser=False)
    with pytest.raises(ServeError, match=f"{port} is no port"):
        launch._check_port("127.0.0.1", port)


def test_a_taken_port_gets_one_sentence(tmp_path: Path) -> None:
    write(tmp_path / "x.ipynb")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(ServeError, match=f"Port {port} is taken.*--port {port + 1}"):
            serve(tmp_path, port=port, open_browser=False)


def test_quick_imports_keep_the_slow_module_out_only_inside() -> None:
    sys.modules.pop("rfc3987_syntax", None)
    with quick_imports(), pytest.raises(ModuleNotFoundError):
        import rfc3987_syntax
    assert "rfc3987_syntax" not in sys.modules
    marker = sys.modules["rfc3987_syntax"] = type(sys)("rfc3987_syntax")
    try:
        with quick_imports():
            import rfc3987_syntax

            assert rfc3987_syntax is marker
    finally:
        del sys.modules["rfc3987_syntax"]


# ---- the server's own client of a kernel ----------------------------------------------------------------------------
def test_a_page_client_needs_no_thread_and_no_context_of_its_own() -> None:
    async def talk() -> dict[str, Any]:
        manager = AsyncKernelManager(client_factory=PageClient)
        await manager.start_kernel()
        threads = threading.active_count()
        client = manager.client()
        client.start_channels()
        try:
            await client.wait_for_ready(60)
            assert threading.active_count() == threads
            assert client.context is manager.context
            return dict(await client.execute("1 + 1", reply=True, timeout=60))
        finally:
            client.stop_channels()
            await manager.shutdown_kernel(now=True)

    assert asyncio.run(talk())["content"]["status"] == "ok"


def test_a_page_client_does_not_wait_for_a_dead_kernel() -> None:
    async def wait() -> None:
        manager = AsyncKernelManager(client_factory=PageClient)
        await manager.start_kernel()
        client = manager.client()
        client.start_channels()
        await manager.provisioner.kill()
        try:
            with pytest.raises(RuntimeError, match="died"):
                await client.wait_for_ready(60)
        finally:
            client.stop_channels()
            await manager.shutdown_kernel(now=True)

    began = time.monotonic()
    asyncio.run(wait())
    assert time.monotonic() - began < 30
