"""Magic Money in words: notation, names, reasons, events, and what to do now.  Plain Python, never compiled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.cards import Cards
from ...core.link import by_cards
from ...core.words import Names, Reason, Row, number_of
from . import rules as r
from . import state as st
from .cards import NONE, constants

TITLE = "Magic Money"
UNIT = "points"
LOWER_IS_BETTER = False
STANDING = "% of the victory"  # what choices are compared by at the end of an auction: points say little alone
STAGE = "auction"
PLAYERS = "wizards"
UNSEEN = "the others' sealed bids, nor which creatures are still to come"
IMAGINED = (  # how worlds are made, for those who unfold the numbers
    "Bids that you have not seen and creatures still to come were imagined in {worlds} ways (worlds); in each, every "
    "choice was tried."
)
# What simulations keep besides the results: name -> (event, what its `what` is, what its `more` is)
KEPT_EVENTS = {
    "opening": (r.OPENED, "bid", "auction"),
    "token": (r.SEALED_BID, "bid", "auction"),
    "auction": (r.WON_LOT, "bid", "auction"),
    "end": (r.SCORED, "points", "total"),
    "greediest": (r.ELIMINATED, "points", "total"),
}

SET_UP, BEGIN, BID, RESOLVE, END, SIGNS, GREEDIEST = (
    "Set Up",
    "Begin the Auction",
    "Bidding",
    "Resolve the Auction",
    "End of Game",
    "Attributes",
    "Greediest Wizard",
)

# ---- notation -------------------------------------------------------------------------------------------------------
AMOUNTS = range(1, st.CAP + 1)  # bids are written as they are: 573
EXAMPLES = "573 (a bid), seat2 (a wizard), public1 (an entry), private3 (your bid of auction 3), enough"


def notation(a: int, cards: Cards) -> str:
    """The short code of an action that is not a bid.  Seats count from 0, entries and auctions from 1."""
    if a == st.ENOUGH:
        return "enough"
    if a >= st.TOKEN:
        return f"private{a - st.TOKEN + 1}"
    if a >= st.ENTRY:
        return f"public{a - st.ENTRY + 1}"
    return f"seat{a - st.SEAT}"


def all_actions() -> tuple[int, ...]:
    return (
        *range(st.SEAT, st.SEAT + st.MAX_PLAYERS),
        *range(st.ENTRY, st.ENTRY + st.ENTRIES),
        *range(st.TOKEN, st.TOKEN + st.MOST_AUCTIONS),
        st.ENOUGH,
    )


# ---- names ----------------------------------------------------------------------------------------------------------
ABILITY_WORDS = {
    "none": "",
    "erase-public": "Cross out one of your older Public entries.",
    "erase-private": "Cross out one of your Private entries.",
    "erase-private-2": "Cross out one or two of your Private entries.",
    "halve": "The bid that won this creature counts half, but at least 1.",
    "double": "The bid that won this creature counts twice.",
    "peek": "Look at the Private side of one opponent.",
    "expose": "The highest Private entry of one opponent moves to the Public side.",
    "swap": "Exchange an older Public entry of yours with one of an opponent.",
    "forge": "A tenth of your winning bid is written on the Public side of one opponent.",
    "restore": "A crossed-out Public entry of an opponent counts again.",
    "wild-horn": "At the end: if your number of horns is even, one horn is added.",
    "loose-hearts": "At the end: each half heart without a partner scores 1.",
}


def card_name(card: int, cards: Cards) -> str:
    """The creature's name."""
    return str(cards.rows[card]["name"])


def amount(n: int) -> str:
    """A number with its digits in groups: 5,739."""
    return f"{n:,}"


def _whose(names: Sequence[str] | Names, p: int) -> str:
    return "your" if names[p] == "you" else f"{names[p]}'s"


