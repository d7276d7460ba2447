"""Bots: the characters of MOW move legally, by what they may see, as their idea says, and say why; a bot from a cell is
guarded against its own faults.
"""

from __future__ import annotations

import functools
import itertools
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab.core import engine
from mowlab.core.bot import Bot, BotError
from mowlab.core.game import PYTHON_BOTS, Game, new_tables
from mowlab.core.table import Table, seed_words
from mowlab.core.view import View
from mowlab.games.mow import bots as characters
from mowlab.games.mow import rules as r
from mowlab.match import Match

KEYS = [bot.key for bot in characters.BOTS]
TABLE = Table.new()
SETTINGS: list[dict[str, Any]] = [
    *({"players": n} for n in range(2, 11)),
    *({"players": n, "packets": "both", "six_specials": "on"} for n in (2, 3, 5)),
    {"players": 7, "packets": "green"},
    {"players": 4, "random_starter": "random"},
]


@functools.cache
def bot_of(key: str) -> Bot:
    return mowlab.game("mow").bot(key)


def table_of(game: Game, s: Any) -> Table:
    """The table with the legal moves of state s on it."""
    game.plain.list_moves(s, TABLE)
    return TABLE


@functools.cache
def walk() -> list[tuple[Game, Any, list[int]]]:
    """Positions from matches in every setting, played by all characters and dice: (game, state, legal moves)."""
    found = []
    for i, options in enumerate(SETTINGS):
        game = mowlab.game("mow", **options)
        seats = list(itertools.islice(itertools.cycle([*KEYS, "random"]), i, i + game.players))
        match = game.match(seats, seed=i)
        while not match.over:
            found.append((game, match.state.__copy__(), match.legal()))
            match.bot_move()  # refuses an illegal move
    return found


def at(*hands: str, herds: str = "", game: Game | None = None, **more: Any) -> tuple[Game, Any]:
    """A position with these hands, and herds parted by «/»; each other farmer holds one cow of those left over."""
    game = game or mowlab.game("mow", players=3)
    named = " ".join([*hands, herds, *map(" ".join, more.get("sheds", ())), *more.get("deck", ())]).split()
    spare = [row["code"] for row in game.cards.rows if row["code"] not in named]
    filled = [hand.split() for hand in hands] + [[spare[p]] for p in range(len(hands), game.players)]
    return game, game.position(hands=filled, herds=[h.split() for h in herds.split("/")], **more)


def choice(key: str, game: Game, s: Any) -> str:
    """What the character does in state s, in notation."""
    return game.notation(game.plain.choose(view_of(game, s).state, bot_of(key).policy, table_of(game, s)))


def view_of(game: Game, s: Any) -> View:
    t = table_of(game, s)
    return game.view(s, s.turn, t.moves[: t.n_moves])


def why(key: str, game: Game, s: Any, move: str | None = None) -> str:
    return bot_of(key).why(view_of(game, s), game.action(move or choice(key, game, s)))


# ---- all characters -------------------------------------------------------------------------------------------------
def test_every_character_is_dispatched_by_its_own_number() -> None:
    policies = [bot.policy for bot in characters.BOTS]
    assert len({*policies, *(bot.key for bot in characters.BOTS)}) == 2 * len(policies) >= 8
    assert min(policies) >= engine.FIRST_CHARACTER
    assert characters.PLAYOUT in policies
    game, s, moves = walk()[0]
    for policy in policies:
        assert game.plain.choose(s, policy, table_of(game, s)) in moves
    for other in (engine.RANDOM, engine.OUTSIDE, engine.EXPECTED, max(policies) + 1):
        with pytest.raises(ValueError, match="no character of that number"):
            game.plain.choose(s, other, table_of(game, s))


def test_the_walk_meets_every_kind_of_decision() -> None:
    phases = {s.phase for _, s, _ in walk()}
    actions = {a for _, _, moves in walk() for a in moves}
    assert phases == {r.PLAYING, r.CHOOSING_ARROW, r.CHOOSING_NEXT}
    assert {r.CALF_LOW, r.CALF_HIGH, r.TAKE, r.KEEP, r.TURN, r.NEXT + 1} < actions
    assert any(moves == [r.TAKE] for _, _, moves in walk())
    assert any(any(s.mad) for _, s, _ in walk())
    assert any(s.n_herds > 1 and s.herd for _, s, _ in walk())


