"""A plain game in the terminal: the view in words, moves in notation."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .core.bot import BotError
from .core.game import Game
from .match import IllegalMove, Match
from .reasons import reasons, why_none
from .record import RecordError, read_json, replay

YOU = 0
HELP = "Type a move, or: ? moves in words · why the bots moved so · undo · save · quit"


def play(
    match: Match, save: Path | None = None, ask: Callable[[str], str] = input, say: Callable[[str], None] = print
) -> Match:
    """Play `match` as seat 0 until it ends, Ctrl-D or quit.  Returns the match as it stands.

    save: file that keeps the record after every move; if it exists, the game in it goes on.  Raises ValueError if that
    is no game of the same kind.
    """
    if save and save.exists():
        match = _saved(save, match.game)
        say(f"Going on with the game in {save}.")
    say(f"{match.game.title} with {match.game.table_of}, seed {match.seed}.\n{HELP}\n")
    told = -1
    while True:
        news = match.events(YOU, told, you=YOU)
        told = len(match.turns)
        say("\n".join(f"  {line}" for line in news) if news else "")
        if save and news:
            save.write_text(json.dumps(match.record()), "utf-8")
        if match.over:
            return match
        if match.bot is not None:
            _bot_move(match, say)
            continue
        if news:
            say(_position(match))
        try:
            typed = ask("> ").strip()
        except EOFError:
            typed = "quit"
        if typed == "quit":
            return match
        if typed == "undo":
            match.undo(YOU)
            told = -1 if not match.turns else len(match.turns) - 1
            say("Taken back.")
        else:
            _answer(match, typed, say, save)


def _saved(save: Path, asked: Game) -> Match:
    """The match in a file.  Raises ValueError if it is not of the game that was asked for."""
    record = read_json(save)
    try:
        match = replay(record, cards=asked.card_file)
    except RecordError as error:
        raise RecordError(f"{save}: {error}") from None
    if match.game.key != asked.key:
        raise RecordError(f"{save} holds a game of {match.game.title}, not of {asked.title}: choose another file.")
    return match


def _bot_move(match: Match, say: Callable[[str], None]) -> None:
    """A bot that fails must not cost the game: chance moves for it."""
    try:
        match.bot_move()
    except BotError as error:
        say(f"  {error} A legal move was drawn for it.")
        match.play(match.proposal(match.game.bot("random")))


def _answer(match: Match, typed: str, say: Callable[[str], None], save: Path | None) -> None:
    if typed in ("?", "help"):
        names = match.names(YOU)
        for a in match.legal():
            say(f"  {match.notation(a):8} {match.game.words.action_words(a, match.state, match.game.cards, names)}")
    elif typed == "why":
        for line in list(map(str, reasons(match, YOU, YOU))) or [why_none(match)]:
            say(f"  {line}")
    elif typed == "save":
        target = save or Path("mowlab-game.json")
        target.write_text(json.dumps(match.record()), "utf-8")
        say(f"Saved to {target}.")
    elif typed:
        try:
            match.play(typed, YOU)
        except (IllegalMove, ValueError) as error:
            say(f"Not possible: {error} (? lists your moves)")


def _position(match: Match) -> str:
    facts: dict[str, Any] = match.view(YOU).facts
    rows = [f"{name}: {_words(value)}" for name, value in facts.items() if name not in ("seat", "unseen", "shed")]
    legal = match.legal()
    listed = "moves, for example" if match.game.is_amount(legal[0]) else "moves"
    return "\n".join((match.status(YOU), *rows, f"{listed}: {' '.join(map(match.notation, legal))}"))


def _words(value: Any) -> str:
    return (" ".join(map(str, value)) or "-") if isinstance(value, list) else "-" if value is None else str(value)
