"""Mob Town on the table: a map, turns put together in any order, all legal moves buttons, nothing hidden shown."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mowlab
from mowlab.core.plan import Press
from mowlab.core.table import Table
from mowlab.games.mob_town import draft as d
from mowlab.games.mob_town import rules as r
from mowlab.games.mob_town import table
from mowlab.games.mob_town.cards import N_KINDS, N_PROPERTIES, NONE
from mowlab.match import Match
from mowlab.ui.scene import Card, Scene, Zone

NAMES = ["You", "Max", "Sally", "Rico"]
SETTINGS = [
    *({"players": n} for n in (2, 3, 4)),
    {"players": 3, "agenda_swap": "on", "retake": "on"},
    {"players": 2, "traded": "discard", "cash_take": 2, "agendas": "spent"},
]
ROW = {"G1": [0, 0], "H2": [1, 0], "R4": [2, 0], "T3": [0, 1], "F2": [1, 1], "H4": [2, 1]}
HAND = "rat3 shark2 rat1 snake1 fox1 weasel1 cash"


def at(*hands: str, **position: Any) -> Match:
    """A match of persons on a small city, seat 0 to move: You hold G1, Max holds H2."""
    options = position.pop("options", {})
    game = mowlab.game("mob-town", players=len(hands), **options)
    given = {"city": ROW, "tokens": [[0, "G1"], [1, "H2"]], "hands": [hand.split() for hand in hands], **position}
    match: Match = game.match(["you"] * len(hands), seed=1, names=NAMES[: len(hands)], position=given)
    return match


def shown(match: Match, seat: int = 0, **more: Any) -> Scene:
    return table.scene(match.view(seat), match.names(you=seat), **more)


def zone(scene: Scene, key: str) -> Zone:
    return next(z for z in scene["zones"] if z["id"] == key)


def card(scene: Scene, key: str, code: str) -> Card:
    return next(c for c in zone(scene, key)["cards"] if c.get("code") == code)


def cards(scene: Scene) -> Iterator[Card]:
    for z in scene["zones"]:
        yield from z.get("cards", [])


def codes(scene: Scene, key: str) -> list[str]:
    return [c["code"] for c in zone(scene, key)["cards"]]


def buttons(scene: Scene) -> set[int]:
    """All that can be pressed and is not marked as refused."""
    on_cards = {a for c in cards(scene) if (a := c.get("action")) is not None and c.get("legal", True)}
    return on_cards | {choice["action"] for choice in scene["choices"] if choice.get("legal", True)}


def press(match: Match, draft: tuple[int, ...], *moves: str | int, seat: int = 0) -> Press:
    """Press these one after the other; the last answer.  None but the last may be refused or played."""
    answer = Press(draft)
    for move in moves:
        assert answer.refused is None
        assert answer.moves == ()
        a = match.action(move) if isinstance(move, str) else move
        answer = table.press(match.view(seat), answer.draft, a, match.names(you=seat))
    return answer


def build(match: Match, *moves: str | int) -> tuple[int, ...]:
    answer = press(match, (), *moves)
    assert answer.refused is None
    assert answer.moves == ()
    return answer.draft


def written(match: Match, moves: tuple[int, ...]) -> str:
    return " ".join(match.notation(a) for a in moves)


def out(match: Match, code: str, slot: int = d.PRICE) -> int:
    """Take that card out of its place again."""
    return d.OUT + slot * N_KINDS + match.action(code)


# ---- the map --------------------------------------------------------------------------------------------------------
def test_the_map_shows_value_suits_owner_tokens_and_what_it_costs_me() -> None:
    match = at(HAND, "fox1", tokens=[[0, "G1"], [0, "H2"], [1, "H2"]])
    scene = shown(match)
    mine, theirs, far = (card(scene, "city", code) for code in ("G1", "H2", "R4"))
    assert (mine["face"]["hue"], theirs["face"]["hue"], far["face"]["hue"]) == ("family1", "family2", "grey")
    assert theirs["face"]["title"] == "2"
    assert theirs["face"]["emblem"] == "hotel"
    assert theirs["face"]["emblems"] == ["weasel", "fox"]
    assert theirs["tokens"][0]["text"] == "M ×2"
    assert "foot" not in mine["face"]
    assert theirs["face"]["foot"] == "4"
    assert far["face"]["foot"] == "4+1"
    assert (far["x"], far["y"]) == (2, 0)
    assert "4 and 1 card to connect (through the Hotel 2), at least 3 cards" in far["price"]
    assert "Reconstructed" in far["label"]
    assert not mine["legal"]
    assert "yours already" in mine["why"]
    assert far["legal"]
    assert not theirs["legal"]
    assert "costs 4" in theirs["why"]


def test_a_property_says_what_of_it_is_reconstructed() -> None:
    match = at(HAND, "fox1", lot=["T1", "G2", "G3"])
    seen = {code: card(shown(match), "city", code)["label"].partition(". ")[2] for code in ("G1", "R4", "H2")}
    assert seen["G1"] == seen["R4"] == "Reconstructed: its arrow", "the rulebook shows what pays for these types"
    assert seen["H2"] == "Reconstructed: its suits and its arrow"
    assert card(shown(match), "lot", "T1")["label"].endswith("Reconstructed: its suits and its arrow")


def test_only_what_may_be_built_next_to_the_city_is_a_free_place() -> None:
    match = at(HAND, "fox1")
    assert all(c.get("kind") != "spot" for c in cards(shown(match)))
    draft = build(match, "lot-" + codes(shown(match), "lot")[0])
    spots = {(c["x"], c["y"]) for c in zone(shown(match, draft=draft), "city")["cards"] if c.get("kind") == "spot"}
    taken = {(x, y) for x, y in ROW.values()}
    beside = {(x + dx, y + dy) for x, y in taken for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    assert spots == beside - taken


# ---- a take-over ----------------------------------------------------------------------------------------------------
def test_a_tap_on_a_property_proposes_the_cards_and_marks_the_way() -> None:
    match = at(HAND, "fox1")
    draft = build(match, "take-R4")
    scene = shown(match, draft=draft)
    assert card(scene, "city", "R4")["mark"] == "aim"
    assert card(scene, "city", "H2")["mark"] == "way"
    assert codes(scene, "slot0") == ["rat3", "rat1"]
    assert zone(scene, "slot0")["note"] == "4 of 4, rats or sharks"
    assert zone(scene, "slot2")["title"] == "To connect: for Max"
    assert codes(scene, "slot2") == ["snake1"]
    assert sorted(codes(scene, "hand")) == sorted(["shark2", "fox1", "weasel1", "cash"])
    assert scene["choices"][0] == {
        "action": d.DO,
        "label": "Take it over",
        "hint": "for rat 3, rat 1 and snake 1",
        "legal": True,
        "tone": "primary",
    }
    assert written(match, press(match, draft, d.DO).moves) == "take-R4 rat3 rat1 snake1"
    assert build(match, "take-R4", "take-R4") == ()


def test_the_price_is_proposed_with_the_least_value_and_cash_is_spared() -> None:
    match = at("shark3 shark2 rat1 cash cash", "fox1", tokens=[])
    assert codes(shown(match, draft=build(match, "take-R4")), "slot0") == ["shark3", "rat1"]
    match = at("rat3 shark1 shark1 cash cash", "fox1", tokens=[])
    assert codes(shown(match, draft=build(match, "take-G1")), "slot0") == ["shark1"]


def test_enough_cards_are_left_to_connect() -> None:
    match = at("shark3 rat1 rat1 rat1 rat1", "fox1")
    assert codes(shown(match, draft=build(match, "take-R4")), "slot0") == ["shark3", "rat1"]
    match = at("shark3 rat3 rat1", "fox1")
    assert codes(shown(match, draft=build(match, "take-R4")), "slot2") in (["shark3"], ["rat3"])


def test_cards_are_changed_by_tapping_and_needless_ones_come_back() -> None:
    match = at(HAND, "fox1")
    swapped = build(match, "take-R4", out(match, "rat3"), "shark2")
    scene = shown(match, draft=swapped)
    assert sorted(codes(scene, "slot0")) == ["rat1", "shark2"]
    assert zone(scene, "slot0")["note"].startswith("3 of 4")
    assert "First pay for the Restaurant 4: 1 more in rats and sharks or cash." in scene["status"]
    refused = press(match, swapped, d.DO).refused
    assert refused is not None
    assert refused.code == r.PAY_FIRST
    again = build(match, "take-R4", out(match, "rat3"), "shark2", "rat3")
    assert sorted(codes(shown(match, draft=again), "slot0")) == ["rat3", "shark2"], "the rat 1 is not needed any more"
    assert written(match, press(match, again, d.DO).moves) == "take-R4 rat3 shark2 snake1"


def test_the_connection_card_is_exchanged_by_tapping_another_one() -> None:
    match = at(HAND, "fox1")
    draft = build(match, "take-R4", "weasel1")
    assert codes(shown(match, draft=draft), "slot2") == ["weasel1"]
    draft = build(match, "take-R4", out(match, "snake1", 2), "cash")
    assert codes(shown(match, draft=draft), "slot2") == ["cash"]


@pytest.mark.parametrize(
    ("moves", "code", "word"),
    [
        (["take-G1"], r.ALREADY_YOURS, "yours already"),
        (["take-T4"], r.NOT_IN_CITY, "does not lie in the city"),
        (["take-H4"], r.TOO_DEAR, "costs 4"),
        (["take-R4", "rat2"], r.NOT_IN_HAND, "do not have rat 2"),
        (["trade-snake", "rat2"], r.NOT_IN_HAND, "do not have rat 2"),
        (["cash-in", "rat3"], r.NOT_IN_LINE, "does not show rat 3"),
        (["cash-in", d.DO], r.PICK_FIRST, "3 cards"),
        (["lot-G1"], r.NOT_IN_LOT, "open lot"),
        (["halls"], r.AGENDAS_STAND, "stay as they are"),
        (["leave"], r.NOT_ASKED, "Begin with an action"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason_and_the_rest_is_kept(
    moves: list[str | int], code: int, word: str
) -> None:
    match = at(HAND, "fox1", line=["shark1", "snake2", "snake1", "fox2", "rat2"])
    before = build(match, *moves[:-1])
    answer = press(match, before, moves[-1])
    assert answer.refused is not None
    assert answer.refused.code == code
    assert word in answer.refused.text
    assert answer.refused.rule
    assert answer.draft == before


def test_a_card_of_the_wrong_suit_is_refused_where_nothing_else_is_to_pay() -> None:
    match = at("snake1 snake2 shark1 fox1", "fox1", tokens=[])
    answer = press(match, (), "take-G1", "fox1")
    assert answer.refused is not None
    assert answer.refused.code == r.WRONG_SUIT
    assert "does not count for the Gaming Hall 1" in answer.refused.text


WAYS = {"G1": [0, 0], "H2": [1, 0], "T3": [0, 1], "R4": [1, 1], "F2": [2, 1]}


def test_of_several_chains_one_is_chosen_and_feeds_others() -> None:
    match = at("rat3 rat1 snake1 fox1", "fox2", city=WAYS, tokens=[[0, "G1"], [1, "H2"]])
    draft = build(match, "take-R4")
    scene = shown(match, draft=draft)
    labels = [(c["label"], c["hint"]) for c in scene["choices"] if c.get("group")]
    assert labels == [("✓ Theater 3", "nobody gets a card"), ("Hotel 2", "Max gets 1 card")]
    assert written(match, press(match, draft, d.DO).moves) == "take-R4 way1 rat3 rat1 snake1"
    other = build(match, "take-R4", "way2")
    assert zone(shown(match, draft=other), "slot2")["title"] == "To connect: for Max"
    assert card(shown(match, draft=other), "city", "H2")["mark"] == "way"
    assert written(match, press(match, other, d.DO).moves) == "take-R4 way2 rat3 rat1 snake1"


def test_the_chain_that_is_proposed_gives_others_the_fewest_cards() -> None:
    city = {"G1": [0, 0], "H1": [1, 0], "H2": [2, 0], "R1": [0, 1], "R2": [1, 1], "F1": [2, 1]}
    match = at("rat1 rat1 fox1", "", "", city=city, tokens=[[0, "G1"], [1, "H1"], [2, "R1"], [2, "R2"]])
    draft = build(match, "take-F1")
    ways = [(c["label"], c["hint"]) for c in shown(match, draft=draft)["choices"] if c.get("group")]
    assert ways == [
        ("Restaurant 1 and Restaurant 2", "Sally gets 2 cards"),
        ("✓ Hotel 1 and Hotel 2", "Max gets 1 card"),
        ("Restaurant 2 and Hotel 1", "Max gets 1 card and Sally gets 1 card"),
    ]
    assert "through the Hotel 1 and the Hotel 2" in card(shown(match), "city", "F1")["price"], "the price names it, too"
    assert written(match, press(match, draft, d.DO).moves) == "take-F1 way2 rat1 rat1 fox1"
    assert "way1" in written(match, press(match, build(match, "take-F1", "way1"), d.DO).moves)


def test_a_far_connection_may_feed_several() -> None:
    line = {"G1": [0, 0], "H2": [1, 0], "T3": [2, 0], "F2": [3, 0], "R1": [4, 0]}
    match = at("rat1 snake1 fox1 weasel3", "", "", city=line, tokens=[[0, "G1"], [1, "H2"], [2, "T3"]])
    draft = build(match, "take-R1")
    scene = shown(match, draft=draft)
    titles = [z["title"] for z in scene["zones"] if z["id"].startswith("slot")]
    assert titles == ["The price", "To connect: for Max", "To connect: for Sally", "To connect: thrown away"]
    changed = build(match, "take-R1", out(match, "snake1", 2), out(match, "weasel3", 5), "weasel3", "snake1")
    assert codes(shown(match, draft=changed), "slot2") == ["weasel3"], "tapped first, it goes to the first place"
    for a in press(match, changed, d.DO).moves:
        match.play(a)
    assert match.state.hand[N_KINDS + match.action("weasel3")] == 1
    assert match.state.owner[match.game.cards.column("code", "properties").index("R1")] == 0


# ---- trade, cash, open lot, agendas ---------------------------------------------------------------------------------
def test_a_trade_is_begun_from_either_side() -> None:
    match = at("rat3 fox1", "fox2", line=["rat1", "rat2", "snake1", "shark1", "cash"])
    assert written(match, press(match, (), "trade-rat", "fox1").moves) == "trade-rat fox1"
    assert written(match, press(match, (), "fox1", "trade-rat").moves) == "trade-rat fox1"
    assert build(match, "fox1", "fox1") == ()
    assert build(match, "trade-rat", "trade-rat") == ()
    wanted = shown(match, draft=build(match, "trade-rat"))
    assert wanted["status"] == "You get 2 rats. Tap the card of your hand that you give for them."
    assert [c.get("mark") for c in zone(wanted, "line")["cards"]] == ["chosen", "chosen", None, None, None]
    given = shown(match, draft=build(match, "fox1"))
    assert given["status"] == "You give away fox 1: tap what you want in the line-up."
    assert [(c["code"], c.get("mark")) for c in zone(given, "hand")["cards"]] == [("rat3", None), ("fox1", "chosen")]


def test_cash_buys_any_three_of_the_line_up_in_any_order() -> None:
    match = at("cash fox1", "fox2", line=["rat1", "rat1", "snake3", "shark2", "fox3"])
    picked = {
        press(match, (), "cash-in", *order, d.DO).moves for order in itertools.permutations(["rat1", "shark2", "rat1"])
    }
    assert {written(match, moves) for moves in picked} == {"cash-in shark2 rat1 rat1"}
    draft = build(match, "cash-in", "rat1", "fox3", "shark2")
    full = shown(match, draft=draft)
    assert full["choices"][0]["label"] == "Pay cash, take fox 3, shark 2 and rat 1"
    assert [c["code"] for c in zone(full, "line")["cards"] if c.get("mark") == "chosen"] == ["rat1", "shark2", "fox3"]
    assert press(match, draft, "snake3").refused is not None
    assert build(match, "cash-in", "rat1", out(match, "rat1")) == (r.CASH,)
    assert press(match, build(match, "cash-in", "snake3"), "snake3").refused is not None, "there is just one"


def test_without_cash_nothing_is_cashed_in() -> None:
    match = at("fox1", "fox2")
    assert not next(c for c in shown(match)["choices"] if c["action"] == r.CASH)["legal"]
    refused = press(match, (), "cash-in").refused
    assert refused is not None
    assert refused.code == r.NO_CASH


def test_a_new_property_is_built_and_taken_over_or_left() -> None:
    match = at("rat3 rat1 cash", "fox2", lot=["R3", "T1", "F4"])
    assert build(match, "lot-R3", "lot-R3") == ()
    waiting = press(match, build(match, "lot-R3"), "rat1").refused
    assert waiting is not None
    assert waiting.code == r.SITE_FIRST
    draft = build(match, "lot-R3", "G1.up")
    scene = shown(match, draft=draft)
    assert card(scene, "city", "R3")["mark"] == "aim"
    assert (card(scene, "city", "R3")["x"], card(scene, "city", "R3")["y"]) == (0, -1)
    assert codes(scene, "slot0") == ["rat3"]
    assert written(match, press(match, draft, d.DO).moves) == "lot-R3 G1.up take-R3 rat3"
    assert written(match, press(match, draft, "leave").moves) == "lot-R3 G1.up leave"
    moved = build(match, "lot-R3", "G1.up", "G1.left")
    assert written(match, press(match, moved, "leave").moves) == "lot-R3 G1.left leave"
    with_cash = build(match, "lot-T1", "G1.up")
    assert written(match, press(match, with_cash, d.DO).moves) == "lot-T1 G1.up take-T1 cash"


def test_what_cannot_be_paid_is_only_built() -> None:
    match = at("rat1", "fox2", lot=["R3", "T1", "F4"])
    draft = build(match, "lot-R3", "G1.up")
    scene = shown(match, draft=draft)
    labels = {c["label"]: c.get("legal", True) for c in scene["choices"]}
    assert labels == {"Build it": True, "Take it over as well": False}
    refused = press(match, draft, "take-R3").refused
    assert refused is not None
    assert refused.code == r.TOO_DEAR
    assert written(match, press(match, draft, "leave").moves) == "lot-R3 G1.up leave"


def test_two_agendas_are_chosen_in_one_go() -> None:
    match = at(HAND, "fox1", tokens=[], phase="agendas")
    scene = shown(match)
    assert len(zone(scene, "agendas")["cards"]) == 8
    assert scene["choices"][0]["legal"] is False
    assert "1 in the city, worth 1" in str(card(scene, "agendas", "halls")["face"]["lines"])
    draft = build(match, "halls", "empire", "halls", "district")
    assert [match.notation(a) for a in draft] == ["empire", "district"]
    third = build(match, "halls", "empire", "variety")
    assert [match.notation(a) for a in third] == ["empire", "variety"]
    assert written(match, press(match, draft, d.DO).moves) == "empire district"
    early = press(match, build(match, "halls"), d.DO).refused
    assert early is not None
    assert early.code == r.AGENDAS_FIRST
    match.play("empire")
    match.play("district")
    assert match.mover == 1
    assert codes(shown(match), "agendas") == ["district", "empire"]
    assert "agendas" not in {f["label"] for f in shown(match, 1)["seats"][0]["facts"]}
    assert {"label": "secret agendas", "value": "2", "art": "agenda"} in shown(match, 1)["seats"][0]["facts"]


def test_an_agenda_may_be_swapped_where_the_option_is_on() -> None:
    match = at(HAND, "fox1", options={"agenda_swap": "on"}, agendas=[["halls", "variety"], ["empire", "hotels"]])
    draft = build(match, "halls")
    assert len(zone(shown(match, draft=draft), "agendas")["cards"]) == 8
    assert written(match, press(match, draft, "hotels").moves) == "halls hotels"
    assert build(match, "halls", "halls") == ()
    refused = press(match, draft, "variety").refused
    assert refused is not None
    assert refused.code == r.AGENDA_HELD


def test_own_agendas_say_how_they_stand() -> None:
    agendas = [["halls", "variety"], ["hotels", "empire"]]
    match = at(HAND, "fox1", tokens=[[0, "G1"], [1, "H2"], [1, "T3"], [0, "F2"]], agendas=agendas)
    scene = shown(match)
    assert card(scene, "agendas", "halls")["face"]["lines"] == [{"text": "✓ 1, nobody else has any"}]
    assert card(scene, "agendas", "variety")["face"]["lines"] == [{"text": "2 like Max, worth less: 3 to 5"}]
    assert not {"hotels", "empire"} & set(codes(scene, "agendas"))


# ---- drafts and the rules' own chains -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "chain",
    [
        "take-R4 rat3 rat1 snake1",
        "trade-rat fox1",
        "cash-in rat2 shark2 rat1",
        "lot-R3 G1.up take-R3 rat3",
        "lot-R3 G1.up leave",
    ],
)
def test_a_chain_taken_back_at_any_step_is_a_draft_that_completes_it(chain: str) -> None:
    line = ["rat1", "rat2", "snake2", "shark2", "fox3"]
    match = at(HAND, "fox2", line=line, lot=["R3", "T1", "F4"])
    moves = [match.action(move) for move in chain.split()]
    for n in range(1, len(moves)):
        draft = table.redraft(moves[:n])
        answer = Press(draft)
        proposed = bool(draft) and d.OWN not in draft and r.TAKE <= moves[0] < r.LEAVE
        for a in moves[n:]:
            if a < N_KINDS and proposed:
                continue
            answer = table.press(match.view(0), answer.draft, a, match.names(you=0))
            assert answer.refused is None, (n, match.notation(a), answer.refused)
        if not answer.moves:
            answer = table.press(match.view(0), answer.draft, d.DO, match.names(you=0))
        assert sorted(answer.moves) == sorted(moves)
    for a in moves:
        assert table.half_done(match.state) == (a != moves[0])
        match.play(a)
    assert not table.half_done(match.state)


def test_a_kept_draft_can_be_put_together_again_press_by_press() -> None:
    match = at(HAND, "fox1", lot=["R3", "T1", "F4"])
    for draft in (
        build(match, "take-R4", out(match, "rat3"), "shark2"),
        build(match, "take-R4", "weasel1"),
        build(match, "lot-R3", "G1.up", out(match, "rat3"), "cash"),
        build(match, "cash-in", "fox1") if "fox1" in codes(shown(match), "line") else build(match, "cash-in"),
    ):
        assert build(match, *draft) == draft


def test_cards_are_proposed_exactly_where_the_rules_allow_a_take_over() -> None:
    """In positions of bots' games: a proposal is complete if and only if the take-over is legal, and can be played."""
    rng = random.Random(4)
    seen = {True: 0, False: 0}
    for seed in range(6):
        game = mowlab.game("mob-town", players=2 + seed % 3)
        match = game.match(["hoarder", "expander", "planner", "schemer"][: game.players], seed=seed)
        while not match.over and match.state.rounds == 0:
            s, me = match.view(match.mover).state, match.mover
            if s.phase == r.ACTING and rng.random() < 0.4:
                for x in range(N_PROPERTIES):
                    if s.place[x] != r.CITY or s.owner[x] == me:
                        continue
                    legal = game.plain.check(s, r.TAKE + x) == r.OK
                    purchase = d.Purchase(game, s, me, d.Deal(aim=x))
                    assert purchase.complete == legal
                    seen[legal] += 1
                    if legal:
                        copy, t = match.state.__copy__(), Table.new()
                        for a in purchase.moves():
                            assert game.plain.check(copy, a) == r.OK
                            game.plain.apply(copy, a, t)
                        assert copy.owner[x] == me
            match.bot_move()
    assert min(seen.values()) > 100