@pytest.mark.parametrize("key", KEYS)
def test_a_character_moves_legally_everywhere(key: str) -> None:
    for game, s, moves in walk()[::3]:
        seen = game.view(s, s.turn, moves).state
        assert game.plain.choose(seen, bot_of(key).policy, table_of(game, s)) in moves


@pytest.mark.parametrize("key", KEYS)
def test_a_character_passes_where_it_must(key: str) -> None:
    game, s = at("gA7 gSa")
    assert choice(key, game, s) == "pass"
    assert "start a herd" in why(key, game, s)


@pytest.mark.parametrize("key", KEYS)
def test_a_character_never_sees_hidden_cards(key: str) -> None:
    """The same choice whatever the rivals hold and the deck brings."""
    policy, redealt = bot_of(key).policy, 0
    for i, (game, s, moves) in enumerate(walk()[::11]):
        chosen = []
        for world in range(2):
            states, tables = [game.state_class.new() for _ in range(engine.N_STATES)], new_tables()
            s.copy_to(states[engine.TRUTH])
            if world:
                tables[engine.REAL].dice = [i, 1, 2, 3]
                game.plain.determinize(states[engine.TRUTH], s.turn, tables[engine.REAL])
                redealt += states[engine.TRUTH] != s
            tables[engine.REAL].moves[: len(moves)] = moves
            tables[engine.REAL].n_moves = len(moves)
            chosen.append(game.plain.propose(states, tables, policy, [0]))
        assert chosen[0] == chosen[1], game.options
    assert redealt > 100


@pytest.mark.parametrize("key", KEYS)
def test_a_character_says_why_for_every_legal_move(key: str) -> None:
    said: dict[str, set[str]] = {}
    for game, s, moves in walk()[::11]:
        view = game.view(s, s.turn, moves)
        for a in moves:
            text = bot_of(key).why(view, a)
            assert text[0].isupper() or text[0].isdigit(), text
            assert text.endswith("."), text
            assert not set("{}<>") & set(text), text
            assert " 1 flies" not in text, text
            said.setdefault(game.notation(a), set()).add(text)
    assert len(said["take"]) > 20  # each with the numbers of its position
    assert len(set().union(*said.values())) > 200


@pytest.mark.parametrize("players", [2, 4, 7])
@pytest.mark.parametrize("key", KEYS)
def test_a_character_beats_random(key: str, players: int) -> None:
    """Against random players it wins far more than its share of 60 games (measured over thousands: 79 to 99 %)."""
    game, games = mowlab.game("mow", players=players), 60
    seats = np.arange(games) % players
    bots = np.full((games, players), engine.RANDOM)
    bots[np.arange(games), seats] = bot_of(key).policy
    result = np.zeros((games, 2 * players + engine.MORE_RESULTS))
    states = [game.state_class.new() for _ in range(engine.N_STATES)]
    args = (states, new_tables(), bots.tolist(), seed_words(1, games).tolist(), result, [[0] * 5], 20_000, [0])
    assert game.plain.play_many([game.blank()], *args) == games
    won = result[np.arange(games), 2 * seats + 1].mean()
    assert won > 0.6


# ---- their ideas ----------------------------------------------------------------------------------------------------
def test_felix_throws_out_the_most_flies_however_thick_the_deck() -> None:
    game, s = at("g7.2 g4.1 gB0 g9.0", herds="g5.0")
    assert choice("shedder", game, s) == "gB0"
    assert why("shedder", game, s) == "He got rid of 5 flies at once, with 41 cards still in the deck."


def test_wanda_plays_next_to_an_end_and_shuts_none() -> None:
    game, s = at("g2.1 g10.2 gB16 g1.0", herds="g6.0 g8.1")
    assert choice("opener", game, s) == "g10.2"
    assert why("opener", game, s) == (
        "She keeps the line open. The 10 with 2 flies shuts out 1 number; "
        "6 numbers below it and 6 numbers above it still fit."
    )
    game, s = at("gB16 g3.1", herds="g8.1 g15.0")
    assert choice("opener", game, s) == "g3.1"  # the blocker closes no number, but an end


