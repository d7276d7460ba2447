"""Magic Money on the table: every answer a button, numbers to type, nothing secret shown, who paid and won what."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import mowlab
from mowlab.core.words import Names
from mowlab.games.magic_money import account
from mowlab.games.magic_money import state as st
from mowlab.games.magic_money import table as shown_table
from mowlab.games.magic_money.words import ABILITY_WORDS, amount
from mowlab.match import Match
from mowlab.ui.scene import Card, Lines, Scene, Zone
from mowlab.ui.table import read_art

from .magic_money_play import play, table
from .magic_money_rare import every_question, matches

SETTINGS: list[dict[str, Any]] = [
    *({"players": n} for n in range(3, 7)),
    {"players": 3, "opening_mode": "exact", "first_opening": "free"},
    {"players": 3, "beaten_opening": "both", "top_tie": "random"},
    {"players": 4, "top_tie": "none", "first_active": "fixed"},
]
NAMES = ["Ada", "Bea", "Carl", "Dina", "Emil", "Fay"]
NUMBER = re.compile(r"\d[\d,]*")


def named(match: Match, you: int | None = 0) -> Names:
    return Names(NAMES[: match.game.players], you)


def shown(match: Match, seat: int = 0, **more: Any) -> Scene:
    return shown_table.scene(match.view(seat), named(match, seat), **more)


def zone(scene: Scene, key: str) -> Zone:
    return next(z for z in scene["zones"] if z["id"] == key)


def cards(scene: Scene) -> Iterator[Card]:
    for z in scene["zones"]:
        yield from z.get("cards", [])


def slips(scene: Scene, key: str) -> list[str]:
    """What is written on the slips of a zone; crossed out in brackets."""
    faces = [card["face"] for card in zone(scene, key)["cards"] if card.get("kind") == "slip"]
    return [f"({face['title']})" if face.get("struck") else face["title"] for face in faces]


def legal_buttons(scene: Scene) -> set[int]:
    on_cards = {card["action"] for card in cards(scene) if card.get("action") is not None and card["legal"]}
    return on_cards | {choice["action"] for choice in scene["choices"] if choice.get("legal", True)}


def heard(match: Match, seat: int, first: int = -1) -> list[Any]:
    """Event rows from turn `first` on (-1: from the deal) as a seat hears them."""
    turns = [*([match.opening] if first < 0 else []), *match.turns[max(first, 0) :]]
    return [
        (kind, who, what if audience == -1 or audience >> seat & 1 else None, more)
        for turn in turns
        for kind, who, what, more, audience in turn.events
    ]


def told(match: Match, seat: int = 0) -> list[Lines]:
    """What the last turn brings to read."""
    rows = heard(match, seat, len(match.turns) - 1)
    return shown_table.scoring(rows, named(match, seat), match.view(seat)) or []


def random_match(setting: dict[str, Any], seed: int = 3, top: int = 10**6) -> Iterator[Match]:
    """A match of random moves, with random numbers and not only listed ones, after each of its moves."""
    game = mowlab.game("magic-money", **setting)
    match = game.match(["you"] * game.players, seed=seed, names=NAMES[: game.players])
    chance = random.Random(seed)
    yield match
    while not match.over:
        legal = match.legal()
        bid = chance.randint(1, top)
        match.play(bid if match.state.phase == st.BIDDING else chance.choice(legal))
        yield match


# ---- what may be pressed or typed -----------------------------------------------------------------------------------
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_all_that_is_allowed_can_be_pressed_or_typed_by_the_one_who_decides(setting: dict[str, Any]) -> None:
    art = read_art("mowlab.games.magic_money")
    for match in random_match(setting):
        if match.over:
            break
        for p in range(match.game.players):
            scene = shown(match, p)
            json.dumps(scene)
            named_art = {card["face"].get("emblem", "back") for card in cards(scene)}
            named_art |= {line.get("art", "back") for card in cards(scene) for line in card["face"].get("lines", [])}
            named_art |= {fact["art"] for seat in scene["seats"] for fact in seat["facts"]}
            named_art |= {marker["art"] for marker in scene["markers"]}
            assert named_art <= art.keys()
            asked = st.ASKS[match.state.phase] == st.A_NUMBER
            if p != match.mover:
                assert legal_buttons(scene) == set()
                assert scene["number"] is None
                assert all("action" not in card for card in cards(scene))
            elif asked:
                assert scene["number"] is not None
                assert legal_buttons(scene) == set()
                assert all(match.why_not(offer["value"]) is None for offer in scene["number"]["offers"])
                assert match.why_not(scene["number"].get("value", 1)) is None or setting.get("opening_mode") == "exact"
            else:
                assert scene["number"] is None
                assert legal_buttons(scene) == set(match.legal())
                assert {c["action"] for c in scene["choices"]} == set(match.legal())
            assert all(card["why"] for card in cards(scene) if card.get("legal") is False)


def test_every_question_of_every_ability_is_asked_beside_the_status() -> None:
    asked = set()
    for match in [*matches(), every_question()]:
        while match.turns:
            match.undo()
            s = match.state
            if s.phase < st.RESOLVING:
                continue
            scene = shown(match, match.mover)
            asked.add(s.phase)
            assert scene["status"].startswith("Your turn: ")
            assert all(choice["beside"] for choice in scene["choices"])
            alone = len(scene["choices"]) == 1
            assert {choice["tone"] for choice in scene["choices"]} == ({"primary"} if alone else {"plain"})
    assert asked == set(range(st.RESOLVING, st.ENDED))


def test_the_first_opening_is_one_and_stands_there_already() -> None:
    field = shown(table("puddlewyrm"))["number"]
    assert field is not None
    assert (field["label"], field["value"], field["most"]) == ("Your opening", 1, st.CAP)
    assert field["limits"] == "It must be 1: this is the first auction."
    assert field.get("offers") == []


def test_the_opening_of_the_rulebook_goes_up_to_573() -> None:
    match = table("puddlewyrm moonmule", "1 5739 5 seat1")
    field = shown(match, 1)["number"]
    assert field is not None
    assert field["limits"].startswith("From 1 to 573, a tenth of the last winning bid (5,739).")
    assert "value" not in field
    assert {offer["value"]: offer["label"] for offer in field["offers"]} == {1: "the least", 573: "the most"}
    assert {"art": "coin", "text": "last winning bid 5,739"} in shown(match, 2)["markers"]


def test_an_opening_that_is_exactly_a_tenth_stands_there_already() -> None:
    match = table("puddlewyrm moonmule", "1 5739 5 seat1", opening_mode="exact")
    field = shown(match, 1)["number"]
    assert field is not None
    assert field["value"] == 573
    assert field["limits"] == "It must be 573: a tenth of the last winning bid, 5,739."
    free = shown(table("puddlewyrm", opening_mode="exact", first_opening="free"))["number"]
    assert free is not None
    assert "value" not in free
    assert free["limits"] == "Any whole number from 1 up."


def test_a_bid_is_any_number_and_the_free_budget_is_told() -> None:
    match = table("puddlewyrm moonmule", "1 50 7 seat1  5")
    view = match.view(2)
    assert view["free_budget"] == 50 + 5 - 7 - 1
    field = shown(match, 2)["number"]
    assert field is not None
    assert field["label"] == "Your bid"
    assert (
        "Free budget 47: up to there you are surely not the greediest, unless an ability changes that."
        in field["limits"]
    )
    assert {offer["value"]: offer["label"] for offer in field["offers"]} == {
        1: "the least",
        6: "over the opening",
        47: "free budget",
        51: "over the last price",
    }
    assert _limits(table("puddlewyrm moonmule", "1 50 7 seat1"), 1) == (
        "From 1 to 5, a tenth of the last winning bid (50). Free budget 0: with any bid you may be the greediest."
    )


def _limits(match: Match, seat: int) -> str:
    field = shown(match, seat)["number"]
    assert field is not None
    return field["limits"]


def test_another_question_is_another_field() -> None:
    """What was typed stays as long as the field's id does."""
    match = table("puddlewyrm moonmule", players=3)
    found = []
    for move in ("1", "50", "7", "seat1", "5", "9", "4"):
        scene = shown(match, match.mover)
        found += [scene["number"]["id"]] if scene["number"] else []
        match.play(move)
    assert len(set(found)) == len(found) == 6


