"""One game being played: seats, moves, events in words, views, undo, record.

A match runs uncompiled: a move takes microseconds to milliseconds and nothing has to be compiled first.
"""

from __future__ import annotations

import operator
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from .core import engine
from .core.bot import Bot, BotError
from .core.expectation import Expectation
from .core.game import PERSON, Game, new_tables
from .core.table import EVERYONE, KINDS, LOG_COLUMNS, NO_FAULT, Table, seed_words
from .core.view import View
from .core.weighing import reckoned
from .core.words import Names, Reason, Row, number_of

YOU = PERSON
YOUR_NAME = "You"
MAX_NAME = 40
EventRow = tuple[int, int, int, int, int]  # kind, who, what, more, audience


class IllegalMove(ValueError):
    """A move that is not allowed now.  `reason` says why and where the rule stands; the match is unchanged."""

    def __init__(self, reason: Reason):
        super().__init__(str(reason))
        self.reason = reason


class NotYourTurn(ValueError):
    """Somebody moved for a seat whose turn it is not; the match is unchanged."""


class SeatError(ValueError):
    """Seats that do not fit the game: how many there are and how many are needed."""


@dataclass(frozen=True)
class Seat:
    """Who sits there: a name, and a bot, or None for a person."""

    name: str
    bot: Bot | None


@dataclass
class Turn:
    """One action and all that came of it.  `before` is what undo goes back to: the state and both streams of
    randomness.  thought: what a one-step expected-value bot expected of each move, once that is known.
    """

    seat: int
    action: int
    before: tuple[Any, list[int], list[int]]
    chance: list[int] = field(default_factory=list)
    events: list[EventRow] = field(default_factory=list)
    thought: Expectation | None = field(default=None, repr=False, compare=False)


