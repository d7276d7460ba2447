"""Mow Money in words: notation, card names, reasons, events, and what to do now.  Plain Python, never compiled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.cards import Cards
from ...core.words import Names, Reason, Row, number_of
from . import rules as r
from .cards import JOBS, N_CARDS, N_CONTRACTS, NONE, STARRED, TIERS

TITLE = "Mow Money"
UNIT = "reputation points"
LOWER_IS_BETTER = False
AMOUNTS = range(0)  # no move is a number
STANDING = "points ahead"  # by what choices are compared at the end of a round: cards and dollars count in it
PLAYERS = "players"
SOLO = "Victories are those over the dummy; a draw counts as half of one."
# What simulations keep besides the results: name -> (event, what its `what` is, what its `more` is)
KEPT_EVENTS = {
    "round": (r.ROUND_SCORED, "points", "dollars"),
    "contract": (r.WON_CONTRACT, "contract", "dollars"),
    "offer": (r.OFFERED, "modified", "dollars"),  # each valid bid for a contract
    "invalid": (r.INVALID, "neighborhood", "bid"),  # each other bid for one
    "job": (r.JOB_DONE, "job", "dollars"),
    "failed_job": (r.JOB_FAILED, "nothing", "bid"),
    "pick_up": (r.PICKED_UP, "job", "dollars"),
    "mower": (r.BOUGHT_MOWER, "tier", "dollars"),
    "stake": (r.STAKE_GONE, "points", "success"),
    "bluff": (r.BLUFFS_BACK, "cards", "success"),
    "dummy": (r.DUMMY_SCORED, "points", "ahead"),  # of the solo game
    "capped": (r.CAPPED, "rounds", "nothing"),  # a game that was stopped (M31)
}
EXAMPLES = "A (aim at neighborhood A), OJ, as1, free, b2*c1 (a card's code), r3.1, bluff0, card-b, mower-m, job-c, done"

SETUP, INVEST, LIMIT, BID, NEEDS, BLUFFS, STAKES, JOBS_, PICK, WINNER = (
    "Set Up",
    "Invest Phase",
    "Invest Phase, hand limit",
    "Bid Phase",
    "Bid Phase, requirements",
    "Bid Phase, bluff cards",
    "Bid Phase, staking",
    "Bid Phase, odd jobs",
    "Resolve Phase, odd job pick up",
    "Determining a Winner",
)
AREAS = ("Apple Hollow", "Bear Cave Way", "Cherry Creek", "Duck Springs", "Eagle Point", "Forest Lane")
JOB_NAMES = tuple(name.replace("_", " ") for name in JOBS)
_LETTERS = "ABCDEF"
_ICONS = "ctfps"


# ---- notation -------------------------------------------------------------------------------------------------------
def contract_code(contract: int, cards: Cards) -> str:
    """r3.2: the second of the contracts worth 3 points."""
    points = points_of(contract, cards)
    before = sum(cards.column("count", "contracts")[: points - 1])
    return f"r{points}.{contract - before + 1}"


def points_of(contract: int, cards: Cards) -> int:
    counts = cards.column("count", "contracts")
    return next(points for points in range(1, len(counts) + 1) if contract < sum(counts[:points]))


def notation(a: int, cards: Cards) -> str:
    """The short code of an action; see docs/games/mow-money.md."""
    if a < r.AIM:
        return str(cards.rows[a]["code"])
    if a == r.AIM + r.ODD_JOB:
        return "OJ"
    if a < r.DONE:
        return _LETTERS[a - r.AIM]
    if a == r.DONE:
        return "done"
    if a == r.FREE:
        return "free"
    if a < r.FREE:
        return f"as{a - r.WAY + 1}"
    if a < r.STAKE:
        return f"job-{_ICONS[a - r.JOB]}"
    if a < r.BLUFF:
        return contract_code(a - r.STAKE, cards)
    if a < r.BUY_CARD:
        return f"bluff{a - r.BLUFF}"
    kind, tier = ("card", a - r.BUY_CARD) if a < r.BUY_MOWER else ("mower", a - r.BUY_MOWER)
    return f"{kind}-{TIERS[tier][0]}"


def all_actions() -> range:
    return range(r.N_ACTIONS)


# ---- names ----------------------------------------------------------------------------------------------------------
def card_name(card: int, cards: Cards) -> str:
    """For example «the basic $2 card with a star (clean up)»."""
    row = cards.rows[card]
    icons = " and ".join(icon.replace("_", " ") for icon in row["icons"])
    return f"the {row['tier']} ${row['value']} card{' with a star' if row['star'] else ''} ({icons})"


def contract_name(contract: int, cards: Cards) -> str:
    return f"the contract worth {number_of(points_of(contract, cards), 'point', 'points')}"


def way_words(way: list[Any]) -> str:
    """One way of bidding on a contract: «3 basic cards, all with a star»."""
    tier, count, star = way
    return f"{number_of(count, f'{tier} card', f'{tier} cards')}{', all with a star' if star == STARRED else ''}"


def needs_of(contract: int, cards: Cards) -> list[list[Any]]:
    needs: list[list[Any]] = cards.column("needs", "contracts")[points_of(contract, cards) - 1]
    return needs


def area_name(area: int) -> str:
    return f"{_LETTERS[area]}, {AREAS[area]}"


def action_words(a: int, s: Any, cards: Cards, names: Names) -> str:
    """What the action is, as a player would say it: the text of a button."""
    if a < r.AIM:
        verb = "Discard" if s.phase == r.DISCARDING else "Put"
        return f"{verb} {card_name(a, cards)}"
    if a == r.AIM + r.ODD_JOB:
        return "Do an odd job"
    if a < r.DONE:
        return f"Bid on {area_name(a - r.AIM)}"
    if a == r.DONE:
        return _done_words(s)
    if a == r.FREE:
        return "Put together any stack"
    if a < r.FREE:
        return f"Bid with {way_words(needs_of(r.top(s, s.target[r.here(s)]), cards)[a - r.WAY])}"
    if a < r.STAKE:
        return f"{JOB_NAMES[a - r.JOB].capitalize()} for ${cards.column('pay', 'jobs')[a - r.JOB]}"
    if a < r.BLUFF:
        return f"Stake {contract_name(a - r.STAKE, cards)}"
    if a < r.BUY_CARD:
        return (
            "Seal it without a bluff card"
            if a == r.BLUFF
            else f"Seal it with {number_of(a - r.BLUFF, 'bluff card', 'bluff cards')}"
        )
    mower = cards.others["mowers"][a - r.BUY_CARD if a < r.BUY_MOWER else a - r.BUY_MOWER]
    if a < r.BUY_MOWER:
        return f"Buy {_a(mower['tier'])} bid card for ${mower['card_price']}"
    return f"Buy the {mower['tier']} mower for ${mower['price']}"


def _a(word: str) -> str:
    """«a basic», «an advanced»."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _done_words(s: Any) -> str:
    return {
        r.INVESTING: "Done investing",
        r.AIMING: "No further bid" if s.slot else "No bid",
        r.PUTTING_CARDS: "Enough cards",
        r.STAKING: "Stake nothing" if s.last == NONE else "Stake nothing more",
        r.PICKING_UP: "No odd job",
    }.get(s.phase, "Done")


