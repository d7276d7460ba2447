"""A scene: everything one table shows, as plain JSON-able data.

A game builds a scene from a seat's view (`games/<game>/table.py`); `ui/table.py` draws it.  A scene is complete: the
page needs no earlier scene and no message to draw it, so a late or reloaded page is right.  All text is shown as
text (never as HTML).  Only `Required` keys must be there; an absent key means empty, `False` or `None`.

The page answers with an *action*, the game's own integer.  A card or choice with an `action` is a button, also when
it is not `legal`: then the click goes to the game as well, which puts the reason into the next scene's `message`.
Buttons that are no move of the game (go on, take back, an answer in Learn) have codes from `NO_MOVE` down.
"""

from typing import Literal, Required, TypedDict

NO_MOVE = -(2**40)
"""Below every game's actions, which may be negative, and exact in a browser, whose numbers have 53 bits."""

Tone = Literal["info", "good", "bad"]
Hue = Literal[
    "green", "yellow", "orange", "red", "violet", "blue", "grey", "back", "family1", "family2", "family3", "family4"
]


class Fact(TypedDict, total=False):
    """One thing to know about a seat: `flies 12`.  With `art` that picture stands for the label, which is spoken."""

    label: Required[str]
    value: Required[str]
    art: str


class Seat(TypedDict, total=False):
    """A person or bot at the table, in seating order."""

    name: Required[str]
    is_you: bool
    active: bool  # this seat moves now
    facts: list[Fact]
    badge: str  # a short word of note: "starts", "winner"
    token: "Token"  # this player's piece, as it lies on cards


class FaceLine(TypedDict, total=False):
    """A short line of text on a card, after a small picture if it has one."""

    text: Required[str]
    art: str


class Face(TypedDict, total=False):
    """What is printed on a card.  `hue` names a background of the style sheet, `emblem` and `pip` name art."""

    title: str  # large in two corners: "7"; empty when the card has no number
    caption: str  # small, under the emblem: "Slowpoke"
    pips: int  # how many small pictures at the bottom (flies); also shown as a number
    pip: str  # art key of one such picture, "fly" if absent
    hue: Hue
    emblem: str
    emblems: list[str]  # several pictures side by side in the place of the emblem
    badge: str  # art key of a small picture in the other upper corner
    lines: list[FaceLine]  # on wide cards and posters; at the foot of others, where a word or number each has room
    struck: bool  # the title is crossed out
    foot: str  # on a map: what it costs, in the lower corner
    arrow: Literal["up", "right", "down", "left"]  # on a map: a small arrow at that edge


class Token(TypedDict, total=False):
    """A small round piece lying on a card."""

    text: Required[str]
    label: str  # for screen readers; `text` if absent
    hue: Hue


class Card(TypedDict, total=False):
    """One card, one empty place (`kind="gap"`: `face.title` is the missing number, `face.caption` a word), or a slip of
    paper with something written on it (`kind="slip"`: title and caption, as wide as they are).
    """

    id: Required[str]  # stays the same as the card moves or changes; unique within its zone
    label: Required[str]  # the whole card in words, for screen readers
    price: str  # what it costs, in words: spoken after the label
    kind: Literal["card", "gap", "slip", "spot"]  # spot: an empty place on a map that can be pressed
    code: str  # the game's notation
    face: Face
    action: int | None
    legal: bool  # absent: it can be pressed, and does not show whether it is allowed
    why: str  # why not, in a few words (tooltip and spoken description)
    tag: str  # a word above the card: what a hint says about it
    ask: str  # what to do next, said when this card was picked and its choices are shown
    on_top: list["Card"]  # cards lying on this one, lowest first
    tokens: list[Token]
    mark: Literal["aim", "way", "chosen"]  # what it is for now: what is aimed at, a step on the way there, picked
    x: int  # column and row, only in a zone of layout "grid" or "map"; any integers
    y: int


