"""A naive referee for Mob Town, written from the rulebook and its rulings (T1..T42) and from nothing else.

It shares no code with the package and is slow on purpose: cards are objects, the city is a dictionary of cells, and
where several cards are to be named, all sets that are allowed are listed first.  Its only use is to disagree with the
real engine when one of the two is wrong, so nothing here may be copied from there, or the other way round.

Cards and moves are written in the notation of the game (``fox2``, ``cash``, ``G3``, ``take-G3``, ``way2`` ...).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations, pairwise, product
from typing import NamedTuple

ROUNDS = 3
HAND_SIZE = 3
LINE_SIZE = 5
LOT_SIZE = 3
TOKENS = 12
BRIEFCASES = 3
POINTS_FOR_A_BRIEFCASE = 2
POINTS_FOR_AN_AGENDA = 3
AGENDAS_CHOSEN = 2
BOTTOM_CARDS = 10  # the law is shuffled into them
IDLE_TURNS_EACH = 4  # T11
CITY_SIZE = {2: 12, 3: 13, 4: 14}

CARDS_OF_A_SUIT = {3: 2, 2: 3, 1: 5}  # value: how many
SUITS = ("rat", "shark", "snake", "fox", "weasel")
CASH_CARDS = 6

SUITS_OF_TYPE = {
    "G": ("snake", "shark"),
    "R": ("rat", "shark"),
    "H": ("weasel", "fox"),
    "T": ("fox", "snake"),
    "F": ("rat", "weasel"),
}
ARROWS_OF_TYPE = {  # of the values 1, 2, 3, 4
    "G": ("up", "right", "down", "left"),
    "R": ("right", "down", "left", "up"),
    "H": ("down", "left", "up", "right"),
    "T": ("left", "up", "right", "down"),
    "F": ("up", "right", "down", "left"),
}
STEPS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}  # y grows downwards

TYPE_AGENDAS = {"halls": "G", "restaurants": "R", "hotels": "H", "theaters": "T", "factories": "F"}
AGENDAS = (*TYPE_AGENDAS, "variety", "district", "empire")

Cell = tuple[int, int]
Feed = tuple[int, ...]  # connection cards that each seat gets, and last those for spaces of nobody


@dataclass(frozen=True)
class Card:
    suit: str
    value: int

    @cached_property
    def code(self) -> str:
        return self.suit if self.suit in ("cash", "law") else f"{self.suit}{self.value}"


@dataclass(frozen=True)
class Property:
    type: str
    value: int

    @cached_property
    def code(self) -> str:
        return f"{self.type}{self.value}"

    @property
    def suits(self) -> tuple[str, str]:
        return SUITS_OF_TYPE[self.type]

    @property
    def arrow(self) -> str:
        return ARROWS_OF_TYPE[self.type][self.value - 1]


CASH, LAW = Card("cash", 1), Card("law", 0)
# In the order in which cards are named
KINDS = [*(Card(suit, value) for value in CARDS_OF_A_SUIT for suit in SUITS), CASH]
CARDS = {card.code: card for card in [*KINDS, LAW]}
PROPERTIES = {code: Property(code[0], int(code[1])) for code in (f"{t}{v}" for t in "GRHTF" for v in range(1, 5))}
ALL_CARDS = [c for c in KINDS for _ in range(CASH_CARDS if c is CASH else CARDS_OF_A_SUIT[c.value])]  # without the law


def named(cards: Iterable[Card]) -> tuple[str, ...]:
    """Codes of the cards in the order in which several are named: from high values to low."""
    return tuple(card.code for card in sorted(cards, key=KINDS.index))


@cache
def neighbours(cell: Cell) -> list[Cell]:
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in STEPS.values()]


class Setup(NamedTuple):
    """The chance of one round: properties and cards from the top, and how many of the last ten precede the law."""

    stack: list[str]
    cards: list[str]
    before_law: int


@dataclass
class Player:
    hand: list[Card] = field(default_factory=list)
    agendas: list[str] = field(default_factory=list)  # of this round
    used_agendas: list[str] = field(default_factory=list)  # of earlier rounds
    briefcases: int = BRIEFCASES
    total: int = 0


@dataclass
class Question:
    """A small decision: what may be answered, and what an answer does."""

    answers: set[str]
    answer: Callable[[str], None]


class MobTownOracle:
    """One game of Mob Town from the first city to the last count.

    `first` is the seat that begins; `setups` yields one Setup a round; `lots` picks one of the seats tied for the
    fewest points. The other arguments are the options of the game. `totals` are the points of all finished rounds,
    `round_scores` those of each round by seat (without briefcases), `agenda_scores` what each agenda held brought.
    Raises ValueError for arguments or moves that are not allowed.
    """

    def __init__(
        self,
        players: int,
        first: int,
        setups: Iterable[Setup],
        lots: Callable[[list[int]], int] = min,
        *,
        cash_take: int = 3,
        traded: str = "line-up",
        agendas: str = "all",
        agenda_swap: bool = False,
        retake: bool = False,
    ) -> None:
        if players not in CITY_SIZE:
            raise ValueError(f"Mob Town is for 2 to 4 players, not {players}.")
        self.n = players
        self.cash_take, self.traded, self.agenda_rule = cash_take, traded, agendas
        self.agenda_swap, self.retake = agenda_swap, retake
        self.setups: Iterator[Setup] = iter(setups)
        self.lots = lots
        self.players = [Player() for _ in range(players)]
        self.round = 0
        self.over = False
        self.round_scores: list[list[int]] = []
        self.agenda_scores: list[list[dict[str, int]]] = []
        self._start_round(first)

    # ---- what can be seen ----
    def mover(self) -> int | None:
        return None if self.over else self.seat

    def legal(self) -> set[str]:
        return set() if self.over else set(self.question.answers)

    @property
    def totals(self) -> list[int]:
        return [player.total for player in self.players]

    def owner(self, code: str) -> int | None:
        """The seat whose token is on top (T19)."""
        stack = self.tokens.get(code, [])
        return stack[-1] if stack else None

    def owned(self, seat: int) -> list[Property]:
        return [p for p in self.city.values() if self.owner(p.code) == seat]

    def tokens_left(self, seat: int) -> int:
        return TOKENS - sum(stack.count(seat) for stack in self.tokens.values())

    def payoffs(self) -> list[float]:
        """1 shared among those with the most points (T42), 0 for the others."""
        if not self.over:
            raise ValueError("There are no payoffs before the game is over.")
        winners = self.totals.count(max(self.totals))
        return [1 / winners if total == max(self.totals) else 0.0 for total in self.totals]

    def play(self, move: str) -> None:
        if move not in self.legal():
            raise ValueError(f"{move} is not allowed here; allowed are {', '.join(sorted(self.legal())) or 'none'}.")
        self.question.answer(move)

    # ---- round set-up ----
    def _start_round(self, starter: int) -> None:
        setup = next(self.setups, None)
        if setup is None:
            raise ValueError(f"There is no set-up for round {self.round + 1}.")
        if sorted(setup.stack) != sorted(PROPERTIES):
            raise ValueError("The stack must hold each of the 20 properties once.")
        if sorted(setup.cards) != sorted(card.code for card in ALL_CARDS):
            raise ValueError("The deck must hold the 56 cards without the law.")
        if not 0 <= setup.before_law <= BOTTOM_CARDS:
            raise ValueError(f"Of the last cards 0 to {BOTTOM_CARDS} precede the law, not {setup.before_law}.")
        self.round += 1
        self.tokens: dict[str, list[int]] = {}  # T28: property: seats from the bottom token to the top one
        stack = [PROPERTIES[code] for code in setup.stack]
        size = CITY_SIZE[self.n]
        self.city = self._build(stack[:size])
        self.lot = stack[size : size + LOT_SIZE]  # T5
        self.rest = stack[size + LOT_SIZE :]
        self.deck = [CARDS[code] for code in setup.cards]
        for player in self.players:
            player.hand = [self.deck.pop(0) for _ in range(HAND_SIZE)]
            player.agendas = []
        self.line = [self.deck.pop(0) for _ in range(LINE_SIZE)]
        self.discards: list[Card] = []
        self.deck.insert(len(self.deck) - BOTTOM_CARDS + setup.before_law, LAW)  # T6
        self.idle = 0
        self.starter = self.seat = starter
        self._ask_for_agenda()

    @staticmethod
    def _build(stack: Sequence[Property]) -> dict[Cell, Property]:
        cell = (0, 0)
        city = {cell: stack[0]}
        for last, new in pairwise(stack):
            dx, dy = STEPS[last.arrow]
            while cell in city:  # from the card placed last on to the first open space (T4)
                cell = (cell[0] + dx, cell[1] + dy)
            city[cell] = new
        return city

    def _open_agendas(self, seat: int) -> set[str]:
        player = self.players[seat]
        gone = player.agendas + (player.used_agendas if self.agenda_rule == "spent" else [])
        return set(AGENDAS) - set(gone)

    def _ask_for_agenda(self) -> None:
        """Two each; the starter begins, which changes nothing as the choices are hidden (T33)."""

        def choose(agenda: str) -> None:
            player = self.players[self.seat]
            player.agendas.append(agenda)
            if len(player.agendas) == AGENDAS_CHOSEN:
                self.seat = (self.seat + 1) % self.n
            if all(len(player.agendas) == AGENDAS_CHOSEN for player in self.players):
                self._start_turn()
            else:
                self._ask_for_agenda()

        self.question = Question(self._open_agendas(self.seat), choose)

    # ---- a turn ----
    @property
    def hand(self) -> list[Card]:
        """The hand of the player to move."""
        return self.players[self.seat].hand

    def _start_turn(self) -> None:
        self.deck_before = len(self.deck)
        self.taken_over = False
        self.question = Question(self._actions(), self._act)

    def _actions(self) -> set[str]:
        player = self.players[self.seat]
        stuck = self.idle >= IDLE_TURNS_EACH * self.n  # T11a
        actions = {"draw"}
        suits = Counter(card.suit for card in self.line)
        if player.hand:
            turns_up = self.traded == "discard"  # then one card for one turns up a new one, and needs no guard (T11)
            actions |= {f"trade-{suit}" for suit, count in suits.items() if count > 1 or turns_up or not stuck}
        if CASH in player.hand:
            actions.add("cash-in")
        actions |= {f"take-{p.code}" for p in self.city.values() if self._can_take(p)}
        if player.briefcases:
            actions |= {f"lot-{p.code}" for p in self.lot}
        if self.agenda_swap and not stuck:
            actions |= set(player.agendas)
        return actions

    def _act(self, move: str) -> None:
        action, _, what = move.partition("-")
        if action == "draw":
            self._draw()
        elif action == "trade":
            self.question = Question({card.code for card in self.hand}, lambda given: self._trade(what, given))
        elif action == "cash":
            self._cash_in()
        elif action == "take":
            self._begin_take_over(PROPERTIES[what])
        elif action == "lot":
            self._open_lot(PROPERTIES[what])
        else:
            self._swap(move)

    def _end_turn(self) -> None:
        """Not reached when the law comes."""
        while len(self.lot) < LOT_SIZE and self.rest:  # T31
            self.lot.append(self.rest.pop(0))
        idle = len(self.deck) == self.deck_before and not self.taken_over
        self.idle = self.idle + 1 if idle else 0
        self.seat = (self.seat + 1) % self.n  # T2
        self._start_turn()

    def _draw(self) -> None:
        for _ in range(2):
            card = self.deck.pop(0)
            if card is LAW:  # T8
                self._end_round()
                return
            self.hand.append(card)
        self._end_turn()

    def _refill_line_and_end_turn(self) -> None:
        while len(self.line) < LINE_SIZE:
            card = self.deck.pop(0)
            if card is LAW:  # T7
                self._end_round()
                return
            self.line.append(card)
        self._end_turn()

    def _trade(self, suit: str, code: str) -> None:
        given = CARDS[code]
        self.hand.remove(given)
        self.hand.extend(card for card in self.line if card.suit == suit)
        self.line = [card for card in self.line if card.suit != suit]
        (self.line if self.traded == "line-up" else self.discards).append(given)  # T10
        self._refill_line_and_end_turn()

    def _cash_in(self) -> None:
        self.hand.remove(CASH)
        self.discards.append(CASH)

        def take(card: Card) -> None:
            self.line.remove(card)
            self.hand.append(card)

        sets = {named(cards) for cards in combinations(self.line, self.cash_take)}
        self._ask_for_cards(sets, take, self._refill_line_and_end_turn)

    def _ask_for_cards(
        self, sets: set[tuple[str, ...]], each: Callable[[Card], None], then: Callable[[], None], done: int = 0
    ) -> None:
        """Ask for the cards of one of these sets, one after the other; they are what may still be meant."""

        def name(code: str) -> None:
            each(CARDS[code])
            meant = {cards for cards in sets if cards[done] == code}
            if any(len(cards) == done + 1 for cards in meant):
                assert len(meant) == 1  # no set continues another one
                then()
            else:
                self._ask_for_cards(meant, each, then, done + 1)

        self.question = Question({cards[done] for cards in sets}, name)

    def _swap(self, agenda: str) -> None:
        others = self._open_agendas(self.seat)
        self.players[self.seat].agendas.remove(agenda)  # the one put back is not "another one"

        def hold(other: str) -> None:
            self.players[self.seat].agendas.append(other)
            self._end_turn()

        self.question = Question(others, hold)

    # ---- taking over ----
    def price(self, p: Property) -> int:
        return p.value + len(self.tokens.get(p.code, []))  # T16

    def _cell(self, p: Property) -> Cell:
        return next(cell for cell, other in self.city.items() if other == p)

    def chains(self, p: Property) -> list[list[Property]]:
        """All shortest chains to p from the nearest own properties: the properties strictly between (T22, T23a)."""
        own = [cell for cell, other in self.city.items() if self.owner(other.code) == self.seat]
        target = self._cell(p)
        if not own:
            return [[]]  # T26
        distance = {target: 0}
        edge = [target]
        while edge:
            edge = [new for old in edge for new in neighbours(old) if new in self.city and new not in distance]
            for new in edge:
                distance[new] = 1 + min(distance[cell] for cell in neighbours(new) if cell in distance)
        nearest = min(distance[cell] for cell in own)

        def onwards(cell: Cell) -> Iterator[list[Cell]]:
            """Ways from this cell to the target, both ends included."""
            if cell == target:
                yield [cell]
            for new in neighbours(cell):
                if new in self.city and distance[new] == distance[cell] - 1:
                    for way in onwards(new):
                        yield [cell, *way]

        found = [way for cell in own if distance[cell] == nearest for way in onwards(cell)]
        return [[self.city[cell] for cell in way[1:-1]] for way in found]

    def feeds(self, p: Property) -> list[Feed]:
        """The different ways to feed owners, in the order of their numbers (T23)."""
        found = set()
        for chain in self.chains(p):
            owners = [self.owner(space.code) for space in chain]
            found.add((*(owners.count(seat) for seat in range(self.n)), owners.count(None)))
        return sorted(found)

    def payments(self, p: Property, kept: int) -> set[tuple[str, ...]]:
        """Sets of cards in hand that pay for p, none of them needless (T17), leaving at least `kept` others (T27)."""
        price = self.price(p)
        usable = Counter(card for card in self.hand if card.suit in p.suits or card is CASH)
        if sum(card.value for card in usable.elements()) < price:
            return set()
        found = set()
        for counts in product(*(range(count + 1) for count in usable.values())):
            cards = [card for card, count in zip(usable, counts, strict=True) for _ in range(count)]
            total = sum(card.value for card in cards)
            no_needless = all(total - card.value < price for card in cards)
            if total >= price and no_needless and len(self.hand) - len(cards) >= kept:
                found.add(named(cards))
        return found

    def _can_take(self, p: Property) -> bool:
        if not self.tokens_left(self.seat):
            return False
        if self.owner(p.code) == self.seat and not self.retake:  # T20
            return False
        payments = self.payments(p, 0)
        if not payments:
            return False
        fewest = min(len(cards) for cards in payments)
        return len(self.hand) - fewest >= len(self.chains(p)[0])

    def _begin_take_over(self, p: Property) -> None:
        feeds = self.feeds(p)
        if len(feeds) == 1:
            self._pay(p, feeds[0])
        else:
            ways = {f"way{number}": feed for number, feed in enumerate(feeds, 1)}
            self.question = Question(set(ways), lambda way: self._pay(p, ways[way]))

    def _pay(self, p: Property, feed: Feed) -> None:
        self._ask_for_cards(self.payments(p, sum(feed)), self._discard, lambda: self._connect(p, feed, 0))

    def _discard(self, card: Card) -> None:
        self.hand.remove(card)
        self.discards.append(card)

    def _connect(self, p: Property, feed: Feed, to: int) -> None:
        """Cards for the spaces of seat `to`, then of the next one, at last of nobody (T24, T25)."""
        if to == len(feed):
            self._put_token(p)
        elif not feed[to]:
            self._connect(p, feed, to + 1)
        else:

            def hand_over(card: Card) -> None:
                self.hand.remove(card)
                self.players[to].hand.append(card)

            sets = {named(cards) for cards in combinations(self.hand, feed[to])}
            each = hand_over if to < self.n else self._discard
            self._ask_for_cards(sets, each, lambda: self._connect(p, feed, to + 1))

    def _put_token(self, p: Property) -> None:
        self.tokens.setdefault(p.code, []).append(self.seat)
        self.taken_over = True
        self._end_turn()

    # ---- the open lot ----
    def sites(self) -> dict[str, Cell]:
        """Each empty cell at an edge of the city (T29), named by its first neighbour in the order of the card list."""
        names: dict[Cell, str] = {}
        for p in PROPERTIES.values():
            if p in self.city.values():
                for direction, cell in zip(STEPS, neighbours(self._cell(p)), strict=True):
                    if cell not in self.city:
                        names.setdefault(cell, f"{p.code}.{direction}")
        return {name: cell for cell, name in names.items()}

    def _open_lot(self, p: Property) -> None:
        self.players[self.seat].briefcases -= 1
        sites = self.sites()

        def place(site: str) -> None:
            self.lot.remove(p)
            self.city[sites[site]] = p
            affordable = self.tokens_left(self.seat) and self.payments(p, 0)  # T30a
            self.question = Question({"leave", f"take-{p.code}"} if affordable else {"leave"}, decide)

        def decide(move: str) -> None:
            if move == "leave":
                self._end_turn()
            else:
                self._pay(p, (0,) * (self.n + 1))

        self.question = Question(set(sites), place)

    # ---- scoring ----
    def groups(self, seat: int) -> list[list[Property]]:
        """Connected groups of the properties that a player controls."""
        left = {cell for cell, p in self.city.items() if self.owner(p.code) == seat}
        found = []
        while left:
            group = [left.pop()]
            for cell in group:
                for new in neighbours(cell):
                    if new in left:
                        left.remove(new)
                        group.append(new)
            found.append([self.city[cell] for cell in group])
        return found

    def standing(self, seat: int, agenda: str) -> tuple[int, int]:
        """How many a player has of what this agenda counts, and the face values that break ties (T36)."""
        own = self.owned(seat)
        value = sum(p.value for p in own)
        if agenda == "empire":
            return len(own), value
        if agenda == "variety":
            return len({p.type for p in own}), value
        if agenda == "district":
            return max(((len(group), sum(p.value for p in group)) for group in self.groups(seat)), default=(0, 0))
        values = [p.value for p in own if p.type == TYPE_AGENDAS[agenda]]
        return len(values), sum(values)

    def achieves(self, seat: int, agenda: str) -> bool:
        """More than every rival, or as many and worth more (T35, T35a, T37)."""
        count, value = self.standing(seat, agenda)
        if count < (2 if agenda == "district" else 1):  # T36a
            return False
        for rival in range(self.n):
            theirs, their_value = self.standing(rival, agenda)
            if rival != seat and (theirs > count or (theirs == count and their_value >= value)):
                return False
        return True

    def _end_round(self) -> None:
        scores, agendas = [], []
        for seat, player in enumerate(self.players):
            worth = {a: POINTS_FOR_AN_AGENDA if self.achieves(seat, a) else 0 for a in player.agendas}
            agendas.append(worth)
            scores.append(sum(p.value for p in self.owned(seat)) + sum(worth.values()))
            player.total += scores[-1]
            player.used_agendas += player.agendas
        self.round_scores.append(scores)
        self.agenda_scores.append(agendas)
        if self.round == ROUNDS:
            for player in self.players:
                player.total += POINTS_FOR_A_BRIEFCASE * player.briefcases  # T32
            self.over = True
        else:
            last = [seat for seat in range(self.n) if self.totals[seat] == min(self.totals)]
            self._start_round(last[0] if len(last) == 1 else self.lots(last))  # T1, T18a