# ---- why not --------------------------------------------------------------------------------------------------------
# Placeholders: Card, tier, limit, price, money, target, way, job, left.
REASONS: dict[int, tuple[str, str]] = {
    r.GAME_OVER: ("The game is over: nobody can move any more.", WINNER),
    r.NO_SUCH_ACTION: ("Mow Money has no such move.", SETUP),
    r.NOT_NOW: ("That is not what is asked now. {Asked}", "{section}"),
    r.NOT_IN_HAND: ("{Card} is not in your hand. Choose one of your own cards.", "{section}"),
    r.NO_MOWER: ("You need the {tier} mower before you can buy {tier} bid cards.", INVEST),
    r.NO_MONEY: ("That costs ${price}, and you have ${money}.", INVEST),
    r.NO_CARDS_LEFT: ("There is no {tier} bid card left to buy: deck and discards are empty.", INVEST + "; ruling M24"),
    r.HAVE_MOWER: ("You own the {tier} mower already; one is enough for the whole game.", INVEST),
    r.NOT_OVER_LIMIT: (
        "You must discard only where you are over a limit: seven basic, five medium, three advanced cards.",
        LIMIT + "; ruling M26",
    ),
    r.NO_SUCH_AREA: ("That neighborhood is not in play with this number of players.", SETUP),
    r.AIMED_THERE: (
        "Your other bid is for that already: you have one token for each neighborhood and one for odd jobs.",
        "ruling M6",
    ),
    r.NOTHING_TO_BID: ("You have neither a bid card nor a bluff card left to put under a token.", BID + "; ruling M2"),
    r.NO_SUCH_WAY: ("This contract does not list that many ways to bid for it.", NEEDS),
    r.CANNOT_MEET: ("Your hand does not have {way}. Choose another way, or put together any stack as a bluff.", NEEDS),
    r.CANNOT_DO_JOB: ("You need three cards that show {job}, and your hand does not have them.", JOBS_),
    r.WRONG_TIER: ("Types are not mixed: this way asks for {way}.", NEEDS),
    r.NEEDS_STAR: ("Every card must show a star: this way asks for {way}.", NEEDS),
    r.WRONG_ICON: ("All three cards must show the same odd job, here {job}.", JOBS_ + "; ruling M11"),
    r.NOT_ASCENDING: (
        "Cards and stakes go in by their order in the card list, so that no stack can be built twice.",
        "{section}; the order is our own",
    ),
    r.TOO_FEW_AFTER: (
        "After this card there would be too few suitable ones left to complete the stack: begin with an earlier one.",
        "{section}; the order is our own",
    ),
    r.STACK_NOT_READY: ("The stack is not complete yet: put further cards into it.", "{section}"),
    r.NOT_YOUR_CONTRACT: (
        "You can stake only a contract that you won in an earlier round and have not staked yet.",
        STAKES + "; ruling M15",
    ),
    r.TOO_MANY_STAKES: ("In this game at most {stakes} may be staked on one bid.", STAKES + "; ruling M14"),
    r.NO_BLUFF_LEFT: ("You have only {left} left to put under a token.", BLUFFS),
    r.NEEDS_BLUFF: ("A stack needs at least one card: without bid cards, put a bluff card.", BLUFFS + "; ruling M2"),
}


