"""Mow Money on the table: stacks in any order, all legal moves buttons, nothing hidden shown, bids told one by one."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab.analysis import Choices, explore
from mowlab.core.plan import Press
from mowlab.core.words import Names
from mowlab.games.mow_money import account, lab, stack, table
from mowlab.games.mow_money import rules as r
from mowlab.games.mow_money.cards import N_CARDS, N_CONTRACTS, NONE
from mowlab.games.mow_money.puzzles import PUZZLES
from mowlab.match import Match
from mowlab.ui.scene import Card, Lines, Scene, Zone

NAMES = ["You", "Bea", "Carl", "Dina", "Emil", "Fay"]
BASIC = "b1*c1 b2*c1 b3*t1 b1c1 b2f"
SETTINGS = [
    *({"players": n} for n in range(1, 7)),
    {"players": 3, "simultaneous": "simultaneous", "max_stakes": 1},
    {"players": 3, "sole_wins": "always", "max_stakes": 2},
    {"players": 1, "difficulty": "easy"},
    {"players": 1, "difficulty": "hard"},
]


def at(*hands: str, **position: Any) -> Match:
    """A match of persons, seat 0 with the marker, each with these cards."""
    options = position.pop("options", {})
    game = mowlab.game("mow-money", players=len(hands), **options)
    given = {"hands": [hand.split() for hand in hands], **position}
    match: Match = game.match(["you"] * len(hands), seed=1, names=NAMES[: len(hands)], position=given)
    return match


def shown(match: Match, seat: int = 0, **more: Any) -> Scene:
    return table.scene(match.view(seat), match.names(you=seat), **more)


def zone(scene: Scene, key: str) -> Zone:
    return next(z for z in scene["zones"] if z["id"] == key)


def ids(scene: Scene, key: str) -> list[str]:
    return [card["id"] for card in zone(scene, key)["cards"]]


def cards(scene: Scene) -> Iterator[Card]:
    for z in scene["zones"]:
        yield from z.get("cards", [])


def legal_buttons(scene: Scene) -> set[int]:
    on_cards = {card["action"] for card in cards(scene) if card.get("action") is not None and card["legal"]}
    return on_cards | {choice["action"] for choice in scene["choices"] if choice.get("legal", True)}


def press(match: Match, draft: tuple[int, ...], moves: str, seat: int = 0) -> Press:
    """Press these one after the other; the last answer.  None but the last may be refused or played."""
    answer = Press(draft)
    for move in moves.split():
        assert answer.refused is None
        assert answer.moves == ()
        answer = table.press(match.view(seat), answer.draft, match.action(move), match.names(you=seat))
    return answer


def build(match: Match, moves: str) -> tuple[int, ...]:
    answer = press(match, (), moves)
    assert answer.refused is None
    assert answer.moves == ()
    return answer.draft


def written(match: Match, moves: tuple[int, ...]) -> str:
    return " ".join(match.notation(a) for a in moves)


# ---- building a stack -----------------------------------------------------------------------------------------------
def test_cards_and_target_may_be_pressed_in_any_order() -> None:
    match = at("b1*c1 b2*c1 b3*t1 b1c1 m2f1", "b2c1")
    sealed = {
        press(match, (), " ".join(order) + " bluff1").moves
        for order in itertools.permutations(["A", "b3*t1", "b1*c1", "b1c1"])
    }
    assert len(sealed) == 1
    assert written(match, sealed.pop()) == "A free b1*c1 b1c1 b3*t1 done bluff1"


def test_a_card_pressed_again_is_taken_out_and_another_neighborhood_may_be_named() -> None:
    match = at("b1*c1 b2*c1 b3*t1", "b2c1")
    draft = build(match, "A b1*c1 b3*t1 b1*c1 B")
    assert stack.Stack.of(draft) == stack.Stack(1, (match.action("b3*t1"),))
    scene = shown(match, draft=draft)
    assert ids(scene, "stack") == ["b3*t1"]
    assert ids(scene, "hand-basic") == ["b1*c1", "b2*c1"]
    assert "Bear Cave Way" in zone(scene, "stack")["title"]


def test_a_way_is_filled_with_the_cheapest_cards_that_serve_it() -> None:
    match = at("b1c1 b1*c1 b2*c1 b3*c1 b2*t1 m2f1 m3f1", "b2c1", up=["r3.1", "r2.1"])
    three_stars = build(match, "A b1c1 as2")
    assert {match.notation(a) for a in three_stars} == {"A", "b1*c1", "b2*c1", "b2*t1"}
    two_medium = build(match, "A as1")
    assert {match.notation(a) for a in two_medium} == {"A", "m2f1", "m3f1"}


def test_three_cards_are_put_in_for_an_odd_job() -> None:
    match = at("b1*c1 b2c1 b3cf1 b3cp1 m2*f1", "b2t1")
    draft = build(match, "OJ job-c")
    assert {match.notation(a) for a in draft} == {"OJ", "b2c1", "b3cf1", "b3cp1"}, "the star is spared"
    assert "Clean up: brings $4 and $3 more." in zone(shown(match, draft=draft), "stack")["note"]


@pytest.mark.parametrize(
    ("moves", "code", "word"),
    [
        ("A as2", r.CANNOT_MEET, "3 basic cards"),
        ("A b2*c1 m2f1", r.NOT_IN_HAND, "not in your hand"),
        ("OJ job-s", r.CANNOT_DO_JOB, "install sprinklers"),
        ("A bluff0", r.NEEDS_BLUFF, "at least one card"),
        ("C", r.NO_SUCH_AREA, "not in play"),
        ("A b1c1 r4.1", r.NOT_YOUR_CONTRACT, "won in an earlier round"),
    ],
)
def test_what_a_stack_cannot_be_is_refused_with_its_reason_and_kept(moves: str, code: int, word: str) -> None:
    match = at("b1c1 b2*c1 b3f1", "b2c1", up=["r3.1", "r2.1"])
    before = build(match, " ".join(moves.split()[:-1]))
    answer = press(match, before, moves.split()[-1])
    assert answer.refused is not None
    assert answer.refused.code == code
    assert word in answer.refused.text
    assert answer.draft == before
    assert answer.moves == ()


def test_the_other_bid_is_for_that_already() -> None:
    match = at("b1c1 b2*c1 b3f1", "b2c1", bids=["A", "free", "b1c1", "done", "bluff0"])
    answer = press(match, (), "A")
    assert answer.refused is not None
    assert answer.refused.code == r.AIMED_THERE
    area = zone(shown(match), "areas")["cards"][0]
    assert not area["legal"]
    assert answer.refused.text == area["why"]
    assert {"text": "your bid", "hue": "blue"} in area["tokens"]
    assert ids(shown(match), "sealed0") == ["b1c1"]


def test_contracts_are_staked_and_taken_back_but_not_on_an_odd_job() -> None:
    match = at("b1c1 b2c1 b3f1", "b2t1", won=[["r1.2", "r2.3", "r3.3"], []], options={})
    draft = build(match, "A b1c1 b2c1 r2.3 r1.2")
    scene = shown(match, draft=draft)
    assert zone(scene, "stack")["note"].startswith("$3, less 3 staked counts as $0")
    assert [card["code"] for card in zone(scene, "won")["cards"]] == ["r3.3"]
    assert written(match, press(match, draft, "bluff0").moves) == "A free b1c1 b2c1 done r1.2 r2.3 done bluff0"
    assert build(match, "A b1c1 r2.3 r2.3") == build(match, "A b1c1")
    assert stack.Stack.of(build(match, "A b1c1 r2.3 OJ")).stakes == ()
    on_job = shown(match, draft=build(match, "OJ b1c1"))
    assert all("action" not in card for card in zone(on_job, "won")["cards"])


def test_only_so_many_contracts_may_be_staked() -> None:
    match = at("b1c1 b2c1", "b2t1", won=[["r1.2", "r2.3"], []], options={"max_stakes": 1})
    answer = press(match, (), "A b1c1 r1.2 r2.3")
    assert answer.refused is not None
    assert answer.refused.code == r.TOO_MANY_STAKES
    assert written(match, press(match, build(match, "A b1c1 r1.2"), "bluff0").moves).endswith("done r1.2 bluff0")


@pytest.mark.parametrize("bluffs_left", range(4))
@pytest.mark.parametrize("held", [1, 3])
def test_a_sealed_stack_is_what_was_put_together(bluffs_left: int, held: int) -> None:
    """With some or all cards of the hand, with and without bluff cards left: the rules end some questions by
    themselves.
    """
    hand = ["b1c1", "b2c1", "b3f1"][:held]

    def opened() -> Match:
        """Some bluff cards lie in a first stack already."""
        match = at(" ".join(hand), "b2t1", won=[["r1.2"], []])
        if bluffs_left < 3:
            for a in press(match, (), f"B bluff{3 - bluffs_left}").moves:
                match.play(a)
        return match

    for n in range(held + 1):
        for used in range(bluffs_left + 1):
            if n + used == 0:
                continue
            match = opened()
            slot = match.state.slot
            moves = press(match, build(match, " ".join(["A", *hand[:n], "r1.2"])), f"bluff{used}").moves
            for a in moves:
                match.play(a)
            before = match.turns[-1].before[0]  # the last move seals
            game, bid = match.game, slot
            put = {c for c in range(N_CARDS) if before.place[c] == r.STACK + bid}
            put |= {a for a in moves[-1:] if a < N_CARDS}
            assert put == {match.action(code) for code in hand[:n]}
            (sealed,) = [row for row in match.turns[-1].events if row[0] == r.SEALED]
            assert sealed[1:4] == (0, n + used + 1, slot)
            assert game.plain.mover(match.state) == (0 if slot == 0 else 1)


def test_taking_back_a_sealed_stack_makes_it_a_draft_again() -> None:
    match = at("b1c1 b2c1 b3f1", "b2t1", won=[["r1.2"], []])
    draft = build(match, "A b3f1 b1c1 r1.2")
    for a in press(match, draft, "bluff2").moves:
        match.play(a)
    steps = []
    match.undo()
    while table.half_done(match.state):
        steps.insert(0, match.turns[-1].action)
        match.undo()
    assert set(table.redraft(steps)) == set(draft)
    assert stack.Stack.of(table.redraft(steps)).target == 0


# ---- is it valid? ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("moves", "valid", "words"),
    [
        ("A m2f1 m3f1", True, "Valid for 3 points: 2 medium cards."),
        ("A b1*c1 b2*c1 b3*t1", True, "Valid for 3 points: 3 basic cards, all with a star."),
        ("A m2f1", False, "Not valid yet: 1 more for 2 medium cards."),
        ("A b1*c1 b2*c1 b1c1", False, "Not valid: one card has no star. Asked for: 3 basic cards, all with a star."),
        ("A m2f1 b1*c1", False, "basic and medium cards may not be mixed"),
        ("A m2f1 m3f1 m4*f1", False, "Not valid: 1 too many for 2 medium cards."),
        ("A a4s1", False, "advanced cards do not do"),
        ("A", False, "can only mislead the others"),
        ("b1c1", False, "Say what it is for"),
        ("OJ b1c1 b1*c1", False, "exactly three cards that show the same one, and here are 2"),
        ("OJ b1c1 b1*c1 b3*t1", False, "no odd job that is on all of them"),
        ("OJ m2f1 m3f1 m4*f1", True, "Repair fence: brings $9 and $3 more."),
    ],
)
def test_the_stack_says_whether_it_is_valid_and_why_not(moves: str, valid: bool, words: str) -> None:
    match = at("b1*c1 b2*c1 b3*t1 b1c1 m2f1 m3f1 m4*f1 a4s1", "b2c1", up=["r3.1", "r2.1"], mowers=["bma", "b"])
    draft = build(match, moves)
    found = stack.verdict(match.game, match.view(0).state, stack.Stack.of(draft))
    assert found[0] == valid
    assert words in found[1]
    assert words in zone(shown(match, draft=draft), "stack")["note"]


def test_what_the_table_calls_valid_is_what_the_rules_find_valid() -> None:
    """Random stacks in random positions, sealed and resolved: valid ones are offers or done jobs, others are not."""
    rng = random.Random(5)
    game = mowlab.game("mow-money", players=2)
    seen = {True: 0, False: 0}
    for seed in range(60):
        match = game.match(["undercutter", "jobber"], seed=seed)
        while not (match.over or (match.state.phase == r.AIMING and match.state.rounds > seed % 6)):
            match.bot_move()
        if match.over:
            continue
        me, s = match.mover, match.view(match.mover).state
        hand = stack.in_hand(s, me)
        able = [way for n in range(2) for way in stack.ways(game, s, n)]
        put = stack.cheapest(game, s, me, rng.choice(able)) if seed % 2 else rng.sample(hand, min(3, len(hand)))
        laid = stack.Stack(rng.choice([0, 1, r.ODD_JOB]), tuple(put))
        if not put:
            continue
        valid, _ = stack.verdict(game, s, laid)
        for a in stack.chain(game, s, laid, 0):
            match.play(a)
        while match.state.phase == r.AIMING or table.half_done(match.state):
            match.play(r.DONE if match.state.phase == r.AIMING else match.legal()[-1])
        rows = [row for turn in match.turns for row in turn.events if row[1] == me]
        since = max(i for i, row in enumerate(rows) if row[0] == r.REVEALED)
        kinds = {row[0] for row in rows[since:]}
        assert valid == bool(kinds & {r.OFFERED, r.JOB_DONE}), (seed, laid)
        seen[valid] += 1
    assert min(seen.values()) > 5


# ---- pick-up --------------------------------------------------------------------------------------------------------
def test_a_pick_up_is_put_together_and_done() -> None:
    match = at("b1c1 b2c1 b3cf1 b1*c1", "b2t1", phase="pick-up", rounds=1)
    draft = build(match, "job-c")
    assert {match.notation(a) for a in draft} == {"b2c1", "b1c1", "b3cf1"}
    other = build(match, "job-c b2c1 b1*c1")
    scene = shown(match, draft=other)
    do_it = next(c for c in scene["choices"] if c["action"] == r.JOB)
    assert do_it["label"] == "Do it: clean up for $4"
    assert do_it["tone"] == "primary"
    assert written(match, press(match, other, "job-c").moves) == "job-c b1*c1 b1c1 b3cf1"
    assert press(match, other, "done").moves == (r.DONE,)
    refused = press(match, (), "job-f").refused
    assert refused is not None
    assert refused.code == r.CANNOT_DO_JOB


# ---- what may be pressed, and what is seen --------------------------------------------------------------------------
def visible(match: Match, me: int) -> set[str]:
    """Bid cards that seat `me` may see on the table: its own."""
    own = {r.HAND + me, r.STACK + 2 * me, r.STACK + 2 * me + 1}
    return {row["code"] for c, row in enumerate(match.game.cards.rows) if match.state.place[c] in own}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_in_random_games_every_legal_move_is_a_button_and_nothing_hidden_is_shown(setting: dict[str, Any]) -> None:
    game = mowlab.game("mow-money", **setting)
    codes = {row["code"] for row in game.cards.rows}
    match = game.match(["random"] * game.players, seed=7)
    while not match.over:
        me = match.mover
        scene = shown(match, me)
        json.dumps(scene)
        buttons, legal = legal_buttons(scene), set(match.legal())
        assert legal <= buttons, match.notation(min(legal - buttons))
        if match.state.phase in (r.AIMING, r.PICKING_UP):  # cards of the hand may be put together here
            legal |= {c for c in range(N_CARDS) if match.state.place[c] == r.HAND + me}
        assert buttons == legal
        for p in range(game.players):
            other = shown(match, p)
            assert {card["code"] for card in cards(other) if card.get("code") in codes} <= visible(match, p)
            if p != me:
                assert other["choices"] == []
                assert all("action" not in card for card in cards(other))
        match.bot_move()
    scene = shown(match)
    assert scene["zones"] == []
    assert table.result(match.view(0), match.names(you=0)) is not None


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_game_can_be_played_by_pressing_what_is_shown(setting: dict[str, Any]) -> None:
    """Whatever legal button is pressed, nothing is refused, and what comes out of a draft can be played."""
    game = mowlab.game("mow-money", **setting)
    rng = random.Random(3)
    match = game.match(["you"] * game.players, seed=11)
    draft: tuple[int, ...] = ()
    sealed = 0
    for _ in range(400):
        if match.over:
            break
        me = match.mover
        scene = shown(match, me, draft=draft)
        a = rng.choice(sorted(legal_buttons(scene)))
        answer = table.press(match.view(me), draft, a, match.names(you=me))
        assert answer.refused is None, (match.notation(a), answer.refused)
        draft = answer.draft
        sealed += len(answer.moves) > 1
        for move in answer.moves:
            match.play(move)
    assert sealed > 5


def test_who_has_no_money_is_not_asked_to_invest_it() -> None:
    match = at("b1c1 b2c1", "b2t1", money=[0, 4], phase="invest", rounds=1)
    assert shown(match)["status"] == "Your turn: you have no money to invest. Press Done investing."


def test_an_investor_sees_prices_limits_and_why_not() -> None:
    match = at("b1c1 b2c1", "b2t1", money=[4, 0], phase="invest", rounds=1)
    scene = shown(match)
    assert scene["status"] == "Your turn: invest your $4, or be done."
    shop = {card["id"]: card for card in zone(scene, "shop")["cards"]}
    assert [card["face"]["title"] for card in shop.values()] == ["$3", "$6", "$1", "$3", "$5"]
    assert shop["buy-mower-medium"]["legal"]
    assert "you have $4" in shop["buy-mower-advanced"]["why"]
    assert "need the medium mower" in shop["buy-card-medium"]["why"]
    assert "you hold 2 of at most 7" in shop["buy-card-basic"]["label"]
    match.play("mower-m")
    assert "buy-mower-medium" not in {card["id"] for card in zone(shown(match), "shop")["cards"]}


def test_too_many_cards_are_discarded_one_by_one() -> None:
    hand = "b1c1 b1c2 b1c3 b1c4 b1c5 b1t1 b1t2 b2c1 m2f1"
    match = at(hand, "b2t1", mowers=["bm", "b"], phase="invest", rounds=1)
    match.play("done")
    scene = shown(match)
    assert scene["status"] == "Your turn: too many cards, so discard 1 basic."
    assert {card["id"]: card["legal"] for card in zone(scene, "hand-medium")["cards"]} == {"m2f1": False}
    assert all(card["legal"] for card in zone(scene, "hand-basic")["cards"])


def test_seats_tell_what_all_may_know() -> None:
    match = at(
        "b1c1 b2c1",
        "b2t1 m2f1",
        money=[4, 7],
        mowers=["b", "bm"],
        won=[["r1.2"], ["r2.3", "r3.3"]],
        bids=["A", "free", "b1c1", "done", "done", "bluff2", "done"],
    )
    mine, theirs = shown(match, 1)["seats"]
    assert mine["facts"] == [
        {"label": "points", "value": "3"},
        {"label": "money", "value": "$4", "art": "coin"},
        {"label": "basic mower, basic cards", "value": "2", "art": "mower-basic"},
        {"label": "contracts", "value": "1", "art": "house"},
        {"label": "sealed cards", "value": "3"},
    ]
    assert mine["badge"] == "marker"
    facts = {fact["label"]: fact["value"] for fact in theirs["facts"]}
    assert facts["contracts"] == "2 + 3"
    assert facts["medium mower, medium cards"] == "1"
    assert facts["points"] == str(2 + 3 + 1 + 2 + 7 // 3)


def test_bids_at_the_same_time_show_no_sizes() -> None:
    match = at("b1c1 b2c1", "b2t1", options={"simultaneous": "simultaneous"})
    for a in press(match, (), "A b1c1 bluff2").moves:
        match.play(a)
    match.play("done")
    assert "sealed cards" not in {fact["label"] for fact in shown(match, 1)["seats"][0]["facts"]}


def test_contracts_show_points_ways_and_how_many_are_left() -> None:
    match = at("b1c1", "b2t1", piles=[["r5.1"], ["r2.1", "r3.1"]])
    first, second = zone(shown(match), "areas")["cards"]
    assert first["face"]["title"] == "5"
    assert [line["text"] for line in first["face"]["lines"]] == [
        "2 advanced",
        "3 medium ★",
        "4 basic ★",
        "1 in this pile",
    ]
    assert first["tokens"][0]["text"] == "the last one"
    assert second["tokens"] == []


def test_a_contract_won_in_this_round_shows_a_back_until_the_next_one_is_turned_up() -> None:
    match = at("b1c1 b2c1", "b2t1 b3tp1")
    for a in press(match, (), "A b1c1 b2c1 bluff0").moves:
        match.play(a)
    for _ in range(2):
        match.play("done")
    assert match.state.phase == r.PICKING_UP
    card = zone(shown(match, 1), "areas")["cards"][0]
    assert card["face"]["emblem"] == "back"
    assert "won in this round" in card["label"]
    assert "code" not in card


def test_stacks_are_gone_from_the_table_once_they_are_turned_over() -> None:
    match = at("b1c1 b2c1", "b2t1 b3tp1")
    seal(match, "A b1c1 bluff1")
    assert {"text": "your bid", "hue": "blue"} in zone(shown(match), "areas")["cards"][0]["tokens"]
    match.play("done")
    match.play("done")
    assert match.state.phase == r.PICKING_UP
    for seat in (0, 1):
        scene = shown(match, seat)
        assert all(token["text"] != "your bid" for card in zone(scene, "areas")["cards"] for token in card["tokens"])
        assert "sealed cards" not in {fact["label"] for seat in scene["seats"] for fact in seat["facts"]}
        assert not [z for z in scene["zones"] if z["id"].startswith("sealed")]


@pytest.mark.parametrize(
    ("moves", "note"),
    [
        ("A b1c1 b2c1 bluff0", "$3"),
        ("A b1c1 bluff1", "$1, not valid"),
        ("OJ b1c1 b2c1 b3cf1 bluff0", ""),
        ("OJ b1c1 b2c1 bluff0", "not valid"),
    ],
)
def test_a_sealed_stack_says_what_it_is_worth(moves: str, note: str) -> None:
    match = at("b1c1 b2c1 b3cf1", "b2t1 b3tp1")
    seal(match, moves)
    assert zone(shown(match), "sealed0")["note"] == note


def test_who_cannot_pick_up_a_job_is_shown_the_way_on() -> None:
    for hand, tone in (("b1c1 b2c1 b3cf1", "plain"), ("b1c1 b2c1 b3tp1", "primary")):
        match = at(hand, "b2t1", phase="pick-up")
        assert shown(match)["choices"][-1] == {
            "action": r.DONE,
            "label": "No odd job",
            "hint": "",
            "legal": True,
            "tone": tone,
        }


def test_news_of_stacks_is_old_once_they_are_turned_over() -> None:
    match = at("b1c1 b2c1", "b2t1 b3tp1")
    match.play("done")
    seal(match, "A b2t1 bluff0")
    before = [row[:4] for turn in match.turns for row in turn.events]
    match.play("done")
    after = [row[:4] for turn in match.turns for row in turn.events]
    names = match.names(you=0)
    assert list(table.news(before, match.game.cards, names)) == ["Bea seals a stack of 1 card."]
    assert not any("seals" in told for told in table.news(after, match.game.cards, names))


def test_the_shop_says_what_becomes_of_an_empty_deck() -> None:
    """M24: it is shuffled anew if there are discards; else that type cannot be bought."""
    advanced = [code for code in mowlab.game("mow-money").cards.column("code") if code.startswith("a")]
    shop = {"decks": {"a": []}, "phase": "invest", "rounds": 1, "mowers": ["ba", "b"], "money": [9, 0]}
    for hand, told in ((advanced[1:], "reshuffled when bought"), (advanced, "none left")):
        match = at(" ".join(hand), "b1c1", **shop)
        deck = next(card for card in zone(shown(match), "shop")["cards"] if card["id"] == "buy-card-advanced")
        assert deck["face"]["lines"][-1]["text"] == told
        assert deck["legal"] == (told != "none left")


# ---- cards and their sources ----------------------------------------------------------------------------------------
def test_every_card_is_listed_with_its_source_and_has_its_pictures() -> None:
    game = mowlab.game("mow-money")
    from mowlab.ui.table import read_art

    art = read_art(game.package)
    tables = table.card_tables(game.cards)
    assert len(tables[-1]["rows"]) == N_CARDS
    assert [row[0] for row in tables[-1]["rows"]] == game.cards.column("code")
    assert all(row[-1] == "reconstructed" for row in tables[-1]["rows"])
    assert [row[-1] for row in tables[0]["rows"]] == game.cards.column("from", "contracts")
    for c in range(N_CARDS):
        face = table.face(c, game.cards)
        assert set(face["emblems"]) <= art.keys()
        assert "reconstructed" in table.label(c, game.cards)
        assert ("badge" in face) == game.cards.rows[c]["star"]
    for c in range(N_CONTRACTS):
        lines = table.contract_face(c, game.cards)["lines"]
        assert all(line["art"] in art for line in lines)
    assert {"coin", "house", "marker", "star", "back", "bluff", "trophy", *table.MOWERS} <= art.keys()


@pytest.mark.parametrize(("players", "wanted"), [("1", {"players", "difficulty", "max_stakes"}), ("4", None)])
def test_only_options_that_mean_something_are_asked(players: str, wanted: set[str] | None) -> None:
    asked = {name for name in table.OPTIONS if table.applies(name, {"players": players})}
    assert asked == (wanted or set(table.OPTIONS) - {"difficulty"})
    assert set(table.OPTIONS) == set(mowlab.game("mow-money").options)


# ---- the account of a round -----------------------------------------------------------------------------------------
def told(match: Match, seat: int = 0) -> list[Lines]:
    rows = [row[:4] for row in match.turns[-1].events]
    return table.scoring(rows, match.names(you=seat), match.view(seat)) or []


def seal(match: Match, moves: str) -> None:
    """The mover puts this stack together and seals it."""
    for a in press(match, (), moves, match.mover).moves:
        match.play(a)


def test_the_four_bids_of_the_rulebook_are_told_with_their_reasons() -> None:
    """Yellow's $10 less 2 staked wins; Orange has two of three; Green bids $10; Red $9 with a bluff card."""
    match = at(
        "b2*c1 b2*t1 b3*c1 b3*t1",
        "m2*f1 m3*f1",
        "m3*t1 m3*p1 m4*f1",
        "a4s1 a5s1",
        up=["r1.1", "r5.1", "r1.2", "r1.3"],
        won=[["r2.1"], [], [], []],
    )
    seal(match, "B b2*c1 b2*t1 b3*c1 b3*t1 r2.1 bluff0")
    match.play("done")
    seal(match, "B m2*f1 m3*f1 bluff0")
    match.play("done")
    seal(match, "B m3*t1 m3*p1 m4*f1 bluff0")
    match.play("done")
    seal(match, "B a4s1 a5s1 bluff1")
    match.play("done")
    (bids,) = told(match)
    assert bids["rows"] == [
        ["B (5)", "You", "4 basic", "$10", "$8 (2 staked)", "wins: $10"],
        ["B (5)", "Bea", "2 medium", "–", "not valid", "–"],
        ["B (5)", "Carl", "3 medium", "$10", "$10", "–"],
        ["B (5)", "Dina", "2 advanced + 1 bluff", "$9", "$9", "–"],
    ]
    text = bids["told"][1]
    assert text.startswith(
        "B, Bear Cave Way (5 points): You bid $10 with 4 basic cards (4 stars), less 2 staked makes $8."
    )
    assert "Bea puts 2 medium cards (2 stars): not valid, it takes 2 advanced cards or 3 medium cards" in text
    assert text.endswith("You win it and get $10.")
    assert bids["told"][0] == "A, Apple Hollow (1 point): nobody bids, so it goes to the bottom."


