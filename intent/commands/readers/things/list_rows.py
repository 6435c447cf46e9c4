"""Splits a list into its items: numbered, by line, by semicolon or by comma."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from intent.commands.catalogue import verbs
from intent.commands.grammar.tokens import Token
from intent.commands.layout import numbers
from intent.commands.readers.things.people import joins_names
from intent.commands.words import at_start
from intent.slots.language import table_of

AND = ("and", "&", "und", "y")
SEPARATORS = (("\n",), (";",), (".",), (",", *AND))  # the first one found separates the items
SETS_OFF_LINES = frozenset(("\n", ";", "."))
_DASHES = ("-", "–", "—")
CELLS = (",", ";", "|", "/", *_DASHES)  # between a title and the details behind it
_BULLETS = frozenset(("-", "*", "•", "–", "—", "+", "[", "]", "and", "und", "y", "to"))
_ENDS = ("\n", ".", ",", ";")  # of a numbered item
_NUMBERED = (".", ")", ":")
_YEAR = 4  # digits
_FIGURE = 3  # longest number that names one of several: 'bays 2, 5 and 9'


def rows_of(tokens: Sequence[Token]) -> list[list[Token]]:
    """Return the items of a list without bullets or 'I need to': numbered, by line or by comma."""
    return [_without_bullet(row) for row in _rows(tokens)]


def _rows(tokens: Sequence[Token]) -> list[list[Token]]:
    if counted := sorted(numbers(tokens)):
        ends = [*counted[1:], len(tokens)]
        rows = (tokens[at + 2 : end] for at, end in zip(counted, ends, strict=True))
        return [_without_marks(row) for row in rows]
    said = said_in(tokens)
    marks = next((one for one in SEPARATORS if said & {*one}), ())
    items = parted(tokens, marks)
    return _enumerated(tokens, items) if "," in marks else items


def _enumerated(tokens: Sequence[Token], rows: Sequence[list[Token]]) -> list[list[Token]]:
    """Return rows with those of one verb and one person joined: 'sand the hall, landing and stairs (Kit)'."""
    found: list[list[Token]] = []
    for row in rows:
        found.append(row)
        if _closes(tokens, row) and (at := _opening(found)) >= 0:
            first = tokens.index(found[at][0])
            found[at:] = [[*tokens[first : tokens.index(row[-1]) + 1]]]
    return found


def _closes(tokens: Sequence[Token], row: Sequence[Token]) -> bool:
    """Return whether a row ends bare nouns with 'and' and a bracket: 'and stairs (Kit)'."""
    at = next((place for place, one in enumerate(row) if one.word == "("), 0)
    nouns, before = parted(row[:at], AND), tokens.index(row[0]) - 1
    joined = len(nouns) > 1 or (before > 0 and tokens[before].word in AND)
    return bool(nouns) and joined and all(map(_is_bare, nouns))


def _opening(rows: Sequence[Sequence[Token]]) -> int:
    """Return the place of the row with the verb before the bare nouns at the end, -1 if there is none."""
    at = len(rows) - 2
    while at >= 0 and _is_bare(rows[at]):
        at -= 1
    return at if at >= 0 and not said_in(rows[at]) & {"(", ":"} else -1


def _is_bare(row: Sequence[Token]) -> bool:
    """Return whether a row is one word, perhaps behind an article, that orders nothing."""
    size = at_start("article", tuple(one.word for one in row))[1] if len(row) > 1 else 0
    return len(row) - size == 1 and not row[-1].is_quoted and row[-1].word not in verbs()


def parted(tokens: Sequence[Token], marks: Collection[str]) -> list[list[Token]]:
    """Return the rows between separators. Those in brackets don't count."""
    rows: list[list[Token]] = [[]]
    depth = 0
    in_brackets = any(one.word == ")" and other.word == "," for one, other in pairwise(tokens))
    last = max((at for at, one in enumerate(tokens) if "," in marks and one.word == ","), default=0)
    for at, token in enumerate(tokens):
        word = "" if token.is_quoted else token.word
        depth += (word == "(") - (word == ")")
        within = depth > 0 or (word in AND and (at < last or joins_names(tokens, at)))
        within = within or (word in AND and in_brackets and tokens[at - 1].word not in (")", ","))
        within = within or _is_in_date(tokens, at) or _is_among_figures(tokens, at) or _is_inside(tokens, at)
        if word in marks and not within:
            rows.append([])
        else:
            rows[-1].append(token)
    return [row for row in rows if row]