SECTIONS: dict[int, str] = {
    r.INVESTING: INVEST,
    r.DISCARDING: LIMIT,
    r.AIMING: BID,
    r.CHOOSING_WAY: NEEDS,
    r.PUTTING_CARDS: NEEDS,
    r.STAKING: STAKES,
    r.BLUFFING: BLUFFS,
    r.PICKING_UP: PICK,
    r.PICKING_CARDS: PICK,
    r.ENDED: WINNER,
}


def reason(code: int, a: int, s: Any, cards: Cards, names: Names) -> Reason:
    """The sentence for a reason code in this position, with the rule it stands on."""
    text, rule = REASONS[code]
    name = card_name(a, cards) if 0 <= a < N_CARDS else "that card"
    mower = cards.others["mowers"][_tier_of(a)]
    filled = text.format(
        Card=name[0].upper() + name[1:],
        tier=mower["tier"],
        price=mower["card_price"] if a < r.BUY_MOWER else mower["price"],
        money=s.money[s.turn],
        way=_way_asked(a, s, cards),
        job=_job_asked(a, s),
        left=number_of(r.unused_bluffs(s, s.turn), "bluff card", "bluff cards"),
        stakes=number_of(s.max_stakes, "contract", "contracts"),
        Asked=status(s, names),
    )
    rule = rule.format(section=SECTIONS[s.phase])
    rule = f"Rulebook: {rule}" if not rule.startswith("ruling") else rule[0].upper() + rule[1:]
    return Reason(code, filled, rule)


def _tier_of(a: int) -> int:
    if r.BUY_CARD <= a < r.BUY_MOWER:
        return a - r.BUY_CARD
    return a - r.BUY_MOWER if r.BUY_MOWER <= a < r.N_ACTIONS else 0


def _way_asked(a: int, s: Any, cards: Cards) -> str:
    """The way of bidding that action `a` or the stack being built is about."""
    if not r.CHOOSING_WAY <= s.phase <= r.PUTTING_CARDS or s.target[r.here(s)] in (NONE, r.ODD_JOB):
        return ""
    way = a - r.WAY if r.WAY <= a < r.FREE else s.way
    needs = needs_of(r.top(s, s.target[r.here(s)]), cards)
    return way_words(needs[way]) if 0 <= way < len(needs) else ""


def _job_asked(a: int, s: Any) -> str:
    job = (
        a - r.JOB
        if r.JOB <= a < r.STAKE
        else s.way
        if s.phase == r.PICKING_CARDS
        else s.job[r.here(s)]
        if r.is_bidding(s.phase) and s.slot < 2
        else NONE
    )
    return JOB_NAMES[job] if 0 <= job < len(JOB_NAMES) else "the same odd job"


