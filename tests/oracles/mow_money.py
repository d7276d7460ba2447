"""A naive referee for Mow Money, written from the rulebook and its rulings (M1..M39a) and from nothing else.

It shares no code and no data with the package and is slow on purpose: cards are objects, the whole game is one story
told in the order of the rulebook (`_story`) that stops wherever a question has to be answered, and every rule is a
sentence followed by the few lines that say the same. Its only use is to disagree with the real engine when one of
the two is wrong, so nothing here may be copied from there, or the other way round.

Cards and answers are written in the notation of the game (``b2*ct1``, ``r5.1``, ``A``, ``as2``, ``job-s``, ``bluff1``,
``card-m``, ``done`` ...). An answer is asked for even if only one is possible, unless the notation says that the game
goes on by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

TIERS = {"b": "basic", "m": "medium", "a": "advanced"}
ICONS = {"c": "clean_up", "t": "trim_shrubs", "f": "repair_fence", "p": "plant_trees", "s": "install_sprinklers"}

# Each row: tier, value, star, and how many cards with which icons.
BID_CARD_ROWS = """
b1*  3c 2t
b1   5c 3t 2ct
b2*  3c 3t 1f 1ct
b2   4c 2t 3ct 2tf 1cf
b3*  1c 1t 1f 2ct 1cf 1tf
b3   3cp 2cf 1ct 1tp 1f
m2*  2f 2t 1c
m2   2f 2t 1tf 1cf
m3*  3f 1t 1p 1tf 1cf
m3   1f 1p 1tf 1cf 2fp 1tp
m4*  1f 1p 1tf 1tp 1c 1s
m4   1fp 1fs 1ps 1ts 1cp
a3   2s 2p 1f 1ps
a4   2s 2p 2ps 1fs 1fp
a5   2fs 1ts 1tp 1fp 1s
"""

# Points: contracts in the box, and the ways to bid for one (cards, tier, * if all must be starred).
CONTRACT_ROWS = {
    1: (6, "2b"),
    2: (6, "3b"),
    3: (6, "2m 3b*"),
    4: (6, "3m 4b*"),
    5: (4, "2a 3m* 4b*"),
    6: (3, "2a 3m* 5b*"),
    7: (3, "2a 4m*"),
    8: (2, "2a"),
}

# Players: contracts in play worth 1, 2, ... 8 points.
SET_UP_CHART = {
    1: (2, 3, 3, 3, 2, 1, 1, 1),
    2: (2, 3, 3, 3, 2, 1, 1, 1),
    3: (3, 5, 4, 4, 3, 2, 2, 1),
    4: (4, 6, 6, 6, 4, 2, 2, 2),
    5: (5, 6, 6, 6, 4, 3, 3, 2),
    6: (6, 6, 6, 6, 4, 3, 3, 2),
}

JOB_PAY = {"c": 4, "t": 5, "f": 9, "p": 14, "s": 20}
JOB_CARDS = 3
OJ_BONUS = 3
HAND_LIMIT = {"b": 7, "m": 5, "a": 3}
CARD_PRICE = {"b": 1, "m": 3, "a": 5}
MOWER_PRICE = {"m": 3, "a": 6}  # everybody starts with the basic one
MOWER_POINTS = {"b": 1, "m": 2, "a": 3}
FIRST_HAND = 5  # basic cards
BLUFF_CARDS = 3
MOST_BIDS = 2
DOLLARS_FOR_A_POINT = 3
LAST_ROUND = 60  # M31

DUMMY = "dummy"  # the winner of a solo player's lost contracts


@dataclass(frozen=True)
class BidCard:
    id: int
    code: str
    tier: str  # b, m or a
    value: int
    star: bool
    icons: str  # letters of the odd jobs it helps with


@dataclass(frozen=True)
class Way:
    """One way to bid for a contract: exactly this many cards of this tier."""

    count: int
    tier: str
    starred: bool

    def accepts(self, card: BidCard) -> bool:
        return card.tier == self.tier and (card.star or not self.starred)  # M9: a star does no harm

    def fulfilled_by(self, cards: list[BidCard]) -> bool:
        return len(cards) == self.count and all(self.accepts(card) for card in cards)  # M8


@dataclass(frozen=True)
class Contract:
    id: int
    code: str
    points: int
    ways: tuple[Way, ...]

    def way_taken(self, cards: list[BidCard]) -> Way | None:
        """The way that these cards fulfil (M10), None for an invalid bid."""
        for way in self.ways:
            if way.fulfilled_by(cards):
                return way
        return None


def box_of_bid_cards() -> list[BidCard]:
    """The 106 bid cards by id."""
    box: list[BidCard] = []
    for row in BID_CARD_ROWS.split("\n")[1:-1]:
        head, *groups = row.split()
        for group in groups:
            icons = group[1:]
            for copy in range(1, int(group[0]) + 1):
                box.append(BidCard(len(box), f"{head}{icons}{copy}", head[0], int(head[1]), head.endswith("*"), icons))
    return box


def box_of_contracts() -> list[Contract]:
    """The 36 contracts by id."""
    box: list[Contract] = []
    for points, (count, ways) in CONTRACT_ROWS.items():
        needs = tuple(Way(int(way[0]), way[1], way.endswith("*")) for way in ways.split())
        for copy in range(1, count + 1):
            box.append(Contract(len(box), f"r{points}.{copy}", points, needs))
    return box


BID_CARDS = {card.code: card for card in box_of_bid_cards()}
CONTRACTS = {contract.code: contract for contract in box_of_contracts()}


def codes(things: Iterable[BidCard] | Iterable[Contract]) -> list[str]:
    return [thing.code for thing in things]


def shared_jobs(cards: list[BidCard]) -> list[str]:
    """The odd jobs that these cards complete, the best paid first (M11)."""
    if len(cards) != JOB_CARDS:
        return []
    return [job for job in reversed(JOB_PAY) if all(job in card.icons for card in cards)]


@dataclass
class Stack:
    """What lies under one bid token."""

    aim: str  # A..F or OJ
    cards: list[BidCard] = field(default_factory=list)
    staked: list[Contract] = field(default_factory=list)
    bluffs: int = 0
    job: str | None = None  # named by its owner

    def amount(self) -> int:
        """Dollars on its bid cards; what the winner is paid (M18)."""
        return sum(card.value for card in self.cards)

    def stake(self) -> int:
        return sum(contract.points for contract in self.staked)

    def bid(self) -> int:
        """The modified bid; it may be below zero (M16)."""
        return self.amount() - self.stake()


@dataclass
class Company:
    """One player. A card lies in the hand or in a stack; a staked contract stays in `won` until the reveal (M1b)."""

    seat: int
    hand: list[BidCard] = field(default_factory=list)
    money: int = 0
    mowers: set[str] = field(default_factory=lambda: {"b"})
    won: list[Contract] = field(default_factory=list)
    stacks: list[Stack] = field(default_factory=list)
    may_pick_up: bool = True  # it has won no contract and completed no odd job through OJ in this round

    def bluffs_left(self) -> int:
        return BLUFF_CARDS - sum(stack.bluffs for stack in self.stacks)

    def lay(self, code: str, stack: Stack) -> None:
        card = BID_CARDS[code]
        self.hand.remove(card)
        stack.cards.append(card)

    def take_back(self, stack: Stack) -> None:
        self.hand.extend(stack.cards)
        stack.cards = []

    def hand_after(self, stack: Stack) -> list[BidCard]:
        """Cards in hand with a greater id than the last one of this stack, ascending."""
        last = stack.cards[-1].id if stack.cards else -1
        return sorted((card for card in self.hand if card.id > last), key=lambda card: card.id)

    def may_be_staked(self, stack: Stack) -> list[Contract]:
        """Won contracts that lie in no stack and have a greater id than the last one of this stack."""
        last = stack.staked[-1].id if stack.staked else -1
        gone = [contract for other in self.stacks for contract in other.staked]
        return [contract for contract in self.won if contract.id > last and contract not in gone]


@dataclass(frozen=True)
class Revealed:
    """One stack as everybody sees it at the reveal (M21)."""

    seat: int
    cards: tuple[str, ...]
    staked: tuple[str, ...]
    bluffs: int
    valid: bool
    amount: int
    bid: int  # the amount less the staked points


@dataclass(frozen=True)
class Result:
    """One line of the Resolve Phase: an odd job (place OJ), a contract (A..F) or a pick-up (place "pick-up").

    `winner` is a seat, "dummy" or None (nobody: the job failed, or the contract had no valid bid). `prize` is the
    contract, or the letter of the odd job, None if it failed. `dummy` are the cards drawn for the dummy player that
    count, None where it made no bid.
    """

    place: str
    prize: str | None
    bids: tuple[Revealed, ...]
    winner: int | str | None
    paid: int = 0
    dummy: tuple[str, ...] | None = None


Question = tuple[int, str, Callable[[], list[str]]]  # seat, topic, answers allowed
Story = Generator[Question, str, None]


class MowMoneyOracle:
    """One game of Mow Money from the set-up to the last count.

    `players` 1..6 (1: against the dummy player). `chance` is every chance outcome of the game one after the other:
    the lot for the starting marker, the order of the contracts, of the basic, medium and advanced deck, then each
    reshuffle, a shuffle as the ids in their new order, top first. `sole_bidder` "valid" or "always" (M4a);
    `max_stakes` 0 (no limit) or 1..3 contracts on one bid; `difficulty` "easy", "standard" or "hard" (solo only, M39);
    `starter` "random" or "fixed" (seat 0, no lot).

    `round` counts from 1; it is the last round played once the game is over. `results` has one list of Result for
    each round resolved so far. `dummy` are the contracts of the dummy player, `removed` those that left the game.
    Raises ValueError for arguments, chance outcomes or answers that are not allowed.
    """

    def __init__(
        self,
        players: int,
        chance: Iterable[int] = (),
        sole_bidder: str = "valid",
        max_stakes: int = 0,
        difficulty: str = "standard",
        starter: str = "random",
    ) -> None:
        for name, value, allowed in (
            ("players", players, range(1, 7)),
            ("sole_bidder", sole_bidder, ("valid", "always")),
            ("max_stakes", max_stakes, range(4)),
            ("difficulty", difficulty, ("easy", "standard", "hard")),
            ("starter", starter, ("random", "fixed")),
        ):
            if value not in allowed:
                raise ValueError(f"{name} must be one of {', '.join(map(str, allowed))}, not {value}.")
        self.players = players
        self.solo = players == 1
        self.sole_bidder_always_wins = sole_bidder == "always"
        self.max_stakes = max_stakes
        self.difficulty = difficulty
        self.chance = iter(chance)
        self.companies = [Company(seat) for seat in range(players)]
        self.dummy: set[str] = set()
        self.removed: set[str] = set()
        self.results: list[list[Result]] = []
        self.neighborhoods_without_bid: list[str] = []
        self.round = 1
        self.over = False
        self._set_up(starter)
        self._flow = self._story()
        self._question: Question | None = next(self._flow)

    # What can be seen

    def mover(self) -> int | None:
        """The seat to answer, None when the game is over."""
        return None if self._question is None else self._question[0]

    def topic(self) -> str | None:
        """What is asked: aim, way, card, stake, bluff, pick-up, invest or discard."""
        return None if self._question is None else self._question[1]

    def legal(self) -> set[str]:
        return set() if self._question is None else set(self._question[2]())

    @property
    def money(self) -> list[int]:
        return [company.money for company in self.companies]

    @property
    def mowers(self) -> list[set[str]]:
        """Letters of the mowers owned, by seat."""
        return [set(company.mowers) for company in self.companies]

    def hands(self) -> list[set[str]]:
        """Cards in hand, by seat; those already laid under a token are not among them."""
        return [set(codes(company.hand)) for company in self.companies]

    def laid(self) -> list[list[Stack]]:
        """The stacks of the present bid phase or pick-up, by seat, the last one perhaps not finished."""
        return [list(company.stacks) for company in self.companies]

    def won(self) -> list[set[str]]:
        """Contracts of each seat, those under a token included until the reveal."""
        return [set(codes(company.won)) for company in self.companies]

    def stacks(self) -> list[list[str]]:
        """The contracts on each neighborhood, top first."""
        return [codes(stack) for stack in self.neighborhoods.values()]

    def decks(self) -> dict[str, list[str]]:
        """Top first, by letter of the tier."""
        return {tier: codes(deck) for tier, deck in self.deck.items()}

    def discards(self) -> dict[str, set[str]]:
        return {tier: set(codes(pile)) for tier, pile in self.discarded.items()}

    def scores(self) -> list[int]:
        """Reputation points by seat: contracts, mowers bought (M32), one for every $3."""
        return [
            sum(contract.points for contract in company.won)
            + sum(MOWER_POINTS[mower] for mower in company.mowers)
            + company.money // DOLLARS_FOR_A_POINT
            for company in self.companies
        ]

    def dummy_score(self) -> int:
        return sum(CONTRACTS[code].points for code in self.dummy)

    def payoffs(self) -> list[float]:
        """1 shared among the best companies (M33); solo: 1, 0.5 for a draw with the dummy (M37), 0."""
        if not self.over:
            raise ValueError("There are no payoffs before the game is over.")
        scores = self.scores()
        if self.solo:
            mine, its = scores[0], self.dummy_score()
            return [1.0 if mine > its else 0.5 if mine == its else 0.0]
        winners = scores.count(max(scores))
        return [1 / winners if score == max(scores) else 0.0 for score in scores]

    def play(self, code: str) -> None:
        if code not in self.legal():
            raise ValueError(f"{code} is not allowed here; allowed are {', '.join(sorted(self.legal())) or 'none'}.")
        try:
            self._question = self._flow.send(code)
        except StopIteration:
            self._question = None

    # Chance

    def _lot(self, below: int) -> int:
        lots = list(islice(self.chance, 1))
        if not lots or not 0 <= lots[0] < below:
            raise ValueError(f"Chance must go on with a seat from 0 to {below - 1}, not with {lots or 'nothing'}.")
        return lots[0]

    def _shuffle(self, ids: list[int]) -> list[int]:
        order = list(islice(self.chance, len(ids)))
        if sorted(order) != sorted(ids):
            raise ValueError(f"Chance must go on with the ids {sorted(ids)} in some order, not with {order}.")
        return order

    # Set-up

    def _set_up(self, starter: str) -> None:
        self.marker = 0 if self.solo or starter == "fixed" else self._lot(self.players)  # M34
        in_play = self._contracts_in_play()
        ones = [contract for contract in in_play if contract.points == 1]
        letters = "ABCDEF"[: 2 if self.solo else self.players]
        share = len(in_play) // len(letters) - 1  # that many lie under each 1-point contract
        contract_of = {contract.id: contract for contract in in_play}
        order = self._shuffle([contract.id for contract in in_play if contract.points > 1])
        self.neighborhoods: dict[str, list[Contract]] = {}
        for letter in letters:
            dealt, order = order[:share], order[share:]
            self.neighborhoods[letter] = [ones.pop(0)] + [contract_of[number] for number in dealt]
        assert not ones
        assert not order
        card_of = {card.id: card for card in BID_CARDS.values()}
        self.deck: dict[str, list[BidCard]] = {}
        self.discarded: dict[str, list[BidCard]] = {tier: [] for tier in TIERS}
        for tier in TIERS:
            order = self._shuffle([card.id for card in BID_CARDS.values() if card.tier == tier])
            self.deck[tier] = [card_of[number] for number in order]
        for company in self.companies:
            for _ in range(FIRST_HAND):
                company.hand.append(self.deck["b"].pop(0))

    def _contracts_in_play(self) -> list[Contract]:
        chosen = []
        for points, count in enumerate(SET_UP_CHART[self.players], start=1):
            same = [contract for contract in CONTRACTS.values() if contract.points == points]
            chosen += same[:count]
        return chosen

    def _draw(self, tier: str) -> BidCard | None:
        """The next card of a tier; its discards are shuffled only when the deck is found empty (M24, M24a)."""
        if not self.deck[tier] and self.discarded[tier]:
            card_of = {card.id: card for card in self.discarded[tier]}
            self.deck[tier] = [card_of[number] for number in self._shuffle(sorted(card_of))]
            self.discarded[tier] = []
        return self.deck[tier].pop(0) if self.deck[tier] else None

    def _discard(self, cards: list[BidCard]) -> None:
        for card in cards:
            self.discarded[card.tier].append(card)

    # The story of a game

    def _clockwise(self) -> list[Company]:
        """All companies, the one with the marker first, then always the next to the left."""
        return self.companies[self.marker :] + self.companies[: self.marker]

    def _story(self) -> Story:
        while True:
            if self.round > 1:  # M27
                for company in self._clockwise():
                    yield from self._invest(company)
            for company in self._clockwise():  # M1a
                yield from self._place_bids(company)
            self._resolve()
            for company in self._clockwise():  # M13, M13a
                if company.may_pick_up:
                    yield from self._pick_up(company)
            # Maintenance: end check, then the cap, then the rest (M30, M31a)
            if any(not stack for stack in self.neighborhoods.values()) or self.round == LAST_ROUND:
                self.over = True
                return
            for letter in self.neighborhoods_without_bid:
                stack = self.neighborhoods[letter]
                stack.append(stack.pop(0))
            self.marker = (self.marker + 1) % self.players
            self.round += 1

    # Bid Phase

    def _place_bids(self, company: Company) -> Story:
        while len(company.stacks) < MOST_BIDS:
            aim = yield company.seat, "aim", partial(self._aims, company)
            if aim == "done":
                return
            stack = Stack(aim)
            company.stacks.append(stack)
            yield from self._lay_cards(company, stack)
            if aim != "OJ":  # M14a
                yield from self._stake(company, stack)
            if company.bluffs_left():
                word = yield company.seat, "bluff", partial(self._numbers_of_bluffs, company, stack)
                stack.bluffs = int(word.removeprefix("bluff"))

    def _aims(self, company: Company) -> list[str]:
        aims = ["done"]
        if company.hand or company.bluffs_left():
            aims += [*self.neighborhoods, "OJ"]
        return [aim for aim in aims if aim not in [stack.aim for stack in company.stacks]]  # M6

    def _lay_cards(self, company: Company, stack: Stack) -> Story:
        way = yield company.seat, "way", partial(self._ways, company, stack)
        if way == "free":
            yield from self._lay_any_cards(company, stack)
        elif stack.aim == "OJ":
            stack.job = way.removeprefix("job-")
            yield from self._lay_job_cards(company, stack)
        else:
            wanted = self.neighborhoods[stack.aim][0].ways[int(way.removeprefix("as")) - 1]
            yield from self._lay_exactly(company, stack, wanted.count, wanted.accepts)

    def _ways(self, company: Company, stack: Stack) -> list[str]:
        if stack.aim == "OJ":
            return ["free", *self._possible_jobs(company)]
        ways = enumerate(self.neighborhoods[stack.aim][0].ways, start=1)
        possible = [f"as{n}" for n, way in ways if sum(way.accepts(card) for card in company.hand) >= way.count]
        return ["free", *possible]

    def _possible_jobs(self, company: Company) -> list[str]:
        return [f"job-{job}" for job in ICONS if sum(job in card.icons for card in company.hand) >= JOB_CARDS]

    def _lay_any_cards(self, company: Company, stack: Stack) -> Story:
        """M2: any cards, or none if a bluff card makes the stack."""
        while company.hand_after(stack):
            code = yield company.seat, "card", partial(self._any_cards, company, stack)
            if code == "done":
                return
            company.lay(code, stack)

    def _any_cards(self, company: Company, stack: Stack) -> list[str]:
        may_stop = bool(stack.cards) or company.bluffs_left() > 0
        return codes(company.hand_after(stack)) + ["done"] * may_stop

    def _lay_job_cards(self, company: Company, stack: Stack) -> Story:
        job = stack.job
        assert job is not None
        yield from self._lay_exactly(company, stack, JOB_CARDS, lambda card: job in card.icons)

    def _lay_exactly(self, company: Company, stack: Stack, count: int, suits: Callable[[BidCard], bool]) -> Story:
        """One card after the other in ascending order, and never one after which too few would be left."""
        while len(stack.cards) < count:
            code = yield company.seat, "card", partial(self._suitable_cards, company, stack, count, suits)
            company.lay(code, stack)

    def _suitable_cards(
        self, company: Company, stack: Stack, count: int, suits: Callable[[BidCard], bool]
    ) -> list[str]:
        suitable = [card for card in company.hand_after(stack) if suits(card)]
        after_this_one = count - len(stack.cards) - 1
        return [card.code for n, card in enumerate(suitable, start=1) if len(suitable) - n >= after_this_one]

    def _stake(self, company: Company, stack: Stack) -> Story:
        """M14, M15: any number of contracts won in earlier rounds, each under one token only."""
        while company.may_be_staked(stack) and (self.max_stakes == 0 or len(stack.staked) < self.max_stakes):
            code = yield company.seat, "stake", lambda: [*codes(company.may_be_staked(stack)), "done"]
            if code == "done":
                return
            stack.staked.append(CONTRACTS[code])

    def _numbers_of_bluffs(self, company: Company, stack: Stack) -> list[str]:
        fewest = 0 if stack.cards else 1
        return [f"bluff{number}" for number in range(fewest, company.bluffs_left() + 1)]

    # Resolve Phase

    def _resolve(self) -> None:
        self.results.append([])
        self.neighborhoods_without_bid = []
        for company in self.companies:
            company.may_pick_up = True
        for company in self._clockwise():
            for stack in company.stacks:
                if stack.aim == "OJ":
                    self._resolve_odd_job(company, stack)
        for letter in self.neighborhoods:  # M20
            if self.solo:
                self._resolve_against_dummy(letter)
            else:
                self._resolve_contract(letter)
        for company in self.companies:
            company.stacks = []

    def _resolve_odd_job(self, company: Company, stack: Stack) -> None:
        jobs = shared_jobs(stack.cards)
        seen = self._reveal(company, stack, valid=bool(jobs))
        if not jobs:  # M12
            company.take_back(stack)
            self.results[-1].append(Result("OJ", None, (seen,), None))
            return
        job = stack.job or jobs[0]  # M11a
        assert job in jobs
        paid = JOB_PAY[job] + OJ_BONUS
        company.money += paid
        company.may_pick_up = False
        self._discard(stack.cards)
        self.results[-1].append(Result("OJ", job, (seen,), company.seat, paid))

    def _reveal(self, company: Company, stack: Stack, valid: bool) -> Revealed:
        return Revealed(
            company.seat,
            tuple(codes(stack.cards)),
            tuple(codes(stack.staked)),
            stack.bluffs,
            valid,
            stack.amount(),
            stack.bid(),
        )

    def _bids_for(self, letter: str) -> list[tuple[Company, Stack]]:
        """Clockwise from the marker. The contracts staked on them are lost here, win or lose (M3, M17)."""
        bids = [(company, stack) for company in self._clockwise() for stack in company.stacks if stack.aim == letter]
        for company, stack in bids:
            for contract in stack.staked:
                company.won.remove(contract)
                self.removed.add(contract.code)
        return bids

    def _resolve_contract(self, letter: str) -> None:
        contract = self.neighborhoods[letter][0]
        bids = self._bids_for(letter)
        in_the_running = [bid for bid in bids if contract.way_taken(bid[1].cards) is not None]
        seen = tuple(self._reveal(*bid, valid=bid in in_the_running) for bid in bids)
        if self.sole_bidder_always_wins and len(bids) == 1:  # M4a
            in_the_running = bids
        if not in_the_running:  # nobody bid, or nobody validly (M5)
            self.neighborhoods_without_bid.append(letter)
            for company, stack in bids:
                company.take_back(stack)
            self.results[-1].append(Result(letter, contract.code, seen, None))
            return
        winner, winning = self._best_bid(in_the_running)
        for company, stack in bids:
            if company is not winner:
                company.take_back(stack)
        self._win(winner, winning, letter)
        self.results[-1].append(Result(letter, contract.code, seen, winner.seat, winning.amount()))

    def _best_bid(self, bids: list[tuple[Company, Stack]]) -> tuple[Company, Stack]:
        """M19. The bids are given clockwise from the marker."""
        lowest = min(stack.bid() for _, stack in bids)
        bids = [(company, stack) for company, stack in bids if stack.bid() == lowest]
        most_staked = max(stack.stake() for _, stack in bids)
        bids = [(company, stack) for company, stack in bids if stack.stake() == most_staked]
        return bids[0]

    def _win(self, company: Company, stack: Stack, letter: str) -> None:
        company.money += stack.amount()  # M18
        company.won.append(self.neighborhoods[letter].pop(0))
        company.may_pick_up = False
        self._discard(stack.cards)

    # Solo play

    def _resolve_against_dummy(self, letter: str) -> None:
        contract = self.neighborhoods[letter][0]
        bids = self._bids_for(letter)
        company = self.companies[0]
        if not bids or contract.way_taken(bids[0][1].cards) is None:  # M35, M35a
            seen = tuple(self._reveal(*bid, valid=False) for bid in bids)
            for _, stack in bids:
                company.take_back(stack)
            self._human_misses(letter, unbid=True)
            gets_it = None if self.difficulty == "easy" else DUMMY
            self.results[-1].append(Result(letter, contract.code, seen, gets_it))
            return
        [(_, stack)] = bids
        seen = (self._reveal(company, stack, valid=True),)
        way = contract.way_taken(stack.cards)
        assert way is not None
        drawn = self._draw_for_dummy(way)
        fitting = [card for card in drawn if way.accepts(card)]
        against = sum(card.value for card in fitting)
        short = len(fitting) < way.count  # then it has no bid (M36, M36a)
        if short or stack.bid() < against or (stack.bid() == against and self.difficulty != "hard"):  # M37, M39a
            self._win(company, stack, letter)
            winner: int | str = company.seat
            paid = stack.amount()
        else:
            company.take_back(stack)
            self._human_misses(letter, unbid=False)
            winner, paid = DUMMY, 0
        self._discard(drawn)
        its_bid = None if short else tuple(codes(fitting))
        self.results[-1].append(Result(letter, contract.code, seen, winner, paid, its_bid))

    def _draw_for_dummy(self, way: Way) -> list[BidCard]:
        """Cards drawn until enough of them fit, or none is left; they lie aside until the bids are compared."""
        drawn: list[BidCard] = []
        while sum(way.accepts(card) for card in drawn) < way.count:
            card = self._draw(way.tier)
            if card is None:
                break
            drawn.append(card)
        return drawn

    def _human_misses(self, letter: str, unbid: bool) -> None:
        contract = self.neighborhoods[letter].pop(0)
        if unbid and self.difficulty == "easy":  # M39
            self.removed.add(contract.code)
        else:
            self.dummy.add(contract.code)

    # Odd job pick-up

    def _pick_up(self, company: Company) -> Story:
        word = yield company.seat, "pick-up", lambda: [*self._possible_jobs(company), "done"]
        if word == "done":
            return
        stack = Stack("pick-up", job=word.removeprefix("job-"))
        company.stacks.append(stack)
        yield from self._lay_job_cards(company, stack)
        company.stacks = []
        seen = self._reveal(company, stack, valid=True)
        assert stack.job is not None
        paid = JOB_PAY[stack.job]
        company.money += paid
        self._discard(stack.cards)
        self.results[-1].append(Result("pick-up", stack.job, (seen,), company.seat, paid))

    # Invest Phase

    def _invest(self, company: Company) -> Story:
        """M25: one thing at a time, a card is seen before the next choice."""
        while True:
            word = yield company.seat, "invest", partial(self._offers, company)
            if word == "done":
                break
            what, tier = word.split("-")
            if what == "mower":
                company.money -= MOWER_PRICE[tier]
                company.mowers.add(tier)
            else:
                company.money -= CARD_PRICE[tier]
                card = self._draw(tier)
                assert card is not None
                company.hand.append(card)
        while self._too_many(company):  # M26
            code = yield company.seat, "discard", partial(self._too_many, company)
            card = BID_CARDS[code]
            company.hand.remove(card)
            self._discard([card])

    def _offers(self, company: Company) -> list[str]:
        offers = ["done"]
        for tier, price in MOWER_PRICE.items():
            if tier not in company.mowers and company.money >= price:
                offers.append(f"mower-{tier}")
        for tier, price in CARD_PRICE.items():
            in_stock = bool(self.deck[tier] or self.discarded[tier])
            if tier in company.mowers and company.money >= price and in_stock:
                offers.append(f"card-{tier}")
        return offers

    def _too_many(self, company: Company) -> list[str]:
        """Every card of the tiers of which more than allowed are held."""
        over = [tier for tier in TIERS if sum(card.tier == tier for card in company.hand) > HAND_LIMIT[tier]]
        return [card.code for card in company.hand if card.tier in over]
