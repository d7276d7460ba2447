"""A naive referee for MOW, written from the rulebook and its rulings (M1..M30a) and from nothing else.

It shares no code with the package and is slow on purpose: cows are objects, a herd is a list of places, and every
rule is a sentence followed by the few lines that say the same. Its only use is to disagree with the real engine
when one of the two is wrong, so nothing here may be copied from there, or the other way round.

Cows and actions are written in the notation of the game (``g7.2``, ``yC-``, ``take``, ``turn``, ``next3`` ...).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypedDict

CLOCKWISE = 1  # the arrow points to the left neighbour, the next higher seat
HAND_SIZE = 5
GAME_ENDS_AT = 100  # flies
SPECIAL_FLIES = 5

# code: (what it is, the number printed on it)
GREEN_SPECIALS = {
    "gB0": ("blocking", 0),
    "gB16": ("blocking", 16),
    "gA7": ("acrobatic", 7),
    "gA9": ("acrobatic", 9),
    "gSa": ("slowpoke", None),
    "gSb": ("slowpoke", None),
}
YELLOW_SPECIALS = {
    "yB0": ("blocking", 0),
    "yB16": ("blocking", 16),
    "yC": ("calf", None),
    "yT7": ("thin", 7),
    "yD9": ("dairy", 9),
    "yM": ("mad", None),
}
ORDINARY_NUMBERS = {0: range(1, 16), 1: range(2, 15), 2: range(3, 14), 3: range(7, 10)}  # flies: numbers

# These cows take a place of their own by their printed number; only they can start a herd (M4). The number on an
# acrobat names the cow it jumps on, not a place.
PLACED_BY_NUMBER = ("ordinary", "blocking", "thin", "dairy")

CARDS_DRAWN = {"thin": 0, "mad": 0, "dairy": 2}  # every other cow: 1 (M19, M21)
MAD_COW_STANDS_FOR = 8


@dataclass(frozen=True)
class Cow:
    code: str
    packet: str
    kind: str
    number: int | None  # as printed
    flies: int


@dataclass
class Place:
    """One place in the line: a cow and the value it stands for there."""

    value: int
    cow: Cow


def packet_of_cows(letter: str) -> list[Cow]:
    """The 48 cows of the green ("g") or yellow ("y") packet."""
    packet = {"g": "green", "y": "yellow"}[letter]
    specials = {"g": GREEN_SPECIALS, "y": YELLOW_SPECIALS}[letter]
    ordinary = [
        Cow(f"{letter}{number}.{flies}", packet, "ordinary", number, flies)
        for flies, numbers in ORDINARY_NUMBERS.items()
        for number in numbers
    ]
    return ordinary + [Cow(code, packet, kind, number, SPECIAL_FLIES) for code, (kind, number) in specials.items()]


COWS = {cow.code: cow for letter in "gy" for cow in packet_of_cows(letter)}


@dataclass
class Herd:
    line: list[Place] = field(default_factory=list)  # kept in order of value
    acrobats: list[Cow] = field(default_factory=list)  # they stand on cows of the line and have no place in it

    def empty(self) -> bool:
        return not self.line

    def cows(self) -> list[Cow]:
        return [place.cow for place in self.line] + self.acrobats

    def low(self) -> int:
        return self.line[0].value

    def high(self) -> int:
        return self.line[-1].value

    def missing_numbers(self) -> list[int]:
        """Numbers between the two ends at which no cow stands, a blocking cow's end included (M10, M11)."""
        if self.empty():
            return []
        taken = [place.value for place in self.line]
        return [number for number in range(self.low() + 1, self.high()) if number not in taken]

    def shows(self, number: int | None) -> bool:
        """Whether a cow in the line has this number printed on it (a calf's or slowpoke's value is not printed)."""
        return any(place.cow.number == number for place in self.line if place.cow.number is not None)

    def has_mad_cow(self) -> bool:
        return any(place.cow.kind == "mad" for place in self.line)

    def ways_to_add(self, cow: Cow) -> list[str]:
        """The actions that add this cow: none, one, or for a calf up to two."""
        if self.empty():
            return [cow.code] if cow.kind in PLACED_BY_NUMBER else []
        if self.has_mad_cow() and cow.flies == 0:  # M20
            return []
        if cow.kind in PLACED_BY_NUMBER:
            assert cow.number is not None
            return [cow.code] if cow.number < self.low() or cow.number > self.high() else []
        if cow.kind == "acrobatic":  # M13
            return [cow.code] if self.shows(cow.number) else []
        if cow.kind == "slowpoke":
            return [cow.code] if self.missing_numbers() else []
        if cow.kind == "mad":  # M18
            return [cow.code] if self.shows(MAD_COW_STANDS_FOR) else []
        assert cow.kind == "calf"
        ways = []
        if self.line[0].cow.flies == 0:
            ways.append(cow.code + "-")
        if self.line[-1].cow.flies == 0:
            ways.append(cow.code + "+")
        return ways

    def add(self, action: str) -> Cow | None:
        """Carry out one of the ways to add a cow; returns the 8 that a mad cow sent away, if any."""
        cow = COWS[action.rstrip("-+")]
        if cow.kind == "acrobatic":
            self.acrobats.append(cow)
            return None
        if cow.kind == "mad":
            for place in self.line:
                if place.cow.number == MAD_COW_STANDS_FOR:
                    sent_away, place.cow = place.cow, cow
                    return sent_away
            raise ValueError("The mad cow needs an 8 in the herd.")
        if cow.kind == "slowpoke":
            value = self.missing_numbers()[0]
        elif cow.kind == "calf":  # M15: fixed now, for good
            value = self.low() - 1 if action.endswith("-") else self.high() + 1
        else:
            assert cow.number is not None
            value = cow.number
        self.line.append(Place(value, cow))
        self.line.sort(key=lambda place: place.value)
        return None