# ---- what is secret -------------------------------------------------------------------------------------------------
def known_numbers(match: Match, seat: int) -> set[int]:
    """Bids that a seat may read somewhere."""
    s = match.view(seat).state
    public = {s.amount[row] for row in range(st.ROWS)}
    mine = {s.token[st.slot(seat, k)] for k in range(st.MOST_AUCTIONS)}
    seen = {
        s.token[st.slot(p, k)]
        for p, k in itertools.product(range(s.players), account.auctions(s))
        if s.token[st.slot(p, k)] > 0
    }
    return public | mine | seen | set(s.bid) | set(s.exposed_bid)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_no_scene_log_news_or_account_tells_a_bid_that_a_seat_has_not_seen(setting: dict[str, Any]) -> None:
    """Bids have many digits and no two are alike, so that one could be told apart wherever it turned up."""
    secrets = 0
    for match in random_match(setting, seed=5, top=10**12):
        s = match.state
        bids = {n for n in s.token if n > 10**6}
        for p in range(match.game.players):
            names = named(match, p)
            last = len(match.turns) - 1
            rows = heard(match, p, last)
            unseen = bids - known_numbers(match, p)
            secrets += len(unseen)
            words = json.dumps([shown(match, p), told(match, p)])
            words += " ".join([*shown_table.news(rows, match.game.cards, names), *match.events(p, last, p)])
            result = shown_table.result(match.view(p), names)
            words += json.dumps(result)
            read = {int(n.replace(",", "")) for n in NUMBER.findall(words)}
            assert not read & unseen
    assert secrets > 100


