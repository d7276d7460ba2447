"""What came of trying every choice, in plain sentences: for Hint and for Try it.

The numbers stand behind them, folded away.

>>> best_in_words(choices, names)
'Best: take the herd, about 14 flies until the round ends; play the 7 with 1 fly may be just as good.'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mowlab.core.words import Names

if TYPE_CHECKING:
    from mowlab.analysis import Choices
    from mowlab.analysis.exploration import Choice, Key

MOST_CLOSE = 3  # choices that are named as good as the best
WORLDS = "The cards that you cannot see were imagined in {worlds} ways (worlds); in each, every choice was tried."
INTERVALS = "In brackets: 95 % intervals."


def in_words(choices: Choices, choice: Choice, names: Names) -> str:
    """«play the 7 with 1 fly»."""
    text = choices.words(choice.action, names)
    return text if _is_name(choices, choice) else text[:1].lower() + text[1:]


def _done(choices: Choices, choice: Choice, names: Names) -> str:
    """«to play the 7 with 1 fly», «A for $3: 2 basic»."""
    return f"{'' if _is_name(choices, choice) else 'to '}{in_words(choices, choice, names)}"


def _is_name(choices: Choices, choice: Choice) -> bool:
    """It is called by a name («A for $3») and not by what one does («bid 40», «take over the Hotel 3»)."""
    a = choice.action
    is_bid = not isinstance(a, int) and len(a) == 1 and choices.game.is_amount(a[0])
    return choices.plans is not None and not is_bid and not choices.words(a)[:1].islower()


def ranked(choices: Choices) -> list[Choice]:
    """The choices, best first."""
    return sorted(choices.choices, key=lambda choice: (not choice.best, choice.behind.value))


def best_in_words(choices: Choices, names: Names) -> str:
    """One sentence: what is best, what it brings, and what may be as good."""
    best, *others = ranked(choices)
    close = [_done(choices, choice, names) for choice in others if choice.close]
    more = f", and so may {len(close) - MOST_CLOSE} more" if len(close) > MOST_CLOSE else ""
    also = f"; {' or '.join(close[:MOST_CLOSE])} may be just as good{more}" if close else ""
    return f"Best: {in_words(choices, best, names)}, {_brings(choices, best)}{also}."


def yours_in_words(choices: Choices, action: Key, names: Names) -> str:
    """One sentence about the choice that the person marked."""
    mine = choices[action]
    what = f"Your choice, {_done(choices, mine, names)}, "
    if mine.best:
        return f"{what}is the best one."
    if mine.close:
        return f"{what}may be just as good."
    if choices.whole:
        return f"{what}wins about {100 * mine.behind.value:.0f} games fewer of 100."
    if choices.standing_words is not None:
        return f"{what}is worse by about {choices.scale * mine.behind.value:.1f} {choices.standing_words.split()[0]}."
    lost = "costs" if choices.game.words.LOWER_IS_BETTER else "brings"
    return f"{what}{lost} about {_count(choices, mine.behind.value)} {'more' if lost == 'costs' else 'less'}."


def how_counted(choices: Choices) -> str:
    """Where the numbers come from, for those who unfold them."""
    imagined = getattr(choices.game.words, "IMAGINED", WORLDS)
    return (
        f"{INTERVALS} {imagined.format(worlds=f'{choices.worlds:,}')} "
        f"From there on everybody plays like {choices.bot.name}. Seed {choices.seed}."
    )


def _brings(choices: Choices, choice: Choice) -> str:
    if choices.whole and choice.win is not None:
        return f"which wins about {100 * choice.win.value:.0f} of 100 games"
    when = "when" if choices.by_standing else "until"
    return f"about {_count(choices, choice.measure.value)} {when} the {choices.stage} ends"


def _count(choices: Choices, n: float) -> str:
    """«14 flies»; small numbers with one decimal, where it matters."""
    unit = choices.standing_words if choices.by_standing else choices.game.words.UNIT
    n *= choices.scale
    return f"{n:.0f} {unit}" if abs(n) >= 9.5 else f"{n:.1f} {unit}"