@pytest.mark.parametrize(
    ("marker", "staked", "why", "winner"),
    [
        (0, "", "You have the marker.", "You win it"),
        (1, "", "Bea has the marker.", "Bea wins it"),
        (2, "", "You sit nearer to the marker, clockwise.", "You win it"),
        (1, "r1.3", "You have staked more.", "You win it"),
    ],
)
def test_a_tie_is_explained(marker: int, staked: str, why: str, winner: str) -> None:
    match = at("b1c1 b3cp1", "b1c2 b2c2", "b3tp1", marker=marker, won=[["r1.3"], [], []])
    mine = "b1c1 b3cp1 r1.3" if staked else "b1c1 b2c1"
    if not staked:
        match = at("b1c1 b2c1", "b1c2 b2c2", "b3tp1", marker=marker, won=[["r1.3"], [], []])
    for _ in range(3):
        me = match.mover
        if me < 2:
            seal(match, f"A {mine if me == 0 else 'b1c2 b2c2'} bluff0")
        match.play("done")
    text = told(match)[0]["told"][0]
    assert f"A tie at $3: {why}" in text
    assert winner in text


def test_a_tie_of_three_is_explained_in_two_steps() -> None:
    """M19: one of the tied has staked less; between the other two the marker decides."""
    match = at(
        "b1c1 b3cp1", "b2c2 b2c3", "b1t1 b2t1", marker=1, won=[["r1.3"], ["r1.2"], []], up=["r1.1", "r2.1", "r2.2"]
    )
    for moves in ("A b2c2 b2c3 r1.2 bluff0", "A b1t1 b2t1 bluff0", "A b1c1 b3cp1 r1.3 bluff0"):
        seal(match, moves)
        match.play("done")
    text = told(match)[0]["told"][0]
    assert "A tie at $3: Bea and you have staked most. Bea has the marker. Bea wins it" in text


