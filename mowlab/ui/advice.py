"""What search advises, in plain sentences: for Hint and for Try it.

The numbers stand behind them, folded away.

>>> best_in_words(thoughts, names)
'Best: take the herd. It wins about 31 of 100 games (4,000 worlds); to play the 7 with 1 fly is about as good.'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mowlab.core.words import Names, list_of, number_of
from mowlab.ui import panel as p

if TYPE_CHECKING:
    from mowlab.analysis import Choices
    from mowlab.core.game import Game
    from mowlab.search import Choice, Thoughts

MOST_CLOSE, MANY = 3, 8  # choices that are named as good as the best, and from how many on none is
MOST_ROWS = 12  # of the table behind a hint; a game may have hundreds of bids
FEW = 30  # worlds below which a choice soon looked worse, and its number says little
WORLDS = "The cards that you cannot see were imagined in {worlds} ways (worlds); in each, every choice was tried."
INTERVALS = "In brackets: 95 % intervals."


def in_words(thoughts: Thoughts, choice: Choice, names: Names) -> str:
    """«play the 7 with 1 fly»."""
    text = thoughts.words(choice, names)
    return text if _is_name(thoughts.view.game, choice.key, text) else text[:1].lower() + text[1:]


def _done(thoughts: Thoughts, choice: Choice, names: Names) -> str:
    """«to play the 7 with 1 fly», «A for $3: 2 basic»."""
    is_name = _is_name(thoughts.view.game, choice.key, thoughts.words(choice))
    return f"{'' if is_name else 'to '}{in_words(thoughts, choice, names)}"


def _is_name(game: Game, key: int | tuple[int, ...], text: str) -> bool:
    """A plan called by a name («A for $3») and not by what one does («bid 40», «take over the Hotel 3»)."""
    if isinstance(key, int) or (len(key) == 1 and game.is_amount(key[0])):
        return False
    return not text[:1].islower()


def best_in_words(thoughts: Thoughts, names: Names) -> str:
    """What is best, its chance of victory, how far the search went, and what is about as good."""
    best = thoughts.best
    close = [_done(thoughts, c, names) for c in thoughts.choices if c is not best and thoughts.close(c)]
    wins = f"It wins about {_of_100(best)} of 100 games ({worlds(thoughts)})"
    return f"Best: {in_words(thoughts, best, names)}. {wins}{_also(close)}."


def _also(close: list[str]) -> str:
    """What is about as good as the best."""
    if not close:
        return ""
    if len(close) >= MANY:
        return f"; {len(close)} others are about as good"
    more = f", and so are {len(close) - MOST_CLOSE} more" if len(close) > MOST_CLOSE else ""
    return f"; {list_of(close[:MOST_CLOSE])} {'is' if len(close) == 1 else 'are'} about as good{more}"


def yours_in_words(thoughts: Thoughts, key: Any, names: Names) -> str:
    """A sentence about the choice that the person marked."""
    mine = thoughts[key]
    what = f"Your choice, {_done(thoughts, mine, names)}, "
    if mine is thoughts.best:
        return f"{what}is the best one."
    if not mine.visits:
        return f"{what}was not tried in these few worlds."
    lost = round(100 * thoughts.best.value) - round(100 * mine.value)
    if thoughts.close(mine):
        return f"{what}is about as good: {_of_100(mine)} of 100."
    if mine.visits < FEW or lost <= 0:
        tries = "once" if mine.visits == 1 else f"{mine.visits} times"
        return f"{what}soon looked worse and was tried {tries} only."
    return f"{what}wins about {_of_100(mine)}: {lost} fewer of 100."


def worlds(thoughts: Thoughts) -> str:
    """«4,000 worlds»: the quality of a search, whatever was asked for."""
    return number_of(thoughts.iterations, "world", "worlds")


def how_searched(thoughts: Thoughts) -> str:
    """Where the numbers of a search come from, for those who unfold them."""
    game = thoughts.view.game
    method = game.search_module.METHOD
    character = game.character_of(method)
    end = f"the end of this {game.stage_name}" if method.horizon else "the end of the game"
    judged = ", and who is ahead there has the better chance" if method.horizon else ""
    after = "After it" if method.own == method.rivals == 0 else "The moves after it were weighed; beyond those"
    return (
        f"{INTERVALS} {worlds(thoughts).capitalize()} that fit what you can see were imagined. In each, one choice was "
        f"tried. {after}, everybody plays like {character.name}, up to {end}{judged}. What does well is tried more "
        f"often, so its number is surer."
    )


def table_of(thoughts: Thoughts, names: Names) -> p.Block:
    """The choices with chance of victory and number of worlds, what was tried most first."""
    rows = [[in_words(thoughts, c, names), c.text, f"{c.visits:,}"] for c in thoughts.choices[:MOST_ROWS]]
    left = len(thoughts.choices) - len(rows)
    more = f" {left} more were tried less often." if left else ""
    return p.table(
        "Chance of victory", ["choice", "wins", "worlds"], rows, mark=0, note=f"{how_searched(thoughts)}{more}"
    )


def simply_in_words(choices: Choices, thoughts: Thoughts | None, names: Names) -> str:
    """What the same-luck comparison is, and what it says where it is not the choice of search."""
    key = choices.actions[choices.best]
    text = f"Here each choice was played on simply, in the same worlds, until the {choices.stage} ended"
    if thoughts is None or key == thoughts.best.key:
        return f"{text}."
    best = choices.words(key, names)
    spoken = best if _is_name(choices.game, key, best) else f"to {best[:1].lower()}{best[1:]}"
    return (
        f"{text}: so {spoken} does best. The search also weighs the moves after it and who will "
        "win the game, so its advice above counts for more."
    )


def how_counted(choices: Choices) -> str:
    """Where the numbers of the same-luck comparison come from."""
    imagined = getattr(choices.game.words, "IMAGINED", WORLDS)
    return (
        f"{INTERVALS} {imagined.format(worlds=f'{choices.worlds:,}')} "
        f"From there on everybody plays like {choices.bot.name}. Seed {choices.seed}."
    )


def _of_100(choice: Choice) -> str:
    return f"{100 * choice.value:.0f}"