def test_polly_saves_her_special_cow_until_the_deck_is_thin() -> None:
    hand, herd = "gA7 g4.1 g9.0", "g7.1 g5.0"
    game, s = at(hand, herds=herd)
    assert choice("planner", game, s) == "g9.0"
    assert why("planner", game, s) == (
        "She has about 14 turns left for 3 cards, so flies can wait. The 9 with no flies shuts out 1 number."
    )
    game, s = at(hand, herds=herd, deck=["g3.0"])
    assert choice("planner", game, s) == "gA7"
    assert why("planner", game, s) == (
        "She has hardly a turn left for 3 cards, so flies have to go. "
        "The acrobatic cow 7 fits where others do not, and takes 5 flies along."
    )


def test_carla_takes_a_clean_herd_to_save_a_special_cow() -> None:
    game, s = at("gB0 g7.0 g8.0", herds="g6.0 g14.0")
    assert choice("counter", game, s) == "take"
    # Below 6: one 1, two 2s, three each of 3, 4, 5; above 14: the 15 and the other blocker.  The blocking cow would
    # cost 5 numbers, a lifebelt and, with 13.7 turns left, 5 flies too early at 1.73 each; 0.3 * 4.8 come back.
    assert why("counter", game, s) == (
        "Few flies now rather than more later: the herd has 0 flies. "
        "She reckons that taking it costs 3.0 flies in the end, and her best card 15.2 flies."
    )
    assert choice("planner", game, s) == "gB0"
    game, s = at("gB0 g7.0 g8.0", herds="g9.3 g6.2 g13.2 g14.1 gA9")
    assert choice("counter", game, s) == "gB0"  # the same numbers, but 13 flies


@pytest.mark.parametrize(("gone", "move"), [("g12.0 g12.2", "g3.1"), ("g3.0 g3.2", "g12.1")])
def test_carla_leaves_the_numbers_that_few_unseen_cows_have(gone: str, move: str) -> None:
    game, s = at("g3.1 g12.1", herds="g4.2 g11.2", sheds=[[], gone.split(), []])
    assert choice("counter", game, s) == move
    assert "of the 42 cows that she cannot see still fit" in why("counter", game, s)


def test_theo_shuts_the_line_on_a_dear_herd() -> None:
    game, s = at("gB16 g12.0", herds="g1.0 g9.3 g11.2 gA9")
    assert choice("spoiler", game, s) == "gB16"
    assert choice("opener", game, s) == "g12.0"


def test_theo_turns_the_arrow_on_the_leader() -> None:
    herd = "gB0 g9.3 g11.2 gB16"
    for flies, move in (([0, 50, 3], "turn"), ([0, 3, 50], "keep")):
        game, s = at("g12.0", herds=herd, phase="arrow", flies=flies)
        assert choice("spoiler", game, s) == move
        assert "3 flies so far" in why("spoiler", game, s)


def test_two_farmers_turn_the_arrow_to_the_dearer_herd() -> None:
    two = mowlab.game("mow", players=2)
    herds = "g8.0 g7.0 gA7 / gB0 g9.0 g15.0 / g1.0 g9.3 g11.2 gB16"
    for key in ("counter", "spoiler"):
        game, s = at("g5.0", herds=herds, game=two, phase="arrow")
        assert choice(key, game, s) == "turn"
        assert "at a herd with 10 flies" in why(key, game, s)


@pytest.mark.parametrize("key", KEYS)
def test_forced_taking_is_said_to_be_forced(key: str) -> None:
    game, s = at("g7.1 g8.0", herds="g3.1 g12.2")
    who = "he" if key in ("shedder", "spoiler") else "she"
    assert why(key, game, s) == f"None of the 2 cards fits, so {who} had to take the herd with 3 flies."
    game, s = at("g7.1 g13.0", herds="g3.1 g12.2")
    assert why(key, game, s, "g13.0") == f"Only the 13 with no flies fits. Without it {who} would have to take 3 flies."
    assert why(key, game, s, "take") != why(key, game, s, "g13.0")


