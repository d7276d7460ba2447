"""What creatures score, who is thrown out, who wins."""

from __future__ import annotations

from ...core.link import rule
from .cards import HORNS, LEFT, LOOSE_HEARTS, N_CARDS, RIGHT, VP, WILD_HORN, WINGS, constants, load
from .state import ENDED, OWNED, State, spent

_DEFAULT = constants(load())
SIGNS: tuple[int, ...] = _DEFAULT["SIGNS"]  # type: ignore[assignment]
ABILITY: tuple[int, ...] = _DEFAULT["ABILITY"]  # type: ignore[assignment]


@rule
def signs(s: State, p: int, sign: int) -> int:
    """How many of one sign (VP, HORNS, WINGS, LEFT or RIGHT) stand on the creatures of p."""
    n = 0
    for c in range(N_CARDS):
        if s.place[c] == OWNED + p:
            n += SIGNS[sign * N_CARDS + c]
    return n


@rule
def has_ability(s: State, p: int, ability: int) -> bool:
    owned = 0
    for c in range(N_CARDS):
        if s.place[c] == OWNED + p and ABILITY[c] == ability:
            owned += 1
    return owned > 0


@rule
def horns(s: State, p: int) -> int:
    """Horns that count for p: a wild horn joins an even number of horns, once (W16)."""
    n = signs(s, p, HORNS)
    return n + 1 if n % 2 == 0 and has_ability(s, p, WILD_HORN) else n


@rule
def horn_points(s: State, p: int) -> int:
    n = horns(s, p)
    return n if n % 2 == 1 else 0


@rule
def wing_points(s: State, p: int) -> int:
    """1 for each wizard with fewer wings; everybody counts, the greediest too (W12)."""
    mine = signs(s, p, WINGS)
    points = 0
    for q in range(s.players):
        if signs(s, q, WINGS) < mine:
            points += 1
    return points


@rule
def heart_points(s: State, p: int) -> int:
    """2 for each whole heart; with a creature that likes loose hearts 1 for each half that is left over."""
    left = signs(s, p, LEFT)
    right = signs(s, p, RIGHT)
    whole = min(left, right)
    loose = left + right - 2 * whole
    return 2 * whole + (loose if has_ability(s, p, LOOSE_HEARTS) else 0)


@rule
def points(s: State, p: int) -> int:
    return signs(s, p, VP) + horn_points(s, p) + wing_points(s, p) + heart_points(s, p)


@rule
def payoff(s: State, p: int) -> float:
    """1 for the best of those who were not thrown out: points, then the higher total (W14); shared if all is equal."""
    if s.out[p]:
        return 0.0
    tied = 0
    mine = points(s, p)
    for q in range(s.players):
        if not s.out[q]:
            theirs = points(s, q)
            if theirs > mine or (theirs == mine and s.total[q] > s.total[p]):
                return 0.0
            if theirs == mine and s.total[q] == s.total[p]:
                tied += 1
    return 1.0 / tied


POINT_WEIGHT, SPENT_WEIGHT = 1.0, 6  # fitted to 600 games of the characters: log loss 1.27, equal shares 1.50


@rule
def standing(s: State, p: int) -> float:
    """An estimate of the share of the victory that p will have, from points and true totals; all shares add to 1.

    A point ahead and being the greediest so far both weigh more the fewer auctions are left.
    """
    if s.phase == ENDED:
        return payoff(s, p)
    left = s.n_auctions - s.auction
    best = 0
    for q in range(s.players):
        best = max(best, points(s, q))
    everybody = 0.0
    mine = 0.0
    for q in range(s.players):
        weight = safety(s, q, left) / power(1.0 + POINT_WEIGHT / (left + 1), best - points(s, q))
        everybody += weight
        if q == p:
            mine = weight
    return mine / everybody


@rule
def safety(s: State, p: int, left: int) -> float:
    """How likely it looks that p will not end as the greediest, `left` auctions before the end."""
    rivals = 1
    for q in range(s.players):
        if q != p:
            rivals = max(rivals, spent(s, q))
    ratio = min(spent(s, p) / rivals, 100.0)
    return 1.0 / (1.0 + power(ratio, 1 + SPENT_WEIGHT // (left + 1)))


@rule
def power(base: float, n: int) -> float:
    """base to the n: multiplied out, so that compiled and uncompiled code give the same bits."""
    value = 1.0
    for _ in range(n):
        value *= base
    return value
