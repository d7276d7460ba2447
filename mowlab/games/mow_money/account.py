"""What came out of a round: bid by bid in sentences and as a table, and the count of points line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...core.cards import Cards
from ...core.words import Names, Row, number_of
from . import rules as r
from . import words
from .cards import N_CONTRACTS, NONE, TIERS
from .words import dollars

if TYPE_CHECKING:
    from ...core.view import View
    from ...ui.scene import Lines

DUMMY = "The dummy"


@dataclass
class Bid:
    """One stack that was turned over, and what became of it."""

    who: int
    target: int
    cards: list[int] = field(default_factory=list)
    stakes: list[int] = field(default_factory=list)
    bluffs: int = 0
    valid: bool = False
    paid: int | None = None
    job: int = NONE


@dataclass
class Area:
    """What happened to the contract of one neighborhood in this round."""

    contract: int = NONE
    winner: int = NONE
    drew: list[int] = field(default_factory=list)
    dummy_bid: int | None = None
    dummy_won: bool = False
    gone: bool = False


@dataclass
class Account:
    """The resolution of one round, read from its event rows."""

    bids: list[Bid] = field(default_factory=list)
    areas: dict[int, Area] = field(default_factory=dict)

    @classmethod
    def read(cls, rows: Sequence[Row], cards: Cards, areas: int, solo: bool) -> Account:
        """From the event rows of the resolution, in their order."""
        account = cls(areas={n: Area() for n in range(areas)})
        by_number: dict[int, Bid] = {}
        for kind, who, what, more in rows:
            n = what or 0
            if kind == r.REVEALED:
                by_number[more] = Bid(who, n)
                account.bids.append(by_number[more])
            elif kind == r.SHOWED_CARD:
                by_number[more].cards.append(n)
            elif kind == r.SHOWED_STAKE:
                by_number[more].stakes.append(n)
            elif kind == r.SHOWED_BLUFFS:
                by_number[more].bluffs = n
        account._judge(rows, solo)
        return account

    def _judge(self, rows: Sequence[Row], solo: bool) -> None:
        """Neighborhoods are resolved in their order, and every bid on one is told before its winner is."""
        waiting = [n for n in self.areas if solo or self.on(n)]
        told = 0
        for kind, who, what, more in rows:
            n = what or 0
            if kind == r.JOB_DONE:
                bid = self.of(who, r.ODD_JOB)
                bid.valid, bid.paid, bid.job = True, more, n
            elif kind in (r.INVALID, r.OFFERED):
                if not solo and told == len(self.on(waiting[0])):
                    del waiting[0]
                    told = 0
                told += 1
                self.of(who, waiting[0]).valid = kind == r.OFFERED
            elif kind == r.WON_CONTRACT:
                self.of(who, waiting[0]).paid = more
                self.areas[waiting[0]].contract, self.areas[waiting[0]].winner = n, who
            elif kind in (r.DUMMY_WON, r.TURNED_DOWN):
                area = self.areas[waiting[0]]
                area.contract, area.dummy_won, area.gone = n, kind == r.DUMMY_WON, kind == r.TURNED_DOWN
            elif kind == r.DUMMY_DREW:
                self.areas[waiting[0]].drew.append(n)
            elif kind == r.DUMMY_OFFERED:
                self.areas[waiting[0]].dummy_bid = n
            if solo and kind in (r.WON_CONTRACT, r.DUMMY_WON, r.TURNED_DOWN):
                del waiting[0]

    def of(self, who: int, target: int) -> Bid:
        return next(bid for bid in self.bids if (bid.who, bid.target) == (who, target))

    def on(self, target: int) -> list[Bid]:
        return [bid for bid in self.bids if bid.target == target]


def _total(bid: Bid, cards: Cards) -> int:
    return sum(cards.rows[c]["value"] for c in bid.cards)


def _staked(bid: Bid, cards: Cards) -> int:
    return sum(words.points_of(c, cards) for c in bid.stakes)


def _modified(bid: Bid, cards: Cards) -> int:
    return _total(bid, cards) - _staked(bid, cards)


def stack_words(bid: Bid, cards: Cards) -> str:
    """«3 basic cards with stars, 1 bluff card»."""
    parts = []
    for tier in TIERS:
        rows = [cards.rows[c] for c in bid.cards if cards.rows[c]["tier"] == tier]
        if rows:
            stars = sum(row["star"] for row in rows)
            with_stars = "" if tier == TIERS[-1] else f" ({number_of(stars, 'star', 'stars')})" if stars else ""
            parts.append(f"{number_of(len(rows), f'{tier} card', f'{tier} cards')}{with_stars}")
    if bid.bluffs:
        parts.append(number_of(bid.bluffs, "bluff card", "bluff cards"))
    return ", ".join(parts) or "no card"


# ---- the resolution -------------------------------------------------------------------------------------------------
RESOLVED = (r.REVEALED, r.DUMMY_WON, r.TURNED_DOWN)  # a round in which any of these happened has a resolution to read


def resolution(rows: Sequence[Row], names: Names, view: View) -> Lines | None:
    """All bids of the round as a table and neighborhood by neighborhood in words; None without a resolution."""
    if not any(row[0] in RESOLVED for row in rows):
        return None
    s, cards = view.state, view.game.cards
    account = Account.read(rows, cards, s.areas, s.players == 1)
    turned = {n: _kept(rows, view, n) if area.contract == NONE else area.contract for n, area in account.areas.items()}
    marker = _marker_then(rows, s)
    ordered = [r.ODD_JOB, *account.areas]
    lines: Lines = {
        "title": "The bids are turned over",
        "header": ["for", "who", "stack", "bid", "counts as", "result"],
        "rows": [_row(bid, names, cards, turned.get(target, NONE)) for target in ordered for bid in account.on(target)],
        "told": [
            *_told_jobs(account, names, cards),
            *(_told_area(account, n, turned[n], names, cards, marker, s) for n in account.areas),
        ],
    }
    if s.players == 1:
        lines["rows"] += [
            [
                _for(n, turned[n], cards),
                DUMMY,
                f"{len(area.drew)} drawn",
                *_dummy_cells(area),
            ]
            for n, area in account.areas.items()
            if area.drew
        ]
    return lines


def _kept(rows: Sequence[Row], view: View, area: int) -> int:
    """The contract that lay up in a neighborhood where nobody won it."""
    moved = next((what for kind, _, what, more in rows if kind == r.TO_BOTTOM and more == area), None)
    return int(view.state.up[area]) if moved is None else moved


def _marker_then(rows: Sequence[Row], s: Any) -> int:
    """Who had the marker when the bids were resolved: it may have moved on since."""
    moved = any(kind == r.MARKER for kind, *_ in rows)
    return int(s.marker - moved + s.players) % int(s.players)


def _for(target: int, contract: int, cards: Cards) -> str:
    """«A (3)»: the neighborhood and the points of its contract."""
    if target == r.ODD_JOB:
        return "job"
    return f"{words.area_name(target)[0]} ({words.points_of(contract, cards)})"


def _brief(bid: Bid, cards: Cards) -> str:
    """«3 basic + 1 bluff»."""
    tiers = [cards.rows[c]["tier"] for c in bid.cards]
    parts = [f"{tiers.count(tier)} {tier}" for tier in TIERS if tier in tiers]
    return " + ".join([*parts, *([f"{bid.bluffs} bluff"] if bid.bluffs else [])])


def _row(bid: Bid, names: Names, cards: Cards, contract: int) -> list[str]:
    head = [_for(bid.target, contract, cards), _capital(names[bid.who]), _brief(bid, cards)]
    if bid.target == r.ODD_JOB:
        return [*head, "–", "–", f"{words.JOB_NAMES[bid.job]}: ${bid.paid}" if bid.valid else "not done"]
    if not bid.valid:
        return [*head, "–", "not valid", f"wins: ${bid.paid}" if bid.paid is not None else "–"]
    staked = _staked(bid, cards)
    counts = dollars(_modified(bid, cards))
    return [
        *head,
        f"${_total(bid, cards)}",
        f"{counts} ({staked} staked)" if staked else counts,
        f"wins: ${bid.paid}" if bid.paid is not None else "–",
    ]


def _dummy_cells(area: Area) -> list[str]:
    if area.dummy_bid is None:
        return ["–", "no bid", "–"]
    bid = f"${area.dummy_bid}"
    return [bid, bid, "wins" if area.dummy_won else "–"]


def _told_jobs(account: Account, names: Names, cards: Cards) -> Iterator[str]:
    told = []
    for bid in account.on(r.ODD_JOB):
        if bid.valid:
            pay = cards.others["jobs"][bid.job]["pay"]
            job = words.JOB_NAMES[bid.job]
            told.append(names.sentence(f"{{Who}} {{do|does}} {job}: ${pay} and ${r.BONUS} more.", bid.who))
        else:
            told.append(
                names.sentence("{Who} {do|does} not get an odd job done: {why}.", bid.who, why=_no_job(bid, cards))
            )
    if told:
        yield f"Odd jobs first. {' '.join(told)}"


def _no_job(bid: Bid, cards: Cards) -> str:
    if len(bid.cards) != r.JOB_CARDS:
        return f"it takes exactly three cards, and here {'is' if len(bid.cards) == 1 else 'are'} {len(bid.cards)}"
    return "the three cards show no odd job that is on all of them"


def _told_area(account: Account, n: int, contract: int, names: Names, cards: Cards, marker: int, s: Any) -> str:
    area = account.areas[n]
    points = number_of(words.points_of(contract, cards), "point", "points")
    said = [f"{words.area_name(n)} ({points}):"]
    bids = account.on(n)
    said += [_told_bid(bid, contract, names, cards) for bid in bids]
    if s.players == 1:
        said += _told_dummy(area, bids, names, cards)
        return " ".join(said)
    if area.winner == NONE:
        said.append("nobody bids, so it goes to the bottom." if not bids else "No valid bid, so it goes to the bottom.")
        if s.depth[n] == 1:
            said[-1] = said[-1].replace("goes to the bottom", "stays")
        return " ".join(said)
    winner = account.of(area.winner, n)
    tied = [
        bid for bid in bids if bid.valid and bid is not winner and _modified(bid, cards) == _modified(winner, cards)
    ]
    if tied:
        said.append(_tie(winner, tied, names, cards, marker, s))
    said.append(names.sentence(f"{{Who}} {{win|wins}} it and {{get|gets}} ${winner.paid}.", winner.who))
    return " ".join(said)


def _told_bid(bid: Bid, contract: int, names: Names, cards: Cards) -> str:
    stack = stack_words(bid, cards)
    if not bid.valid:
        asked = " or ".join(words.way_words(way) for way in words.needs_of(contract, cards))
        text = f"{{Who}} {{put|puts}} {stack}: not valid, it takes {asked}."
        if bid.paid is not None:
            text = f"{{Who}} {{put|puts}} {stack} and {{are|is}} the only one to bid."
        return names.sentence(text, bid.who)
    staked = _staked(bid, cards)
    less = f", less {staked} staked makes {dollars(_modified(bid, cards))}" if staked else ""
    return names.sentence(f"{{Who}} {{bid|bids}} ${_total(bid, cards)} with {stack}{less}.", bid.who)


def _tie(winner: Bid, tied: list[Bid], names: Names, cards: Cards, marker: int, s: Any) -> str:
    """Why the winner of a tie is the winner (M19)."""
    who = names[winner.who]
    alike = [bid for bid in tied if _staked(bid, cards) == _staked(winner, cards)]
    if not alike:
        why = names.sentence("{Who} {have|has} staked more.", winner.who)
    elif winner.who == marker:
        why = names.sentence("{Who} {have|has} the marker.", winner.who)
    else:
        why = f"{_capital(who)} {'sit' if who == 'you' else 'sits'} nearer to the marker, clockwise."
    if alike and len(alike) < len(tied):
        others = " and ".join(names[bid.who] for bid in alike)
        why = f"{_capital(who)} and {others} have staked most. {why}"
    return f"A tie at {dollars(_modified(winner, cards))}: {why}"


def _told_dummy(area: Area, bids: list[Bid], names: Names, cards: Cards) -> Iterator[str]:
    if area.gone:
        yield "No valid bid, so the contract leaves the game."
        return
    if area.drew:
        drawn = ", ".join(_short(c, cards) for c in area.drew)
        yield f"{DUMMY} draws {drawn}"
        yield "and has too few for a bid." if area.dummy_bid is None else f"and bids ${area.dummy_bid}."
    tie = area.dummy_bid is not None and _modified(bids[0], cards) == area.dummy_bid
    if area.dummy_won:
        if tie:
            yield "A tie, which the dummy wins at this level."
        yield f"{DUMMY} takes the contract."
        return
    if area.winner != NONE:
        bid = bids[0]
        if tie:
            yield "A tie, which you win."
        yield names.sentence(f"{{Who}} {{win|wins}} it and {{get|gets}} ${bid.paid}.", bid.who)


def _short(card: int, cards: Cards) -> str:
    row = cards.rows[card]
    return f"a {row['tier']} ${row['value']}{' with a star' if row['star'] else ''}"


# ---- the count ------------------------------------------------------------------------------------------------------
def count(rows: Sequence[Row], names: Names, view: View) -> Lines | None:
    """Everybody's reputation points line by line once a round is over; None if it is not."""
    if not any(kind == r.ROUND_SCORED for kind, *_ in rows):
        return None
    s, cards = view.state, view.game.cards
    over = s.phase == r.ENDED
    lines: Lines = {
        "title": "The final count" if over else "Reputation so far",
        "header": ["player", "contracts", "mowers", "money", "points"],
        "rows": [_count_row(view, p, names) for p in range(s.players)],
        "note": _why_over(rows, view) if over else " ".join(_next(rows, names, cards)),
    }
    if s.players == 1:
        taken = _points_words([c for c in range(N_CONTRACTS) if s.contract[c] == r.DUMMY], cards)
        lines["rows"].append([DUMMY, taken, "–", "–", str(view.game.plain.reputation(s, r.DUMMY))])
    return lines