def test_odd_jobs_come_first_done_or_not() -> None:
    match = at("b1c1 b2c1 b3cf1", "b1c2 b2c2", "b3tp1")
    seal(match, "OJ b1c1 b2c1 b3cf1 bluff0")
    match.play("done")
    seal(match, "OJ b1c2 b2c2 bluff0")
    match.play("done")
    match.play("done")
    (bids,) = told(match)
    assert bids["rows"][:2] == [
        ["job", "You", "3 basic", "–", "–", "clean up: $7"],
        ["job", "Bea", "2 basic", "–", "–", "not done"],
    ]
    assert bids["told"][0] == (
        "Odd jobs first. You do clean up: $4 and $3 more. "
        "Bea does not get an odd job done: it takes exactly three cards, and here are 2."
    )


def test_two_bids_of_the_same_dollars_are_not_mixed_up() -> None:
    """Seat 0 loses A and wins C with $3 each: the account must not say that it won A."""
    match = at("b1c1 b2c1 b1t1 b2t1", "b1c2 b1c3", "b3tp1")
    seal(match, "A b1c1 b2c1 bluff0")
    seal(match, "C b1t1 b2t1 bluff0")
    seal(match, "A b1c2 b1c3 bluff0")
    match.play("done")
    match.play("done")
    (bids,) = told(match)
    assert [row[-1] for row in bids["rows"]] == ["–", "wins: $2", "wins: $3"]
    assert bids["told"][0].endswith("Bea wins it and gets $2.")
    assert bids["told"][2].endswith("You win it and get $3.")


