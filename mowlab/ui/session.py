"""What lies on the Play table: a match, the last message, whether a scoring is being read.  The widgets are in play.py.

Bots move in a thread while a person may press buttons: whoever changes the session holds `session.lock`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

from mowlab.core.bot import Bot, BotError
from mowlab.core.game import Game
from mowlab.core.plan import Press
from mowlab.core.table import EVERYONE
from mowlab.core.view import View
from mowlab.core.words import Names, Row, percent
from mowlab.match import YOU, EventRow, IllegalMove, Match, Turn
from mowlab.reasons import Reasoning, reasons
from mowlab.record import RecordError, replay
from mowlab.ui.scene import NO_MOVE, Choice, LogLine, Message, Scene, Zone
from mowlab.ui.shared import Shared

MAX_RECORD = 200_000  # characters or bytes of a record that is loaded
MAX_LOG = 120  # newest sentences sent to the page
MAX_NEWS = 24  # sentences: nine bots that play, some a special cow
# Choices of the table that are no actions of the game:
GO_ON, AGAIN, DICE_FOR_BOT, RETRY_BOT, STEP, SKIP, TAKE_BACK = range(NO_MOVE, NO_MOVE - 7, -1)

LOST = "The game that this browser kept cannot be read any more, so a new one begins. ({})"


class Session:
    """One match being played by a person (or several at one screen) against bots."""

    def __init__(self, shared: Shared) -> None:
        self.shared = shared
        self.lock = shared.lock
        self.match: Match | None = None
        self.message: Message | None = None
        self.scored: int | None = None  # turn whose scoring is on the table until the person goes on
        self.fault: str | None = None  # why the bot to move could not
        self.step_by_step = False
        self.open_shed = False
        self.draft: tuple[int, ...] = ()  # what the person has put together of a choice of several decisions
        self.thinking: str | None = None  # what the table says while a bot searches
        self.hints: dict[int, float] = {}  # by action: its chance of victory
        self.advice: Message | None = None  # what a hint says in a sentence
        self._stamp = 0

    # ---- whose table it is ----
    @property
    def people(self) -> list[int]:
        return [p for p, seat in enumerate(self.match.seats) if seat.bot is None] if self.match else []

    @property
    def me(self) -> int:
        """The seat that the screen shows: the person to move, or who moved last, or seat 0 if only bots play."""
        match, people = self.match, self.people
        if match is None or not people:
            return 0
        if not match.over and match.mover in people:
            return match.mover
        return next((turn.seat for turn in reversed(match.turns) if turn.seat in people), people[0])

    @property
    def names(self) -> Names:
        assert self.match is not None
        return self.match.names(self.me if self.people else None)

    @property
    def bots_turn(self) -> bool:
        """A bot is to move and nothing waits for the person."""
        return self.match is not None and self.match.bot is not None and self.scored is None and self.fault is None

    @property
    def search_sits_here(self) -> bool:
        """Some opponent searches before it moves."""
        return any(bot.searches for bot in self.opponents)

    @property
    def must_think_again(self) -> bool:
        """Some opponent, asked why it moved, may have to imagine its worlds once more: after a reload."""
        if self.match is None:
            return False
        moved = {turn.seat for turn in self.match.turns}
        return any(seat.bot.looks_ahead for p, seat in enumerate(self.match.seats) if seat.bot and p in moved)

    @property
    def opponents(self) -> list[Bot]:
        return [seat.bot for seat in self.match.seats if seat.bot] if self.match else []

    @property
    def unfinished(self) -> bool:
        return self.match is not None and not self.match.over and any(t.seat in self.people for t in self.match.turns)

    # ---- playing ----
    def begin(self, match: Match, message: Message | None = None) -> None:
        """Put another match on the table."""
        self.match = self.shared.match = match
        self.scored = self.fault = self.thinking = None
        self.forget_hint()
        self._reopen()
        notes = " ".join(match.notes)
        self.message = message if not notes else {"text": notes, "tone": "info"}

    def choose(self, action: int) -> None:
        """A person's choice: a move (if it is not allowed, `message` says why), GO_ON, DICE_FOR_BOT, RETRY_BOT or
        TAKE_BACK.
        """
        match = self.match
        if match is None:
            return
        self.message = None
        if action == GO_ON:
            self.scored = None
        elif action == RETRY_BOT:
            self.fault = None
        elif action == DICE_FOR_BOT:
            self.fault = None
            self._after(match.play(match.proposal(match.game.bot("random"))))
        elif action == TAKE_BACK:
            self.draft = self.draft[:-1]
        elif action > NO_MOVE and self.scored is None and match.bot is None:
            self._press(match, action)

    def _press(self, match: Match, action: int) -> None:
        """Play an action, or put it to the draft, if the game has drafts."""
        press = Press(moves=(action,))
        if self.shared.drafts and not match.over:
            press = self.shared.table.press(match.view(self.me), self.draft, action, self.names)
        self.hints = {}
        reason = press.refused
        try:
            for move in press.moves:
                self._after(match.play(move, self.me))
        except IllegalMove as error:
            reason = error.reason
        if reason is None:
            self.draft = press.draft
        else:
            self.message = {"text": reason.text, "tone": "bad", "rule": reason.rule}

    @property
    def _half_done(self) -> bool:
        """The rules are in the middle of what a person thinks of as one choice."""
        assert self.match is not None
        return self.shared.drafts and bool(self.shared.table.half_done(self.match.state))

    def to_think(self) -> tuple[Any, View] | None:
        """The bot to move, if it searches and has not thought about its view yet, and that view."""
        match = self.match
        bot = match.bot if match is not None and self.bots_turn else None
        if match is None or bot is None or not bot.searches:
            return None
        play: Any = bot.play
        view = match.view(match.mover)
        return None if play.knows(view) else (play, view)

    def bot_step(self) -> bool:
        """The bot to move makes one choice; whether the others notice something, so that it is shown.  If it fails,
        `fault` says how and the match is as before that move.
        """
        match = self.match
        assert match is not None
        self.message = None
        try:
            turn = match.bot_move()
        except BotError as error:
            self.fault = str(error)
            return True
        self._after(turn)
        return bool(turn.events and not self._half_done) or not self.bots_turn or match.mover != turn.seat

    def forget_hint(self) -> None:
        self.hints, self.advice = {}, None

    def _after(self, turn: Turn) -> None:
        assert self.match is not None
        self.forget_hint()
        if self._scoring(turn):
            self.scored = len(self.match.turns) - 1

    def _scoring(self, turn: Turn) -> Any:
        """What a turn brings to read: a table, some tables, or None."""
        assert self.match is not None
        rows = [_heard(row, self.me) for row in turn.events]
        more = {"before": self._before(turn)} if hasattr(self.shared.table, "reading") else {}
        return self.shared.table.scoring(rows, self.names, self.match.view(self.me), **more)

    def _before(self, turn: Turn) -> View:
        """What the person saw before that turn."""
        assert self.match is not None
        return self.match.game.view(turn.before[0], self.me, [])

    def undo(self) -> None:
        """Back to the last decision of the person; of a choice of several decisions it was the last step."""
        if self.match is None:
            return
        if self.draft:
            self.draft = self.draft[:-1]
            self.message = {"text": "What you put last is taken back.", "tone": "info"}
            return
        own = self._last_own() if self.people else -1
        last = [self.match.turns[own].action] if own >= 0 else []
        back = self.match.undo(self.me if self.people else None)
        self.scored = self.fault = self.thinking = None
        self.forget_hint()
        self._reopen(last)
        self.message = (
            {"text": "Taken back. The luck stays the same: the same move brings the same cards.", "tone": "info"}
            if back
            else {"text": "There is no move of yours to take back.", "tone": "info"}
        )

    def _reopen(self, last: Sequence[int] = ()) -> None:
        """A choice of several decisions that was begun, or has just been taken back, becomes a draft again.

        last: the decision taken back, which had completed it.
        """
        match = self.match
        steps: list[int] = []
        self.draft = ()
        if match is None or not self.shared.drafts or match.over or match.mover not in self.people:
            return
        while match.turns and match.turns[-1].seat == match.mover and self.shared.table.half_done(match.state):
            steps.insert(0, match.turns[-1].action)
            match.undo()
        if steps:
            self.draft = self.shared.table.redraft([*steps, *last])

    # ---- saving and loading ----
    def text(self, indent: int | None = None) -> str:
        """The match as JSON text; empty without one."""
        if self.match is None:
            return ""
        return json.dumps(self.match.record(), indent=indent, separators=None if indent else (",", ":"))

    def kept(self) -> str:
        """What the browser keeps: the match, and what has been put together of the next choice."""
        if self.match is None:
            return ""
        draft = {"draft": list(self.draft)} if self.draft else {}
        return json.dumps({**self.match.record(), **draft}, separators=(",", ":"))

    def load(self, text: str) -> None:
        """Put the match of a record on the table.  Raises RecordError; the table is then unchanged."""
        match = read_record(text, self.shared.game_key)
        said = "Loaded: a game that is over." if match.over else "Loaded. The game goes on here."
        self.begin(match, {"text": said, "tone": "good"})

    def restore(self, text: str) -> None:
        """The match that the browser kept, or a message that it cannot be read."""
        try:
            match = read_record(text, self.shared.game_key)
        except RecordError as error:
            self.message = {"text": LOST.format(error), "tone": "bad"}
        else:
            how = "here is the end of your game" if match.over else "your game goes on where you left it"
            self.begin(match, {"text": f"Welcome back: {how}.", "tone": "good"})
            self._put_together(json.loads(text).get("draft", ()))

    def _put_together(self, draft: Any) -> None:
        """Put these actions to the draft once more, as far as they can be."""
        match = self.match
        if match is None or not self.shared.drafts or not isinstance(draft, list) or match.over or match.bot:
            return
        for a in draft:
            press = self.shared.table.press(match.view(self.me), self.draft, a, self.names) if type(a) is int else None
            if press is None or press.refused or press.moves:
                return
            self.draft = press.draft

    # ---- what the table shows ----
    def scene(self) -> Scene:
        """The table as the person may see it."""
        assert self.match is not None
        match, table, me, names = self.match, self.shared.table, self.me, self.names
        view = match.view(me)
        reading = self.scored is not None or self.fault is not None
        own: dict[str, Any] = {"open_shed": self.open_shed} if self.shared.own_pile else {}
        if self.shared.drafts:
            own["draft"] = self.draft
        self._stamp += 1
        scene: Scene = table.scene(
            view,
            names,
            log=self.log(),
            message=self._message(),
            stamp=self._stamp,
            lines=None if self.scored is None else self._scoring(match.turns[self.scored]),
            result=table.result(view, names) if match.over else None,
            status=self._status(),
            live=not reading,
            **own,
        )
        scene["choices"] = [*scene.get("choices", []), *self._choices()]
        if self.scored is not None:
            scene["zones"], scene["markers"] = self._reading(), []
        if self._stage_over and not match.over:
            scene["title"] = f"{match.game.stage_name.capitalize()} {match.game.plain.stage(match.state)} is over"
        self._mark_hints(scene)
        return scene

    def _reading(self) -> list[Zone]:
        """What stays on the table while a scoring is read, if the game shows anything."""
        assert self.match is not None
        assert self.scored is not None
        if not hasattr(self.shared.table, "reading"):
            return []
        return list(self.shared.table.reading(self._before(self.match.turns[self.scored]), self.names))

    @property
    def _stage_over(self) -> bool:
        """The turn whose scoring is on the table ended a round."""
        if self.match is None or self.scored is None:
            return False
        stage = self.match.game.plain.stage
        return bool(stage(self.match.state) != stage(self.match.turns[self.scored].before[0]))

    def _choices(self) -> Iterator[Choice]:
        assert self.match is not None
        if self.fault is not None:
            name = self.match.seats[self.match.mover].name
            yield {"action": RETRY_BOT, "label": f"Ask {name} again", "tone": "primary"}
            yield {"action": DICE_FOR_BOT, "label": f"Let dice move for {name}", "hint": "one of its legal moves"}
        elif self.match.over:
            yield {"action": AGAIN, "label": "Play again", "tone": "primary"}
        elif self.scored is not None:
            label = f"On to the next {self.match.game.stage_name}" if self._stage_over else "Go on"
            yield {"action": GO_ON, "label": label, "tone": "primary"}
        elif self.step_by_step and self.match.bot is not None:
            name = self.match.seats[self.match.mover].name
            yield {"action": STEP, "label": "Next", "hint": f"{name} moves", "tone": "primary", "beside": True}
        elif self.match.bot is not None:
            yield {"action": SKIP, "label": "At once", "beside": True}  # the bots move without a pause
        elif self.draft:
            yield {"action": TAKE_BACK, "label": "Take back", "hint": "what you put last"}

    def _status(self) -> str | None:
        assert self.match is not None
        if self.fault is not None:
            return f"{self.match.seats[self.match.mover].name} could not move."
        if self.scored is not None and not self.match.over:
            return "See how it came out, then go on."
        return self.thinking

    def _message(self) -> Message | None:
        if self.fault is not None:
            return {"text": f"{self.fault} The game is kept as it was.", "tone": "bad"}
        if self.message is not None:
            return self.message
        if self.advice is not None:
            return self.advice
        news = self.news()
        return {"text": " ".join(news), "tone": "info"} if news else None

    def _mark_hints(self, scene: Scene) -> None:
        """The chance of victory of each choice: above its card, or on its button."""
        ways: dict[str, list[float]] = {}
        for choice in scene.get("choices", []):
            if (worth := self.hints.get(choice["action"])) is not None:
                ways.setdefault(choice.get("card", ""), []).append(worth)
                choice["hint"] = " · ".join(filter(None, (percent(worth), choice.get("hint"))))
        for zone in scene.get("zones", []):
            for card in zone.get("cards", []):
                own = self.hints.get(card.get("action") or 0) if "action" in card else None
                worths = ways.get(card["id"]) or ([] if own is None else [own])
                if worths:
                    card["tag"] = percent(max(worths))

    def log(self) -> list[LogLine]:
        """Sentences since the deal as the person hears them, newest last."""
        assert self.match is not None
        lines: list[LogLine] = []
        when, me = "", self.me
        for i, rows in self._choices_made():
            for part in _chapters(rows, self.shared.table):
                when = self.shared.table.chapter(_heard(part[0], me)) or when
                if i >= len(self.match.turns) - MAX_LOG:
                    lines += [{"text": t, "when": when, "mine": t.startswith("You")} for t in self._logged(part)]
        return lines[-MAX_LOG:]

    def _choices_made(self) -> Iterator[tuple[int, list[EventRow]]]:
        """The event rows of the deal and of each turn, with its number; where the table tells a choice of several
        decisions as one, these together.
        """
        assert self.match is not None
        turns, table = self.match.turns, self.shared.table
        rows: list[EventRow] = []
        for i, turn in enumerate((self.match.opening, *turns), -1):
            rows += turn.events
            goes_on = hasattr(table, "logged") and i + 1 < len(turns) and table.half_done(turns[i + 1].before[0])
            if not goes_on:
                yield i, rows
                rows = []

    def _logged(self, rows: Sequence[EventRow]) -> Iterator[str]:
        assert self.match is not None
        if not hasattr(self.shared.table, "logged"):
            yield from self._tell(rows)
        else:
            yield from self.shared.table.logged(
                [_heard(row, self.me) for row in rows], self.match.game.cards, self.names
            )

    def news(self) -> list[str]:
        """What happened since the person decided last, in a few sentences."""
        assert self.match is not None
        me = self.me
        first = self._last_own()
        turns = [*([self.match.opening] if first < 0 else []), *self.match.turns[max(first, 0) :]]
        rows = [_heard(row, me) for turn in turns for row in turn.events]
        if self.scored is not None:  # the next round is not on the table yet
            rows = [row for row in rows if not self.shared.table.chapter(row)]
        told = list(self.shared.table.news(rows, self.match.game.cards, self.names))
        return told if len(told) <= MAX_NEWS else ["…", *told[-MAX_NEWS:]]

    def reasons(self) -> list[Reasoning]:
        """The bots' moves since the person decided last, each with its reason."""
        assert self.match is not None
        return reasons(self.match, self.me, self.me if self.people else None)

    def _last_own(self) -> int:
        """Number of the person's last turn; -1 (the deal) before the first."""
        assert self.match is not None
        turns = self.match.turns
        return max((i for i in range(len(turns)) if turns[i].seat == self.me), default=-1)

    def _tell(self, rows: Sequence[EventRow]) -> Iterator[str]:
        assert self.match is not None
        me = self.me
        return self.match.tell(rows, me, me if self.people else None)


