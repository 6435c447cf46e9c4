"""Reads how a new column is computed: 'margin = price - cost', 'with 20% VAT'."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.numbers.sums import written_whole
from intent.commands.tables.words import TableWords
from intent.commands.words import at_start, key_of, table

_CERTAIN = -4  # free words: such a column is preferred to a question that names one column
_SIGNS = re.compile(r"\s*([=*/+×÷])\s*|(?<=[^\W\d_])-(?=[^\W\d_])")
_PERCENT = re.compile(
    r"(?P<number>\d+(?:\.\d+)?)\s?(?:%|percent|per cent)\s*(?P<name>[^\W\d_]*)"
    r"(?:\s+(?:of|on)\s+(?:the\s+)?(?P<of>.+))?"
)
_IN_BRACKETS = re.compile(
    r"(?P<name>[^()=]+)\((?P<formula>[^()]+[*/+×÷ -][^()]+)"
    r"(?:\)(?:\s+(?:to|in|into)\s+(?:it|this|that|these|the \w+))?)?"
)  # 'Total (boxes times price) to this'
_WITH = "with"  # between a name and its formula
_TIMES, _RESULT = ("*", "/"), "result"
_LONGEST = 6  # words of a name
_TOTAL_WORDS = {"sum", "money", "skip", "per", "row", "day", "much", "overall"}
_OF_A_ROW = {"column", "line", "row", "lines", "rows", "each", "item", "every"}
_PLACED = ("end", "right", "column", "side")  # where a total of each row stands
_OF_IT = ("the", "a", "our", "of", "each", "all", "column", "value", "values")
Term = str | Decimal


@dataclass(frozen=True, slots=True)
class NewColumn:
    """A new column: `terms` are columns or numbers, `signs` the operators between them.

    Without a sign it can't be computed. `unread` are words that match no column. It is `shown` unless
    another order in the message shows it.
    """

    name: str
    terms: tuple[Term, ...] = ()
    signs: tuple[str, ...] = ()
    unread: str = ""
    shown: bool = True
    descending: bool | None = None  # the order in which its rows are shown
    named: bool = field(default=False, compare=False)  # the words give its name

    @property
    def title(self) -> str:
        """Return the column's title in the table."""
        return self.name[:1].upper() + self.name[1:]

    @property
    def free_words(self) -> int:
        """Return how many words are free text: without a formula they may be another order.

        'Loans per visitor', what is worth the most, and a formula with a name of its own are more certain
        than a question that names one column.
        """
        is_named = self.named and bool(self.signs)
        is_certain = self.signs == ("/",) or self.descending is not None or is_named
        return _CERTAIN if is_certain and not self.unread else len(self.unread.split())


@slot_type("new_column")
def _new_column(words: Words) -> NewColumn | None:
    """Return the new column that words ask for, even if it can't be computed."""
    at_hand = words.situation.table
    if at_hand is None:
        return None
    text = written_whole(words).strip(" .!?")
    if named := _IN_BRACKETS.fullmatch(text):
        text = f"{named['name']}= {named['formula']}"
    elif _IN_BRACKETS.match(text):
        return None  # the formula is followed by another order
    if percent := _PERCENT.fullmatch(text):
        return _of_percent(percent, at_hand)
    said = [one.word for one in tokenize(_SIGNS.sub(lambda one: f" {one[1] or '-'} ", text))]
    at, size = _found("column_is", said)
    if not size and "," in said[1:]:  # 'a column Cost, bags times fee'
        at, size = said.index(",", 1), 1
    name, formula = (said[:at], said[at + size :]) if size else ([], said)
    found = _worked_out(" ".join(one for one in name if one != ","), formula, at_hand)
    if found.unread and not name and _WITH in said[1:]:  # 'a column Sell with cost x 2.2'
        at = said.index(_WITH, 1)
        behind = _worked_out(" ".join(said[:at]), said[at + 1 :], at_hand)
        return replace(behind, named=True) if behind.signs and _parts(said[at + 1 :])[1] else found
    return replace(found, named=bool(name))


def _of_percent(said: re.Match[str], at_hand: TableWords) -> NewColumn:
    """Return a percentage of the named column, else of the only money column."""
    number, name = Decimal(said["number"]), said["name"] or f"{said['number']}%"
    named = at_hand.columns_called(tuple(one.word for one in tokenize(said["of"] or "")))
    among = named if said["of"] else at_hand.money
    title = name.upper() if len(name) <= len("VAT") else name
    if len(among) != 1:
        return NewColumn(title, unread=said["of"] or name)
    return NewColumn(title, (among[0], number / 100), ("*",))


def _worked_out(name: str, said: Sequence[str], at_hand: TableWords) -> NewColumn:
    """Return a column by its formula: 'stock - sold - broken', 'half the price'."""
    if (percent := _PERCENT.fullmatch(" ".join(said).replace(" %", "%"))) and percent["of"]:
        return replace(_of_percent(percent, at_hand), name=name)
    if "(" in said:
        return _distributed(name, said, at_hand)
    parts, signs = _parts(said)
    if share := _percent_of(parts, signs):
        parts, signs = parts[:1], []
    factors = [(*_factors(one, at_hand), *share) for one in parts]
    terms = tuple(term for each in factors for term in each)
    if total := _row_total(said, at_hand):
        return replace(total, name=name or total.name)
    unread = next((" ".join(one) for one, each in zip(parts, factors, strict=True) if not each), "")
    if unread or len(terms) == 1 or len(name.split()) > _LONGEST:
        return NewColumn(name or " ".join(said), unread=unread or " ".join(said))
    between = [
        sign
        for sign, each in zip(("", *signs), factors, strict=True)
        for sign in (sign, *"*" * (len(each) - 1))
    ]
    return NewColumn(name or " ".join(said), terms, tuple(between[1:]))