class Match:
    """One game of `game`, with seats such as ["you", "shedder", "random", "random"].

    seats: for each seat YOU (a person), a bot's key or a Bot; by default you against the game's usual bot.
    seed: fixes the luck and the bots' dice; without one, one is drawn and kept in `match.seed`.
    names: what the seats are called; by default the bots' names.
    position: keyword arguments for `game.position` to start from there instead of a fresh deal.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[str | Bot | None] | None = None,
        seed: int | None = None,
        names: Sequence[str] | None = None,
        position: dict[str, Any] | None = None,
        script: Sequence[int] | None = None,
    ):
        self.game = game
        self.seed = seed_number(seed)
        self.seats = _seats(game, seats, names)
        self.position = position
        self.turns: list[Turn] = []
        self.notes: list[str] = []  # what a person should know about this match, e.g. a bot that is not here any more
        self._states: list[Any] = [game.state_class.new() for _ in range(engine.N_STATES)]
        self._tables: list[Table] = new_tables()
        t = self._tables[engine.REAL]
        t.keep = [1] * KINDS
        t.keep_chance = 1
        self.reseed(seed_words(self.seed, 1)[0].tolist())
        if script is not None:
            self.use_script(script)
        if position is None:
            game.blank().copy_to(self.state)
            game.plain.start(self.state, t)
        else:
            game.position(**position).copy_to(self.state)
        self.opening = Turn(-1, -1, self._bookmark())
        self._collect(self.opening)

    # ---- what is going on -------------------------------------------------------------------------------------------
    @property
    def state(self) -> Any:
        """The whole truth, hidden cards included.  Show people and bots `view(seat)` instead."""
        return self._states[engine.TRUTH]

    @property
    def over(self) -> bool:
        return bool(self.game.plain.is_over(self.state))

    @property
    def mover(self) -> int:
        """The seat that decides next."""
        return int(self.game.plain.mover(self.state))

    @property
    def bot(self) -> Bot | None:
        """The bot to move, or None if a person is, or the game is over."""
        return None if self.over else self.seats[self.mover].bot

    def legal(self) -> list[int]:
        """All actions allowed now, ascending; empty once the game is over."""
        if self.over:
            return []
        t = self._tables[engine.REAL]
        n = self.game.plain.list_moves(self.state, t)
        return list(t.moves[:n])

    def notation(self, a: int) -> str:
        return self.game.notation(a)

    def action(self, move: int | str) -> int:
        """The number of a move given as number or notation.  Raises ValueError if there is no such move at all."""
        if isinstance(move, str):
            return self.game.action(move)
        if (a := whole(move)) is None:
            examples = self.game.words.EXAMPLES
            raise ValueError(f"A move is a notation or a number, not {move!r}; moves look like {examples}.")
        return a

    def why_not(self, move: int | str, you: int | None = None) -> Reason | None:
        """Why `move` is not allowed now, or None if it is."""
        return why_not(self.game, self.state, self.action(move), self.names(you))

    def view(self, seat: int) -> View:
        """What `seat` may know; its moves are listed if it is to move.  Raises SeatError."""
        seat = self._seat(seat)
        return self.game.view(self.state, seat, self.legal() if seat == self.mover else [])

    def names(self, you: int | None = None) -> Names:
        """The seats' names in sentences; seat `you`, or else the person whose name is «You», is spoken to."""
        if you is None:
            you = next((i for i, seat in enumerate(self.seats) if seat == Seat(YOUR_NAME, None)), None)
        return Names([seat.name for seat in self.seats], you)

    def status(self, you: int | None = None) -> str:
        """Whose turn it is and what to do, in words."""
        return self.game.words.status(self.state, self.names(you))  # type: ignore[no-any-return]

    def scores(self) -> list[int]:
        return [self.game.plain.score(self.state, p) for p in range(self.game.players)]

    def payoffs(self) -> list[float] | None:
        """Each seat's share of the victory, or None while the game goes on."""
        return [self.game.plain.payoff(self.state, p) for p in range(self.game.players)] if self.over else None

    # ---- playing ----------------------------------------------------------------------------------------------------
    def play(self, move: int | str, seat: int | None = None) -> Turn:
        """Carry out a move for the seat to move (or for `seat`, which must be that one).

        Raises IllegalMove, NotYourTurn, SeatError or ValueError (no such move); the match is then unchanged.
        """
        a = self.action(move)
        if seat is not None and self._seat(seat) != self.mover and not self.over:
            raise NotYourTurn(
                f"It is the turn of {self.seats[self.mover].name}, not of seat {seat}: wait until they have moved."
            )
        if (reason := self.why_not(a, seat)) is not None:
            raise IllegalMove(reason)
        turn = Turn(self.mover, a, self._bookmark())
        self.game.plain.apply(self.state, a, self._tables[engine.REAL])
        self._collect(turn)
        self.turns.append(turn)
        return turn

    def bot_move(self) -> Turn:
        """Let the bot to move play one action.  Raises BotError if there is none or it fails; the match is then
        unchanged.
        """
        bot = self.bot
        if bot is None:
            raise BotError("No bot is to move: the game is over, or it is a person's turn.")
        before = self._bookmark()
        thought = self._expectation() if bot.policy == engine.EXPECTED else None
        try:
            turn = self.play(thought.best.action if thought else self.proposal(bot))
        except IllegalMove as error:
            raise BotError(f"{bot.name} chose a move that is not allowed. {error}") from None
        turn.before, turn.thought = before, thought  # undo brings back the dice that the bot threw, too
        return turn

    def proposal(self, bot: Bot) -> int:
        """What `bot` would do for the seat to move.  Throws the bots' dice, changes nothing else.  Raises BotError."""
        if bot.play is not None:
            return int(bot.play(self.view(self.mover)))
        self.legal()
        return int(self.game.plain.propose(self._states, self._tables, bot.policy, [0]))

    def _expectation(self) -> Expectation:
        """What a one-step expected-value bot thinks for the seat to move.  Throws the bots' dice."""
        t = self._tables[engine.REAL]
        thought = Expectation(self.view(self.mover), list(t.dice))
        t.dice = thought.dice
        return thought

    def advance(self, most: int = engine.MAX_STEPS) -> None:
        """Let bots play until a person is to move or the game is over, but no more than `most` moves."""
        for _ in range(most):
            if self.bot is None:
                return
            self.bot_move()

    def why(self, turn: int = -1, beliefs: bool = True, weighed: bool = True) -> str:
        """Why the bot that made turn number `turn` moved so, from its own view; an empty text for a person's turn.

        beliefs: a bot that imagines worlds tells what it believed about hidden things, too.  weighed: a character tells
        what the other moves were worth to it.
        """
        done = self.turns[turn]
        bot, names = self.seats[done.seat].bot, self.names()
        if bot is None:
            return ""
        if bot.policy == engine.EXPECTED:
            thought = done.thought = done.thought or Expectation(self.view_before(turn), done.before[2])
            believed = thought.beliefs(done.action, names) if beliefs else []
            return " ".join([thought.why(done.action, names), *believed])
        view, explain = self.view_before(turn), getattr(bot.play, "explain", None)
        if explain is not None:
            return str(explain(view, done.action, names, beliefs))
        told = reckoned(view, done.action, bot.weigh(view), names) if bot.weigh and weighed else []
        return " ".join([bot.why(view, done.action), *told])

    def view_before(self, turn: int) -> View:
        """What the seat that made turn number `turn` knew when it decided."""
        done = self.turns[turn]
        state = done.before[0]
        t = Table.new()
        n = self.game.plain.list_moves(state, t)
        return self.game.view(state, done.seat, t.moves[:n])

    def undo(self, seat: int | None = None) -> int:
        """Take back the last turn, or all turns from the last one of `seat` on.  Returns how many were taken back.

        Luck is taken back too: whoever plays the same moves again sees the same cards.  Raises SeatError.
        """
        if seat is None:
            keep = len(self.turns) - 1
        else:
            seat = self._seat(seat)
            keep = max((i for i, turn in enumerate(self.turns) if turn.seat == seat), default=-1)
        if keep < 0:
            return 0
        back = self.turns[keep:]
        state, chance, dice = back[0].before
        state.copy_to(self.state)
        self.reseed([*chance, *dice])
        del self.turns[keep:]
        return len(back)

    # ---- what happened ----------------------------------------------------------------------------------------------
    def events(self, seat: int | None = None, since: int = -1, you: int | None = None) -> list[str]:
        """What happened from turn `since` on (-1: from the deal), as sentences; hidden parts left out for `seat`.

        Raises SeatError.
        """
        seat = None if seat is None else self._seat(seat)
        rows = [row for turn in self._from(since) for row in turn.events]
        return list(self.tell(rows, seat, you))

    def tell(self, rows: Sequence[EventRow], seat: int | None, you: int | None = None) -> Iterator[str]:
        """Sentences for event rows as `seat` (None: somebody who may see all) hears them."""
        return self.game.words.tell(heard(rows, seat), self.game.cards, self.names(you))  # type: ignore[no-any-return]

    def _from(self, since: int) -> list[Turn]:
        return [self.opening, *self.turns] if since < 0 else self.turns[since:]

    # ---- record -----------------------------------------------------------------------------------------------------
    def record(self) -> dict[str, Any]:
        """The match as JSON data; see docs/records.md.  `mowlab.replay(record)` brings it back."""
        from .record import to_record

        return to_record(self)

    # ---- luck -------------------------------------------------------------------------------------------------------
    def reseed(self, words: Sequence[int]) -> None:
        """Set both streams: four words for chance, four for the bots' dice."""
        t = self._tables[engine.REAL]
        t.chance, t.dice = list(words[:4]), list(words[4:])

    def streams(self) -> list[int]:
        """Where both streams stand, to go on with the same luck after loading."""
        t = self._tables[engine.REAL]
        return [*t.chance, *t.dice]

    def use_script(self, outcomes: Sequence[int]) -> None:
        """Let the next action use these chance outcomes and no others (replay)."""
        t = self._tables[engine.REAL]
        t.scripted, t.at_script, t.n_script = 1, 0, len(outcomes)
        t.script[: len(outcomes)] = outcomes

    def end_script(self) -> bool:
        """Back to the stream; True if the script was used up exactly and fitted."""
        t = self._tables[engine.REAL]
        fits = t.fault == NO_FAULT and t.at_script == t.n_script
        t.scripted, t.fault = 0, NO_FAULT
        return fits

    def _seat(self, seat: Any) -> int:
        """The number of a seat.  Raises SeatError if there is no such seat."""
        return seat_number(seat, self.game.players)

    def _bookmark(self) -> tuple[Any, list[int], list[int]]:
        t = self._tables[engine.REAL]
        return self.state.__copy__(), list(t.chance), list(t.dice)

    def _collect(self, turn: Turn) -> None:
        """Move chance outcomes and events of the last action from the table to the turn."""
        t = self._tables[engine.REAL]
        turn.chance = list(t.outcomes[: t.n_outcomes])
        turn.events = event_rows(t)
        t.n_outcomes = t.n_log = 0

    def __str__(self) -> str:
        return (
            f"{self.game.title}, {number_of(self.game.players, 'seat', 'seats')}, seed {self.seed}, "
            f"{number_of(len(self.turns), 'move', 'moves')}: {self.status()}"
        )


