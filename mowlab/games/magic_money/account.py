"""What came out: an auction wizard by wizard, the count of points line by line, who was thrown out, who won and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...core.words import Names, Row, number_of
from . import rules as r
from . import state as st
from . import words
from .cards import HORNS, LEFT, N_CARDS, NONE, RIGHT, VP, WINGS
from .words import amount

if TYPE_CHECKING:
    from ...core.view import View
    from ...ui.scene import Lines, Result, Tone

ORIGINS = ("opened", "won", "doubled", "forged", "exposed")  # how an entry came to a Public side
ABILITIES = (
    r.NO_TARGET,
    r.CROSSED_PUBLIC,
    r.HALVED,
    r.DOUBLED,
    r.PEEKED,
    r.PEEK_SAW,
    r.EXPOSED,
    r.EXPOSED_WHICH,
    r.SWAPPED,
    r.SWAPPED_FOR,
    r.FORGED,
    r.RESTORED,
)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def creatures(s: Any, p: int) -> list[int]:
    """The creatures of p in the order in which they were sold."""
    sold = [c for c in s.lot if c != NONE]
    found = [c for c in range(N_CARDS) if s.place[c] == st.OWNED + p]
    return sorted(found, key=lambda c: sold.index(c) if c in sold else NONE)


def auctions(s: Any) -> range:
    """Those that have begun."""
    return range(min(s.auction + 1, s.n_auctions))


def reach(view: View, p: int) -> str:
    """What p has spent as far as the seat of the view knows: «134», or from the least to the most «57–134»."""
    low, high = (int(f(view.state, view.seat, p)) for f in (view.game.plain.floor_of, view.game.plain.ceiling_of))
    return amount(low) if low == high else f"{amount(low)}–{amount(high)}"


def seen_private(view: View, p: int) -> list[int]:
    """Auctions whose bid the seat of the view has seen and that still stand on the Private side of p.

    Where an entry of that amount was exposed later, it may be this one or one that was not seen: it is left out then,
    and counts among the hidden ones if there are any.
    """
    s, me, count = view.state, view.seat, view.game.plain
    seen = [k for k in auctions(s) if count.on_private_side(s, p, k) and count.knows(s, me, p, k)]
    seen = [k for k in seen if not count.was_exposed(s, p, k)]
    known_until = 0 if p == me else s.peeked[me * st.MAX_PLAYERS + p]
    for after in auctions(s):
        if s.exposed_seat[after] == p and p != me and after >= known_until:
            same = (k for k in seen if k <= after and s.token[st.slot(p, k)] == s.exposed_bid[after])
            if (moved := next(same, None)) is not None:
                seen.remove(moved)
    return seen


# ---- an auction -----------------------------------------------------------------------------------------------------
def auction(rows: Sequence[Row], names: Names, view: View) -> Lines | None:
    """What everybody paid in the auction that has just ended, as far as this seat knows; None if none has."""
    found = _last_auction(rows)
    if found is None:
        return None
    s, cards = view.state, view.game.cards
    k = s.auction - 1
    winner, creature = s.winner[k], words.card_name(s.lot[k], cards)
    order = [(s.opener[k] + step) % s.players for step in range(s.players)]
    title = names.sentence("{Who} {win|wins} {creature} for {bid}", winner, creature=creature, bid=amount(s.bid[k]))
    over = s.phase == st.ENDED
    return {
        "title": f"Auction {k + 1}: {title[0].lower() if winner == names.you else title[0]}{title[1:]}",
        "header": ["wizard", "bid", "is written on", "spent in all" if over else "spent so far"],
        "rows": [
            [capital(names[p]), _bid(s, p, k), _side(s, p, k), reach(view, p).replace("–", " to ")] for p in order
        ],
        "told": [
            *words.tell([row for row in found if row[0] in ABILITIES], cards, names),
            *_erased(s, k, names),
        ],
        "note": _lesson(view, names, k),
    }


def _erased(s: Any, k: int, names: Names) -> Iterator[str]:
    """How many entries the winner crossed out; which ones, nobody else learns."""
    if s.erased[k]:
        what = number_of(s.erased[k], "Private entry", "Private entries")
        yield names.sentence("{Who} {cross|crosses} out {what}.", s.winner[k], what=what)


def _last_auction(rows: Sequence[Row]) -> list[Row] | None:
    """The rows from the one that begins the auction that ended last, to its end."""
    ends = [i for i, row in enumerate(rows) if (row[0] == r.AUCTION and row[3] > 1) or row[0] == r.SCORED_VP]
    if not ends:
        return None
    end = next(i for i in ends if rows[i][0] == r.SCORED_VP) if rows[ends[-1]][0] == r.SCORED_VP else ends[-1]
    begin = max((i for i in range(end) if rows[i][0] == r.AUCTION), default=0)
    return list(rows[begin:end])


def _bid(s: Any, p: int, k: int) -> str:
    token = s.token[st.slot(p, k)]
    return "hidden" if token == st.SEALED else amount(token)


def _side(s: Any, p: int, k: int) -> str:
    if p == s.winner[k]:
        return "Public: won"
    if p == s.opener[k]:
        return "both sides: opened" if s.beaten_opening == st.BOTH_SIDES else "Public: opened"
    return "Private"


def _lesson(view: View, names: Names, k: int) -> str:
    """What this auction meant for the seat of the view."""
    s, me = view.state, view.seat
    bid = amount(s.token[st.slot(me, k)])
    if me == s.winner[k]:
        return "You pay what you bid, for all to see."
    return f"Your {bid} {'is' if bid == '1' else 'are'} gone too: everybody pays, not just the winner."


# ---- the count ------------------------------------------------------------------------------------------------------
def count(rows: Sequence[Row], names: Names, view: View) -> Lines | None:
    """Everybody's points line by line and what they spent, once the game is over; None before."""
    if not any(row[0] == r.SCORED for row in rows):
        return None
    s = view.state
    return {
        "title": "The final count",
        "header": ["wizard", "spent", "points", "cards", "horns", "wings", "hearts"],
        "rows": [_count_row(view, p, names) for p in range(s.players)],
        "told": list(_signs(view, names)),
        "note": "Points are the sum of the four columns after them; in brackets: how many there are. An odd number of "
        "horns scores 1 each, an even number nothing; wings score 1 for each wizard who has fewer; a left and a right "
        "half heart score 2.",
    }