def test_naming_the_winner_looks_the_same_to_others_with_a_tie_and_without() -> None:
    """Seat 1 has bid 30; whether seat 2 did, too, only the active wizard sees."""
    tie, clear = (table("puddlewyrm moonmule", f"1 30 {bid}") for bid in (30, 20))
    assert shown(tie, 1) == shown(clear, 1)
    assert shown(tie, 0) != shown(clear, 0)
    assert shown(tie, 0)["status"] == "Your turn: a tie! Say who wins Puddlewyrm."
    for match in (tie, clear):
        match.play("seat1")
    assert shown(tie, 1) == shown(clear, 1)
    assert told(tie, 1) == told(clear, 1)


def test_only_the_active_wizard_sees_the_sealed_bids() -> None:
    match = table("puddlewyrm moonmule", "1 30 20")
    assert slips(shown(match, 0), "bids") == ["1", "30", "20"]
    assert slips(shown(match, 1), "bids") == ["1", "30", "sealed"]
    assert zone(shown(match, 0), "bids")["note"] == "only you see all of them"
    lower = {card["id"]: card for card in zone(shown(match, 0), "bids")["cards"]}
    assert lower["bid1"]["legal"]
    assert lower["bid2"]["why"] == "That token does not show the highest bid."
    assert lower["bid0"]["why"].startswith("A token beats your opening")
    waiting = table("puddlewyrm moonmule", "1 30")
    assert slips(shown(waiting, 0), "bids") == ["1", "30", "…"]
    assert slips(shown(waiting, 2), "bids") == ["1", "sealed", "…"]


@pytest.mark.parametrize("seed", range(4))
def test_as_many_private_entries_are_shown_as_stand_there(seed: int) -> None:
    for match in random_match({"players": 3 + seed % 2}, seed, top=9):  # with equal bids
        s = match.state
        for me in range(s.players):
            scene = shown(match, me)
            for p in range(s.players):
                if p != me:
                    some = {card["id"]: card["face"]["title"] for card in zone(scene, f"wizard{p}")["cards"]}
                    seen = [key for key in some if key.startswith("private")]
                    hidden = int(some.get(f"hidden{p}", "0").split()[0])
                    assert len(seen) + hidden == s.written[p]


def test_a_seen_bid_that_was_exposed_stands_on_the_public_side_alone() -> None:
    match = table("puddlewyrm tattlefinch moonmule", "1 90 40 seat1  9 99 8 seat2 seat0")
    assert slips(shown(match, 1), "wizard0") == ["1", "8"]  # active in auction 2: it has seen the 8
    assert slips(shown(match, 2), "wizard0") == ["1", "8"]
    assert [card["face"]["caption"] for card in zone(shown(match, 1), "wizard0")["cards"]] == [
        "opened · 1",
        "exposed · 2",
    ]
    assert slips(shown(match, 0), "private") == ["(8)"]