def test_the_dummy_draws_are_told() -> None:
    match = at("b1*c1 b1*c2", decks={"b": ["b3f1", "b2c1", "b1c1"]})
    seal(match, "A b1*c1 b1*c2 bluff0")
    match.play("done")
    bids, *_ = told(match)
    assert bids["rows"] == [
        ["A (1)", "You", "2 basic", "$2", "$2", "wins: $2"],
        ["A (1)", "The dummy", "2 drawn", "$5", "$5", "–"],
    ]
    assert bids["told"] == [
        "A, Apple Hollow (1 point): You bid $2 with 2 basic cards (2 stars). The dummy draws a basic $3, a basic $2 "
        "and bids $5. You win it and get $2.",
        "B, Bear Cave Way (1 point): The dummy takes the contract.",
    ]


@pytest.mark.parametrize(
    ("difficulty", "end"),
    [
        ("standard", "and bids $2. A tie, which you win. You win it and get $2."),
        ("hard", "and bids $2. A tie, which the dummy wins at this level. The dummy takes the contract."),
    ],
)
def test_a_tie_with_the_dummy_is_explained(difficulty: str, end: str) -> None:
    match = at("b1*c1 b1*c2", decks={"b": ["b1c1", "b1c2"]}, options={"difficulty": difficulty})
    seal(match, "A b1*c1 b1*c2 bluff0")
    match.play("done")
    assert told(match)[0]["told"][0].endswith(end)