# ---- what may be pressed, and what is seen --------------------------------------------------------------------------
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_in_random_games_every_legal_move_is_a_button_and_nothing_hidden_is_shown(setting: dict[str, Any]) -> None:
    game = mowlab.game("mob-town", **setting)
    agendas = game.cards.column("code", "agendas")
    match = game.match(["random"] * game.players, seed=7)
    for step in range(400):
        if match.over or match.state.rounds > 0:
            break
        me, s = match.mover, match.state
        scene = shown(match, me)
        json.dumps(scene)
        legal = set(match.legal())
        assert legal <= buttons(scene), match.notation(min(legal - buttons(scene)))
        if s.phase == r.ACTING:
            hand = {k for k in range(N_KINDS) if s.hand[me * N_KINDS + k]}
            assert buttons(scene) == legal | hand
        elif s.phase != r.CHOOSING:
            assert buttons(scene) == legal
        if step % 4 == 0:
            for p in range(game.players):
                _sees_no_secret(match, p, agendas)
        match.bot_move()
    assert match.state.rounds > 0 or step == 399


def _sees_no_secret(match: Match, p: int, agendas: list[str]) -> None:
    scene, s = shown(match, p), match.state
    held = [a for a in range(len(agendas)) if s.agenda[p] >> a & 1]
    if s.phase != r.CHOOSING:
        assert codes(scene, "agendas") == [agendas[a] for a in held]
    hand = [k for k in range(N_KINDS) for _ in range(s.hand[p * N_KINDS + k])]
    assert len(zone(scene, "hand")["cards"]) == len(hand)
    if p != match.mover:
        assert scene["choices"] == []
        assert all("action" not in c for c in cards(scene))