class HerdView(TypedDict):
    """A herd as everybody sees it; low and high are None while it is empty."""

    cards: set[str]
    low: int | None
    high: int | None
    gaps: int  # how many numbers are missing between the ends


@dataclass
class Farmer:
    hand: list[Cow] = field(default_factory=list)
    shed: list[Cow] = field(default_factory=list)


class MowOracle:
    """One game of MOW from the first deal to the last count.

    `players` 2..10; `packets` 0 (as in the rulebook), 1 (green) or 2 (both); `six_specials` switches M29 on;
    `first_starter` is the seat that starts round 1; `decks` yields one deck a round, a list of card codes, top first:
    seat 0 gets the first five, seat 1 the next five and so on, then cows are drawn on from there.

    `direction` is +1 (left, next higher seat) or -1. `round` counts from 1. `totals` are the flies of all finished
    rounds, `round_scores` has a list of flies by seat for each of them. `starter` is the seat designated to start
    this round, `pointer` the index of the herd in play (always 0 with three or more farmers).
    Raises ValueError for arguments or actions that are not allowed.
    """

    farmers: list[Farmer]
    all_herds: list[Herd]
    deck: list[Cow]
    seat: int
    starter: int
    direction: int
    pointer: int
    special_just_played: Cow | None  # its farmer has drawn and now chooses

    def __init__(
        self,
        players: int,
        packets: int = 0,
        six_specials: bool = False,
        first_starter: int = 0,
        decks: Iterable[list[str]] = (),
    ) -> None:
        if not 2 <= players <= 10:
            raise ValueError(f"MOW is for 2 to 10 farmers, not {players}.")
        if packets not in (0, 1, 2):
            raise ValueError(f"Packets must be 0 (by the rulebook), 1 (green) or 2 (both), not {packets}.")
        if not 0 <= first_starter < players:
            raise ValueError(f"The first starter must be a seat from 0 to {players - 1}, not {first_starter}.")
        if packets == 0:
            packets = 1 if players <= 5 else 2
        self.all_cows = {cow.code for letter in "gy"[:packets] for cow in packet_of_cows(letter)}
        if players * HAND_SIZE > len(self.all_cows):
            raise ValueError(f"One packet has too few cows to deal five to each of {players} farmers.")
        self.players = players
        self.six_specials = six_specials
        self.decks: Iterator[list[str]] = iter(decks)
        self.totals = [0] * players
        self.round_scores: list[list[int]] = []
        self.round = 0
        self.over = False
        self._start_round(first_starter)

    # What can be seen

    def mover(self) -> int | None:
        """The seat to act, None when the game is over."""
        return None if self.over else self.seat

    def hands(self) -> list[set[str]]:
        return [{cow.code for cow in farmer.hand} for farmer in self.farmers]

    def sheds(self) -> list[set[str]]:
        """Cows collected in this round, by seat; once the game is over with the last hands added."""
        return [{cow.code for cow in farmer.shed} for farmer in self.farmers]

    def herds(self) -> list[HerdView]:
        """The one herd, or with two farmers the three."""
        return [
            {
                "cards": {cow.code for cow in herd.cows()},
                "low": None if herd.empty() else herd.low(),
                "high": None if herd.empty() else herd.high(),
                "gaps": len(herd.missing_numbers()),
            }
            for herd in self.all_herds
        ]

    def deck_left(self) -> int:
        return len(self.deck)

    def payoffs(self) -> list[float]:
        """1 shared among the farmers with the fewest flies (M25), 0 for the others."""
        if not self.over:
            raise ValueError("There are no payoffs before the game is over.")
        fewest = min(self.totals)
        winners = self.totals.count(fewest)
        return [1 / winners if total == fewest else 0.0 for total in self.totals]

    # The rules of a turn

    def legal(self) -> set[str]:
        """Every action the mover may take now."""
        if self.over:
            return set()
        if self.special_just_played is not None:
            return self._choices(self.special_just_played)
        herd = self._herd()
        hand = self.farmers[self.seat].hand
        actions = {action for cow in hand for action in herd.ways_to_add(cow)}
        if not herd.empty():
            actions.add("take")
        elif not actions:  # M5: it has to be started, and no cow in hand can
            actions.add("pass")
        return actions

    def play(self, action: str) -> None:
        if action not in self.legal():
            raise ValueError(f"{action} is not allowed here; allowed are {', '.join(sorted(self.legal())) or 'none'}.")
        if action == "take":
            self._take_the_herd()
        elif action == "pass":  # M5a: the next farmer must start this very herd, so the pointer stays
            self.seat = (self.seat + self.direction) % self.players
        elif self.special_just_played is not None:
            self._choose(action)
        else:
            self._add_cow(action)

    def _herd(self) -> Herd:
        return self.all_herds[self.pointer]

    def _choices(self, special: Cow) -> set[str]:
        if special.packet == "green":  # M8
            return {"keep", "turn"}
        return {"keep"} | {f"next{seat}" for seat in range(self.players) if seat != self.seat}  # M9, M9a

    def _add_cow(self, action: str) -> None:
        farmer = self.farmers[self.seat]
        cow = COWS[action.rstrip("-+")]
        farmer.hand.remove(cow)
        sent_away = self._herd().add(action)
        if sent_away is not None:
            farmer.hand.append(sent_away)
        for _ in range(CARDS_DRAWN.get(cow.kind, 1)):
            if self.deck:
                farmer.hand.append(self.deck.pop(0))
        if cow.kind == "ordinary":
            self._end_turn()
        else:
            self.special_just_played = cow

    def _choose(self, action: str) -> None:
        self.special_just_played = None
        if action == "turn":
            self.direction = -self.direction
        if action.startswith("next"):
            self._end_turn(named=int(action.removeprefix("next")))
        else:
            self._end_turn()

    def _end_turn(self, named: int | None = None) -> None:
        self.pointer = (self.pointer + self.direction) % len(self.all_herds)  # M27, M27a
        self.seat = (self.seat + self.direction) % self.players if named is None else named

    def _take_the_herd(self) -> None:
        """The same farmer goes on and starts a new herd, unless the deck is empty: then the round is over."""
        self.farmers[self.seat].shed.extend(self._herd().cows())
        self.all_herds[self.pointer] = Herd()
        if not self.deck:
            self._end_round()

    # Rounds

    def _start_round(self, starter: int) -> None:
        codes = next(self.decks, None)
        if codes is None:
            raise ValueError(f"There is no deck for round {self.round + 1}.")
        if sorted(codes) != sorted(self.all_cows):
            raise ValueError(f"The deck of round {self.round + 1} must hold each of {len(self.all_cows)} cows once.")
        self.round += 1
        self.deck = [COWS[code] for code in codes]
        self.farmers = [Farmer() for _ in range(self.players)]
        for farmer in self.farmers:
            for _ in range(HAND_SIZE):
                farmer.hand.append(self.deck.pop(0))
        self.all_herds = [Herd() for _ in range(3 if self.players == 2 else 1)]
        self.pointer = 0
        self.direction = CLOCKWISE  # M3
        self.starter = starter
        self.seat = starter
        self.special_just_played = None

    def _end_round(self) -> None:
        for farmer in self.farmers:
            farmer.shed.extend(farmer.hand)
            farmer.hand = []
        scores = [self._flies_of_the_round(farmer) for farmer in self.farmers]
        self.round_scores.append(scores)
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        if max(self.totals) >= GAME_ENDS_AT:
            self.over = True
        else:
            self._start_round(self._next_starter())

    def _flies_of_the_round(self, farmer: Farmer) -> int:
        specials = [cow for cow in farmer.shed if cow.flies == SPECIAL_FLIES]
        if self.six_specials and len(specials) >= 6:  # M29, M29a
            return 0
        return sum(cow.flies for cow in farmer.shed)

    def _next_starter(self) -> int:
        """The farmer with the most flies; among several the first to the left of the last starter, who is last."""
        for step in range(1, self.players + 1):
            seat = (self.starter + step) % self.players
            if self.totals[seat] == max(self.totals):
                return seat
        raise AssertionError("some farmer has the most flies")