def test_points_are_counted_line_by_line_and_the_end_says_why() -> None:
    match = at(
        "b1c1 b2c1",
        "b2t1",
        piles=[["r1.1"], ["r2.1", "r3.1"]],
        money=[10, 0],
        mowers=["bm", "b"],
        won=[["r3.2", "r2.2"], []],
        rounds=4,
    )
    seal(match, "A b1c1 b2c1 bluff0")
    match.play("done")
    match.play("done")
    match.play("done")  # no pick-up for seat 1
    (count,) = told(match)
    assert count["title"] == "The final count"
    assert count["rows"] == [
        ["You", "6 (1 + 2 + 3)", "3 (basic, medium)", "4 ($13)", "13"],
        ["Bea", "0", "1 (basic)", "0 ($0)", "1"],
    ]
    assert count["note"] == "A, Apple Hollow has no contract left: the game is over. Every $3 is one point."
    assert [int(row[-1]) for row in count["rows"]] == match.scores()
    found = table.result(match.view(0), match.names(you=0))
    assert found is not None
    assert found["title"] == "You win with 13 reputation points!"
    assert [seat.get("badge") for seat in shown(match)["seats"]] == ["winner", None]


def test_a_turn_that_resolves_nothing_has_nothing_to_read() -> None:
    match = at("b1c1 b2c1", "b2t1")
    seal(match, "A b1c1 bluff0")
    assert told(match) == []


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_in_random_games_the_account_agrees_with_what_was_paid(setting: dict[str, Any]) -> None:
    game = mowlab.game("mow-money", **setting)
    match = game.match(["random"] * game.players, seed=2)
    rounds = 0
    while not match.over:
        turn = match.bot_move()
        rows = [row[:4] for row in turn.events]
        found = account.resolution(rows, Names(NAMES[: game.players]), match.view(0))
        if found is None:
            continue
        rounds += 1
        read = account.Account.read(rows, game.cards, match.state.areas, game.players == 1)
        paid = {(who, more) for kind, who, _, more in rows if kind in (r.WON_CONTRACT, r.JOB_DONE)}
        assert {(bid.who, bid.paid) for bid in read.bids if bid.paid is not None} == paid
        won = {(who, what) for kind, who, what, _ in rows if kind == r.WON_CONTRACT}
        assert {(area.winner, area.contract) for area in read.areas.values() if area.winner != NONE} == won
        assert len(found["told"]) in (match.state.areas, match.state.areas + 1)
        assert all(len(row) == len(found["header"]) for row in found["rows"])
    assert rounds >= 6