def test_the_scene_is_the_same_whatever_the_others_hold() -> None:
    """Other hands, agendas and decks that seat 0 cannot see: the same scene, with and without a draft."""
    scenes = []
    for others, agendas, deck in (
        ("fox2 fox1", [["halls", "variety"], ["empire", "hotels"]], ["snake1", "law"]),
        ("rat2 weasel3", [["halls", "variety"], ["factories", "theaters"]], ["cash", "law"]),
    ):
        match = at(HAND, others, agendas=agendas, deck=deck, line=["rat2", "shark1", "shark3", "fox3", "cash"])
        found = [shown(match), shown(match, draft=build(match, "take-R4")), shown(match, draft=build(match, "cash-in"))]
        scenes.append(json.dumps(found))
    assert scenes[0] == scenes[1]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_round_can_be_played_by_pressing_what_is_shown(setting: dict[str, Any]) -> None:
    """Whatever is pressed that is not marked as refused, nothing is refused, and what comes out can be played."""
    game = mowlab.game("mob-town", **setting)
    rng = random.Random(3)
    match = game.match(["you"] * game.players, seed=11, names=NAMES[: game.players])
    draft: tuple[int, ...] = ()
    kinds: set[int] = set()
    for _ in range(700):
        me = match.mover
        scene = shown(match, me, draft=draft)
        able = buttons(scene)
        if not draft and match.state.phase == r.ACTING and rng.random() < 0.8:
            able = able - {r.DRAW} or able
        a = rng.choice(sorted(able))
        answer = table.press(match.view(me), draft, a, match.names(you=me))
        assert answer.refused is None, (a, draft, answer.refused)
        draft = answer.draft
        for move in answer.moves:
            kinds.update(row[0] for row in match.play(move).events)
    assert {r.TOOK_OVER, r.TRADED, r.PICKED, r.PLACED} <= kinds


