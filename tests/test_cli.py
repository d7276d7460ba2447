"""The command line: what it prints, its exit codes, and one sentence on standard error for every mistake."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

import mowlab
from mowlab import cli, diagnosis, terminal
from mowlab.core import link
from mowlab.core.bot import Bot, BotError
from mowlab.core.engine import OUTSIDE
from mowlab.games.mow_money import rules as r
from mowlab.reasons import reasons, why_none


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = cli.main(list(argv))
    out, err = capsys.readouterr()
    return code, out, err


def mistake(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """The sentence of a command that must fail, after checking that it is one and nothing else."""
    code, out, err = run(capsys, *argv)
    assert code == 1
    assert out == ""
    assert err.startswith("mowlab: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


# ---- simulate -------------------------------------------------------------------------------------------------------
def test_simulate_prints_a_summary_with_intervals_and_writes_all_games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out_file = tmp_path / "outcomes.csv"
    bots = ["counter", "shedder", "random"]
    code, out, _ = run(
        capsys,
        "simulate",
        "mow",
        "--players",
        "3",
        "--bots",
        *bots,
        "--games",
        "60",
        "--seed",
        "4",
        "--out",
        str(out_file),
    )
    assert code == 0
    same = mowlab.simulate("mow", bots=bots, games=60, seed=4)
    assert str(same) in out
    assert "95 % intervals" in out
    with out_file.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 60 * 3
    assert {row["bot"] for row in rows} == set(bots)


def test_one_bot_fills_all_seats_and_none_means_the_usual_one(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "simulate", "mow", "--games", "4", "--bots", "random")
    assert "random" in out
    _, out, _ = run(capsys, "simulate", "mow", "--games", "4")
    assert mowlab.game("mow").usual_bot.key in out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["simulate", "chess"], "There is no game 'chess'; there are: "),
        (["simulate", "mow", "--bots", "nosuch"], "no bot 'nosuch'; it has: random, expected"),
        (["simulate", "mow", "--players", "12"], "players = 12 is not possible; allowed: 2, 3"),
        (["simulate", "mow", "--bots", "random", "random"], "4"),
        (["simulate", "mow", "--games", "0"], "games"),
        (["simulate", "mow", "--seed", "-1"], "seed"),
        (["simulate", "mow", "--option", "six_specials"], "--option takes NAME=VALUE"),
        (["simulate", "mow", "--option", "colour=red"], "no option 'colour'"),
        (["simulate", "mow", "--out", "/no/such/folder/x.csv"], "no folder"),
        (["simulate", "mow", "--cards", "/no/such/cards.toml"], "no such card file"),
        (["play", "mow", "--players", "1"], "players = 1 is not possible"),
        (["replay", "/no/such/file.json"], "There is no file"),
        (["replay", "/"], "is a folder"),
        (["bots", "chess"], "no game 'chess'"),
        (["warmup", "chess"], "no game 'chess'"),
        (["serve", "/no/such/folder", "--no-browser"], "/no/such/folder"),
        (["serve", "--port", "70000", "--no-browser"], "70000"),
    ],
)
def test_each_mistake_gets_one_sentence(capsys: pytest.CaptureFixture[str], argv: list[str], said: str) -> None:
    assert said in mistake(capsys, *argv)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (
            ["simulate", "mow", "--games", "ten"],
            "'ten' is not possible; it must be a whole number from 1 to 10,000,000",
        ),
        (["simulate", "mow", "--seed", "x"], "a whole number from 0 to 18,446,744,073,709,551,615"),
        (["play", "mow", "--seed", "1.5"], "a whole number of 0 or more"),
    ],
)
def test_what_is_no_number_is_told_the_range(capsys: pytest.CaptureFixture[str], argv: list[str], said: str) -> None:
    with pytest.raises(SystemExit):
        cli.main(argv)
    assert said in capsys.readouterr().err


def test_a_mistake_is_told_without_a_word_on_compiling(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOWLAB_JIT", "0")
    assert "no bot 'nosuch'" in mistake(capsys, "simulate", "mow", "--bots", "nosuch")
    assert "Running uncompiled" in run(capsys, "simulate", "mow", "--games", "1", "--bots", "random")[2]


def test_a_command_line_that_makes_no_sense_ends_with_code_2() -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["nonsense"])
    assert ended.value.code == 2


@pytest.mark.parametrize("command", ["serve", "lab", "simulate", "play", "replay", "bots", "warmup", "doctor"])
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main([command, "--help"])
    assert ended.value.code == 0
    assert len(capsys.readouterr().out.splitlines()) > 4


def test_it_runs_as_a_program_without_a_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mowlab.cli", "play", "chess"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("mowlab: There is no game 'chess'")


# ---- tournament -----------------------------------------------------------------------------------------------------
def test_tournament_prints_standings_and_matrix_and_writes_all_games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked = ["tournament", "mow", "--players", "3", "--games", "6", "--seed", "4"]
    code, out, _ = run(capsys, *asked, "--bots", "random", "shedder", "--out", str(tmp_path / "cup.csv"))
    assert code == 0
    assert str(mowlab.tournament("mow", ["random", "shedder"], 6, 4, players=3)) in out
    assert len((tmp_path / "cup.csv").read_text("utf-8").splitlines()) == 1 + 2 * 6 * 3
    assert "Wrote " in out


def test_a_file_called_parquet_is_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "games.parquet"
    run(capsys, "simulate", "mow", "--games", "4", "--bots", "random", "--out", str(out))
    assert parquet.read_table(out).num_rows == 16


def test_tournament_tells_mistakes(capsys: pytest.CaptureFixture[str]) -> None:
    assert "needs different bots" in mistake(capsys, "tournament", "mow", "--bots", "random", "random")
    assert "has no opponents to rank" in mistake(capsys, "tournament", "mow-money", "--players", "1")
    assert "precision = 2.0" in mistake(capsys, "tournament", "mow", "--precision", "2")


# ---- records --------------------------------------------------------------------------------------------------------
@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = mowlab.game("mow", players=3).match(seats=["random"] * 3, seed=2)
    match.advance()
    path = tmp_path / "game.json"
    path.write_text(json.dumps(match.record()), "utf-8")
    return path


def test_replay_prints_the_game(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    code, out, _ = run(capsys, "replay", str(record))
    match = mowlab.replay(json.loads(record.read_text("utf-8")))
    assert code == 0
    assert all(line in out for line in match.events())


def test_replay_for_a_seat_tells_only_what_it_may_know(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    _, out, _ = run(capsys, "replay", str(record), "--seat", "1")
    assert "Dora Dice 1 draws a card." in out
    assert "Dora Dice 2 draws a card." not in out


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "is not JSON"), ("[1]", "not a mowlab record"), ('{"format": "mowlab record", "version": 9}', "version 9")],
)
def test_a_damaged_record_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text, "utf-8")
    assert said in mistake(capsys, "replay", str(path))


def test_a_record_that_is_no_text_gets_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "picture.json"
    path.write_bytes(b"\xff\xfe\x00\x80")
    assert "not a text file" in mistake(capsys, "replay", str(path))


def test_replay_is_told_when_it_gets_a_file_name() -> None:
    with pytest.raises(mowlab.RecordError, match="json"):
        mowlab.replay("game.json")


# ---- the plain terminal game ----------------------------------------------------------------------------------------
def play(typed: list[str], save: Path | None = None, **options: int) -> tuple[mowlab.Match, str]:
    lines = iter(typed)
    said: list[str] = []

    def ask(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    match = mowlab.game("mow", players=3).match(seats=["you", "counter", "shedder"], seed=3)
    return terminal.play(match, save, ask, said.append), "\n".join(said)


def test_a_terminal_game_tells_moves_reasons_and_why() -> None:
    first = mowlab.game("mow", players=3).match(seats=["you", "counter", "shedder"], seed=3)
    legal = first.notation(first.legal()[0])
    match, said = play(["?", "take", "nonsense", legal, "why", "undo", "quit"])
    assert len(match.turns) == 0
    assert f"{legal:8} Play the" in said
    assert "Not possible: There is no herd to take" in said
    assert "'nonsense' is not a move of MOW" in said
    assert "Carla Count" in said
    assert "Taken back." in said


def test_why_gives_no_sealed_bid_away() -> None:
    """While bids lie face down, nothing of them is told; once they are turned over, their reasons are."""
    seats, names = ["bluffer", "you", "random"], ["Bella", "You", "Dora"]
    match = mowlab.game("mow-money", players=3).match(seats, seed=3, names=names)
    match.advance()
    assert r.is_bidding(match.state.phase)
    assert any(turn.seat == 0 for turn in match.turns)
    assert reasons(match, 1, 1) == []
    assert why_none(match)
    while r.is_bidding(match.state.phase):
        match.play(match.legal()[0])
        match.advance()
    told = [reason.why for reason in reasons(match, 1, 1) if reason.who == "Bella"]
    assert told
    assert any("Gain reckoned in points" in why for why in told)


def test_a_saved_terminal_game_goes_on(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    first = mowlab.game("mow", players=3).match(seats=["you", "counter", "shedder"], seed=3)
    before, _ = play([first.notation(first.legal()[0])], save)
    after, said = play([], save)
    assert "Going on with the game" in said
    assert after.state == before.state


def test_a_saved_game_of_another_kind_is_not_gone_on_with(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    play([], save)
    said = mistake(capsys, "play", "mob-town", "--save", str(save))
    assert "game.json holds a game of MOW, not of Mob Town" in said


def test_a_save_that_cannot_be_read_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "o.csv").write_text("a,b\n")
    (tmp_path / "o.json").write_text("{}")
    assert "o.csv is not JSON" in mistake(capsys, "play", "mow", "--save", str(tmp_path / "o.csv"))
    assert "o.json: This is not a mowlab record" in mistake(capsys, "play", "mow", "--save", str(tmp_path / "o.json"))
    assert "There is no folder" in mistake(capsys, "play", "mow", "--save", str(tmp_path / "none" / "o.json"))


def test_a_whole_terminal_game_can_be_played() -> None:
    match = mowlab.game("mow", players=3).match(seats=["you", "counter", "shedder"], seed=3)
    said: list[str] = []
    terminal.play(match, None, lambda prompt: match.notation(match.legal()[0]), said.append)
    assert match.over
    assert "wins with" in "\n".join(said) or "win with" in "\n".join(said)


def test_a_bot_that_fails_does_not_end_the_terminal_game() -> None:
    def fails(view: object) -> int:
        raise BotError("The bot 'broken' raised an error.")

    broken = Bot("broken", "Bob Broken", "fails", "a test", OUTSIDE, lambda view, a: "", fails)
    match = mowlab.game("mow", players=2).match(seats=["you", broken], seed=3)
    said: list[str] = []
    moves = iter([match.notation(match.legal()[0])])
    terminal.play(match, None, lambda prompt: next(moves, "quit"), said.append)
    assert "A legal move was drawn for it." in "\n".join(said)
    assert match.mover == 0


# ---- doctor, bots, warmup -------------------------------------------------------------------------------------------
def test_bots_lists_every_bot_with_its_idea(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "bots", "mow")
    game = mowlab.game("mow")
    assert all(f"{level.key} " in out and f"{level.name}: " in out for level in game.ladder.values())
    assert "ismcts-500" in out
    for key, bot in game.bots.items():
        if bot.policy != OUTSIDE:
            assert key in out
            assert bot.idea in out


def test_doctor_says_what_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "doctor")
    assert code == 0
    assert "MEND" not in out
    assert all(f"{part}: " in out for part in diagnosis.PARTS)


def test_doctor_says_what_to_mend(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "cache_problem", lambda folder: "it cannot be written")
    code, out, _ = run(capsys, "doctor")
    assert code == 1
    assert "MEND    cache: it cannot be written" in out


def test_doctor_without_numba_says_that_all_is_slower(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOWLAB_JIT", "0")
    code, out, _ = run(capsys, "doctor")
    assert code == 0
    assert "absent  compiling: compiling is switched off" in out


def test_warmup_without_numba_fails_with_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOWLAB_JIT", "0")
    code, _, err = run(capsys, "warmup", "mow")
    assert code == 1
    assert "Not compiled: compiling is switched off" in err


@pytest.mark.skipif(link.compiling_is_off(), reason="nothing can be compiled here")
def test_warmup_compiles(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "warmup", "mow")
    assert code == 0
    assert "Compiling mow ... ready" in out