def action_words(a: int, s: Any, cards: Cards, names: Names) -> str:
    """What the action is, as a player would say it: the text of a button."""
    if a >= 0:
        return f"{'Open with' if s.phase == st.OPENING else 'Bid'} {amount(a)}"
    if a == st.ENOUGH:
        return "Cross out no second one"
    if a >= st.TOKEN:
        k = a - st.TOKEN
        return f"Cross out {amount(s.token[st.slot(s.turn, k)])} (your bid of auction {k + 1})"
    if a >= st.ENTRY:
        return _entry_words(a - st.ENTRY, s)
    text = {
        st.RESOLVING: "{who} {win}",
        st.PEEKING: "Peek at {whose} Private side",
        st.EXPOSING: "Expose {whose} highest Private entry",
        st.SWAPPING_RIVAL: "Swap with {who}",
        st.FORGING: "Forge an entry for {who}",
        st.RESTORING_RIVAL: "Restore an entry of {who}",
    }.get(s.phase, "{who}")
    p = a - st.SEAT
    win = "win" if names[p] == "you" else "wins"
    filled = text.format(who=names[p], whose=_whose(names, p), win=win)
    return filled[:1].upper() + filled[1:]


def _entry_words(i: int, s: Any) -> str:
    theirs = s.phase in (st.SWAPPING_THEIRS, st.RESTORING_ENTRY)
    row = (s.rival if theirs else s.turn) * st.ENTRIES + i
    verb = {st.ERASING_PUBLIC: "Cross out", st.SWAPPING_OWN: "Give away", st.SWAPPING_THEIRS: "Take over"}
    return f"{verb.get(s.phase, 'Restore')} {amount(s.amount[row])} (of auction {s.since[row] + 1})"


# ---- why not --------------------------------------------------------------------------------------------------------
# Placeholders: number (typed), limit (highest opening), last (last winning bid), because, cap, question (asked now).
REASONS: dict[int, tuple[str, str]] = {
    r.GAME_OVER: ("The game is over: nobody can bid or choose any more.", END),
    r.NO_SUCH_ACTION: (
        "Magic Money has no such move. Moves are a bid, a wizard, or an entry of a ledger.",
        BID,
    ),
    r.NUMBER_ASKED: ("Now a bid is asked for: a whole number from 1 up.", BID),
    r.SEAT_ASKED: ("Now a wizard is to be named: {question}.", RESOLVE),
    r.ENTRY_ASKED: ("Now an entry on a Public side is to be chosen: {question}.", "ruling B3"),
    r.TOKEN_ASKED: ("Now one of your own Private entries is to be chosen: {question}.", "ruling B3"),
    r.TOO_LOW: ("{number} is too low: nobody may stay out, and the lowest bid is 1.", BID),
    r.TOO_HIGH: (
        "That is too high. The rulebook has no highest bid, but this program stops at {cap} so that sums are exact.",
        "ruling W8a",
    ),
    r.ONLY_ONE: ("This opening must be 1: {because}.", BEGIN),
    r.OVER_TENTH: (
        "{number} is too high to open with: the last winning bid was {last}, and without its last digit that is "
        "{limit}. Open with {limit} at most.",
        BEGIN,
    ),
    r.NOT_A_TENTH: (
        "By the option chosen the opening is exactly a tenth of the last winning bid of {last}: it must be {limit}.",
        "ruling W1",
    ),
    r.NO_SUCH_SEAT: ("No wizard sits there.", SET_UP),
    r.NOT_HIGHEST: ("That token does not show the highest bid.", RESOLVE),
    r.OPENING_LOWER: ("A token beats your opening: you win only if nobody else bid more.", RESOLVE),
    r.NOT_YOURSELF: ("This ability acts on somebody else: name an opponent.", "ruling B3"),
    r.NO_LIVE_PRIVATE: ("That wizard has nothing on the Private side that could be exposed.", "ruling B3d"),
    r.NO_LIVE_PUBLIC: ("That wizard has no Public entry that could be swapped.", "ruling B3e"),
    r.NONE_CROSSED: ("That wizard has no crossed-out Public entry that could be restored.", "ruling B3"),
    r.NO_SUCH_ENTRY: ("There is no such entry on that Public side.", "ruling B3"),
    r.CROSSED_OUT: ("That entry is crossed out already and counts no more.", "ruling W19"),
    r.NOT_CROSSED: ("That entry is not crossed out: there is nothing to restore.", "ruling B3"),
    r.JUST_WRITTEN: (
        "What you have just paid for this creature must stay, or you could have bid anything for nothing.",
        "ruling B3a",
    ),
    r.NO_SUCH_TOKEN: ("You have no Private entry of that auction.", "ruling B3"),
    r.TOKEN_CROSSED: ("You have crossed out that Private entry already.", "ruling W19"),
    r.TOKEN_EXPOSED: ("That entry was exposed: it stands on your Public side now.", "ruling B3d"),
    r.NOT_ENOUGH: ("You must cross out at least one entry.", "ruling B3b"),
}

