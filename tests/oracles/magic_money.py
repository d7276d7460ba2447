"""A naive referee for Magic Money, written from the rulebook and its rulings (W1..W20, B3a..B3h) and nothing else.

It shares no code with the package and is slow on purpose: a ledger is two lists of entries, a creature is an object,
and every rule is a sentence followed by the few lines that say the same. Its only use is to disagree with the real
engine when one of the two is wrong, so nothing here may be copied from there, or the other way round.

Moves are written in the notation of the game: a bid is a number (``573``), then ``seat2``, ``public3``, ``private3``,
``enough``. Seats count from 0, auctions and Public entries from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

HIGHEST_BID = 10**15  # W8a
CREATURES_SOLD = {3: 9, 4: 10, 5: 11, 6: 12}


class Creature(NamedTuple):
    code: str
    vp: int
    horns: int
    wings: int
    left: int
    right: int
    ability: str


# In the order of the ids. Every value is invented for this product (B3).
CREATURES = [
    Creature("puddlewyrm", 5, 0, 0, 0, 0, "none"),
    Creature("moonmule", 3, 2, 0, 0, 0, "none"),
    Creature("brambleram", 2, 3, 0, 0, 0, "none"),
    Creature("lanternmoth", 2, 0, 3, 0, 0, "none"),
    Creature("thistlegryph", 1, 0, 2, 0, 1, "none"),
    Creature("quillcalf", 3, 1, 0, 1, 0, "none"),
    Creature("gossamer-hare", 2, 0, 0, 0, 2, "none"),
    Creature("twinheart-toad", 2, 0, 0, 1, 1, "none"),
    Creature("skyskillet", 1, 1, 1, 1, 0, "none"),
    Creature("inkling-otter", 2, 0, 0, 1, 0, "erase-public"),
    Creature("sootkit", 2, 1, 0, 0, 1, "erase-private"),
    Creature("pennyphoenix", 1, 0, 2, 0, 1, "halve"),
    Creature("forgetfawn", 1, 1, 0, 2, 0, "erase-private-2"),
    Creature("snoopowl", 2, 0, 2, 0, 0, "peek"),
    Creature("tattlefinch", 3, 0, 2, 0, 0, "expose"),
    Creature("mirror-newt", 2, 1, 0, 0, 1, "swap"),
    Creature("grudgeling", 2, 2, 0, 0, 0, "forge"),
    Creature("sealwax-golem", 3, 0, 1, 0, 1, "restore"),
    Creature("coinbadger", 6, 1, 0, 0, 0, "double"),
    Creature("oddling", 1, 2, 0, 0, 0, "wild-horn"),
    Creature("hushhound", 1, 0, 0, 2, 0, "loose-hearts"),
]


@dataclass
class Entry:
    """One number in a ledger and the auction in which it was written (or bid)."""

    auction: int
    amount: int
    crossed_out: bool = False

    def live(self) -> bool:
        return not self.crossed_out


@dataclass
class Wizard:
    public: list[Entry] = field(default_factory=list)  # in the order in which they came to stand there
    private: list[Entry] = field(default_factory=list)
    creatures: list[Creature] = field(default_factory=list)

    def total(self) -> int:
        """All that was spent, crossed-out entries aside (W19)."""
        return sum(entry.amount for entry in self.public + self.private if entry.live())

    def live_private(self) -> list[Entry]:
        return [entry for entry in self.private if entry.live()]

    def wings(self) -> int:
        return sum(creature.wings for creature in self.creatures)

    def has(self, ability: str) -> bool:
        return any(creature.ability == ability for creature in self.creatures)


class Points(NamedTuple):
    creatures: int
    horns: int
    wings: int
    hearts: int


class MagicMoneyOracle:
    """One game of Magic Money from the first opening to the last count.

    `players` 3..6; `deck` are the codes of the creatures in the order of the shuffle, of which the first 9 to 12 are
    sold; `first_active` is the seat that opens the first auction; `lots` yields, with `top_tie` "random", the place
    among the tied seats (upwards, from 0) of the one who falls. The other options are those of the game.
    `creatures` are all that there are, if not the usual ones.

    `auction` counts from 1. `active` is the seat that opened this auction, `on_sale` its creature, `last_win` the
    bid that won the last auction as it was announced (W2). Once the game is `over`, `points` has the points by seat
    and `out` the seats that were thrown out.
    Raises ValueError for arguments or moves that are not allowed.
    """

    def __init__(
        self,
        players: int,
        deck: Sequence[str],
        first_active: int = 0,
        opening_mode: str = "at_most",
        first_opening: str = "one",
        top_tie: str = "all",
        beaten_opening: str = "public",
        lots: Iterable[int] = (),
        creatures: Sequence[Creature] = CREATURES,
    ) -> None:
        if players not in CREATURES_SOLD:
            raise ValueError(f"Magic Money is for 3 to 6 wizards, not {players}.")
        if not 0 <= first_active < players:
            raise ValueError(f"The first active wizard must be a seat from 0 to {players - 1}, not {first_active}.")
        by_code = {creature.code: creature for creature in creatures}
        if len(set(deck)) != len(deck) or not set(deck) <= set(by_code) or len(deck) < CREATURES_SOLD[players]:
            raise ValueError(f"The deck must hold at least {CREATURES_SOLD[players]} different creatures.")
        self.players = players
        self.deck = [by_code[code] for code in deck[: CREATURES_SOLD[players]]]
        self.opening_mode = opening_mode
        self.first_opening = first_opening
        self.top_tie = top_tie
        self.beaten_opening = beaten_opening
        self.lots: Iterator[int] = iter(lots)
        self.wizards = [Wizard() for _ in range(players)]
        self.active = first_active
        self.auction = 0
        self.last_win: int | None = None
        self.peeks: dict[tuple[int, int], int] = {}  # (who, at whom): the auction after which it was last done (B3c)
        self.over = False
        self.points: list[Points] = []
        self.out: set[int] = set()
        self._begin_auction()

    # What can be asked

    def mover(self) -> int | None:
        """The seat to act, None when the game is over."""
        if self.over:
            return None
        if self.question == "bid":
            return self.still_to_bid[0]
        if self.question in ("opening", "winner"):
            return self.active
        return self.winner

    def bids(self) -> range:
        """The numbers that may be bid now; none if no bid is asked for."""
        if self.over or self.question not in ("opening", "bid"):
            return range(0)
        if self.question == "bid":  # W8
            return range(1, HIGHEST_BID + 1)
        if self.last_win is None:
            highest = 1 if self.first_opening == "one" else HIGHEST_BID
            return range(1, highest + 1)
        without_last_digit = str(self.last_win)[:-1]
        highest = int(without_last_digit) if without_last_digit else 1
        lowest = highest if self.opening_mode == "exact" else 1
        return range(lowest, highest + 1)

    def choices(self) -> set[str]:
        """Every move that may be made now and is not a bid."""
        if self.over or self.question in ("opening", "bid"):
            return set()
        if self.question == "winner":  # W5
            return {f"seat{seat}" for seat in self._highest_bidders()}
        if self.question == "whom":
            return {f"seat{seat}" for seat in self._possible_victims()}
        if self.question == "own public":
            return {f"public{i + 1}" for i in self._own_older_public()}
        if self.question == "their public":
            return {f"public{i + 1}" for i in self._their_public(self.victim)}
        own = {f"private{entry.auction}" for entry in self.wizards[self.winner].live_private()}
        if self.question == "one more private":
            own.add("enough")
        return own

    def totals(self) -> list[int]:
        return [wizard.total() for wizard in self.wizards]

    def payoffs(self) -> list[float]:
        """1 shared among the winners (W14), 0 for the others."""
        if not self.over:
            raise ValueError("There are no payoffs before the game is over.")
        remaining = [seat for seat in range(self.players) if seat not in self.out]
        most = max(sum(self.points[seat]) for seat in remaining)
        leaders = [seat for seat in remaining if sum(self.points[seat]) == most]
        richest = max(self.wizards[seat].total() for seat in leaders)
        winners = [seat for seat in leaders if self.wizards[seat].total() == richest]
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.players)]

    # An auction

    def play(self, move: str) -> None:
        if move.isdecimal():
            if int(move) not in self.bids():
                raise ValueError(f"{move} may not be bid here; allowed is {self.bids()}.")
            self._bid(int(move))
        else:
            if move not in self.choices():
                raise ValueError(f"{move} is not allowed here; allowed: {', '.join(sorted(self.choices())) or 'none'}.")
            self._choose(move)

    def _begin_auction(self) -> None:
        self.auction += 1
        self.on_sale = self.deck.pop(0)
        self.question = "opening"
        self.bid: dict[int, int] = {}
        self.still_to_bid = [(self.active + step) % self.players for step in range(1, self.players)]

    def _bid(self, amount: int) -> None:
        if self.question == "opening":
            self.bid[self.active] = amount
            self.wizards[self.active].public.append(Entry(self.auction, amount))
            self.question = "bid"
        else:
            self.bid[self.still_to_bid.pop(0)] = amount
            if not self.still_to_bid:
                self.question = "winner"  # even if there is only one possibility (W6a)

    def _highest_bidders(self) -> list[int]:
        return [seat for seat, amount in self.bid.items() if amount == max(self.bid.values())]

    def _choose(self, move: str) -> None:
        if self.question == "winner":
            self._resolve(int(move.removeprefix("seat")))
        elif self.question == "whom":
            self._act_on(int(move.removeprefix("seat")))
        elif self.question == "own public":
            self._act_on_own_public(int(move.removeprefix("public")) - 1)
        elif self.question == "their public":
            self._act_on_their_public(int(move.removeprefix("public")) - 1)
        elif move == "enough":
            self._end_auction()
        else:
            self._erase_private(int(move.removeprefix("private")))

    def _resolve(self, winner: int) -> None:
        self.winner = winner
        self.winning_bid = self.bid[winner]
        for seat, amount in self.bid.items():
            wizard = self.wizards[seat]
            if seat == winner:
                if seat != self.active:  # W4: a winning opening stands there already
                    wizard.public.append(Entry(self.auction, amount))
            elif seat != self.active or self.beaten_opening == "both":  # W3, W3a
                wizard.private.append(Entry(self.auction, amount))
        self.wizards[winner].creatures.append(self.on_sale)
        self._use_ability()

    def _end_auction(self) -> None:
        self.last_win = self.winning_bid
        self.active = self.winner
        if self.deck:
            self._begin_auction()
        else:
            self._end_game()

    # Abilities

    def _opponents(self) -> list[int]:
        return [seat for seat in range(self.players) if seat != self.winner]

    def _own_older_public(self) -> list[int]:
        """Places of live entries on the own Public side that were not written in this auction."""
        own = self.wizards[self.winner].public
        return [i for i, entry in enumerate(own) if entry.live() and entry.auction != self.auction]

    def _their_public(self, seat: int) -> list[int]:
        """Places on the Public side of this opponent on which the ability of the creature on sale can act."""
        wanted = self.on_sale.ability == "restore"  # crossed-out entries for that one, live ones for a swap
        return [i for i, entry in enumerate(self.wizards[seat].public) if entry.crossed_out == wanted]

    def _possible_victims(self) -> list[int]:
        ability = self.on_sale.ability
        if ability in ("peek", "forge"):
            return self._opponents()
        if ability == "expose":
            return [seat for seat in self._opponents() if self.wizards[seat].live_private()]
        return [seat for seat in self._opponents() if self._their_public(seat)]  # swap, restore

    def _use_ability(self) -> None:
        """Do it, or ask the first question if there is a target at all."""
        ability = self.on_sale.ability
        own = self.wizards[self.winner]
        if ability == "halve":
            just_written = own.public[-1]
            just_written.amount = max(1, just_written.amount // 2)
        elif ability == "double":
            own.public.append(Entry(self.auction, self.winning_bid))
        elif ability in ("erase-private", "erase-private-2") and own.live_private():
            self.question = "private"
            return
        elif ability in ("erase-public", "swap") and self._own_older_public():
            if ability == "erase-public" or self._possible_victims():
                self.question = "own public"
                return
        elif ability in ("peek", "expose", "forge", "restore") and self._possible_victims():
            self.question = "whom"
            return
        self._end_auction()

    def _erase_private(self, auction: int) -> None:
        own = self.wizards[self.winner]
        for entry in own.live_private():
            if entry.auction == auction:
                entry.crossed_out = True
        if self.on_sale.ability == "erase-private-2" and self.question == "private" and own.live_private():
            self.question = "one more private"  # B3b
        else:
            self._end_auction()

    def _act_on_own_public(self, place: int) -> None:
        entry = self.wizards[self.winner].public[place]
        if self.on_sale.ability == "erase-public":
            entry.crossed_out = True
            self._end_auction()
        else:  # swap
            self.given = entry
            self.question = "whom"

    def _act_on(self, victim: int) -> None:
        ability = self.on_sale.ability
        other = self.wizards[victim]
        if ability in ("swap", "restore"):
            self.victim = victim
            self.question = "their public"
            return
        if ability == "peek":
            self.peeks[self.winner, victim] = self.auction
        elif ability == "forge":  # B3f
            other.public.append(Entry(self.auction, max(1, self.winning_bid // 10)))
        elif ability == "expose":  # B3d
            highest = max(entry.amount for entry in other.live_private())
            exposed = next(entry for entry in other.live_private() if entry.amount == highest)
            other.private = [entry for entry in other.private if entry is not exposed]
            other.public.append(exposed)
        self._end_auction()

    def _act_on_their_public(self, place: int) -> None:
        entry = self.wizards[self.victim].public[place]
        if self.on_sale.ability == "restore":
            entry.crossed_out = False
        else:  # swap, amounts only
            entry.amount, self.given.amount = self.given.amount, entry.amount
        self._end_auction()

    # The end

    def _end_game(self) -> None:
        self.over = True
        self.points = [self._points_of(wizard) for wizard in self.wizards]  # W12: before anybody is thrown out
        self.out = self._thrown_out()

    def _points_of(self, wizard: Wizard) -> Points:
        horns = sum(creature.horns for creature in wizard.creatures)
        if wizard.has("wild-horn") and horns % 2 == 0:  # W16
            horns += 1
        left = sum(creature.left for creature in wizard.creatures)
        right = sum(creature.right for creature in wizard.creatures)
        hearts = min(left, right)
        return Points(
            creatures=sum(creature.vp for creature in wizard.creatures),
            horns=horns if horns % 2 == 1 else 0,
            wings=sum(other.wings() < wizard.wings() for other in self.wizards),
            hearts=2 * hearts + (left + right - 2 * hearts if wizard.has("loose-hearts") else 0),
        )

    def _thrown_out(self) -> set[int]:
        """The greediest wizard; of several who have spent most, those whom W13 or the option names."""
        most = max(self.totals())
        tied = [seat for seat in range(self.players) if self.wizards[seat].total() == most]
        if len(tied) == 1:
            return set(tied)
        if self.top_tie == "random":
            return {tied[next(self.lots)]}
        if self.top_tie == "none" or len(tied) == self.players:
            return set()
        return set(tied)
