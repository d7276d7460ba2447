"""Records: a match as JSON data, and back.  The format is described in docs/records.md.

Replay takes every chance outcome from the record and needs no random generator.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from . import games
from .core.game import Game
from .match import IllegalMove, Match

FORMAT, VERSION = "mowlab record", 1
MAX_MOVES = 100_000


class RecordError(ValueError):
    """A record that cannot be replayed: says what is wrong with it, and with which move."""


def to_record(match: Match) -> dict[str, Any]:
    game = match.game
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.key,
        "options": dict(game.options),
        "cards": game.cards.digest,
        "rules": game.digest,
        "seats": [{"name": seat.name, "bot": seat.bot.key if seat.bot else None} for seat in match.seats],
        "seed": match.seed,
        "position": match.position,
        "opening": match.opening.chance,
        "moves": [
            {"seat": turn.seat, "move": match.notation(turn.action), **({"chance": turn.chance} if turn.chance else {})}
            for turn in match.turns
        ],
        "streams": match.streams(),
        "result": {"scores": match.scores(), "payoffs": match.payoffs()} if match.over else None,
    }


def replay(record: Any, cards: str | Path | None = None) -> Match:
    """The match of a record, at its last move; it can be played on, undone, looked at.

    `cards`: the card file it was played with, if not the usual one.  Raises RecordError.
    """
    game = _game(record, cards)
    match = _begin(record, game)
    for i, entry in enumerate(record["moves"]):
        _play(match, i, entry, record)
    streams = record.get("streams")
    if streams is not None:
        if not _is_numbers(streams, 8):
            raise RecordError("Field 'streams' must be a list of eight whole numbers from 0 to 4294967295.")
        match.reseed(streams)
    result = record.get("result")
    now = {"scores": match.scores(), "payoffs": match.payoffs()} if match.over else None
    if result != now:
        raise RecordError(
            f"The record says that the result is {result}, but its moves lead to {now}{_other_rules(record, game)}."
        )
    return match


def read_json(path: Path) -> Any:
    """The JSON data of a file, `-` for standard input.  Raises ValueError that names the file."""
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text("utf-8")
        return json.loads(text)
    except FileNotFoundError:
        raise ValueError(f"There is no file {path}.") from None
    except IsADirectoryError:
        raise ValueError(f"{path} is a folder, not a file.") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not a text file.") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{path} is not JSON: {error}.") from None


def _game(record: Any, cards: str | Path | None) -> Game:
    if isinstance(record, (str, bytes, Path)):
        raise RecordError("replay takes the record itself, not its text or file: give it json.load(file) first.")
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise RecordError(f'This is not a mowlab record: it must be a JSON object with "format": "{FORMAT}".')
    if record.get("version") != VERSION:
        raise RecordError(
            f"This record has format version {record.get('version')!r}; this mowlab reads version {VERSION}."
        )
    kinds = {"game": str, "options": dict, "cards": str, "seats": list, "opening": list, "moves": list, "seed": int}
    for name, kind in kinds.items():
        if not isinstance(record.get(name), kind):
            raise RecordError(f"Field {name!r} is missing or is not a {_KIND_WORDS[kind]}.")
    if not isinstance(record.get("position"), dict | None):
        raise RecordError("Field 'position' must be a JSON object or null.")
    if len(record["moves"]) > MAX_MOVES:
        raise RecordError(f"The record has {len(record['moves'])} moves; at most {MAX_MOVES} can be replayed.")
    for name in record["options"]:
        if not isinstance(name, str) or name == "cards":  # the card file is named by whoever replays, never by a record
            raise RecordError(f"Field 'options' has an option {name!r}, which no game has.")
    try:
        game = games.game(record["game"], cards=cards, **record["options"])
    except ValueError as error:
        raise RecordError(str(error)) from None
    if missing := [name for name in game.options if name not in record["options"]]:
        raise RecordError(f"Field 'options' must hold every option of {game.title}; missing: {', '.join(missing)}.")
    if record["cards"] != game.cards.digest:
        raise RecordError(
            f"This match was played with other cards (digest {record['cards']}, here {game.cards.digest}); "
            "give the card file it was played with."
        )
    return game


_KIND_WORDS = {str: "text", dict: "JSON object", list: "list", int: "whole number"}


def _begin(record: dict[str, Any], game: Game) -> Match:
    seats, names, notes = [], [], []
    for seat in record["seats"]:
        if not isinstance(seat, dict) or not isinstance(seat.get("name"), str):
            raise RecordError(f"Each seat needs a name and a bot (or null); this one is {seat!r}.")
        bot = seat.get("bot")
        if bot is not None and not isinstance(bot, str):
            raise RecordError(f"The bot of {seat['name']} is {bot!r}; it must be a bot's key or null.")
        if bot is not None and not game.has_bot(bot):
            notes.append(f"The bot {bot!r} of {seat['name']} is not here: a person moves for that seat.")
            bot = None
        seats.append(bot)
        names.append(seat["name"])
    if not _is_numbers(record["opening"]):
        raise RecordError("Field 'opening' must be a list of whole numbers.")
    try:
        match = Match(game, seats, record["seed"], names, record.get("position"), record["opening"])
    except (ValueError, TypeError) as error:
        raise RecordError(f"The record cannot be set up: {error}") from None
    if not match.end_script():
        raise RecordError("Field 'opening' does not hold the chance outcomes of a deal of this game.")
    match.notes += notes
    return match


def _play(match: Match, i: int, entry: Any, record: dict[str, Any]) -> None:
    where = f"Move {i + 1}"
    if not isinstance(entry, dict) or not isinstance(entry.get("move"), str) or not isinstance(entry.get("seat"), int):
        raise RecordError(f"{where} must have a seat (a number) and a move (a notation); it is {entry!r}.")
    chance = entry.get("chance", [])
    if not _is_numbers(chance):
        raise RecordError(f"{where}: chance must be a list of whole numbers.")
    if not match.over and entry["seat"] != match.mover:
        raise RecordError(
            f"{where} is made by seat {entry['seat']}, but seat {match.mover} is to move"
            f"{_other_rules(record, match.game)}."
        )
    match.use_script(chance)
    try:
        match.play(entry["move"])
    except IllegalMove as error:
        raise RecordError(
            f"{where} ({entry['move']}) is not allowed: {error.reason}{_other_rules(record, match.game)}"
        ) from None
    except ValueError as error:
        raise RecordError(f"{where}: {error}") from None
    if not match.end_script():
        raise RecordError(
            f"{where} ({entry['move']}): its chance outcomes are missing, too many, or not those of a deal."
        )


def _other_rules(record: dict[str, Any], game: Game) -> str:
    return "" if record.get("rules") == game.digest else " (it was written by another version of the rules)"


def _is_numbers(values: Any, length: int | None = None) -> bool:
    return (
        isinstance(values, list)
        and (len(values) == length if length is not None else len(values) <= 1024)
        and all(isinstance(v, int) and not isinstance(v, bool) and 0 <= v < 2**32 for v in values)
    )