QUESTIONS = {
    st.RESOLVING: "who of those with the highest bid wins the creature",
    st.ERASING_PUBLIC: "which of your older ones is crossed out",
    st.ERASING_PRIVATE: "which one is crossed out",
    st.ERASING_FIRST: "which one is crossed out first",
    st.ERASING_SECOND: "which second one is crossed out, if any",
    st.PEEKING: "whose Private side you look at",
    st.EXPOSING: "whose highest Private entry is exposed",
    st.SWAPPING_OWN: "which of your older ones you give away",
    st.SWAPPING_RIVAL: "with whom you swap",
    st.SWAPPING_THEIRS: "which one you take over",
    st.FORGING: "on whose Public side you forge an entry",
    st.RESTORING_RIVAL: "of whom an entry is restored",
    st.RESTORING_ENTRY: "which crossed-out one counts again",
}


def reason(code: int, a: int, s: Any, cards: Cards, names: Names) -> Reason:
    """The sentence for a reason code in this position, with the rule it stands on."""
    text, rule = REASONS[code]
    last = s.bid[s.auction - 1] if s.auction > 0 else 0
    because = f"the last winning bid was {amount(last)}" if last else "it is the first of the game"
    filled = text.format(
        number=amount(a),
        limit=amount(max(1, last // st.TENTH)),
        last=amount(last),
        because=because,
        cap=amount(st.CAP),
        question=QUESTIONS.get(s.phase, ""),
    )
    return Reason(code, filled, f"Rulebook: {rule}" if not rule.startswith("ruling") else f"R{rule[1:]}")


# ---- what happened --------------------------------------------------------------------------------------------------
EVENTS: dict[int, str] = {
    r.AUCTION: "Auction {more}: {card} is for sale. {Who} {are|is} active and {open|opens}.",
    r.OPENED: "{Who} {open|opens} with {amount}, for all to see.",
    r.SEALED_BID: "{Who} {seal|seals} a bid of {amount}.",
    r.WON_LOT: "{Who} {win|wins} auction {more} with a bid of {amount}.",
    r.ADOPTED: "{Who} {adopt|adopts} {card}.",
    r.NO_TARGET: "There is nothing that {whose} new creature could act on.",
    r.CROSSED_PUBLIC: "{Who} {cross|crosses} out the Public entry of {amount}.",
    r.CROSSED_PRIVATE: "{Who} {cross|crosses} out the Private entry of {amount} (auction {more}).",
    r.HALVED: "The bid of {before} counts as {amount} only for {whose} total.",
    r.DOUBLED: "{Who} {have|has} to write the {amount} a second time.",
    r.PEEKED: "{Who} {look|looks} at the Private side of {rival}{seen}.",
    r.PEEK_SAW: "{amount} (auction {more})",
    r.EXPOSED: "{whose} highest Private entry is {amount} and moves to the Public side{seen}.",
    r.EXPOSED_WHICH: ": the bid of auction {more}",
    r.SWAPPED: "{Who} {give|gives} a Public entry of {amount} to {rival}.",
    r.SWAPPED_FOR: "{Who} {take|takes} over an entry of {amount} from {rival}.",
    r.FORGED: "An entry of {amount} is forged on {whose} Public side.",
    r.RESTORED: "The crossed-out {amount} on {whose} Public side counts again.",
    r.SCORED_VP: "{points} on the creatures",
    r.SCORED_HORNS: "{points} for {more} horn{s}",
    r.SCORED_WINGS: "{points} for {more} wing{s}",
    r.SCORED_HEARTS: "{points} for {more} half heart{s}",
    r.SCORED: "{Who} {score|scores} {points}: {parts}; and {have|has} spent {spent} in all.",
    r.ELIMINATED: "{Who} {have|has} spent most, {spent}, and {are|is} thrown out.",
    r.NOBODY_OUT: "{tied} wizards have spent most, {spent} each: nobody is thrown out.",
    r.WON: "{Who} {win|wins} with {score} and a total of {spent}!",
}
PRIVATE = {
    r.SEALED_BID: "{Who} {seal|seals} a bid.",
    r.CROSSED_PRIVATE: "{Who} {cross|crosses} out a Private entry.",
    r.PEEK_SAW: "",
    r.EXPOSED_WHICH: "",
}
REVEALS = (r.WON_LOT, r.EXPOSED)  # events that turn up something hidden in the middle of an auction
_JOINED = (r.PEEK_SAW, r.EXPOSED_WHICH, r.SCORED_VP, r.SCORED_HORNS, r.SCORED_WINGS, r.SCORED_HEARTS)


def tell(rows: Sequence[Row], cards: Cards, names: Names) -> Iterator[str]:
    """Sentences for event rows (kind, who, what or None if hidden, more).

    What a peek showed, which bid was exposed and the parts of a score go into the sentence of the event they belong to.
    """
    parts: list[str] = []
    for kind, who, what, more in rows:
        if kind in _JOINED:
            if what is not None:
                parts.append(_part(kind, what, more))
            continue
        text = PRIVATE[kind] if what is None else EVENTS[kind]
        yield names.sentence(text, who, **_details(kind, what, more, cards, names, parts))
        parts = []


def _part(kind: int, what: int, more: int) -> str:
    text = EVENTS[kind].format(amount=amount(what), points=what, more=abs(more), s="" if more == 1 else "s")
    return f"{text}, crossed out" if kind == r.PEEK_SAW and more < 0 else text


def _details(kind: int, what: int | None, more: int, cards: Cards, names: Names, parts: list[str]) -> dict[str, Any]:
    if what is None:
        return {}
    found: dict[str, Any] = {"amount": amount(what), "more": more}
    if kind in (r.AUCTION, r.ADOPTED):
        found["card"] = card_name(what, cards)
    elif kind == r.HALVED:
        found["before"] = amount(more)
    elif kind == r.PEEKED:
        found |= {"rival": names[what], "seen": f": {'; '.join(parts)}" if parts else ""}
    elif kind == r.EXPOSED:
        found["seen"] = "".join(parts)
    elif kind in (r.SWAPPED, r.SWAPPED_FOR):
        found["rival"] = names[more]
    elif kind == r.SCORED:
        found |= {"points": number_of(what, "point", "points"), "parts": ", ".join(parts), "spent": amount(more)}
    elif kind in (r.ELIMINATED, r.WON):
        found |= {"score": number_of(what, "point", "points"), "spent": amount(more)}
    elif kind == r.NOBODY_OUT:
        found |= {"tied": str(what), "spent": amount(more)}
    return found


# ---- what to do now -------------------------------------------------------------------------------------------------
PHASES: dict[int, str] = {
    st.OPENING: "{Who} {open|opens} the auction of {card} with {limit}.",
    st.BIDDING: "{Who} {seal|seals} a bid for {card}.",
    st.RESOLVING: "{Who} {look|looks} at the tokens and {say|says} who wins {card}.",
    st.ERASING_PUBLIC: "{Who} {choose|chooses} an older Public entry to cross out.",
    st.ERASING_PRIVATE: "{Who} {choose|chooses} a Private entry to cross out.",
    st.ERASING_FIRST: "{Who} {choose|chooses} the first of up to two Private entries to cross out.",
    st.ERASING_SECOND: "{Who} may cross out a second Private entry.",
    st.PEEKING: "{Who} {choose|chooses} whose Private side to look at.",
    st.EXPOSING: "{Who} {choose|chooses} whose highest Private entry is exposed.",
    st.SWAPPING_OWN: "{Who} {choose|chooses} an older Public entry to give away.",
    st.SWAPPING_RIVAL: "{Who} {choose|chooses} with whom to swap.",
    st.SWAPPING_THEIRS: "{Who} {choose|chooses} the entry to take over.",
    st.FORGING: "{Who} {choose|chooses} on whose Public side to forge an entry.",
    st.RESTORING_RIVAL: "{Who} {choose|chooses} of whom an entry is to be restored.",
    st.RESTORING_ENTRY: "{Who} {choose|chooses} the crossed-out entry that counts again.",
    st.ENDED: "The game is over.",
}


def status(s: Any, names: Names) -> str:
    """Whose turn it is and what that wizard must do; the same whether the tokens are tied or not (W6a)."""
    return names.sentence(PHASES[s.phase], s.turn, card="this creature", limit=_opening_words(s))


def _opening_words(s: Any) -> str:
    if s.auction == 0:
        return "any number" if s.first_opening == st.FREE else "1"
    limit = max(1, s.bid[s.auction - 1] // st.TENTH)
    if limit == 1 or s.opening_mode == st.EXACT:
        return amount(limit)
    return f"at most {amount(limit)}"


# ---- the view of a seat, for a bot written in ordinary Python -------------------------------------------------------
counting = by_cards(r.TOOLS, constants)  # points and money


def facts(s: Any, me: int, cards: Cards) -> dict[str, Any]:
    """What seat `me` knows: creatures (as codes) and Public sides, its Private side, bids[k][p] of seat p in auction
    k + 1 where it has seen it (else None), and the least and most that each wizard can have spent.
    """
    code, count, seats = cards.column("code"), counting(cards), range(s.players)
    opened = s.token[st.slot(s.active, s.auction)] if s.phase in (st.BIDDING, st.RESOLVING) else None
    done = range(min(s.auction + 1, s.n_auctions))
    return {
        "seat": me,
        "auction": min(s.auction + 1, s.n_auctions),
        "auctions": s.n_auctions,
        "active": s.active,
        "card": None if s.phase == st.ENDED else code[s.lot[s.auction]],
        "opening": opened,
        "last_win": s.bid[s.auction - 1] if s.auction else None,
        "creatures": [[code[c] for c in range(len(code)) if s.place[c] == st.OWNED + p] for p in seats],
        "public": [[s.amount[row] for row in _rows(s, p) if not s.crossed[row]] for p in seats],
        "crossed": [[s.amount[row] for row in _rows(s, p) if s.crossed[row]] for p in seats],
        "private": [s.token[st.slot(me, k)] for k in done if count.is_live(s, me, k)],
        "private_entries": list(s.live[: s.players]),
        "bids": [[_seen(s.token[st.slot(p, k)]) for p in seats] for k in done],
        "winners": [s.winner[k] for k in done if s.winner[k] != NONE],
        "winning_bids": [s.bid[k] for k in done if s.winner[k] != NONE],
        "points": [count.points(s, p) for p in seats],
        "least_spent": [count.floor_of(s, me, p) for p in seats],
        "most_spent": [count.ceiling_of(s, me, p) for p in seats],
        "free_budget": count.free_budget(s, me),
    }


def _rows(s: Any, p: int) -> range:
    """Where the entries on the Public side of p stand."""
    return range(p * st.ENTRIES, p * st.ENTRIES + s.entries[p])


def _seen(token: int) -> int | None:
    """A bid, or None where it was not made yet or this seat does not know it."""
    return token if token > 0 else None


# ---- options --------------------------------------------------------------------------------------------------------
def refused(options: dict[str, Any], cards: Cards) -> str | None:
    """Why these options do not go together: all of them do."""
    return None