def test_what_a_peek_showed_is_kept() -> None:
    match = table("puddlewyrm snoopowl moonmule", "1 90 40 seat1  9 95 12 seat2 seat0", players=3)
    assert slips(shown(match, 2), "wizard0") == ["1", "12"]
    other = table("puddlewyrm snoopowl moonmule", "1 90 40 seat1  9 95 12 seat2 seat1")
    assert slips(shown(other, 2), "wizard0") == ["1", "1 hidden"]


def test_what_was_crossed_out_is_struck() -> None:
    moves = "1 40 7 seat1  4 50 6 seat2  5 8 60 seat1 public1"
    match = table("puddlewyrm moonmule inkling-otter sootkit", moves)
    assert slips(shown(match, 1), "public") == ["(40)", "4", "60"]
    assert slips(shown(match, 0), "wizard1") == ["(40)", "4", "60"]
    match = table("puddlewyrm sootkit moonmule", "1 40 7 seat1  4 90 6 seat2 private1")
    assert slips(shown(match, 2), "private") == ["(7)"]
    assert zone(shown(match, 1), "wizard2")["note"].endswith("0 of 1 Private entry counts")
    assert slips(shown(match, 0), "wizard2") == ["90", "(7)"]  # it has seen the 7, and nothing is live


def test_reasons_of_bots_are_told_without_what_they_spent() -> None:
    game = mowlab.game("magic-money", players=4)
    match = game.match(["miser", "valuer", "lurker", "shadow"], seed=2)
    while not match.over:
        match.bot_move()
    explained = {me: shown_table.explained(match, me) for me in range(4)}
    assert any(explained.values())
    for me, turns in explained.items():
        own = max(i for i, turn in enumerate(match.turns) if turn.seat == me)
        assert all(i > own for i in turns)
        assert all(match.turns[i].before[0].phase != st.RESOLVING for i in turns)
    phases = {match.turns[i].before[0].phase for i in range(len(match.turns))}
    assert st.BIDDING in phases
    for i, turn in enumerate(match.turns):
        reason = shown_table.why(match, i)
        assert reason
        if turn.before[0].phase in (st.OPENING, st.BIDDING):
            assert not NUMBER.search(reason)


# ---- creatures and points -------------------------------------------------------------------------------------------
def test_a_creature_shows_its_signs_its_ability_and_that_it_is_ours() -> None:
    lot = zone(shown(table("grudgeling")), "lot")["cards"][0]
    assert lot["face"]["caption"] == "Grudgeling"
    assert [line["text"] for line in lot["face"]["lines"]] == [
        "2 points at the end",
        "2 horns",
        f"At once: {ABILITY_WORDS['forge']}",
        "(our own invention)",
    ]
    assert lot["label"].endswith("Our own invention.")


@pytest.mark.parametrize("setting", SETTINGS[:4], ids=str)
def test_what_a_creature_would_bring_is_what_it_brings(setting: dict[str, Any]) -> None:
    """To whoever wins it, as others' creatures stay where they are."""
    game = mowlab.game("magic-money", **setting)
    match = game.match(["random"] * game.players, seed=4)
    before: tuple[list[str], list[int]] = ([], [])
    sold = 0
    while not match.over:
        s = match.state
        if s.phase == st.BIDDING:
            notes = [zone(shown(match, p), "lot")["note"] for p in range(game.players)]
            before = (notes, match.scores())
        k = s.auction
        match.bot_move()
        if match.state.auction > k:
            p = match.state.winner[k]
            gain = match.scores()[p] - before[1][p]
            assert before[0][p].split()[3] == str(gain)
            sold += 1
    assert sold == game.players + 6


def test_the_own_points_are_counted_in_words() -> None:
    match = table("moonmule", owned=("brambleram twinheart-toad lanternmoth", "", ""))
    assert zone(shown(match), "creatures")["note"] == "13 points: 6 + 3 for 3 horns + 2 for 3 wings + 2 for hearts"
    assert [card["id"] for card in zone(shown(match, 1), "wizard0")["cards"]] == [
        "brambleram",
        "lanternmoth",
        "twinheart-toad",
    ]
    assert zone(shown(match, 1), "creatures")["cards"] == []
    assert zone(shown(match, 1), "creatures")["empty"]