def _count_row(view: View, p: int, names: Names) -> list[str]:
    s, game = view.state, view.game
    won = won_by(s, p)
    owned = [i for i in range(r.N_TIERS) if s.mower[p * r.N_TIERS + i]]
    mowers = [game.cards.others["mowers"][i] for i in owned]
    return [
        _capital(names[p]),
        _points_words(won, game.cards),
        f"{sum(m['points'] for m in mowers)} ({', '.join(m['tier'] for m in mowers)})",
        f"{s.money[p] // r.MONEY_PER_POINT} (${s.money[p]})",
        str(game.plain.score(s, p)),
    ]


def won_by(s: Any, p: int) -> list[int]:
    """Contracts of a seat, staked ones too as long as they are not gone."""
    mine = (r.WON + p, r.STAKED + p * r.SLOTS, r.STAKED + p * r.SLOTS + 1)
    return [c for c in range(N_CONTRACTS) if s.contract[c] in mine]


def _points_words(contracts: list[int], cards: Cards) -> str:
    """«6 (1 + 2 + 3)»."""
    points = [words.points_of(c, cards) for c in contracts]
    return f"{sum(points)} ({' + '.join(map(str, points))})" if len(points) > 1 else str(sum(points))


def _next(rows: Sequence[Row], names: Names, cards: Cards) -> Iterator[str]:
    up = [
        f"{words.area_name(more)[0]}: {number_of(words.points_of(what or 0, cards), 'point', 'points')}"
        for kind, _, what, more in rows
        if kind == r.TURNED_UP
    ]
    if up:
        yield f"Newly turned up: {', '.join(up)}."
    for kind, who, *_ in rows:
        if kind == r.MARKER:
            yield f"The marker goes to {names[who]}."
    yield f"At the end ${r.MONEY_PER_POINT} are worth one point."


def _why_over(rows: Sequence[Row], view: View) -> str:
    s = view.state
    if any(kind == r.CAPPED for kind, *_ in rows):
        return f"The game is stopped after {r.MAX_ROUNDS} rounds, which is our own limit."
    empty = [words.area_name(n) for n in range(s.areas) if s.depth[n] == 0]
    has = "has" if len(empty) == 1 else "have"
    return f"{' and '.join(empty)} {has} no contract left: the game is over. Every ${r.MONEY_PER_POINT} is one point."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
