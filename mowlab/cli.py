"""The command line: serve, lab, simulate, tournament, play, replay, bots, warmup, doctor.

Errors are one sentence on standard error, without a traceback, and exit code 1 (2 for a command line that cannot be
understood, 130 for Ctrl-C).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from . import __version__

MISTAKES = (ValueError, RuntimeError, OSError)  # all errors that mowlab raises on purpose are among these


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    args = _parser().parse_args(argv)
    try:
        return int(args.run(args) or 0)
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our output has gone, e.g. head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except MISTAKES as error:
        if os.environ.get("MOWLAB_DEBUG"):
            raise
        print(f"mowlab: {error}", file=sys.stderr)
        return 1


# ---- the commands ---------------------------------------------------------------------------------------------------
def run_serve(args: argparse.Namespace) -> None:
    from .serve import serve

    serve(args.notebooks, args.port, args.ip, not args.no_browser, args.base_url, args.config)


def run_lab(args: argparse.Namespace) -> None:
    from .serve import lab

    lab(args.notebooks, args.port, args.ip, not args.no_browser, args.base_url)


def run_simulate(args: argparse.Namespace) -> None:
    from . import simulate

    game = _game(args)
    with _played(args) as progress:
        outcomes = simulate(
            game,
            bots=_bots(args, game),
            games=args.games,
            seed=args.seed,
            rotate=not args.fixed_seats,
            threads=args.threads,
            progress=progress,
        )
    print(outcomes)
    _write(outcomes, args.out, "one row per game and seat")


def run_tournament(args: argparse.Namespace) -> None:
    from . import tournament

    game = _game(args)
    bots = args.bots or [bot.key for bot in game.bots_module.BOTS]
    with _played(args) as progress:
        cup = tournament(
            game, bots, args.games, args.seed, precision=args.precision, threads=args.threads, progress=progress
        )
    print(cup)
    _write(cup, args.out, "one row per game and seat")


@contextmanager
def _played(args: argparse.Namespace) -> Iterator[Callable[[int, int], None]]:
    """A progress bar for many games, after a look at what could go wrong at their end."""
    from tqdm import tqdm

    from .core import link

    _check_folder(args.out)
    bars: list[Any] = []  # made at the first progress: a mistake in the call is told alone

    def progress(done: int, total: int) -> None:
        if not bars:
            if why := link.why_not_compiled():
                print(f"Running uncompiled, some fifty times slower: {why}.", file=sys.stderr)
            # None: no bar where nobody looks, as in a pipe
            bars.append(tqdm(total=total, unit="game", disable=True if args.quiet else None, file=sys.stderr))
        bars[0].update(done - bars[0].n)

    yield progress
    for bar in bars:
        bar.close()


def _check_folder(file: Path | None) -> None:
    if file and not file.parent.is_dir():
        raise ValueError(f"There is no folder {file.parent} to write {file.name} to.")


def _write(tidy: Any, out: Path | None, what: str) -> None:
    """Write a tidy table to a CSV file, or to a Parquet file if that is what its name says."""
    if out is not None:
        (tidy.to_parquet if out.suffix == ".parquet" else tidy.to_csv)(out)
        print(f"Wrote {out}: {what}.")


def run_play(args: argparse.Namespace) -> None:
    from .terminal import play

    _check_folder(args.save)
    game = _game(args)
    play(game.match(["you", *_bots(args, game, game.players - 1)], args.seed), args.save)


def run_replay(args: argparse.Namespace) -> None:
    from .record import read_json, replay

    match = replay(read_json(args.record), cards=args.cards)
    for note in match.notes:
        print(note, file=sys.stderr)
    print("\n".join(match.events(args.seat)))
    print(match if match.over else f"The record ends here: {match.status()}")


def run_bots(args: argparse.Namespace) -> None:
    game = _game(args)
    for key in (*game.bots, *game.ladder, "ismcts"):
        bot = game.bot(key)
        won = game.ladder[key].won if key in game.ladder else None
        print(f"{key:12} {bot.name}: {bot.idea}" + f" Among three of the level below: {won}." * bool(won))
    print("ismcts-500 searches 500 worlds for each move; any whole number may stand there.")


def run_warmup(args: argparse.Namespace) -> None:
    from . import game, keys
    from .diagnosis import warm_up

    for chosen in [game(key) for key in args.games or keys()]:  # a wrong key is told before anything is compiled
        print(f"Compiling {chosen.key} ...", end=" ", flush=True)
        print(f"ready after {warm_up(chosen):.1f} s.")


def run_doctor(args: argparse.Namespace) -> int:
    from .diagnosis import examine
    from .serve.host import examine_host

    findings = [*examine(), *examine_host(args.port, args.ip, args.config)]
    for finding in findings:
        print(finding)
    return 0 if all(finding.good for finding in findings) else 1


# ---- arguments ------------------------------------------------------------------------------------------------------
def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mowlab",
        description="Learn tabletop games, play them against bots, and see the game theory in them.",
        epilog="mowlab COMMAND --help tells more.  MOWLAB_DEBUG=1 shows tracebacks.",
    )
    parser.add_argument("--version", action="version", version=f"mowlab {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, run, port, text in (
        ("serve", run_serve, 8866, "serve the apps in the browser"),
        ("lab", run_lab, 8888, "open the notebooks in JupyterLab"),
    ):
        p = _command(commands, name, run, text)
        p.add_argument("notebooks", type=Path, nargs="?", help="a notebook or a folder of them (default: mowlab's own)")
        p.add_argument("--port", type=int, default=port, help=f"default {port}; 0 takes any free one")
        p.add_argument("--ip", default="127.0.0.1", help="default 127.0.0.1; 0.0.0.0 lets other devices in")
        p.add_argument("--base-url", default="/", help="path in front of every address, behind another server")
        p.add_argument("--no-browser", action="store_true", help="print the address, open nothing")
        if name == "serve":
            p.add_argument("--config", type=Path, help="a JSON file whose settings win over mowlab's own")

    p = _command(commands, "simulate", run_simulate, "let bots play many games and sum up")
    _add_games(p, 10_000, "how many games")
    p.add_argument("--fixed-seats", action="store_true", help="do not rotate the bots over the seats")

    p = _command(commands, "tournament", run_tournament, "let every bot play against every other one, and rank them")
    _add_games(p, 1_000, "how many games for each line-up")
    p.add_argument("--precision", type=float, help="stop when shares of victories are known so well, such as 0.01")

    p = _command(commands, "play", run_play, "play in the terminal")
    _add_game(p)
    p.add_argument("--seed", type=_whole(0), help="the same seed deals the same cards")
    p.add_argument("--save", type=Path, help="keep the record of the game in this file, and go on from it if it exists")

    p = _command(commands, "replay", run_replay, "check a record and print its game")
    p.add_argument("record", type=Path, help="a JSON file that mowlab wrote; - reads standard input")
    p.add_argument("--cards", type=Path, help="the card file that it was played with, if not the usual one")
    p.add_argument("--seat", type=_whole(0), help="tell only what this seat may know (seats count from 0)")

    p = _command(commands, "bots", run_bots, "list the bots of a game: key, name, idea")
    _add_game(p, bots=False)

    p = _command(commands, "warmup", run_warmup, "compile the games now, so that nobody waits later")
    p.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    p = _command(commands, "doctor", run_doctor, "say what is installed and compiled, and whether it can be served")
    p.add_argument("--port", type=int, default=8866, help="the port that serve shall use (default 8866)")
    p.add_argument("--ip", default="127.0.0.1", help="the address that serve shall use (default 127.0.0.1)")
    p.add_argument("--config", type=Path, help="the settings that serve shall use")
    return parser


def _command(commands: Any, name: str, run: Any, text: str) -> argparse.ArgumentParser:
    p: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    p.set_defaults(run=run)
    return p


def _add_games(p: argparse.ArgumentParser, games: int, what: str) -> None:
    """What a command that plays many games asks for."""
    _add_game(p)
    p.add_argument("--games", type=_whole(1, "MAX_GAMES"), default=games, help=f"{what} (default {games})")
    p.add_argument(
        "--seed", type=_whole(0, 2**64 - 1), default=1, help="the same seed gives the same games (default 1)"
    )
    p.add_argument("--out", type=Path, help="write one row per game and seat to this file, .csv or .parquet")
    p.add_argument(
        "--threads", type=_whole(1, "MAX_THREADS"), help="default: one per core; the results do not depend on it"
    )
    p.add_argument("--quiet", action="store_true", help="no progress bar")


def _add_game(p: argparse.ArgumentParser, bots: bool = True) -> None:
    p.add_argument("game", metavar="GAME", help="for example mow")
    p.add_argument("--players", type=_whole(1), help="how many play (default: the game's usual number)")
    if bots:
        p.add_argument(
            "--bots", nargs="+", metavar="BOT", help="bots by key (mowlab bots GAME lists them); one fills all seats"
        )
    p.add_argument("--option", nargs="+", metavar="NAME=VALUE", default=[], help="other options of the game")
    p.add_argument("--cards", type=Path, help="a card file of your own")


def _whole(low: int, high: int | str | None = None) -> Callable[[str], int]:
    """Reads a whole number.  The command itself checks its range; who writes none at all is told the range here.

    high: the highest one, or the name of the limit that `simulate` has.
    """

    def read(text: str) -> int:
        try:
            return int(text)
        except ValueError:
            pass
        from .analysis import simulation

        most = vars(simulation)[high] if isinstance(high, str) else high
        allowed = f"from {low} to {most:,}" if most is not None else f"of {low} or more"
        raise argparse.ArgumentTypeError(f"{text!r} is not possible; it must be a whole number {allowed}.")

    return read


def _game(args: argparse.Namespace) -> Any:
    from . import game

    options: dict[str, Any] = {}
    for pair in args.option:
        name, separator, value = pair.partition("=")
        if not separator:
            raise ValueError(f"--option takes NAME=VALUE, not {pair!r}.")
        options[name] = int(value) if value.lstrip("-").isdigit() else value
    if args.players is not None:
        options["players"] = args.players
    return game(args.game, cards=args.cards, **options)


def _bots(args: argparse.Namespace, game: Any, seats: int | None = None) -> list[str]:
    """The keys asked for; one alone fills all seats, none means the game's usual bot."""
    seats = game.players if seats is None else seats
    bots = args.bots or [game.usual_bot.key]
    return bots * seats if len(bots) == 1 else bots


if __name__ == "__main__":
    sys.exit(main())
