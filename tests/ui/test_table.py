"""The table widget as the kernel sees it: what a click on the page does, and what is kept in the browser."""

import json
import typing

import pytest

import mowlab
from mowlab.ui import course, session
from mowlab.ui import scene as scenes
from mowlab.ui.table import MAX_STORED, Table, read_art

SCENE: scenes.Scene = {"title": "MOW", "status": "Your turn", "stamp": 3}


def click(table: Table, action: object, stamp: object = 3, nonce: str = "n1") -> None:
    """What the page does at a click."""
    table.chosen = {"action": action, "stamp": stamp, "nonce": nonce}


def test_a_choice_reaches_the_game_and_is_marked_as_answered() -> None:
    table, seen = Table(SCENE), list[int]()
    table.on_choose(seen.append)
    click(table, 7)
    assert seen == [7]
    assert table.answered == "n1"


def test_the_same_choice_twice_counts_twice() -> None:
    table, seen = Table(SCENE), list[int]()
    table.on_choose(seen.append)
    click(table, 7, nonce="n1")
    click(table, 7, nonce="n2")
    assert seen == [7, 7]


def test_a_choice_made_on_an_older_scene_is_dropped_but_answered() -> None:
    table, seen = Table(SCENE), list[int]()
    table.on_choose(seen.append)
    click(table, 7, stamp=2)
    assert seen == []
    assert table.answered == "n1"


@pytest.mark.parametrize("nonsense", [None, "7", [7], 7.5])
def test_a_choice_that_is_no_action_is_dropped(nonsense: object) -> None:
    table, seen = Table(SCENE), list[int]()
    table.on_choose(seen.append)
    click(table, nonsense)
    assert seen == []


def test_an_error_in_the_game_does_not_lock_the_table() -> None:
    table = Table(SCENE)
    table.on_choose(lambda action: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        click(table, 7)
    assert table.answered == "n1"


def test_what_the_browser_held_is_restored_once() -> None:
    table, seen = Table(SCENE, storage_key="mowlab/test"), list[str]()
    table.on_restore(seen.append)
    assert table.stored is None
    table.stored = '{"game": "mow"}'
    table.stored = '{"game": "other"}'
    assert seen == ['{"game": "mow"}']


def test_an_empty_browser_restores_nothing() -> None:
    table, seen = Table(SCENE, storage_key="mowlab/test"), list[str]()
    table.on_restore(seen.append)
    table.stored = ""
    assert seen == []


def test_saving_hands_the_text_to_the_page_and_refuses_what_is_too_long() -> None:
    table = Table(SCENE, storage_key="mowlab/test")
    table.save("{}")
    assert table.to_store == "{}"
    with pytest.raises(ValueError, match=str(MAX_STORED)):
        table.save("x" * (MAX_STORED + 1))
    assert table.to_store == "{}"


def test_showing_a_scene_keeps_it_for_a_page_that_comes_later() -> None:
    table = Table()
    table.show(SCENE)
    state = table.get_state()
    assert state["scene"] == SCENE
    json.dumps(state["scene"])


def test_the_script_reads_every_key_of_a_scene() -> None:
    """A key renamed in scene.py must not silently vanish from the page."""
    kinds = [kind for kind in vars(scenes).values() if typing.is_typeddict(kind)]
    assert len(kinds) >= 12
    script = Table._esm
    for kind in kinds:
        for key in typing.get_type_hints(kind):
            if key != "code":  # for records, logs and tests, not for the page
                assert f".{key}" in str(script), f"table.js never reads {kind.__name__}.{key}"


@pytest.mark.parametrize("key", mowlab.keys())
def test_no_move_of_a_game_is_mistaken_for_another_button(key: str) -> None:
    """Games may have negative actions; buttons that are no moves lie below all of them."""
    buttons = (session.GO_ON, session.TAKE_BACK, course.MOVE_ON, course.TAKE_BACK, course.FIRST_OPTION)
    assert min(mowlab.game(key).words.all_actions()) > scenes.NO_MOVE >= max(buttons)


def test_art_is_read_by_file_stem() -> None:
    art = read_art("mowlab.games.mow")
    assert {"cow", "fly", "back"} <= art.keys()
    assert all(text.startswith("<svg") for text in art.values())