def test_seats_tell_points_spending_and_private_entries() -> None:
    match = table("puddlewyrm moonmule", "1 50 7 seat1")
    facts = {fact["label"]: fact["value"] for fact in shown(match, 1)["seats"][2]["facts"]}
    assert facts == {"points": "0", "spent": "1–50", "Private entries that count": "1"}
    mine = {fact["label"]: fact["value"] for fact in shown(match, 2)["seats"][2]["facts"]}
    assert mine["spent"] == "7"
    seats = shown(match, 1)["seats"]
    assert [seat.get("badge") for seat in seats] == [None, "active", None]


def test_all_creatures_are_listed_with_their_source() -> None:
    game = mowlab.game("magic-money")
    abilities, everything = shown_table.card_tables(game.cards)
    assert len(everything["rows"]) == 21
    assert len(abilities["rows"]) == 12
    assert {row[-1] for row in everything["rows"]} == {"reconstructed"}
    assert all(len(row) == len(some["header"]) for some in (abilities, everything) for row in some["rows"])
    assert any("invention" in text and "not public" in text for text in shown_table.ABOUT)
    assert all(f"{row['code']}" in shown_table.ART for row in game.cards.rows)


def test_every_option_and_value_has_words() -> None:
    options = mowlab.game("magic-money").state_class.options()
    assert set(shown_table.OPTIONS) == set(options)
    for name, (title, values) in shown_table.OPTIONS.items():
        assert title
        assert set(values) == (set() if name == "players" else set(options[name].values))


# ---- what came out --------------------------------------------------------------------------------------------------
def test_an_auction_is_told_as_far_as_a_seat_knows_it() -> None:
    match = table("puddlewyrm moonmule", "1 50 7 seat1")
    (lines,) = told(match, 2)
    assert lines["title"] == "Auction 1: Bea wins Puddlewyrm for 50"
    assert lines["rows"] == [
        ["Ada", "1", "Public: opened", "1"],
        ["Bea", "50", "Public: won", "50"],
        ["You", "7", "Private", "7"],
    ]
    assert lines["note"].startswith("Your 7 are gone too")
    (lines,) = told(match, 1)
    assert lines["title"] == "Auction 1: you win Puddlewyrm for 50"
    assert lines["rows"][2][1:] == ["hidden", "Private", "1 to 50"]
    assert lines["note"] == "You pay what you bid, for all to see."


def test_nothing_is_told_before_an_auction_is_over() -> None:
    match = table("snoopowl moonmule", "1 50 7")
    for _ in range(len(match.turns)):
        assert told(match) == []
        match.undo()
    match = table("snoopowl moonmule", "1 50 7 seat1")
    assert told(match) == []
    match.play("seat2")
    (lines,) = told(match, 0)
    assert lines["told"] == ["Bea looks at the Private side of Carl."]
    (lines,) = told(match, 1)
    assert lines["told"] == ["You look at the Private side of Carl: 7 (auction 1)."]


@pytest.mark.parametrize(
    ("answers", "what"), [("private1 enough", "1 Private entry"), ("private1 private2", "2 Private entries")]
)
def test_crossed_out_private_entries_are_told_by_number(answers: str, what: str) -> None:
    moves = f"1 40 3 seat1  4 5 50 seat0  5 9 60 seat2 {answers}"
    match = table("puddlewyrm moonmule forgetfawn brambleram", moves)
    assert told(match, 0)[0]["told"] == [f"Carl crosses out {what}."]


def ended(owned: tuple[str, ...], moves: str, cards: str = "puddlewyrm", **options: Any) -> Match:
    match = table(cards, moves, owned=owned, **options)
    assert match.over
    return match


def test_the_greediest_is_thrown_out_and_the_most_points_of_the_others_win() -> None:
    match = ended(("moonmule brambleram", "lanternmoth", "quillcalf"), "1 90 20 seat1")
    result = shown_table.result(match.view(0), named(match))
    assert result is not None
    assert result["title"] == "You win with 10 points!"
    assert result["tone"] == "good"
    assert result["text"] == (
        "Bea spent most, 90, so this is the greediest wizard and thrown out with 9 points. "
        "Of the others, you have the most points: 10."
    )
    count, auction = told(match)
    assert count["rows"] == [
        ["You", "1", "10 (wins)", "5", "5 (5)", "0 (0)", "0 (0+0)"],
        ["Bea", "90 (out)", "9", "7", "0 (0)", "2 (3)", "0 (0+0)"],
        ["Carl", "20", "4", "3", "1 (1)", "0 (0)", "0 (1+0)"],
    ]
    assert all(len(row) == len(count["header"]) for row in count["rows"])
    assert auction["title"] == "Auction 1: Bea wins Puddlewyrm for 90"
    assert [seat.get("badge") for seat in shown(match)["seats"]] == ["winner", "thrown out", None]
    mine = shown_table.result(match.view(1), named(match, 1))
    assert mine is not None
    assert mine["tone"] == "bad"
    assert mine["text"].startswith("You spent most, 90, so you are the greediest wizard")