# ---- news and reasons -----------------------------------------------------------------------------------------------
def test_news_put_purchases_and_stacks_together() -> None:
    match = at("b1c1 b2c1", "b2t1 b3tp1 b1t1", money=[0, 6], phase="invest", rounds=1)
    match.play("done")
    for move in ("card-b", "mower-m", "card-b", "done"):
        match.play(move)
    match.play("done")
    seal(match, "A b2t1 b3tp1 bluff1")
    rows = [row[:4] if row[4] == -1 else (*row[:2], None, 0) for turn in match.turns for row in turn.events]
    news = list(table.news(rows, match.game.cards, match.names(you=0)))
    assert news == ["Bea buys the medium mower, 2 basic cards.", "Bea seals a stack of 3 cards."]


def test_reasons_for_bids_are_kept_secret_until_the_bids_are_turned_over() -> None:
    match = mowlab.game("mow-money", players=3, fixed_starter="fixed").match(["you", "undercutter", "jobber"], seed=5)
    match.play("done")
    match.bot_move()
    assert match.state.phase != r.PICKING_UP
    assert table.explained(match, 0) == []
    while r.is_bidding(match.state.phase):
        match.bot_move()
    told_now = table.explained(match, 0)
    assert told_now
    assert all(match.turns[i].seat != 0 for i in told_now)


