"""How wide an interval is: Student's t for the mean of few units, Wilson's interval for a share."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

LEVEL = 0.95
EXPANSION_FROM = 200  # degrees of freedom from which the expansion is exact to 1e-9


def t_inside(t: float, df: int) -> float:
    """P(-t < T < t) for Student's T with `df` degrees of freedom, by the finite trigonometric sums (exact)."""
    angle = math.atan(t / math.sqrt(df))
    cos2 = math.cos(angle) ** 2
    odd = df % 2
    term, total = (math.cos(angle) if odd else 1.0), 0.0
    for k in range(2 if odd else 1, df, 2):
        total += term
        term *= cos2 * k / (k + 1)
    if not odd:
        return math.sin(angle) * total
    return 2 / math.pi * (angle + math.sin(angle) * total)


@lru_cache(maxsize=256)
def t_quantile(df: int, level: float = LEVEL) -> float:
    """The t with P(-t < T < t) = level; for example 2.228 for df = 10 at 0.95.  df >= 1, 0 < level < 1."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    if df >= EXPANSION_FROM:
        return _expanded(z, df)
    low, high = z, 2 * z
    while t_inside(high, df) < level:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if t_inside(middle, df) < level else (low, middle)
    return (low + high) / 2


def wilson(share: float, n: float, z: float) -> tuple[float, float]:
    """Wilson's score interval for a share seen in n independent observations; z: quantile (1.96 for 95 %)."""
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    centre, scale = share + z * z / (2 * n), 1 + z * z / n
    return max((centre - spread) / scale, 0.0), min((centre + spread) / scale, 1.0)


def _expanded(z: float, df: int) -> float:
    """Fisher's expansion of the t quantile about the normal one (Abramowitz and Stegun 26.7.5)."""
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return math.fsum(term / df**k for k, term in enumerate(terms))