def _heard(row: EventRow, seat: int) -> Row:
    """The event row as `seat` hears it: without what is for others."""
    kind, who, what, more, audience = row
    return kind, who, what if audience == EVERYONE or audience >> seat & 1 else None, more


def _chapters(rows: Sequence[EventRow], table: ModuleType) -> list[list[EventRow]]:
    """The rows cut before each one that starts a chapter."""
    parts: list[list[EventRow]] = [[]]
    for row in rows:
        if parts[-1] and table.chapter(row[:4]):
            parts.append([])
        parts[-1].append(row)
    return [part for part in parts if part]


def read_record(text: str, game_key: str) -> Match:
    """The match in a record's text.  Raises RecordError with one sentence."""
    if len(text) > MAX_RECORD:
        raise RecordError(f"This text has {len(text):,} characters; a record may have at most {MAX_RECORD:,}.")
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f" (line {error.lineno}, column {error.colno})" if isinstance(error, json.JSONDecodeError) else ""
        raise RecordError(f"This is not a mowlab record: the text is not JSON{where}.") from None
    if isinstance(record, dict) and record.get("game") not in (game_key, None):
        raise RecordError(f"This is a record of the game {record['game']!r}; it can be loaded on that game's page.")
    return replay(record)


def new_game(shared: Shared, options: dict[str, Any], bots: Sequence[str], seed: int | None, **more: Any) -> Match:
    """A fresh match of a person in seat 0 against `bots`, called by their first names.

    more: further arguments of `Match`.  Raises OptionError, UnknownBot, SeatError.
    """
    game = Game(shared.game.key, shared.game.package, **options)
    names = [YOU.capitalize(), *first_names([game.bot(key) for key in bots])]
    match: Match = game.match(seats=[YOU, *bots], seed=seed, names=names, **more)
    return match


def first_names(bots: Sequence[Bot]) -> list[str]:
    """Short names for the table, numbered where they occur twice; bots from a cell keep the name they were given."""
    names = [bot.name if bot.play else bot.name.split()[0] for bot in bots]
    return [f"{name} {names[: i + 1].count(name)}" if names.count(name) > 1 else name for i, name in enumerate(names)]