class Marker(TypedDict, total=False):
    """A sign at a zone's head or beside its first or last card ("below 5 fits here", the arrow)."""

    text: Required[str]
    at: Literal["head", "start", "end"]  # "head" if absent
    art: str
    label: str  # for screen readers; `text` if absent
    open: bool  # whether something may still be placed here (start and end)


class Zone(TypedDict, total=False):
    """A place on the table.

    Layouts: `line` an ordered row that stays one row, `row` the same for loose cards, `hand` your own cards (larger),
    `pile` a stack of `count` cards whose top is `cards[-1]` (a card back if there is none), `grid` cells at x, y,
    `wide` cards that lie on their side, with lines of text, `poster` the same, large: one card that all is about,
    `slips` slips of paper and small cards in rows, `map` square cells at x, y without space between, which scroll in
    their own area, `tiles` the same square cards loose in a row, `counter` a narrow place for the cards one pays.
    """

    id: Required[str]
    title: Required[str]
    layout: Required[
        Literal["line", "row", "hand", "pile", "grid", "map", "wide", "poster", "slips", "tiles", "counter"]
    ]
    own: bool  # lies below, with one's hand, whatever its layout
    full: bool  # takes all the width
    cards: list[Card]
    count: int
    note: str
    empty: str  # what to say when there is no card
    active: bool  # the place where the next card goes
    look: bool  # bring it into view when it comes
    markers: list[Marker]


class Choice(TypedDict, total=False):
    """A button under the table.  With `card`, it shows only after the card of that id was picked (calf: which end)."""

    action: Required[int]
    label: Required[str]
    hint: str
    legal: bool  # True if absent
    tone: Literal["primary", "plain", "danger"]
    card: str
    beside: bool  # stands beside the status instead: about what goes on, not about the hand
    group: str  # choices in a row with the same word stand together under it


class Offer(TypedDict):
    """A number that one press puts into the field: «42» «free budget»."""

    value: int
    label: str


class NumberField(TypedDict, total=False):
    """A whole number to be typed.  The page sends it as the action, or `most` + 1 if it is higher: the game says what
    is too high.  What was typed stays there until another `id` is asked for, so a refusal can be read beside it.
    """

    id: Required[str]
    label: Required[str]  # "Your bid"
    send: Required[str]  # on the button
    most: Required[int]  # below 2**53
    wrong: Required[str]  # said by the page when what was typed is no whole number
    limits: str  # what is allowed, in words
    value: int  # stands there at first
    offers: list[Offer]


class Message(TypedDict, total=False):
    """The answer to the last try: why a move was refused, what a task says."""

    text: Required[str]
    tone: Tone
    rule: str  # where the rule stands; the page shows the section, the tooltip all of it
    look: bool  # bring it into view, as it answers something pressed far above


class LogLine(TypedDict, total=False):
    """One sentence about what happened; the last line is the newest."""

    text: Required[str]
    when: str  # "Round 2"
    mine: bool


class Lines(TypedDict, total=False):
    """A scoring explained line by line: every row and `total` as long as `header`; `told`: the same in sentences."""

    title: Required[str]
    header: Required[list[str]]
    rows: Required[list[list[str]]]
    total: list[str]
    told: list[str]
    note: str


class Result(TypedDict, total=False):
    """How the game (or the round) ended."""

    title: Required[str]
    text: str
    tone: Tone
    art: str


class Scene(TypedDict, total=False):
    """All that one table shows.

    `stamp` counts the scenes of a game: the page sends it back with a choice, and a choice made on an older scene
    (a double click) is dropped.
    """

    title: Required[str]
    status: Required[str]  # whose turn it is and what to do now, one short line
    stamp: int
    message: Message | None
    markers: list[Marker]  # about the whole table: the direction of play
    seats: list[Seat]
    zones: list[Zone]
    choices: list[Choice]
    number: NumberField | None
    log: list[LogLine]
    lines: Lines | list[Lines] | None
    result: Result | None