def event_rows(t: Table) -> list[EventRow]:
    """The events on the log of a plain table."""
    return [cast(EventRow, tuple(t.log[i : i + LOG_COLUMNS])) for i in range(0, t.n_log * LOG_COLUMNS, LOG_COLUMNS)]


def heard(rows: Iterable[EventRow], seat: int | None) -> list[Row]:
    """Event rows as `seat` (None: somebody who may see all) hears them: what it may not know is None."""
    return [
        (kind, who, what, more) if _hears(seat, audience) else (kind, who, None, 0)
        for kind, who, what, more, audience in rows
    ]


def _hears(seat: int | None, audience: int) -> bool:
    return seat is None or audience == EVERYONE or bool(audience >> seat & 1)


def seed_number(seed: int | None) -> int:
    """`seed` as an int, or one that is drawn where it is None.  Raises ValueError."""
    if seed is None:
        return secrets.randbits(32)
    if (number := whole(seed)) is None or number < 0:
        raise ValueError(f"seed = {seed!r}: a seed is a whole number, 0 or more.")
    return number


def whole(value: Any) -> int | None:
    """A whole number of any kind (Python's, numpy's) as an int, or None; True and False are none."""
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None


def why_not(game: Game, s: Any, a: int, names: Names) -> Reason | None:
    """Why action `a` is not allowed in state (or view) `s`, or None if it is."""
    code = game.plain.check(s, a)
    return game.words.reason(code, a, s, game.cards, names) if code else None