# ---- seats, the law -------------------------------------------------------------------------------------------------
def test_seats_tell_what_all_may_know() -> None:
    match = at(HAND, "fox1 fox2 rat1", seen=[[], ["fox1"]], points=[12, 7], briefcases=[3, 1])
    mine, theirs = shown(match)["seats"]
    assert mine["token"] == {"text": "Y", "label": "yours, 1 token", "hue": "family1"}
    assert theirs["facts"] == [
        {"label": "points", "value": "7 + 2"},
        {"label": "properties, worth 2 now", "value": "1", "art": "buildings"},
        {"label": "cards in hand", "value": "3", "art": "cards"},
        {"label": "briefcases", "value": "1", "art": "briefcase"},
        {"label": "secret agendas", "value": "2", "art": "agenda"},
        {"label": "seen:", "value": "fox 1"},
    ]


@pytest.mark.parametrize(
    ("above", "marker", "risk"),
    [(20, "not among the next 20", "the law cannot come"), (0, "the next card!", "1 in 1"), (3, "1 in 4", "2 in 4")],
)
def test_where_the_law_may_be_is_told_as_far_as_it_is_known(above: int, marker: str, risk: str) -> None:
    deck = ["snake1"] * 4 + ["fox1"] * 4 + ["shark1"] * 4 + ["weasel1"] * 4 + ["rat1"] * 4
    rest = ["rat2", "rat2", "shark2", "shark2", "fox2", "fox2", "snake2", "snake2", "rat3", "shark3"]
    pile = [*deck, *rest, "law"] if above == 20 else [*deck[:above], "law"]
    match = at("rat3 fox3", "fox3", deck=pile, line=["weasel2", "weasel2", "weasel3", "cash", "snake3"])
    scene = shown(match)
    assert marker in scene["markers"][0]["text"]
    assert risk in next(c["hint"] for c in scene["choices"] if c["action"] == r.DRAW)