def test_an_owners_cards_change_choice_and_sentence_alike(tmp_path: Path) -> None:
    published = Path(r.__file__).with_name("cards.toml").read_text("utf-8")
    before = 'code = "g9.0", packet = "green", kind = "cow", number = 9, flies = 0'
    assert before in published
    mine = tmp_path / "mine.toml"
    mine.write_text(published.replace(before, before.replace("flies = 0", "flies = 4")), "utf-8")
    said = []
    for cards in (None, mine):
        game, s = at("g9.0 g10.2", herds="g8.0", game=mowlab.game("mow", players=3, cards=cards))
        said.append((choice("shedder", game, s), why("shedder", game, s)))
    assert said == [
        ("g10.2", "He got rid of 2 flies, with 43 cards still in the deck."),
        ("g9.0", "He got rid of 4 flies, with 43 cards still in the deck."),
    ]


# ---- a bot from a cell ----------------------------------------------------------------------------------------------
def cell(f: Any, **more: Any) -> Bot:
    return mowlab.bot("mow", **{"name": "My Bot", **more})(f)


def move_of(bot: Bot, view: View | None = None) -> Any:
    """What the bot plays, by default at `a_view`."""
    assert bot.play
    return bot.play(view or a_view())


def a_view() -> View:
    """g7.2 g13.0 g4.0 at a herd from 6 to 8."""
    return view_of(*at("g7.2 g13.0 g4.0", herds="g6.1 g8.0"))


ALLOWED = "Allowed now: g4.0, g13.0, take."


def test_a_bot_from_a_cell_plays_a_match() -> None:
    @mowlab.bot("mow", name="Low First!", idea="Plays the lowest card.", why=lambda view, a: f"{a} is lowest.")
    def f(view: View) -> int:
        return min(view.moves)

    assert isinstance(f, Bot)
    assert (f.key, f.name, f.idea, f.policy) == ("low-first", "Low First!", "Plays the lowest card.", engine.OUTSIDE)
    match: Match = mowlab.game("mow", players=3).match(["low-first", f, "shedder"], seed=2)
    match.advance()
    assert match.over
    assert all(turn.action == min(match.view_before(i).moves) for i, turn in enumerate(match.turns) if turn.seat < 2)
    assert match.why(0) == f"{match.turns[0].action} is lowest."


@pytest.mark.parametrize("answer", ["g4.0", " g4.0 ", 3, np.int64(3), np.uint8(3)])
def test_a_move_may_be_a_number_or_a_notation(answer: Any) -> None:
    assert move_of(cell(lambda view: answer)) == 3


@pytest.mark.parametrize(
    "answer", [None, 3.0, True, "", "g99", "G4.0", [3], (3,), {}, b"g4.0", np.bool_(True), np.array([3, 4])]
)
def test_nonsense_is_refused_with_what_is_allowed(answer: Any) -> None:
    with pytest.raises(BotError) as said:
        move_of(cell(lambda view: answer))
    assert str(said.value) == f"Bot 'My Bot' answered {answer!r}, which is not a move. {ALLOWED}"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("g7.2", "The herd runs from 6 to 8, and 7 lies in between."),
        ("g1.0", "The 1 with no flies is not in your hand."),
        ("turn", "right after playing a special cow"),
        (-1, "MOW has no such move."),
        (10**30, "MOW has no such move."),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(answer: Any, reason: str) -> None:
    with pytest.raises(BotError) as said:
        move_of(cell(lambda view: answer))
    assert str(said.value).startswith(f"Bot 'My Bot' answered {answer!r}, which is not allowed now. ")
    assert reason in str(said.value)
    assert str(said.value).endswith(ALLOWED)


