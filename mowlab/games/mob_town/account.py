"""What a round came to, in words and tables: purchases in one sentence, how agendas stand, the points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...core.cards import Cards
from ...core.words import Names, Row, list_of, number_of
from . import rules as r
from . import words
from .cards import NONE

if TYPE_CHECKING:
    from ...core.game import Game
    from ...core.view import View
    from ...ui.scene import Lines

ONE_CLAIM = 1000  # rules.claim: a thousand for each property (or type) that counts, and their face values


def purchase(took: Row, paid: Sequence[Row], cards: Cards, names: Names) -> str:
    """A take-over with all that was given for it: «Max takes over the Hotel 2 from you for fox 2 and cash; …»."""
    _, who, what, former = took
    assert what is not None
    text = names.sentence("{Who} {take|takes} over {what}", who, what=words.property_name(what, cards))
    if former not in (NONE, who):
        text += f" from {names[former]}"
    price = [words.card_name(k or 0, cards) for kind, _, k, _ in paid if kind == r.PAID]
    if price:
        text += f" for {list_of(price)}"
    gone = [words.card_name(k or 0, cards) for kind, _, k, _ in paid if kind == r.CONNECTED]
    connection = [f"{list_of(gone)} thrown away"] if gone else []
    for q in sorted({to for kind, _, _, to in paid if kind == r.HANDED}):
        given = [words.card_name(k or 0, cards) for kind, _, k, to in paid if kind == r.HANDED and to == q]
        connection.append(f"{list_of(given)} to {names[q]}")
    return text + (f"; to connect: {', '.join(connection)}." if connection else ".")


# ---- agendas --------------------------------------------------------------------------------------------------------
def _claims(game: Game, s: Any, a: int) -> list[tuple[int, int]]:
    """What each player has of an agenda: (how many, face values)."""
    return [divmod(int(game.plain.claim_of(s, p, a)), ONE_CLAIM) for p in range(s.players)]


def standing(game: Game, s: Any, p: int, a: int, names: Names) -> str:
    """How player p stands in an agenda, and against whom: «2, Max 1», «as many as Max (2), worth less: 3 to 5»."""
    claims = _claims(game, s, a)
    mine, worth = claims[p]
    rival = max((q for q in range(s.players) if q != p), key=lambda q: claims[q])
    most, theirs = claims[rival]
    if game.cards.others["agendas"][a]["counts"] == "group" and mine < r.SMALLEST_GROUP:
        return "no two neighbours yet"
    if mine == 0:
        return "none yet" if most == 0 else f"none yet, {names[rival]} {most}"
    if mine != most:
        return f"{mine}, most of the others: {most}" if most else f"{mine}, nobody else has any"
    how = "more" if worth > theirs else "less" if worth < theirs else "the same"
    values = f"{worth} to {theirs}" if worth != theirs else f"{worth}"
    return f"{mine} like {names[rival]}, worth {how}: {values}"


def outcome(game: Game, s: Any, p: int, a: int, names: Names) -> str:
    """How an agenda of p came out and why."""
    claims = _claims(game, s, a)
    mine, worth = claims[p]
    most, theirs = max(claims[q] for q in range(s.players) if q != p)
    rivals = [names[q] for q in range(s.players) if q != p and claims[q][0] == most]
    them = list_of(rivals)
    if game.plain.achieves(s, p, a):
        if mine > most:
            others = f"the others at most {most}" if most else "nobody else has any"
            return f"{mine}, {others}: {r.AGENDA_POINTS} points"
        return f"tied with {them} at {mine}, but worth {worth} against {theirs}: {r.AGENDA_POINTS} points"
    if game.cards.others["agendas"][a]["counts"] == "group" and mine < r.SMALLEST_GROUP:
        return "it takes two neighbours: nothing"
    if mine == 0:
        return "none: nothing"
    if mine < most:
        return f"{mine}, but {them} {'has' if len(rivals) == 1 and rivals[0] != 'you' else 'have'} {most}: nothing"
    return f"tied with {them} at {mine}, worth {worth} against {theirs}: nothing"


# ---- points ---------------------------------------------------------------------------------------------------------
def count(rows: Sequence[Row], names: Names, view: View, before: View | None) -> Lines:
    """The points of a round, player by player, from the event rows of its end."""
    game, players = view.game, range(view.state.players)
    found: dict[int, dict[int, Row]] = {p: {row[0]: row for row in rows if row[1] == p} for p in players}
    law = next(row for row in rows if row[0] == r.LAW_CAME)
    shown = {p: [row for row in rows if row[0] == r.AGENDA_SCORED and row[1] == p] for p in players}
    last = any(row[0] == r.BRIEFCASES_SCORED for row in rows)
    header = ["player", "properties", "agendas", "round", *(["briefcases"] if last else []), "total"]
    table = []
    for p in players:
        _, _, faces, number = found[p][r.FACES_SCORED]
        _, _, points, total = found[p][r.ROUND_SCORED]
        agendas = sum(row[3] for row in shown[p])
        cells = [f"{faces} ({number})", str(agendas), str(points)]
        if last:
            _, _, extra, total = found[p][r.BRIEFCASES_SCORED]
            cells.append(str(extra))
        table.append([names[p].capitalize() if p == names.you else names[p], *cells, str(total)])
    lines: Lines = {
        "title": f"The law comes: {names[law[1]]} {'draw' if law[1] == names.you else 'draws'} it",
        "header": header,
        "rows": table,
        "told": [_agendas_of(p, shown[p], names, game, before) for p in players],
        "note": "Properties count their face values; in brackets how many there are."
        + (f" Each unused briefcase brings {r.BRIEFCASE_POINTS} points at the very end." if last else ""),
    }
    return lines


def _agendas_of(p: int, shown: Sequence[Row], names: Names, game: Game, before: View | None) -> str:
    """«Max: most Hotels (2, but you have 3: nothing) and …»."""
    told = []
    for _, _, a, points in shown:
        assert a is not None
        how = number_of(points, "point", "points") if points else "nothing"
        if before is not None:
            how = outcome(game, before.state, p, a, names)
        told.append(f"{words.agenda_name(a, game.cards)} ({how})")
    who = names[p].capitalize() if p == names.you else names[p]
    return f"{who}: {' and '.join(told)}."