def _count_row(view: View, p: int, names: Names) -> list[str]:
    s, game = view.state, view.game.plain
    points = str(game.points(s, p))
    return [
        capital(names[p]),
        f"{amount(s.total[p])} (out)" if s.out[p] else amount(s.total[p]),
        f"{points} (wins)" if game.payoff(s, p) > 0 else points,
        str(game.signs(s, p, VP)),
        f"{game.horn_points(s, p)} ({game.horns(s, p)})",
        f"{game.wing_points(s, p)} ({game.signs(s, p, WINGS)})",
        f"{game.heart_points(s, p)} ({game.signs(s, p, LEFT)}+{game.signs(s, p, RIGHT)})",
    ]


def _signs(view: View, names: Names) -> Iterator[str]:
    """What abilities changed at the end."""
    s, game = view.state, view.game.plain
    for p in range(s.players):
        if game.horns(s, p) != game.signs(s, p, HORNS):
            yield names.sentence("{Who} {have|has} a wild horn, which makes an even number odd.", p)
        if game.heart_points(s, p) > 2 * min(game.signs(s, p, LEFT), game.signs(s, p, RIGHT)):
            yield names.sentence("{whose} half hearts without a partner score 1 each.", p)


def _told(view: View, names: Names) -> Iterator[str]:
    """How the game was decided, step by step."""
    s, game = view.state, view.game.plain
    yield from _greediest(view, names)
    stay = [p for p in range(s.players) if not s.out[p]]
    best = max(game.points(s, p) for p in stay)
    first = [p for p in stay if game.points(s, p) == best]
    won = [p for p in first if game.payoff(s, p) > 0]
    most = number_of(best, "point", "points")
    tied = capital(" and ".join(names[p] for p in first))
    if len(first) == 1:
        others = "Of the others, {name}" if len(stay) < s.players else "{Who}"
        yield names.sentence(f"{others} {{have|has}} the most points: {best}.", first[0], name=names[first[0]])
    elif len(won) == 1:
        spent = amount(s.total[won[0]])
        text = f"{tied} have {most} each; {{name}} spent more, {spent}, and {{win|wins}} the tie."
        yield names.sentence(text, won[0], name=names[won[0]])
    else:
        spent = amount(s.total[won[0]])
        yield f"{tied} have {most} each and have spent the same, {spent}: they share the victory."


def _greediest(view: View, names: Names) -> Iterator[str]:
    """Who was thrown out."""
    s = view.state
    most = max(s.total[: s.players])
    top = [p for p in range(s.players) if s.total[p] == most]
    out = [p for p in top if s.out[p]]
    for p in out:
        points = number_of(view.game.plain.points(s, p), "point", "points")
        yield names.sentence(
            "{Who} spent most, {most}, so {they} {are|is} the greediest wizard and thrown out with {points}.",
            p,
            most=amount(most),
            they="you" if p == names.you else "this",
            points=points,
        )
    if not out:
        yield f"{len(top)} wizards spent most, {amount(most)} each: nobody is thrown out."
    elif len(out) < len(top):
        yield "Lots were drawn among those who spent most."


# ---- the end --------------------------------------------------------------------------------------------------------
def result(view: View, names: Names) -> Result | None:
    """Who won and why, or None while the game goes on."""
    s, game = view.state, view.game.plain
    if s.phase != st.ENDED:
        return None
    won = [p for p in range(s.players) if game.payoff(s, p) > 0]
    points = number_of(game.points(s, won[0]), "point", "points")
    if len(won) == 1:
        title = f"{names.sentence('{Who} {win|wins}', won[0])} with {points}!"
    else:
        title = f"{capital(' and '.join(names[p] for p in won))} share the victory with {points} each."
    mine = names.you is not None
    tone: Tone = "good" if names.you in won else "bad" if mine and s.out[names.you] else "info"
    art = "trophy" if names.you in won or not mine else "coin-bag"
    return {"title": title, "text": " ".join(_told(view, names)), "tone": tone, "art": art}