# ---- what happened --------------------------------------------------------------------------------------------------
EVENTS: dict[int, str] = {
    r.ROUND_STARTED: "Round {what} begins; {whom} {has} the starting player marker.",
    r.BOUGHT_CARD: "{Who} {buy|buys} {a_tier} bid card for ${more}.",
    r.DREW: "{Who} {draw|draws} {card}.",
    r.BOUGHT_MOWER: "{Who} {buy|buys} the {tier} mower for ${more}.",
    r.DISCARDED: "{Who} {discard|discards} {card}.",
    r.SEALED: "{Who} {place|places} a bid of {cards}.",
    r.NO_BID: "{Who} {place|places} no bid.",
    r.COMMITTED: "{Who} {have|has} placed {bids}.",
    r.REVEALED: "{Who} {turn|turns} over a bid for {target}: {stack}.",
    r.SHOWED_CARD: "{card}",
    r.SHOWED_STAKE: "{contract}",
    r.SHOWED_BLUFFS: "{cards}",
    r.INVALID: "{Whose} bid for {target} is not valid: it does not meet any of the contract's ways.",
    r.OFFERED: "{Who} {bid|bids} {offer}.",
    r.JOB_DONE: "{Who} {complete|completes} an odd job, {job}, and {get|gets} ${more}, bonus included.",
    r.JOB_FAILED: "{Whose} odd job is not done: it takes exactly three cards that show the same one.",
    r.WON_CONTRACT: "{Who} {win|wins} {contract} and {get|gets} ${more}.",
    r.TURNED_DOWN: "Nobody bid for {contract}: it leaves the game.",
    r.DUMMY_DREW: "The dummy draws {card}.",
    r.DUMMY_OFFERED: "The dummy bids ${what}.",
    r.DUMMY_WON: "The dummy takes {contract}.",
    r.STAKE_GONE: "{Who} {give|gives} up {points} staked on a bid that {result}.",
    r.BLUFFS_BACK: "{Who} {take|takes} back {cards}.",
    r.PICKED_UP: "{Who} {pick|picks} up an odd job, {job}, for ${more}.",
    r.DECLINED: "{Who} {do|does} no odd job.",
    r.ROUND_SCORED: "{Who} {have|has} {what} reputation points now, with ${more}.",
    r.TO_BOTTOM: "Nobody won {contract} in {area}: it goes to the bottom.",
    r.TURNED_UP: "{area}: {contract} is up.",
    r.RESHUFFLED: "The discarded {tier} bid cards are shuffled into a new deck of {more}.",
    r.MARKER: "The starting player marker goes to {whom}.",
    r.CAPPED: "The game is stopped after {what} rounds (our own limit).",
    r.SCORED: "Final count: {whom} {have|has} {what} reputation points, {more} of them from money.",
    r.DUMMY_SCORED: "The dummy has {what} reputation points{and_wins}.",
    r.VICTORY: "{Who} {win|wins} with {what} reputation points!",
}
PRIVATE = {r.DREW: "{Who} {draw|draws} a card.", r.COMMITTED: "{Who} {have|has} placed {whose} bids."}
REVEALS = (r.REVEALED,)  # events with which hidden cards are shown to all
SHARED = "{Who} {share|shares} the victory with {what} reputation points!"
_SHOWN = (r.SHOWED_CARD, r.SHOWED_STAKE, r.SHOWED_BLUFFS)


def tell(rows: Sequence[Row], cards: Cards, names: Names) -> Iterator[str]:
    """Sentences for event rows (kind, who, what or None if hidden, more); what a bid shows joins one sentence."""
    i = 0
    while i < len(rows):
        kind, who, what, more = rows[i]
        i += 1
        shown = []
        if kind == r.REVEALED:
            while i < len(rows) and rows[i][0] in _SHOWN:
                shown.append(_shown(rows[i], cards))
                i += 1
        text = PRIVATE[kind] if what is None else SHARED if kind == r.VICTORY and more > 1 else EVENTS[kind]
        details = {} if what is None else _details(kind, what, more, cards, names)
        is_you = who == names.you
        yield names.sentence(
            text,
            who,
            **details,
            stack=", ".join(shown),
            whom=names[who],
            has="have" if is_you else "has",
            Whose="Your" if is_you else f"{names[who]}'s",
        )


def _shown(row: Row, cards: Cards) -> str:
    kind, _, what, _ = row
    assert what is not None
    if kind == r.SHOWED_CARD:
        return card_name(what, cards).removeprefix("the ")
    if kind == r.SHOWED_STAKE:
        return f"{number_of(points_of(what, cards), 'point', 'points')} staked"
    return number_of(what, "bluff card", "bluff cards")