# ---- the bid laboratory ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.key)
def test_every_plan_of_every_topic_can_be_carried_out(puzzle: Any) -> None:
    match = mowlab.game("mow-money", **puzzle.options).match(seed=1, position=puzzle.position)
    assert match.mover == 0
    assert len(match.legal()) > 1
    view = match.view(0)
    for key, _ in lab.topics(view):
        plans = lab.plans(view, key)
        assert len({plan.moves for plan in plans}) == len(plans)
        assert len({plan.words for plan in plans}) == len(plans)
        found = explore(view, 2, plans=plans, watch=lab.watch(view, key), compiled=False)
        assert found.noted["won"].shape == (len(plans), 2)
        header, cells = lab.columns(found, key)
        assert len(cells(0)) == len(header) - 1


@pytest.fixture(scope="module")
def tried() -> Choices:
    """Seat 0 alone can bid on A: nobody else has cards."""
    match = at("b1c1 b2c1 b3cp1 b3f1", "m2f1", "m3f1", options={"fixed_starter": "fixed"}, up=["r1.1", "r1.2", "r1.3"])
    view = match.view(0)
    return explore(view, 30, plans=lab.plans(view, "0"), watch=lab.watch(view, "0"), compiled=False)


def test_a_sure_bid_always_wins_and_gets_its_dollars(tried: Choices) -> None:
    sure = [k for k, plan in enumerate(tried.plans or ()) if plan.amount is not None]
    assert [(tried.plans or ())[k].amount for k in sure] == [3, 4, 5, 6]
    none = tried.actions.index((r.DONE,))
    assert tried.noted["won"][none].sum() == 0
    for k in sure:
        assert tried.noted["won"][k].all()
        assert (tried.noted["winner"][k] == 0).all()
        assert (tried.noted["dollars"][k] >= (tried.plans or ())[k].amount).all()
    assert (tried.noted["rival"] == lab.NO_BID).all()
    curves = lab.curves(tried, "0")
    assert [one.name for one in curves] == ["chance", "gain"]
    assert (curves[1].values[none] == 0).all()
    said = lab.told(tried, "0", None, Names(NAMES[:3]))
    assert said[0] == "Nobody else makes a valid bid for it in any of these worlds."
    assert "100 % of the worlds" in said[1]


def test_the_lab_says_what_hand_would_beat_the_bid() -> None:
    hands = ("b1c1 b2c1 b3cp1 m4fp1 m3f1", "b1c2 b2c2 b2c3 b1*c1", "b3f1 b3tp1 m2f1 m2f2")
    match = at(*hands, mowers=["bm", "b", "bm"], up=["r3.1", "r1.1", "r1.2"])
    view = match.view(0)
    found = explore(view, 20, plans=lab.plans(view, "0"), watch=lab.watch(view, "0"), compiled=False)
    names = Names(NAMES[:3], you=0)
    (dear,) = [plan for plan in found.plans or () if plan.amount == 7]
    said = lab.told(found, "0", dear.moves, names)
    assert (
        "To bid less without a stake, a rival must hold, for less than $7: 2 medium cards (Carl holds that many) or "
        "3 basic cards, all with a star (Bea holds that many)." in said
    )
    assert not any("What a stake adds" in text for text in said)


def test_the_lab_says_what_a_stake_of_each_size_adds() -> None:
    """Bea must bid $2 on A: two points staked on $3 win it always, one point ties, and the tie goes by the stake."""
    match = at("b1c1 b2c1", "b1c2 b1c3", "b3tp1", won=[["r1.3", "r2.3"], [], []], up=["r1.1", "r1.2", "r2.1"])
    view = match.view(0)
    found = explore(view, 40, plans=lab.plans(view, "0"), watch=lab.watch(view, "0"), compiled=False)
    plain = next(plan for plan in found.plans or () if plan.amount == 3)
    (said,) = [text for text in lab.told(found, "0", plain.moves, Names(NAMES[:3])) if "stake adds" in text]
    assert said.startswith("What a stake adds to these cards: 1 point: +")
    assert [
        part.strip().split(":")[0] for part in said.removeprefix("What a stake adds to these cards:").split(";")
    ] == [
        "1 point",
        "2 points",
        "3 points",
    ]
    won = {plan.words: found.noted["won"][k] for k, plan in enumerate(found.plans or ())}
    assert (won["A for $3: 2 basic, 2 staked"] >= won["A for $3: 2 basic"]).all()
    assert "+0 % chance" not in said