def _is_inside(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a mark without spaces is part of a name or figure: 'Patel–Rossi', '£1,184.60'."""
    mark = tokens[at].word
    if mark not in (*_DASHES, ",") or not 0 < at < len(tokens) - 1:
        return False
    before, after = tokens[at - 1], tokens[at + 1]
    joins = mark != "," or (before.word[-1:].isdigit() and after.word[:1].isdigit())
    return joins and before.end == tokens[at].start and tokens[at].end == after.start


def _without_marks(row: Sequence[Token]) -> list[Token]:
    """Return a row without trailing line ends, periods and commas."""
    end = len(row)
    while end and not row[end - 1].is_quoted and row[end - 1].word in _ENDS:
        end -= 1
    return list(row[:end])


def _is_in_date(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a comma is part of a date: 'December 5, 2026', 'Friday, 4 December'."""
    if tokens[at].word == "," and _is_behind_weekday(tokens, at):
        return True
    month, day, mark, year = ("", "", "", "", *[one.word for one in tokens[max(0, at - 2) : at + 2]])[-4:]
    is_day = {month, day} & {*table_of("month")} and (month[:1].isdigit() or day[:1].isdigit())
    return bool(is_day) and mark == "," and year.isdigit() and len(year) == _YEAR


def _is_behind_weekday(tokens: Sequence[Token], at: int) -> bool:
    day, _, number, month = (*[one.word for one in tokens[max(0, at - 1) : at + 3]], "", "", "", "")[:4]
    return number[:1].isdigit() and month in table_of("month") and day in table_of("weekday")


def _without_bullet(row: list[Token]) -> list[Token]:
    while row and not row[0].is_quoted and row[0].word in _BULLETS:
        row = row[1:]
    numbered = len(row) > 2 and row[0].word.isdigit() and row[1].word in _NUMBERED
    row = row[2:] if numbered else row
    step = at_start("step", tuple(one.word for one in row))[1]
    row = row[step + 1 :] if 0 < step < len(row) - 1 and row[step].word == ":" else row
    lead = at_start("own_need", tuple(one.word for one in row))[1]
    return row[lead:] if lead < len(row) else row


def _is_among_figures(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a separator is between figures of one item: 'bays 2, 5 and 9', not '2, 5 tents'."""
    before = tokens[at - 2 : at] if at and tokens[at - 1].word == "," else tokens[at - 1 : at]
    after = [one for one in tokens[at + 1 : at + 3] if one.word not in AND]
    counts = len(after) > 1 and not after[1].is_mark
    return bool(before and after) and _is_figure(before[0]) and _is_figure(after[0]) and not counts


def _is_figure(token: Token) -> bool:
    """Return whether a word is a short number or a capital letter: '12a', 'B'."""
    is_letter = len(token.text) == 1 and token.text.isupper()
    return not token.is_quoted and len(token.word) <= _FIGURE and (token.word[:1].isdigit() or is_letter)


def said_in(tokens: Sequence[Token]) -> set[str]:
    """Return the words that aren't quoted."""
    return {token.word for token in tokens if not token.is_quoted}


def bare_verb(verb: str) -> str:
    """Return a verb without the ending of the third person."""
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb.removesuffix("es" if verb.endswith(("ches", "shes", "sses", "xes", "zzes", "oes")) else "s")
