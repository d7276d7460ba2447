"""Lesson 8, one more token: fights in which all that was paid is gone, and a clock that nobody sees."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from mowlab.charts import Picture
from mowlab.charts import lessons as charts
from mowlab.core.words import number_of, percent
from mowlab.games.mob_town.rules import DRAWN, LAW_DEPTH
from mowlab.theory.extensive import CHANCE, END, Backward, backward
from mowlab.theory.stages import escalation, law
from mowlab.theory.stages.escalation import GIVE_UP, DollarAuction, TokenFight, outlasting, war_of_attrition
from mowlab.theory.stages.law import NOBODY, Race, TakeOverRace, chance_of_law
from mowlab.ui import panel as p
from mowlab.ui.lesson_page import (
    Ask,
    BadNumber,
    Exercise,
    Guide,
    Kept,
    LessonPage,
    Step,
    Thought,
    mean,
    number,
    shown,
    shown_of,
    tiny,
)

STAKE = 10
AUCTIONS = ((20, "careful"), (25, "careful"), (20, "stubborn"), (25, "stubborn"))  # budget, the other bidder
FACES = (3, 1, 2, 3)  # of the properties in the races
HANDS, SAFE = (3, 3), 4
LONG = 50  # rounds of a fight without an end that are looked at
OTHER, DRAWS = "the other", "draws in your races"
DREW, LAW, TOOK = range(3)  # what happens in a race
RIVALS = {
    "careful": "It has worked the auction out to the end.",
    "stubborn": "It always bids one more, as long as it can.",
}


@cache
def race(face: int) -> TakeOverRace:
    return TakeOverRace(face, HANDS, SAFE)


@cache
def solved(face: int) -> Backward:
    return backward(race(face))


@cache
def best_takes(face: int) -> dict[int, float]:
    """How many take-overs there are on average with so many cards left, if both play best."""
    game = race(face)
    found: dict[int, float] = {}

    def go_on(s: Race, chance: float) -> None:
        if game.turn(s) == CHANCE:
            for move, p in game.chances(s):
                go_on(game.play(s, move), chance * float(p))
        elif game.turn(s) != END:
            move = solved(face).best[s][0]
            if move == law.TAKE:
                left = SAFE + LAW_DEPTH - s.drawn
                found[left] = found.get(left, 0.0) + chance
            go_on(game.play(s, move), chance)

    go_on(game.start(), 1.0)
    return found


# ---- the texts ------------------------------------------------------------------------------------------------------
ASKS = (
    Ask(
        "first",
        "Ten points are for sale. Two bid in turns, the higher bid gets them, but both pay their last bids. Both "
        "have 20. You begin: what do you bid?",
        0,
        20,
        "0 to 20",
        only=range(21),
    ),
    Ask(
        "law",
        "Eleven cards are left, one of them ends everything. How likely is it among the next two, in percent?",
        0,
        100,
        "0 to 100",
        percent=True,
    ),
)


@cache
def _first_bids() -> p.Block:
    rows = []
    for budget in (10, 12, 20, 25, 28, 30):
        game = DollarAuction(STAKE, budget)
        rows.append((str(budget), str(game.first_bid()), str(game.next_bid(0, 0))))
    worst = max(DollarAuction(STAKE, int(row[0])).regret() for row in rows)
    return p.table(
        "Ten points for sale",
        ["both have", "first bid by the rule", "found backwards"],
        rows,
        note=f"Checked in every position: nobody gains more than {worst} by one other bid.",
    )


def _fights() -> p.Block:
    rows: list[tuple[str, ...]] = []
    worst: Fraction | int = 0
    for face, benefit in ((1, 4), (1, 5), (2, 6), (3, 6)):
        game = TokenFight(face, benefit)
        worst = max(worst, game.regret())
        takes = "takes it over" if game.first_takes() else "leaves it alone"
        rows.append((str(face), str(benefit), str(game.affordable()), takes))
    return p.table(
        "A property that costs its face and one for each token on it",
        ["face", "worth to who has it last", "last take-over that pays (from 0)", "the first player"],
        rows,
        note=f"Nobody gains more than {worst} by one other choice at any take-over.",
    )


def _exact(value: float | Fraction) -> str:
    """«3/11 = 0.273», or only «1»."""
    value, decimal = Fraction(value), shown(float(value))
    return decimal if value.denominator == 1 else f"{value} = {decimal}".replace("-", "\N{MINUS SIGN}")


@cache
def _races() -> p.Block:
    rows, worst = [], 0.0
    for face in (1, 2, 3, 4):
        found = [backward(TakeOverRace(face, hands, SAFE)) for hands in ((3, 3), (5, 3), (3, 5))]
        worst = max(worst, *(float(f.regret) for f in found))
        rows.append((str(face), *(_exact(f.value[0]) for f in found)))
    return p.table(
        "Worth of a race to who begins, by cards in hand",
        ["face", "3 and 3", "5 and 3", "3 and 5"],
        rows,
        note=f"Nobody gains more than {tiny(worst)} points by one other move anywhere.",
    )


def _quits() -> p.Block:
    fights = ((10.0, 1.0), (5.0, 1.0), (5.0, 0.75))
    rows = [(shown(v), shown(c), percent(war_of_attrition(v, c), 1)) for v, c in fights]
    worst = max(outlasting(v, c, n, war_of_attrition(v, c)) for v, c in fights for n in range(LONG + 1))
    return p.table(
        "Fights without a limit",
        ["prize", "cost of a round", "gives up in each round"],
        rows,
        note=f"Giving up at once earns 0. Staying for 1 to {LONG} rounds earns {tiny(max(worst, 0.0))} more at most.",
    )


STEPS = (
    Step(
        "Why one bids on",
        "You have bid 9, the other 10. Giving up costs 9. Bidding 11 may get you ten points: then you have lost 1. "
        "What you paid so far is gone either way, so only what is added counts. The other thinks the same.",
    ),
    Step(
        "Looking ahead to the limits",
        "Both know that nobody can bid above the budget. Who can jump to the budget and still be better off than by "
        "giving up has won. Going backwards from there, some bids are so strong that the other gives up at once. So "
        "the right first bid settles it, and a little above or below it may start a fight.",
        "first bid = (budget − 1) mod (stake − 1) + 1",
        table=_first_bids,
        code=(escalation._bid,),
    ),
    Step(
        "Odd and even",
        "In Mob Town a property can be taken over again and again, each time for one card more. If exactly one "
        "take-over pays, the first player makes it. If two do, the second player would answer, so the first leaves "
        "it. Making a property worth more can stop the fight for it.",
        table=_fights,
        code=(TokenFight.by_induction,),
    ),
    Step(
        "The law comes",
        "The law lies somewhere in the last eleven cards. After j of them the next two hold it with probability 2 / "
        "(11 − j): the danger grows with every draw. Take over too early, and the other answers; too late, and it is "
        "over.",
        "2/11, 2/9, 2/7, 2/5, 2/3, 1   (drawing two at a time)",
        table=_races,
        code=(law.chance_of_law,),
    ),
    Step(
        "A fight without an end",
        "If there is no limit, two equals give up in each round with the same chance, such that staying one more "
        "round earns just as much as giving up. Mostly the fight is short, and sometimes terribly long.",
        "gives up with probability  c / (V + c);   V: prize, c: cost of a round",
        table=_quits,
    ),
)

THOUGHTS = (
    Thought(
        "«I have paid so much already, now I must go on.» When is that wrong?",
        "Always, as a reason. What is paid is the same in all futures. Going on can be right, but only for what is "
        "to come.",
    ),
    Thought(
        "The stubborn bidder lost points, and you too. Would you fear it next time?",
        "Perhaps that is what it wants. Who is known to be stubborn is given way; but two stubborn ones ruin each "
        "other.",
    ),
    Thought(
        "Strikes, price wars, arms races: what ends them?",
        "Limits that both can see, a clock, a third who stops both, or a deal that is better for both than going on.",
    ),
    Thought(
        "In the race both draw as long as no card can be the law. Why?",
        "Taking over early only gives the other time to answer, and every draw brings cards for later. So both wait "
        "until waiting gets dangerous, and the nearer the end, the less time is left for an answer.",
    ),
)

EXERCISES = (
    Exercise(
        "bid",
        "Ten points for sale, both have 25. What is the right first bid?",
        lambda: float(DollarAuction(STAKE, 25).next_bid(0, 0)),
        0.1,
        "24 mod 9 + 1 = 6 + 1 = 7.",
        "(25 − 1) mod (10 − 1) + 1.",
    ),
    Exercise(
        "parity",
        "Face 2, worth 6 to who has it last. How many take-overs would pay, one after the other (costs 2, 3, 4, 5, …)?",
        lambda: float(TokenFight(2, 6).affordable() + 1),
        0.1,
        "Those for 2, 3, 4 and 5: an even number, so the first player leaves it alone.",
        "Count the costs below 6.",
    ),
    Exercise(
        "law",
        "Six cards of the last eleven have come without the law. How likely do the next two hold it?",
        lambda: float(chance_of_law(6)),
        0.004,
        "2 of 5.",
        "How many cards are left?",
        percent=True,
    ),
    Exercise(
        "quit",
        "Prize 10, a round costs 1, no end. How often does each give up in a round?",
        lambda: war_of_attrition(10, 1),
        0.002,
        "1/11.",
        "c / (V + c).",
        percent=True,
    ),
    Exercise(
        "cards",
        "Face 3: what are two more cards in hand worth to the one who begins? (5 and 3 against 3 and 3)",
        lambda: float(backward(TakeOverRace(3, (5, 3))).value[0] - backward(TakeOverRace(3, (3, 3))).value[0]),
        0.01,
        "21/11 − 9/11 = 12/11.",
        "Two numbers of the table of step 4.",
    ),
)

GUIDE = Guide(
    "One more token (escalation, backward induction, rising hazard). From grade 9; lesson 1 helps. Alone or in a "
    "class; 45 minutes.",
    "The classic for a class: auction a chocolate bar in this way, with play money, and stop it in time.",
    (
        ("0–6", "Part 1: predict."),
        ("6–20", "Part 2: four auctions, four races."),
        ("20–27", "Part 3: the ladders: where did it stop being worth it? When was the law likely?"),
        ("27–40", "Part 4: backwards from the budget on the board; odd and even; the clock."),
        ("40–45", "Part 5 aloud."),
    ),
    (
        ("«I already paid, so I must go on.»", "Would you begin at this point, if you came new?"),
        ("«The richer one always wins.»", "Equal budgets: who wins? The one who begins right."),
        ("«Wait to the very end.»", "How likely is it over by then?"),
        ("«The danger is the same at every draw.»", "Eleven cards, then nine, then seven."),
    ),
    "Where it leads: a real round of Mob Town has many properties at once; see the app.",
)


class OneMoreToken(LessonPage):
    """A row of play: "auction", its number, bids in turn (yours first, GIVE_UP at the end); or "race", its number, what
    happened (DREW, LAW, TOOK).  The last row may be unfinished.
    """

    KEY, ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE = "one-more-token", ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE

    def __init__(self, seed: int | None = None) -> None:
        self.rng = np.random.default_rng(secrets.randbits(32) if seed is None else seed)
        super().__init__()

    # ---- what was played --------------------------------------------------------------------------------------------
    def rows(self, kind: str) -> list[list[Any]]:
        """The finished auctions or races."""
        return [row for row in self.kept.play if row[0] == kind and self.is_over(row)]

    @property
    def played(self) -> bool:
        return len(self.rows("auction")) == len(AUCTIONS)

    def is_over(self, row: list[Any]) -> bool:
        if row[0] == "race":
            return bool(self.at(row).over)
        return len(row) > 2 and (row[-1] == GIVE_UP or row[-1] == AUCTIONS[row[1]][0])

    def current(self) -> list[Any] | None:
        """What is being played; begun when it is first looked at."""
        for kind, n in (("auction", len(AUCTIONS)), ("race", len(FACES))):
            done = len(self.rows(kind))
            if done < n:
                if not self.kept.play or self.is_over(self.kept.play[-1]):
                    self.kept.play.append([kind, done])
                row: list[Any] = self.kept.play[-1]
                return row
        return None

    @staticmethod
    def at(row: list[Any]) -> Race:
        """The state of a race.  You are seat 0."""
        game = race(FACES[row[1]])
        s = game.start()
        for event in row[2:]:
            s = game.play(s, law.TAKE if event == TOOK else law.DRAW)
            if event != TOOK:
                s = game.play(s, event == LAW)
        return s

    def bids(self, row: list[Any]) -> tuple[int, int]:
        """Your last bid and the other's."""
        made = [b for b in row[2:] if b != GIVE_UP]
        return (made[0::2] or [0])[-1], (made[1::2] or [0])[-1]

    def result(self, row: list[Any]) -> float:
        """Points that a finished auction or race brought you."""
        if row[0] == "race":
            return float(race(FACES[row[1]]).payoffs(self.at(row))[0])
        own, other = self.bids(row)
        return float((STAKE if own > other else 0) - own)

    # ---- playing ----------------------------------------------------------------------------------------------------
    def on_play(self, event: p.Event) -> None:
        row = self.current()
        if row is None:
            return
        if row[0] == "race":
            self._race(row, event.id)
        else:
            self._bid(row, event)

    def _bid(self, row: list[Any], event: p.Event) -> None:
        budget, who = AUCTIONS[row[1]]
        other = self.bids(row)[1]
        if event.id == "give-up":
            row.append(GIVE_UP)
            return
        bid = number(event.values.get(self.field, ""), other + 1, budget)
        if bid != int(bid):
            raise BadNumber(f"{shown(bid)} is not a whole number; write one from {other + 1} to {budget}.")
        row.append(int(bid))
        if not self.is_over(row):
            own, other = self.bids(row)
            answer = DollarAuction(STAKE, budget).next_bid(other, own) if who == "careful" else own + 1
            row.append(answer if answer > own else GIVE_UP)

    @property
    def field(self) -> str:
        """The field for a bid: a new and empty one for each."""
        return f"bid{len(self.kept.play)}-{len(self.kept.play[-1])}"

    def _race(self, row: list[Any], id: str) -> None:
        game, s = race(FACES[row[1]]), self.at(row)
        if id not in game.moves(s):
            return
        row.append(self._happens(s, id))
        s = self.at(row)
        while not s.over and s.turn == 1:
            row.append(self._happens(s, solved(game.face).best[s][0]))
            s = self.at(row)

    def _happens(self, s: Race, move: str) -> int:
        if move == law.TAKE:
            return TOOK
        gone = s.drawn - SAFE
        chance = float(chance_of_law(gone)) if gone >= 0 else 0.0
        return LAW if self.rng.random() < chance else DREW

    def is_whole(self, kept: Kept) -> bool:
        try:
            return all(self._can_be(row) for row in kept.play) and len(kept.play) <= len(AUCTIONS) + len(FACES)
        except (TypeError, ValueError, KeyError, IndexError):
            return False

    def _can_be(self, row: Any) -> bool:
        if not isinstance(row, list) or row[0] not in ("auction", "race") or not all(type(n) is int for n in row[1:]):
            return False
        if row[0] == "auction":
            budget = AUCTIONS[row[1]][0]
            made = row[2:-1] if row[-1] == GIVE_UP and len(row) > 2 else row[2:]
            return row[1] >= 0 and made == sorted(set(made)) and all(0 < b <= budget for b in made)
        game, s = race(FACES[row[1]]), race(FACES[row[1]]).start()
        for event in row[2:]:
            move = law.TAKE if event == TOOK else law.DRAW
            if event not in (DREW, LAW, TOOK) or game.turn(s) in (CHANCE, END) or move not in game.moves(s):
                return False
            s = game.play(s, move)
            if event != TOOK:
                if (event == LAW) not in [came for came, _ in game.chances(s)]:
                    return False
                s = game.play(s, event == LAW)
        return bool(row[1] >= 0)

    # ---- what is shown ----------------------------------------------------------------------------------------------
    def play_blocks(self) -> Iterator[p.Block]:
        row = self.current()
        done = self.rows("auction") + self.rows("race")
        if done and (row is None or len(row) == 2):
            yield p.text(self.tell(done[-1]), "good" if self.result(done[-1]) > 0 else "info")
        for kind, title, n in (("auction", "Four auctions", len(AUCTIONS)), ("race", "Four races", len(FACES))):
            if len(rows := self.rows(kind)) == n:
                yield p.text(f"{title}: {shown_of(sum(map(self.result, rows)), 'point', 'points')} for you.")
        if row is None:
            return
        yield from self._race_blocks(row) if row[0] == "race" else self._auction_blocks(row)

    def _auction_blocks(self, row: list[Any]) -> Iterator[p.Block]:
        budget, who = AUCTIONS[row[1]]
        own, other = self.bids(row)
        yield p.heading(f"Auction {row[1] + 1} of {len(AUCTIONS)}: {STAKE} points, both have {budget}")
        yield p.text(f"You bid in turns, you first. Both pay their last bids, the higher gets them. {RIVALS[who]}")
        if own:
            yield p.text(f"You have bid {own}, the other {other}. Going on makes sense only for what it adds.")
        bid = p.field_of_text(self.field, f"Your bid, {other + 1} to {budget}", numeric=True, longest=3)
        yield p.row(bid, p.button("bid", "Bid", "primary"), p.button("give-up", "Give up"))

    def _race_blocks(self, row: list[Any]) -> Iterator[p.Block]:
        face, s = FACES[row[1]], self.at(row)
        yield p.heading(f"Race {row[1] + 1} of {len(FACES)}: a property worth {number_of(face, 'point', 'points')}")
        owner = "Nobody has" if s.owner == NOBODY else "You have" if s.owner == 0 else "The other has"
        left = SAFE + 11 - s.drawn
        cards = number_of(s.hands[0], "card", "cards")
        price = number_of(face + s.tokens, "card", "cards")
        yield p.text(f"{owner} it. You hold {cards}, the other {s.hands[1]}. Taking it over costs {price}.")
        cards = number_of(left, "card is", "cards are")
        yield p.text(f"{cards} left; the law is one of the last eleven and ends the race.")
        moves = race(face).moves(s)
        labels = {law.TAKE: f"Take it over for {face + s.tokens}", law.DRAW: "Draw two cards"}
        yield p.row(*(p.button(move, labels[move]) for move in moves), name="bids")

    def tell(self, row: list[Any]) -> str:
        if row[0] == "race":
            s = self.at(row)
            owner = "nobody has" if s.owner == NOBODY else "you have" if s.owner == 0 else "the other has"
            points = shown_of(self.result(row), "point", "points")
            return f"The law has come, and {owner} the property: {points} for you."
        own, other = self.bids(row)
        if not own:
            return f"You leave the {STAKE} points to the other, and pay nothing."
        who = "You get" if own > other else "The other gets"
        return f"{who} the {STAKE} points. You pay {own}, the other {other}: {shown(self.result(row))} for you."

    def pictures(self) -> Iterator[Picture]:
        yield self._paid()
        if fought := [row for row in self.rows("auction") if any(self.bids(row))]:
            yield self._ladders(fought)
        yield self._hazard()
        if self.rows("race"):
            yield self._timing()
        yield self._survival()

    def _paid(self) -> Picture:
        """All auctions: what was paid, and the first bid that the theory makes."""
        labels = [f"{budget} {who}" for budget, who in AUCTIONS]
        right = [DollarAuction(STAKE, budget).first_bid() for budget, _ in AUCTIONS]
        played = self.rows("auction")
        groups: dict[str, list[int]] = {charts.THEORY: right}
        if played:
            groups[charts.YOU] = [self.bids(row)[0] for row in played]
            groups[OTHER] = [self.bids(row)[1] for row in played]
        rows: list[charts.Row] = [
            {"part": charts.BAR, "series": name, "label": label, "value": value}
            for name, values in groups.items()
            for label, value in zip(labels, values, strict=False)
        ]
        rows.append(charts.mark("the prize", value=STAKE))
        summary = f"The theory's first bid is {right[0]} where both have 20, and {right[1]} where both have 25."
        if played:
            paid = [sum(self.bids(row)) for row in played]
            summary += f" Both together paid {shown(mean(paid))} on average for {STAKE} points; you have "
            summary += f"{shown_of(sum(map(self.result, played)), 'point', 'points')}."
        if (predicted := self.kept.predictions.get("first")) is not None:
            rows.append({"part": charts.BAR, "series": charts.PREDICTED, "label": labels[0], "value": predicted})
            summary += f" You predicted a first bid of {shown(predicted)}."
        title = "First bid of the theory, and what was paid"
        across = "what both have, and how the other bids"
        return charts.bars("paid", title, rows, summary, across=across, axis="points", format="d", grouped=True)

    def _ladders(self, fought: list[list[Any]]) -> Picture:
        """The auctions in which somebody bid."""
        ladders = {f"auction {row[1] + 1}": [0, *(b for b in row[2:] if b != GIVE_UP)] for row in fought}
        rows: list[charts.Row] = [
            {"part": charts.DOT, "series": charts.YOU if i % 2 else OTHER, "x": i, "value": bid}
            for bids in ladders.values()
            for i, bid in enumerate(bids)
            if i
        ]
        rows += [
            {"part": charts.LINE, "series": name, "x": i, "value": bid}
            for name, bids in ladders.items()
            for i, bid in enumerate(bids)
        ]
        rows.append(charts.mark("the prize", value=STAKE))
        above = sum(max(self.bids(row)) > STAKE for row in fought)
        summary = f"In {above} of {number_of(len(fought), 'auction', 'auctions')} somebody bid more than the {STAKE} "
        summary += "points are worth: from there on whoever wins loses as well."
        return charts.lines("ladders", "The bids climb", rows, summary, across="bids made", axis="bid")

    def draws(self) -> list[tuple[int, bool]]:
        """Of each draw from the law's zone in the races: cards left, and whether the law came."""
        found = []
        for row in self.rows("race"):
            for i, event in enumerate(row[2:], 2):
                left = SAFE + LAW_DEPTH - self.at(row[:i]).drawn
                if event != TOOK and left <= LAW_DEPTH:
                    found.append((left, event == LAW))
        return found

    def takes(self) -> list[tuple[int, int]]:
        """Of each take-over in the races: cards left, and who (0 is you)."""
        found = []
        for row in self.rows("race"):
            for i, event in enumerate(row[2:], 2):
                s = self.at(row[:i])
                if event == TOOK:
                    found.append((SAFE + LAW_DEPTH - s.drawn, s.turn))
        return found

    def _hazard(self) -> Picture:
        chances = {LAW_DEPTH - gone: float(chance_of_law(gone)) for gone in range(0, LAW_DEPTH, 2)}
        rows: list[charts.Row] = [
            {"part": charts.BAR, "series": charts.THEORY, "label": str(left), "value": chance}
            for left, chance in chances.items()
        ]
        summary = f"With eleven cards left the next two hold the law in {percent(chances[11], 1)} of cases, with five "
        summary += f"left in {percent(chances[5])}."
        if drawn := self.draws():
            for left in chances:
                if came := [law_came for at, law_came in drawn if at == left]:
                    row = {"part": charts.BAR, "series": DRAWS, "label": str(left), "value": sum(came) / len(came)}
                    rows.append(row)
            summary += f" In your races it was so in {number_of(len(drawn), 'draw', 'draws')}, yours and the other's; "
            summary += "that is few."
        if (predicted := self.kept.predictions.get("law")) is not None:
            rows.append({"part": charts.BAR, "series": charts.PREDICTED, "label": "11", "value": predicted / 100})
            summary += f" With eleven left you predicted {shown(predicted)} %."
        title = "How likely the law comes with the next two cards"
        across, axis = "cards left", "chance"
        return charts.bars("hazard", title, rows, summary, across=across, axis=axis, format=".0%", grouped=True)

    def _timing(self) -> Picture:
        """Take-overs by the cards that were left; what two would do on average who both play best."""
        courses = [best_takes(FACES[row[1]]) for row in self.rows("race")]
        made = self.takes()
        at = range(SAFE + LAW_DEPTH, 0, -DRAWN)
        groups: dict[str, list[float]] = {
            charts.THEORY: [sum(course.get(left, 0.0) for course in courses) for left in at],
            charts.YOU: [made.count((left, 0)) for left in at],
            OTHER: [made.count((left, 1)) for left in at],
        }
        rows: list[charts.Row] = [
            {"part": charts.BAR, "series": name, "label": str(left), "value": value}
            for name, values in groups.items()
            for left, value in zip(at, values, strict=True)
        ]
        rows.append(charts.mark("the law may come", label=str(LAW_DEPTH)))
        mine = sum(who == 0 for _, who in made)
        whole = sum(groups[charts.THEORY])
        late = sum(n for left, n in zip(at, groups[charts.THEORY], strict=True) if left <= LAW_DEPTH)
        own, other = (number_of(n, "time", "times") for n in (mine, len(made) - mine))
        summary = f"You took over {own}, the other {other}. In such races two who play best take over {shown(whole)} "
        summary += f"times on average, {percent(late / whole)} of it when the law can come."
        title = "When the property was taken over"
        return charts.bars(
            "timing", title, rows, summary, across="cards left", axis="take-overs", format=".1f", grouped=True
        )

    def _survival(self) -> Picture:
        rows: list[charts.Row] = []
        for prize, cost in ((10.0, 1.0), (5.0, 1.0)):
            q, name = war_of_attrition(prize, cost), f"prize {shown(prize)}, cost {shown(cost)}"
            rows += [{"part": charts.LINE, "series": name, "x": t, "value": (1 - q) ** (2 * t)} for t in range(21)]
        q = war_of_attrition(10, 1)
        going = percent((1 - q) ** 10)
        summary = f"With a prize of 10 and a cost of 1 a round, {going} of fights go on after five rounds."
        title = "Fights without an end: how many still go on"
        return charts.lines("survival", title, rows, summary, across="rounds", axis="share", format=".0%")