def _details(kind: int, what: int, more: int, cards: Cards, names: Names) -> dict[str, Any]:
    details: dict[str, Any] = {"what": what, "more": more}
    if kind in (r.DREW, r.DISCARDED, r.DUMMY_DREW):
        details["card"] = card_name(what, cards)
    elif kind in (r.BOUGHT_CARD, r.BOUGHT_MOWER, r.RESHUFFLED):
        details |= {"tier": TIERS[what], "a_tier": _a(TIERS[what])}
    elif kind in (r.WON_CONTRACT, r.TURNED_DOWN, r.DUMMY_WON, r.TO_BOTTOM, r.TURNED_UP):
        details["contract"] = contract_name(what, cards)
        details["area"] = area_name(more) if kind in (r.TO_BOTTOM, r.TURNED_UP) else ""
    elif kind in (r.JOB_DONE, r.PICKED_UP):
        details["job"] = JOB_NAMES[what]
    elif kind in (r.REVEALED, r.INVALID):
        details["target"] = "an odd job" if what == r.ODD_JOB else area_name(what)
    elif kind == r.SEALED:
        details["cards"] = number_of(what, "card", "cards")
    elif kind == r.COMMITTED:
        details["bids"] = number_of(what, "bid", "bids") if what else "no bid"
    elif kind == r.OFFERED:
        details["offer"] = dollars(what) if what == more else f"{dollars(what)}, ${more} less what is staked"
    elif kind == r.STAKE_GONE:
        details |= {"points": number_of(what, "point", "points"), "result": "won" if more else "did not win"}
    elif kind == r.BLUFFS_BACK:
        details["cards"] = number_of(what, "bluff card", "bluff cards")
    elif kind == r.DUMMY_SCORED:
        details["and_wins"] = " and wins" if more else ""
    return details


def dollars(n: int) -> str:
    """A bid, which stakes can bring below nothing (M16)."""
    return f"${n}" if n >= 0 else f"-${-n}"


# ---- what to do now -------------------------------------------------------------------------------------------------
PHASES: dict[int, str] = {
    r.INVESTING: "{Who} {invest|invests}: buy mowers and bid cards, or be done.",
    r.DISCARDING: "{Who} {discard|discards} down to the hand limits.",
    r.AIMING: "{Who} {place|places} {bid}: for which neighborhood, or for an odd job?",
    r.CHOOSING_WAY: "{Who} {choose|chooses} how to bid.",
    r.PUTTING_CARDS: "{Who} {put|puts} cards under the token.",
    r.STAKING: "{Who} may stake won contracts to make the bid lower.",
    r.BLUFFING: "{Who} {seal|seals} the bid: how many bluff cards go with it?",
    r.PICKING_UP: "{Who} may pick up an odd job.",
    r.PICKING_CARDS: "{Who} {put|puts} three cards for the odd job.",
    r.ENDED: "The game is over.",
}


def status(s: Any, names: Names) -> str:
    """Whose turn it is and what that player must do."""
    return names.sentence(PHASES[s.phase], s.turn, bid="a second bid" if s.slot else "a bid")


# ---- the view of a seat, for a bot written in ordinary Python -------------------------------------------------------
def facts(s: Any, me: int, cards: Cards) -> dict[str, Any]:
    """What seat `me` knows: hand, money, mowers, contracts up, won, stack sizes, cards held by tier, round."""
    seats = range(s.players)
    hand = [row["code"] for c, row in enumerate(cards.rows) if s.place[c] == r.HAND + me]
    up = {_LETTERS[n]: contract_code(r.top(s, n), cards) for n in range(s.areas) if s.depth[n] and r.top(s, n) != NONE}
    won = {p: [contract_code(c, cards) for c in range(N_CONTRACTS) if s.contract[c] == r.WON + p] for p in seats}
    return {
        "seat": me,
        "hand": hand,
        "up": [f"{area}:{code}" for area, code in up.items()],
        "left": list(s.depth[: s.areas]),
        "money": list(s.money[: s.players]),
        "mowers": ["".join(TIERS[i][0] for i in range(3) if s.mower[p * 3 + i]) for p in seats],
        "won": [" ".join(won[p]) or "-" for p in seats],
        "held": ["/".join(str(s.held[p * 3 + i]) for i in range(3)) for p in seats],
        "stacks": ["/".join(str(s.laid[p * 2 + i]) for i in range(2)) for p in seats],
        "marker": s.marker,
        "round": s.rounds + 1,
    }


# ---- options --------------------------------------------------------------------------------------------------------
def refused(options: dict[str, Any], cards: Cards) -> str | None:
    """Why these options do not go together, or None."""
    if options["players"] > 1 and options["difficulty"] != "standard":
        return f"Mow Money: difficulty = {options['difficulty']!r} is for the solo game only (players=1; ruling M39)."
    return None