def unnamed(game: Game) -> Names:
    """The seats by their numbers, where nobody has a name."""
    return Names([f"Player {seat}" for seat in range(game.players)])


def seat_number(seat: Any, seats: int) -> int:
    """`seat` as an int, if it is the number of one of so many seats.  Raises SeatError."""
    number = whole(seat)
    if number is None or not 0 <= number < seats:
        raise SeatError(f"seat = {seat!r}: seats here are the whole numbers from 0 to {seats - 1}.")
    return number


def _seats(game: Game, seats: Sequence[str | Bot | None] | None, names: Sequence[str] | None) -> tuple[Seat, ...]:
    if seats is None:
        seats = [YOU, *[game.usual_bot] * (game.players - 1)]
    if isinstance(seats, str) or not isinstance(seats, Sequence) or len(seats) != game.players:
        needed = number_of(game.players, "seat", "seats")
        raise SeatError(f"{game.title} with {game.table_of} needs {needed}, got {seats!r}.")
    bots = [None if who is None or who == YOU else game.bot(who) for who in seats]
    if names is None:
        names = _distinct([b.name if b else YOUR_NAME for b in bots])
    if len(names) != len(seats) or not all(isinstance(n, str) and 0 < len(n) <= MAX_NAME for n in names):
        raise SeatError(f"Each of the {len(seats)} seats needs a name of 1 to {MAX_NAME} characters, got {names!r}.")
    return tuple(Seat(name, bot) for name, bot in zip(names, bots, strict=True))


def _distinct(names: list[str]) -> list[str]:
    """Numbers behind names that occur more than once."""
    return [f"{n} {names[: i + 1].count(n)}" if names.count(n) > 1 else n for i, n in enumerate(names)]