def test_a_tie_in_points_goes_to_whoever_spent_more() -> None:
    match = ended(("puddlewyrm", "coinbadger", "moonmule gossamer-hare"), "1 90 20 seat1", cards="oddling")
    result = shown_table.result(match.view(0), named(match))
    assert match.scores()[0] == match.scores()[2] == 5
    assert result is not None
    assert result["title"] == "Carl wins with 5 points!"
    assert result["text"].endswith("You and Carl have 5 points each; Carl spent more, 20, and wins the tie.")
    mine = shown_table.result(match.view(2), named(match, 2))
    assert mine is not None
    assert mine["text"].endswith("Ada and you have 5 points each; you spent more, 20, and win the tie.")


def ending(match: Match, seat: int = 0) -> str:
    result = shown_table.result(match.view(seat), named(match, seat))
    assert result is not None
    return f"{result['title']} {result['text']}"


def test_several_greediest_nobody_out_and_a_shared_victory() -> None:
    all_alike = ending(ended((), "1 1 1 seat0"))
    assert all_alike == (
        "You win with 5 points! 3 wizards spent most, 1 each: nobody is thrown out. You have the most points: 5."
    )
    both = ending(ended(("moonmule", "", ""), "1 30 30 seat1"))
    assert "Bea spent most, 30" in both
    assert "Carl spent most, 30" in both
    lots = ending(ended((), "1 30 30 seat1", top_tie="random"))
    assert "Lots were drawn among those who spent most." in lots
    nobody = ending(ended((), "1 30 30 seat1", top_tie="none"))
    assert "2 wizards spent most, 30 each: nobody is thrown out." in nobody
    shared = ended(("puddlewyrm", "moonmule inkling-otter", ""), "1 1 30 seat2", cards="lanternmoth")
    assert ending(shared).startswith("You and Bea share the victory with 5 points each.")
    assert ending(shared).endswith("You and Bea have 5 points each and have spent the same, 1: they share the victory.")


def test_abilities_at_the_end_are_told() -> None:
    match = ended(("oddling", "hushhound", ""), "1 20 90 seat2")
    count, _ = told(match)
    assert count["told"] == [
        "You have a wild horn, which makes an even number odd.",
        "Bea's half hearts without a partner score 1 each.",
    ]
    assert count["rows"][0][4] == "3 (3)"
    assert count["rows"][1][6] == "2 (2+0)"


def test_news_is_short_and_leaves_out_what_is_on_the_table() -> None:
    match = table("puddlewyrm moonmule", "1 50 7 seat1  5")
    told_news = list(shown_table.news(heard(match, 2), match.game.cards, named(match, 2)))
    assert told_news == [
        "Ada opens with 1, for all to see.",
        "Bea wins Puddlewyrm for 50.",
        "Bea opens with 5, for all to see.",
    ]


def test_each_auction_is_a_chapter_of_the_log() -> None:
    match = mowlab.game("magic-money", players=3, first_active="fixed").match(["you"] * 3, seed=1)
    play(match, "1 50 7 seat1")
    chapters = [shown_table.chapter(row) for row in heard(match, 0)]
    assert [text for text in chapters if text][:1] == ["Auction 1"]
    assert all(text is None or re.fullmatch(r"Auction \d+", text) for text in chapters)


def test_very_large_bids_are_written_in_groups() -> None:
    match = table("puddlewyrm moonmule", f"1 {10**15} 7 seat1")
    assert slips(shown(match, 1), "public") == ["1,000,000,000,000,000"]
    assert f"From 1 to {amount(10**14)}" in _limits(match, 1)


def test_positions_are_drawn_without_buttons_when_they_are_only_looked_at() -> None:
    match = table("puddlewyrm moonmule", "1 50 7")
    scene = shown(match, 0, live=False)
    assert legal_buttons(scene) == set()
    assert all("action" not in card for card in cards(scene))
    assert shown(table("puddlewyrm"), 0, live=False)["number"] is None