def test_two_cards_that_may_just_reach_the_law_are_a_smaller_risk() -> None:
    deck = ["snake1", "fox1", *["shark1"] * 4, *["weasel1"] * 5, "law"]
    match = at("rat3", "fox3", deck=deck, line=["weasel2", "weasel2", "weasel3", "cash", "snake3"])
    assert "1 in 11" in next(c["hint"] for c in shown(match)["choices"] if c["action"] == r.DRAW)


def test_initials_are_all_different() -> None:
    assert table.initials(["You", "Max", "Sally"]) == ["Y", "M", "S"]
    assert table.initials(["You", "Max 1", "Max 2"]) == ["Yu", "M1", "M2"]
    assert table.initials(["Ana", "Ana"]) == ["1", "2"]


# ---- what happened --------------------------------------------------------------------------------------------------
def test_a_take_over_is_told_in_one_sentence() -> None:
    match = at("fox1", HAND, turn=1, tokens=[[1, "G1"], [0, "H2"]])
    for move in ["take-R4", "rat3", "rat1", "snake1"]:
        match.play(move)
    rows = [row[:4] for turn in match.turns for row in turn.events]
    told = list(table.news(rows, match.game.cards, match.names(you=0)))
    assert told == ["Max takes over the Restaurant 4 for rat 3 and rat 1; to connect: snake 1 to you."]