def _distributed(name: str, said: Sequence[str], at_hand: TableWords) -> NewColumn:
    """Return a column of a sum in brackets times or by something: '(most - stock) * price'."""
    unread = NewColumn(name or " ".join(said), unread=" ".join(said))
    if said[0] != "(" or ")" not in said:
        return unread
    inner, rest = said[1 : said.index(")")], tuple(said[said.index(")") + 1 :])
    base, (sign, size) = _worked_out("", inner, at_hand), at_start("column_sign", rest)
    factor = _factors(rest[size:], at_hand) if sign in _TIMES else ()
    if not (base.signs and {*base.signs} <= {"+", "-"} and len(factor) == 1):
        return unread
    terms = tuple(one for term in base.terms for one in (term, factor[0]))
    signs = tuple(one for plus in base.signs for one in (sign, plus))
    return NewColumn(name or _RESULT, terms, (*signs, sign))


@slot_type("row_formula")
def _row_formula(words: Words) -> NewColumn | None:
    """Return the column that a formula of columns is: 'stock minus sold', for each row."""
    if words.situation.table is None or any(one.word == "=" for one in words.tokens):
        return None
    found = _new_column(words)
    is_of_columns = (
        found and found.signs and not found.unread and any(isinstance(one, str) for one in found.terms)
    )
    return replace(found, name=_RESULT) if found and is_of_columns else None


@slot_type("row_totals")
def _row_totals(words: Words) -> NewColumn | None:
    """Return the column that 'the total per line' is."""
    said, at_hand = [one.word for one in words.tokens], words.situation.table
    behind = said[said.index("and") :] if "and" in said else []
    adds_up = any(key_of("table_word", one) == "sum" for one in behind)  # '… and give me the total'
    if at_hand is None or adds_up or not {*said} & _OF_A_ROW:
        return None
    at = said.index(",") if "," in said else len(said)
    told = _row_total([one for one in said[:at] if one not in _PLACED], at_hand)
    formula = _worked_out("total", said[at + 1 :], at_hand) if told and said[at + 1 :] else told
    return formula if formula and formula.signs else None  # 'what is each worth, boxes times price'


def _row_total(said: Sequence[str], at_hand: TableWords) -> NewColumn | None:
    """Return what each row comes to: its quantity times its price, else the sum of its numbers."""
    keys = {key_of("table_word", one) or _named_key(one, at_hand) for one in said}
    if not keys <= _TOTAL_WORDS or not keys & {"sum", "money"}:
        return None
    if at_hand.worth:
        return NewColumn("total", at_hand.worth, ("*",))
    of_rows = [one for one in at_hand.numbers if one not in at_hand.numbers_of("column_total")]
    unlike = {*at_hand.amounts, *at_hand.numbers_of("column_of_one"), *at_hand.numbers_of("column_percent")}
    if len(of_rows) < 2 or unlike & {*of_rows}:
        return None
    return NewColumn("total", tuple(of_rows), ("+",) * (len(of_rows) - 1))


def _named_key(word: str, at_hand: TableWords) -> str:
    """Return "row" for the name of the column that names rows: 'the total for each plant'."""
    return "row" if at_hand.columns_called((word,)) == (at_hand.key,) else ""


def _parts(said: Sequence[str]) -> tuple[list[list[str]], list[str]]:
    """Return the words between the signs of a formula, and those signs."""
    parts: list[list[str]] = [[]]
    signs: list[str] = []
    at = 0
    while at < len(said):
        sign, size = at_start("column_sign", tuple(said[at:])) if parts[-1] else ("", 0)
        if size and at + size < len(said):
            parts.append([])
            signs.append(sign)
        else:
            parts[-1].append(said[at])
        at += size or 1
    return parts, signs


def _percent_of(parts: Sequence[Sequence[str]], signs: Sequence[str]) -> tuple[Decimal, ...]:
    """Return what 'plus 20%' multiplies the one part before it by, empty for any other formula."""
    text = " ".join(parts[-1]).replace(" %", "%")
    found = _PERCENT.fullmatch(text) if len(parts) == 2 and signs[0] in "+-" else None
    if found is None or found["of"]:
        return ()
    return (1 + Decimal(found["number"]) / (100 if signs[0] == "+" else -100),)


def _factors(said: Sequence[str], at_hand: TableWords) -> tuple[Term, ...]:
    """Return the column or the number that words are, with how much of it: 'half the price'."""
    times = [table("column_times")[(one,)] for one in said if (one,) in table("column_times")]
    words = tuple(one for one in said if one not in _OF_IT and (one,) not in table("column_times"))
    term = _term(words, at_hand)
    return () if term is None else (term, *map(Decimal, times))


def _term(words: tuple[str, ...], at_hand: TableWords) -> Term | None:
    if len(words) == 1 and re.fullmatch(r"\d+(?:\.\d+)?", words[0]):
        return Decimal(words[0])
    named = at_hand.columns_called(words) or (at_hand.column_misspelt(words[0]) if len(words) == 1 else ())
    numbers = [one for one in named if one in at_hand.numbers]
    return numbers[0] if len(numbers) == 1 else None


def _found(name: str, said: Sequence[str]) -> tuple[int, int]:
    """Return the index and length of the first table word after the first word."""
    for at in range(1, len(said)):
        if size := at_start(name, tuple(said[at:]))[1]:
            return at, size
    return 0, 0