def test_an_exception_is_told_with_its_line() -> None:
    def f(view: View) -> Any:
        flies = 0
        return helper(1 / flies)  # the line

    def helper(x: float) -> Any:
        return x

    with pytest.raises(BotError) as said:
        move_of(cell(f))
    line = f.__code__.co_firstlineno + 2
    assert str(said.value) == (
        f"Bot 'My Bot' raised ZeroDivisionError: division by zero, in line {line}: "
        f"return helper(1 / flies)  # the line. {ALLOWED}"
    )
    assert isinstance(said.value.__cause__, ZeroDivisionError)


def test_the_line_is_that_of_the_cell_not_of_the_library() -> None:
    def f(view: View) -> Any:
        return view["no such fact"]

    with pytest.raises(
        BotError, match=rf"has no 'no such fact'; it has: .*round, in line {f.__code__.co_firstlineno + 1}: "
    ):
        move_of(cell(f))


class Odd(Exception):
    def __str__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt(), TimeoutError("late"), Odd(), RecursionError()])
def test_no_exception_of_a_bot_gets_through(error: BaseException) -> None:
    def f(view: View) -> Any:
        raise error

    with pytest.raises(BotError, match=f"Bot 'My Bot' raised {type(error).__name__}"):
        move_of(cell(f))


def test_a_bot_that_never_answers_is_stopped() -> None:
    running = threading.Event()
    threads = []

    def f(view: View) -> Any:
        threads.append(threading.current_thread())
        running.set()
        while True:
            pass

    bot, began = cell(f, seconds=0.2), time.monotonic()
    with pytest.raises(BotError) as said:
        move_of(bot)
    assert time.monotonic() - began < 2
    assert str(said.value) == f"Bot 'My Bot' did not answer within 0.2 s. {ALLOWED}"
    assert running.is_set()
    assert not threads[0].is_alive()


def test_a_bot_that_cannot_be_stopped_is_left_behind() -> None:
    release = threading.Event()

    def f(view: View) -> Any:
        if view.moves.pop() == r.TAKE:
            release.wait(20)  # inside a C function no exception reaches it
        return "take"

    bot = cell(f, seconds=0.2)
    with pytest.raises(BotError, match=r"did not answer within 0.2 s and could not be stopped"):
        move_of(bot)
    release.set()
    assert move_of(bot) == r.TAKE  # the late answer of the first call does not come back as that of the second


def test_a_fault_leaves_the_match_as_it_was() -> None:
    bot = cell(lambda view: "g99")
    match: Match = mowlab.game("mow", players=3).match([bot, "random", "random"], seed=1)
    before = match.state.__copy__()
    with pytest.raises(BotError):
        match.advance()
    assert match.state == before
    assert not match.turns


def test_a_bot_may_do_what_it_likes_with_its_view() -> None:
    def f(view: View) -> Any:
        move = view.moves[0]
        view.state.place[:] = [0] * 96
        view.state.turn = 99
        view.moves.clear()
        return move

    view = a_view()
    before, moves = view.state.__copy__(), list(view.moves)
    assert move_of(cell(f), view) == moves[0]
    assert (view.state, view.moves) == (before, moves)


def test_a_bot_sees_its_view_only() -> None:
    seen = []

    def f(view: View) -> int:
        seen.append(view)
        return view.moves[0]

    bot = cell(f)
    match: Match = mowlab.game("mow", players=3).match([bot, "random", "random"], seed=1)
    match.bot_move()
    hidden = [c for c in range(48) if seen[0].state.place[c] == r.UNKNOWN]
    assert len(hidden) == 48 - 5
    assert set(seen[0].state.deck) == {-1}


def test_what_a_bot_prints_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    move_of(cell(lambda view: print("hello") or view.moves[0]))
    assert capsys.readouterr().out == "hello\n"


def test_running_the_cell_again_replaces_the_bot() -> None:
    game = mowlab.game("mow")
    old, new = cell(lambda view: "take"), cell(lambda view: "g4.0", name="my bot")
    assert game.bots["my-bot"] is new
    assert move_of(old) == r.TAKE  # a match that still has the old one goes on with it