def test_of_an_own_take_over_the_price_is_no_news() -> None:
    match = at(HAND, "fox1", tokens=[[1, "G1"], [1, "H2"]])
    for move in ["take-G1", "shark2"]:
        match.play(move)
    rows = [row[:4] for turn in match.turns for row in turn.events]
    assert list(table.news(rows, match.game.cards, match.names(you=0))) == ["You take over the Gaming Hall 1 from Max."]
    logged = list(table.logged(rows, match.game.cards, match.names(you=0)))
    assert logged == ["You take over the Gaming Hall 1 from Max for shark 2."]


@pytest.mark.parametrize(
    ("hand", "words"),
    [("", "your hand is empty"), ("weasel1", "pay for no property yet"), ("shark2", "tap a ringed property")],
)
def test_the_status_says_what_can_be_done(hand: str, words: str) -> None:
    tokens = [[1, "G1"], [1, "H2"], [1, "F2"], [1, "H4"]]
    assert words in shown(at(hand, "fox1", tokens=tokens))["status"]


def law_now(**position: Any) -> tuple[Match, list[tuple[int, int, int, int]], Any]:
    """Seat 0 draws the law: the match, the rows, and the view before."""
    given = {"agendas": [["halls", "variety"], ["hotels", "variety"]], "law": 0, **position}
    match = at("fox1", "fox2", **given)
    before = match.view(0)
    turn = match.play("draw")
    return match, [row[:4] for row in turn.events], before