def test_the_lab_gives_intervals() -> None:
    assert lab._share(np.array([1, 1, 1, 1])) == "100\N{NO-BREAK SPACE}% (51\N{EN DASH}100)"
    assert lab._mean(np.array([1, 2, 3, 4])) == "2.5 ± 1.3"
    assert lab._mean(np.array([2])) == "2.0"


def test_what_is_noted_of_a_world_is_what_its_events_say() -> None:
    """The notes of some plans against the events of the same worlds, counted one by one."""
    match = mowlab.game("mow-money", players=3).match(["undercutter", "jobber", "builder"], seed=8)
    while not (match.state.phase == r.AIMING and match.mover == 0 and match.state.rounds >= 2):
        match.bot_move()
    view = match.view(0)
    topic = lab.topics(view)[0][0]
    contract = match.game.plain.top(view.state, int(topic))
    kept: list[Any] = []
    watch = lab.watch(view, topic)

    def read(rows: Any, plans: int, worlds: int) -> Any:
        kept.append(rows.copy())
        return watch.read(rows, plans, worlds)

    plans = lab.plans(view, topic)
    found = explore(view, 20, plans=plans, watch=lab.Watch(watch.kinds, read), compiled=False)
    (rows,) = kept
    for k in range(len(plans)):
        for w in range(20):
            events = [row[2:6].tolist() for row in rows if (row[0], row[1]) == (k, w)]
            won = [(who, what, more) for kind, who, what, more in events if kind == r.WON_CONTRACT]
            assert found.noted["won"][k, w] == any(who == 0 and what == contract for who, what, _ in won)
            offers, others = [], []
            for kind, who, what, _ in events:
                if kind == r.OFFERED:
                    offers.append((who, what))
                elif kind == r.WON_CONTRACT:
                    others += [bid for p, bid in offers if p != 0] if what == contract else []
                    offers = []
            assert found.noted["rivals"][k, w] == len(others)
            assert found.noted["rival"][k, w] == min(others, default=lab.NO_BID)
            income = [
                more for kind, who, _, more in events if who == 0 and kind in (r.WON_CONTRACT, r.JOB_DONE, r.PICKED_UP)
            ]
            assert found.noted["dollars"][k, w] == sum(income)


def test_the_same_stack_is_the_same_plan_however_it_was_made() -> None:
    match = at("b1c1 b2c1 b3cp1", "b2t1")
    view = match.view(0)
    named = [match.action(move) for move in ("A", "as1", "b1c1", "b2c1", "bluff1")]
    free = press(match, (), "b2c1 A b1c1 bluff1").moves
    assert lab.own_plan(view, named) == lab.own_plan(view, free)
    assert lab.own_plan(view, free).words == "A for $3: 2 basic, 1 bluff card"
    assert lab.own_plan(view, free).amount == 3
    assert not lab.belongs(view, free, "1")
    assert lab.belongs(view, free, "0")
    assert lab.topic_of(view, free) == "0"


def test_stakes_of_each_size_are_compared() -> None:
    match = at("b1c1 b2c1", "b2t1", won=[["r1.2", "r2.3"], []])
    kinds = {plan.kind for plan in lab.plans(match.view(0), "0") if plan.amount is not None}
    assert kinds == {"2 basic", "2 basic, 1 staked", "2 basic, 2 staked", "2 basic, 3 staked"}


RICH = "b1*c1 b1*t1 b2*c1 b2*t1 b3*c1 b3*t1 b3*f1 m2*f1 m2*t1 m3*f1 m4*f1 m4*p1 a3s1 a4s1 a5s1"


def rich() -> Match:
    """A hand that can bid on A in all three ways, with five contracts to stake."""
    won = [["r1.2", "r2.1", "r3.1", "r4.1", "r6.1"], [], []]
    return at(RICH, "b1c1", "b2c1", mowers=["bma", "b", "b"], up=["r5.1", "r1.1", "r1.3"], won=won, rounds=5)


@pytest.mark.parametrize("bluffs", [0, 2])
def test_an_own_bid_is_tried_with_each_stake_though_not_all_bids_can_be(bluffs: int) -> None:
    match = rich()
    view = match.view(0)
    own = lab.own_plan(view, press(match, (), f"A b1*c1 b2*c1 b2*t1 b3*f1 r4.1 bluff{bluffs}").moves)
    staked = lab.with_stakes(view, own.moves)
    sizes = [sum(lab.words.points_of(c, match.game.cards) for c in stack.Stack.of(p.moves).stakes) for p in staked]
    assert sorted(sizes) == sorted(set(sizes)), "no size twice"
    assert set(sizes) == {0} | {sum(some) for n in (1, 2, 3) for some in itertools.combinations((1, 2, 3, 4, 6), n)}
    compared = [*lab.plans(view, "0"), own]
    compared += [plan for plan in staked if plan.moves not in {plan.moves for plan in compared}]
    found = explore(view, 2, plans=compared, watch=lab.watch(view, "0"), compiled=False)
    told = lab.told(found, "0", own.moves, Names(NAMES[:3]))
    (said,) = [text for text in told if "stake adds" in text]
    told_sizes = [int(part.split()[0]) for part in said.removeprefix("What a stake adds to these cards: ").split("; ")]
    assert told_sizes == sorted(set(sizes) - {0})
    assert "differ in type, dollars or stake" in told[-1]


def test_what_is_no_valid_bid_is_not_tried_with_stakes() -> None:
    match = rich()
    for moves in ("A b1*c1 b2*c1 bluff0", "A m2*f1 a3s1 bluff1"):
        assert lab.with_stakes(match.view(0), press(match, (), moves).moves) == []
    assert lab.with_stakes(match.view(0), (r.DONE,)) == []


def test_nothing_is_said_of_bids_left_out_where_all_are_tried(tried: Choices) -> None:
    assert not any("were tried" in text for text in lab.told(tried, "0", None, Names(NAMES[:3])))
