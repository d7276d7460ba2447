"""What Mob Town has to chart beside what all games have: points by source, prices, agendas, the law, who begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.cards import Cards
from ...core.chart import DOTS, GROUPED, LANES, Lane, Outcomes, OwnChart, Tally, each_game
from ...core.words import number_of
from .rules import MAX_PLAYERS, ROUNDS
from .words import agenda_name

MOST_TOKENS = 5  # that have a row of their own; more of them share one
FROM_PROPERTIES, FROM_AGENDAS, FROM_BRIEFCASES = "properties", "agendas", "briefcases"
CHOSEN, ACHIEVED = "chosen", "achieved"
DREW_IT, OTHERS = "drew the law", "the others"
PLACES = ("first", "second", "third", "fourth")[:MAX_PLAYERS]


# ---- which round something belongs to -------------------------------------------------------------------------------
def _rounds(outcomes: Outcomes, name: str, per_round: int) -> NDArray[Any]:
    """For each event of a kind that happens `per_round` times in every round: its round, from 0 on."""
    row = outcomes.events(name).row  # sorted, and in each game in the order of play
    at: NDArray[Any] = np.arange(len(row)) - np.searchsorted(row, row)
    return at // per_round


def _seat_of_rounds(outcomes: Outcomes, name: str) -> NDArray[Any]:
    """seat[game, round]: who an event that happens once in every round happened to; -1 in games cut short."""
    events = outcomes.events(name)
    seat: NDArray[Any] = np.full((len(outcomes), ROUNDS), -1)
    seat[events.row, _rounds(outcomes, name, 1)] = events.seat
    return seat


def _places(outcomes: Outcomes) -> NDArray[Any]:
    """place[i] of each event "round": how many seats after the starter of that round, 0 for the starter."""
    events, seats = outcomes.events("round"), outcomes.game.players
    began = _seat_of_rounds(outcomes, "start")[events.row, _rounds(outcomes, "round", seats)]
    places: NDArray[Any] = (events.seat - began) % seats
    return places


def _seats_of(outcomes: Outcomes, bot: int) -> NDArray[Any]:
    """In how many seats of each game that bot sat."""
    seats: NDArray[Any] = (outcomes.bot == bot).sum(axis=1)
    return seats


# ---- points, prices, agendas ----------------------------------------------------------------------------------------
def sources(outcomes: Outcomes) -> Iterator[Tally]:
    """Points of each bot in a game, by what brought them."""
    for series, name in ((FROM_PROPERTIES, "properties"), (FROM_AGENDAS, "agenda"), (FROM_BRIEFCASES, "briefcases")):
        events = outcomes.events(name)
        bot = outcomes.bot[events.row, events.seat]
        for b, label in enumerate(outcomes.labels.values()):
            points = each_game(outcomes, events.row[bot == b], events.columns["points"][bot == b])
            yield Tally(label, points, _seats_of(outcomes, b), series)


def prices(outcomes: Outcomes) -> Iterator[Tally]:
    """Cards that a take-over took, connection included, by the tokens that lay there before."""
    for tokens, row, cards in _by_tokens(outcomes):
        yield Tally(tokens, each_game(outcomes, row, cards), each_game(outcomes, row))


def take_overs(outcomes: Outcomes) -> Iterator[Tally]:
    """How many take-overs a round has, by the tokens that lay there before."""
    rounds = each_game(outcomes, outcomes.events("law").row)
    for tokens, row, _ in _by_tokens(outcomes):
        yield Tally(tokens, each_game(outcomes, row), rounds)


def _by_tokens(outcomes: Outcomes) -> Iterator[tuple[str, NDArray[Any], NDArray[Any]]]:
    """For each number of tokens a label, and game and cards of the take-overs."""
    events = outcomes.events("price")
    tokens = np.minimum(events.columns["tokens"], MOST_TOKENS)
    for n in range(MOST_TOKENS + 1):
        label = number_of(n, "token", "tokens") if n else "no token"
        now = tokens == n
        yield f"{label} or more" if n == MOST_TOKENS else label, events.row[now], events.columns["cards"][now]


def short_name(i: int, cards: Cards) -> str:
    """What an agenda counts, in two or three words."""
    name = agenda_name(i, cards).removeprefix("most ").removeprefix("the ")
    return {"group": "largest group", "properties": "properties"}.get(cards.others["agendas"][i]["counts"], name)


def agendas(outcomes: Outcomes) -> Iterator[Tally]:
    """How often each agenda was chosen, and which share of those was achieved."""
    events, cards = outcomes.events("agenda"), outcomes.game.cards
    chances = each_game(outcomes, outcomes.events("round").row)  # one for each player and round
    for i in range(len(cards.others["agendas"])):
        this = events.columns["agenda"] == i
        row, label = events.row[this], short_name(i, cards)
        achieved = events.columns["points"][this] > 0
        yield Tally(label, each_game(outcomes, row), chances, CHOSEN)
        yield Tally(label, each_game(outcomes, row, achieved), each_game(outcomes, row), ACHIEVED)


# ---- the law --------------------------------------------------------------------------------------------------------
def turns(outcomes: Outcomes) -> list[Lane]:
    """How many turns each round had."""
    return _law_lanes(outcomes, "turns")


def law_cards(outcomes: Outcomes) -> list[Lane]:
    """As which card of the deck the law came, after the deal."""
    return _law_lanes(outcomes, "cards")


def _law_lanes(outcomes: Outcomes, column: str) -> list[Lane]:
    law, number = outcomes.events("law"), _rounds(outcomes, "law", 1)
    return [Lane(f"Round {k + 1}", law.columns[column][number == k], law.row[number == k]) for k in range(ROUNDS)]


def law(outcomes: Outcomes) -> Iterator[Tally]:
    """The share of rounds that each bot ended by drawing the law."""
    events = outcomes.events("law")
    bot = outcomes.bot[events.row, events.seat]
    rounds = each_game(outcomes, events.row)
    for b, label in enumerate(outcomes.labels.values()):
        yield Tally(label, each_game(outcomes, events.row[bot == b]), rounds * _seats_of(outcomes, b))


def law_points(outcomes: Outcomes) -> Iterator[Tally]:
    """Points of a round for those who drew the law and for the others, bot by bot."""
    events = outcomes.events("round")
    drew = _seat_of_rounds(outcomes, "law")[events.row, _rounds(outcomes, "round", outcomes.game.players)]
    bot = outcomes.bot[events.row, events.seat]
    for series, who in ((DREW_IT, drew == events.seat), (OTHERS, drew != events.seat)):
        for b, label in enumerate(outcomes.labels.values()):
            now = who & (bot == b)
            row = events.row[now]
            points = each_game(outcomes, row, events.columns["points"][now])
            yield Tally(label, points, each_game(outcomes, row), series)


# ---- who begins -----------------------------------------------------------------------------------------------------
def order_wins(outcomes: Outcomes) -> Iterator[Tally]:
    """Victories by the order of turns in the first round, for which lots are drawn."""
    seats, games = outcomes.game.players, np.arange(len(outcomes))
    began = np.zeros(len(outcomes), np.int64)
    start = outcomes.events("start")
    first = start.columns["round"] == 1
    began[start.row[first]] = start.seat[first]
    for place, label in enumerate(PLACES[:seats]):
        yield Tally(label, outcomes.payoff[games, (began + place) % seats], np.ones(len(outcomes)))


def order_points(outcomes: Outcomes) -> Iterator[Tally]:
    """Points of each round by the order of turns in that round."""
    events, seats = outcomes.events("round"), outcomes.game.players
    number, places = _rounds(outcomes, "round", seats), _places(outcomes)
    for k in range(ROUNDS):
        for place, label in enumerate(PLACES[:seats]):
            now = (number == k) & (places == place)
            row = events.row[now]
            points = each_game(outcomes, row, events.columns["points"][now])
            yield Tally(label, points, each_game(outcomes, row), f"round {k + 1}")


CHARTS = {
    "sources": OwnChart(
        title="Where points come from",
        kind=GROUPED,
        events=("properties", "agenda", "briefcases"),
        axis="points a game",
        count=sources,
    ),
    "agendas": OwnChart(
        title="Agendas: chosen and achieved",
        kind=GROUPED,
        events=("agenda", "round"),
        axis="share who chose it, who achieved it",
        count=agendas,
        share=True,
        digits=0,
        know="Chosen: of all players and rounds; achieved: of those who had chosen it.",
    ),
    "prices": OwnChart(
        title="What take-overs take, by tokens",
        kind=DOTS,
        events=("price",),
        axis="cards for a take-over",
        digits=2,
        count=prices,
        know="By the tokens that lay on the property before; cards for the way are included.",
    ),
    "take_overs": OwnChart(
        title="How often properties change hands",
        kind=DOTS,
        events=("price", "law"),
        axis="take-overs a round",
        digits=2,
        count=take_overs,
        know="Of all players together, by the tokens that lay on the property before.",
    ),
    "turns": OwnChart(
        title="How long rounds last: turns",
        kind=LANES,
        events=("law",),
        axis="turns in a round",
        count=turns,
    ),
    "law_cards": OwnChart(
        title="How long rounds last: cards",
        kind=LANES,
        events=("law",),
        axis="cards from the deck, the law included",
        count=law_cards,
    ),
    "law": OwnChart(
        title="Who draws the law",
        kind=DOTS,
        events=("law",),
        axis="share of rounds ended",
        share=True,
        count=law,
        know="Each player's share of the rounds in which that bot played.",
    ),
    "law_points": OwnChart(
        title="Does drawing the law pay off?",
        kind=GROUPED,
        events=("law", "round"),
        axis="points in a round",
        count=law_points,
        know="Who is ahead has reasons to draw: this is how they fared, not what the law did for them.",
    ),
    "order_wins": OwnChart(
        title="Does it help to begin?",
        kind=DOTS,
        events=("start",),
        axis="share of victories",
        share=True,
        count=order_wins,
        know="By the order of turns in the first round, in which lots decide who begins.",
    ),
    "order_points": OwnChart(
        title="Points by the order of turns",
        kind=GROUPED,
        events=("start", "round"),
        axis="points in a round",
        count=order_points,
        know="By the order of turns in that round. Lots decide who begins the first, later it is the last in points.",
    ),
}