def test_the_end_of_a_round_is_a_table_with_every_agenda_and_its_tie() -> None:
    tokens = [[0, "G1"], [1, "H2"], [0, "R4"], [1, "T3"]]
    match, rows, before = law_now(tokens=tokens, points=[3, 4])
    (lines,) = table.scoring(rows, match.names(you=0), match.view(0), before) or []
    assert lines["title"] == "The law comes: you draw it"
    assert lines["header"] == ["player", "properties", "agendas", "round", "total"]
    assert lines["rows"] == [["You", "5 (2)", "3", "8", "11"], ["Max", "5 (2)", "3", "8", "12"]]
    assert lines["told"] == [
        "You: most Gaming Halls (1, nobody else has any: 3 points) and most different types (tied with Max at 2, "
        "worth 5 against 5: nothing).",
        "Max: most Hotels (1, nobody else has any: 3 points) and most different types (tied with you at 2, "
        "worth 5 against 5: nothing).",
    ]
    (city,) = table.reading(before, match.names(you=0))
    assert city["title"] == "The city when the law came"
    assert all("action" not in c and "foot" not in c["face"] for c in city["cards"])


@pytest.mark.parametrize(
    ("tokens", "told"),
    [
        ([[0, "G1"], [0, "T3"], [1, "R4"]], "most different types (2, the others at most 1: 3 points)"),
        ([[0, "G1"], [1, "H2"], [1, "T3"]], "most different types (1, but Max has 2: nothing)"),
        ([[0, "R4"], [1, "H2"]], "most different types (tied with Max at 1, but worth 4 against 2: 3 points)"),
        ([[1, "H2"]], "most Gaming Halls (none: nothing)"),
    ],
)
def test_each_agenda_says_why_it_came_out_so(tokens: list[Any], told: str) -> None:
    match, rows, before = law_now(tokens=tokens)
    (lines,) = table.scoring(rows, match.names(you=0), match.view(0), before) or []
    assert told in lines["told"][0]