def test_two_matches_may_use_one_bot_at_once() -> None:
    both = threading.Barrier(2, timeout=5)
    bot = cell(lambda view: view.moves[min(both.wait(), 0)])
    moves = []
    threads = [threading.Thread(target=lambda: moves.append(move_of(bot))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert moves == [a_view().moves[0]] * 2


def test_threads_of_a_forgotten_bot_end() -> None:
    threads = []

    def f(view: View) -> int:
        threads.append(threading.current_thread())
        return view.moves[0]

    bot = cell(f)
    for _ in range(3):
        move_of(bot)
    assert len(set(threads)) == 1
    PYTHON_BOTS.clear()
    del bot
    threads[0].join(5)
    assert not threads[0].is_alive()


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (None, ""),
        (lambda view, a: 3, " Its explanation is 3, not a sentence."),
        (lambda view, a: "", " Its explanation is '', not a sentence."),
        (lambda view, a: 1 / 0, " Its explanation raised ZeroDivisionError: division by zero, in line"),
        (lambda view, a: time.sleep(1), " Its explanation did not come within 0.3 s"),
    ],
)
def test_a_missing_or_faulty_explanation_is_told(why: Any, said: str) -> None:
    text = cell(lambda view: "take", why=why, seconds=0.3).why(a_view(), r.TAKE)
    assert text.startswith(f"Its program chose take, one of 3 legal moves.{said}")


@pytest.mark.parametrize("name", ["", "  ", "?!", 7, b"x"])
def test_a_bot_needs_a_name(name: Any) -> None:
    with pytest.raises(ValueError, match="a bot needs a name with at least one letter or digit"):
        cell(lambda view: "take", name=name)


def test_a_bot_without_a_name_is_called_what_its_function_is_called() -> None:
    @mowlab.bot("mow")
    def my_first_bot(view: View) -> Any:
        """Takes whatever comes.

        More for programmers.
        """
        return "take"

    assert (my_first_bot.key, my_first_bot.name) == ("my-first-bot", "my first bot")
    assert my_first_bot.idea == "Takes whatever comes."


@pytest.mark.parametrize("name", ["Random", "counter", "EXPECTED!"])
def test_the_games_own_bots_cannot_be_replaced(name: str) -> None:
    with pytest.raises(ValueError, match=r"already has a bot .* of its own: choose another name"):
        cell(lambda view: "take", name=name)


@pytest.mark.parametrize("f", [lambda: 1, lambda view, more: 1, 3, None, "take"])
def test_a_bot_is_a_function_of_the_view(f: Any) -> None:
    with pytest.raises(TypeError, match="write a function of one thing"):
        cell(f)


def test_any_callable_can_be_a_bot() -> None:
    class Counting:
        calls = 0

        def __call__(self, view: View) -> Any:
            self.calls += 1
            raise RuntimeError("here")

    f = Counting()
    with pytest.raises(BotError, match=r"Bot 'My Bot' raised RuntimeError: here\."):
        move_of(cell(f))
    assert f.calls == 1
    assert move_of(cell(functools.partial(lambda a, view: a, "take"))) == r.TAKE


@pytest.mark.parametrize("seconds", [0, -1, "5", None, True, float("nan"), float("inf")])
def test_a_time_limit_is_a_positive_number(seconds: Any) -> None:
    with pytest.raises(ValueError, match="a bot needs a time limit in seconds"):
        cell(lambda view: "take", seconds=seconds)


def test_an_unknown_game_is_told() -> None:
    with pytest.raises(ValueError, match=r"There is no game 'mows'; there are: "):
        mowlab.bot("mows", name="My Bot")


def test_the_decorator_needs_a_game() -> None:
    with pytest.raises(TypeError, match=r'Say which game the bot plays, as in @mowlab.bot\("mow"\)'):

        @mowlab.bot  # type: ignore[arg-type]
        def f(view: View) -> Any:
            return view.moves[0]


def test_a_bot_from_a_cell_plays_its_own_game_only() -> None:
    @mowlab.bot("mow", name="Stay at Home")
    def f(view: View) -> Any:
        return view.moves[0]

    with pytest.raises(mowlab.UnknownBot, match="Stay at Home plays MOW, not Mow Money"):
        mowlab.game("mow-money", players=2).match(["you", f])
