"""placeholder"""

from ...core.link import rule

PLAYOUT, WORLDS = 10, 24
BOTS = ()


@rule
def choose(s, bot, t):
    return t.moves[0]