def test_the_last_round_counts_briefcases_and_names_the_boss() -> None:
    match, rows, before = law_now(rounds=2, points=[10, 12], briefcases=[3, 0], tokens=[[0, "G1"], [1, "H2"]])
    (lines,) = table.scoring(rows, match.names(you=0), match.view(0), before) or []
    assert lines["header"][-2:] == ["briefcases", "total"]
    assert [row[-2:] for row in lines["rows"]] == [["6", "20"], ["0", "20"]]
    result = table.result(match.view(0), match.names(you=0))
    assert result is not None
    assert result["title"] == "You and Max share the victory with 20 points each."
    assert "T42" in result["text"]


def test_a_single_winner_is_named_with_the_lead() -> None:
    match, _, _ = law_now(rounds=2, points=[10, 0], briefcases=[3, 0], tokens=[[0, "G1"]])
    result = table.result(match.view(1), match.names(you=1))
    assert result is not None
    assert result["title"] == "You wins with 23 points!", "that seat is called so"
    assert result["text"].endswith("ahead of you.")
    assert table.result(at("fox1", "fox2").view(0), match.names(you=0)) is None


def test_nothing_is_scored_before_the_law_comes() -> None:
    match = at("fox1", "fox2")
    rows = [row[:4] for row in match.play("draw").events]
    assert table.scoring(rows, match.names(you=0), match.view(0)) is None


def test_reasons_that_name_agendas_wait_for_the_end_of_the_round() -> None:
    game = mowlab.game("mob-town", players=3)
    match = game.match(["you", "schemer", "expander"], seed=3)
    heard: list[int] = []
    while match.state.rounds == 0:
        told = table.explained(match, 0)
        for i in told:
            state = match.turns[i].before[0]
            assert match.turns[i].seat == 2, "of the schemer nothing is told yet"
            assert state.phase == r.ACTING
        heard += told
        if match.mover == 0:
            match.play(match.action("draw") if match.state.phase == r.ACTING else match.legal()[0])
        else:
            match.bot_move()
    assert heard
    told = table.explained(match, 0)
    assert {match.turns[i].seat for i in told} == {1, 2}
    assert {match.turns[i].before[0].rounds for i in told} == {0}
    assert NONE not in told


def test_card_tables_say_where_each_value_comes_from() -> None:
    *first, everything = table.card_tables(mowlab.game("mob-town").cards)
    assert [len(lines["rows"]) for lines in first] == [8, 5, 17]
    assert len(everything["rows"]) == N_PROPERTIES
    assert {row[-1] for lines in first for row in lines["rows"]} == {"rulebook", "public source", "reconstructed"}
    assert all(len(row) == len(lines["header"]) for lines in [*first, everything] for row in lines["rows"])


def test_what_a_place_looks_like_is_said_by_its_layout_and_not_by_its_name() -> None:
    """The style sheet is everybody's: no game's zone ids stand in it."""
    style = (Path(mowlab.__file__).parent / "ui" / "static" / "table.css").read_text()
    assert "data-zone" not in style
    assert ".mt-tiles" in style
    assert ".mt-counter" in style
