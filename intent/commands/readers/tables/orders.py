"""Orders about tables: 'an Excel list of this with Name and Price only, the highest price first'.

A sentence is split into parts (`[[part]]` of tables.en.toml) so that each word is in one. The split with
the fewest free words wins.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from intent.commands.catalogue import load
from intent.commands.grammar.index import Index
from intent.commands.grammar.matcher import Pattern, compile_template, match
from intent.commands.grammar.slot_types import Words, read_slot, slot_type
from intent.commands.grammar.templates import Rules, parse_template
from intent.commands.grammar.tokens import Token
from intent.commands.tables.words import TableWords
from intent.commands.words import LANGUAGES, as_words, table

_LONGEST = 60  # words of an order
_LONGEST_PART = 14
_AS_SAID = ("format", "source", "columns", "only", "without", "from_end", "pick", "view")
_COLUMNS = frozenset({"column", "columns", "field", "fields", "header", "headers", "rows", "table"})


@dataclass(frozen=True, slots=True)
class RowTest:
    """Rows whose `column` passes a test, without a column, rows with the value anywhere."""

    test: str
    value: Any = None
    column: str = ""


@dataclass(frozen=True, slots=True)
class TableOrder:
    """An operation on a table. Columns are named as people say them, and matched with headers later."""

    format: str = ""  # xlsx, csv or table; empty for an answer in words
    source: str = ""  # 'this', or a file name
    columns: tuple[str, ...] = ()
    only: tuple[str, ...] = ()  # columns, or values of one column, to show
    without: tuple[str, ...] = ()
    tests: tuple[RowTest, ...] = ()
    sort: tuple[str, ...] = ()
    descending: bool | None = None
    limit: int | None = None
    from_end: bool = False
    group: tuple[str, ...] = ()
    compute: tuple[tuple[str, str], ...] = ()  # functions with their columns
    pick: str | None = None  # wanted from the first row: 'which article is the dearest?'; empty for 'who'
    view: bool = False  # asks to be shown something
    free_words: int = field(default=0, compare=False)  # number of free-text words


def only_sorts(order: object) -> bool:
    """Return whether a slot's value is an order for a table that says nothing but how it should be sorted."""
    if not isinstance(order, TableOrder) or not order.sort:
        return False
    return order == TableOrder(sort=order.sort, descending=order.descending)


_EVERY = frozenset(("all", "every", "all the"))  # columns


@dataclass(frozen=True, slots=True)
class _Part:
    kind: str
    pattern: Pattern
    values: Mapping[str, Any]
    counts: bool


@dataclass(frozen=True, slots=True)
class _Cut:
    """The parts up to some word, with their number of free-text words."""

    free: int = 0
    parts: tuple[tuple[_Part, Mapping[str, Any]], ...] = ()

    @property
    def cost(self) -> tuple[int, int]:
        return self.free, len(self.parts)


@slot_type("table_order")
def _table_order(words: Words) -> TableOrder | None:
    """Return an order about a table if its parts cover all words and at least one is significant."""
    tokens = tuple(token for token in words.tokens if not token.is_mark or token.word == ",")
    if not 1 < len(tokens) <= _LONGEST or not _counts_at_all(tokens):
        return None
    cut = _best_cut(replace(words, tokens=tokens))
    if cut is None or not any(part.counts for part, _ in cut.parts):
        return None
    order, at_hand = _order(cut), words.situation.table
    if order and at_hand and order.columns and {*order.columns} <= _EVERY:
        order = replace(order, columns=at_hand.columns)
    if order is None or at_hand is None:
        return order if order and order != TableOrder(only=order.only) else None  # 'the one and only plumber'
    if not _points_here(order, words, at_hand):
        return None
    return order if _only_names_columns(order) or _is_sorted_file(order, at_hand) else None


def _points_here(order: TableOrder, words: Words, at_hand: TableWords) -> bool:
    """Return whether an order is about this table: it says so, or names one of its columns."""
    said = {one.word for one in words.tokens}
    named = (*order.columns, *order.without, *order.only, *order.sort)
    known = any(at_hand.columns_called(as_words(one)) or at_hand.is_value(one) for one in named)
    near = any(at_hand.column_misspelt(word) for one in named for word in as_words(one))
    return bool(known or near or order.format or order.source or said & _COLUMNS)


def _only_names_columns(order: TableOrder) -> bool:
    """Return whether an order only selects columns, or names them."""
    chooses = order.tests or order.compute or order.group or order.pick is not None or order.limit
    return bool(order.columns or order.without or order.only) and not chooses


def _is_sorted_file(order: TableOrder, at_hand: TableWords) -> bool:
    """Return whether an order only asks for a file sorted by the table's columns."""
    chooses = order.tests or order.compute or order.group or order.pick is not None or order.limit
    known = all(at_hand.columns_called(as_words(one)) for one in (*order.sort, *order.columns))
    return bool(order.format and order.sort) and known and not chooses


def _counts_at_all(tokens: Sequence[Token]) -> bool:
    said = {token.word for token in tokens}
    return not said.isdisjoint(_telling_words())


def _best_cut(words: Words) -> _Cut | None:
    tokens = words.tokens
    best: list[_Cut | None] = [_Cut()] + [None] * len(tokens)
    for end in range(1, len(tokens) + 1):
        ways = [
            way
            for start in range(max(0, end - _LONGEST_PART), end)
            if (before := best[start])
            for way in _ways(before, words, tokens[start:end])
        ]
        best[end] = min(ways, key=lambda way: way.cost, default=None)
    return best[-1]


def _ways(before: _Cut, words: Words, span: tuple[Token, ...]) -> Iterator[_Cut]:
    if len(span) == 1 and span[0].word == ",":
        yield before
    for part, slots in words.once(_fits, span):
        free = sum(_free_words(value) for value in slots.values())
        yield _Cut(before.free + free, (*before.parts, (part, slots)))


def _fits(words: Words, tokens: Sequence[Token]) -> tuple[tuple[_Part, Mapping[str, Any]], ...]:
    """Return the parts that match some words as a whole."""
    span = replace(words, tokens=tuple(tokens))
    read, size = _reader(span), len(span.tokens)
    near = _index().near(span.tokens)
    found = ((part, match(part.pattern, span.tokens, 0, size, read)) for part in near)
    return tuple((part, slots) for part, slots in found if slots is not None)


def _reader(words: Words) -> Callable[[str, int, int], Any]:
    def read(type_: str, first: int, last: int) -> Any:
        row = words.part(words.tokens[first:last])
        return read_slot(type_, row) if row.tokens else None

    return read


def _free_words(value: Any) -> int:
    return sum(map(_free_words, value)) if isinstance(value, tuple) else len(str(value).split())


def _order(cut: _Cut) -> TableOrder | None:
    """Return the order that the parts make, or None if two of them contradict each other."""
    said = _said(cut)
    if said is None:
        return None
    values = [(part.kind, {**part.values, **slots}) for part, slots in cut.parts]
    compute = tuple((one["function"], one.get("of", "")) for kind, one in values if kind == "compute")
    by = said.get("which")  # 'by region' groups sums, and sorts anything else
    group = said.get("group") or (by if compute else None)
    ordering = said.get("sort") or (None if compute else by)
    sort = tuple(filter(None, (ordering or said.get("top") or said.get("by"),))) or _priced(said)
    if "measures" in said and not sort:
        return None  # 'smallest first' without a column
    return TableOrder(
        **{name: said[name] for name in _AS_SAID if name in said},
        tests=tuple(
            RowTest(one["test"], one.get("value"), one.get("column", ""))
            for kind, one in values
            if kind == "filter"
        ),
        sort=sort,
        descending=said.get("descending", True if "top" in said else None),
        limit=1 if "pick" in said else said.get("limit"),
        group=tuple(filter(None, (group,))),
        compute=compute,
        free_words=cut.free + 1,  # an order about other things that also covers the words wins
    )


def _priced(said: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the one named column of prices, by which 'cheapest first' sorts, none for other words."""
    prices = table("column_price") if "priced" in said else {}
    named = [one for one in said.get("columns", ()) if any((word,) in prices for word in as_words(one))]
    return tuple(named) if len(named) == 1 else ()


def _said(cut: _Cut) -> dict[str, Any] | None:
    """Return the parts' values by name, or None if two contradict each other.

    Filters and sums may repeat, and are left out here.
    """
    said: dict[str, Any] = {}
    for part, slots in cut.parts:
        values = {**part.values, **slots}
        if part.kind == "compute" and "group_by" in values:
            said["group"] = values["group_by"]
        if part.kind in ("filter", "compute"):
            continue
        if any(said.get(name, value) != value for name, value in values.items()):
            return None
        said |= values
        said |= {"pick": values.get("pick", "")} if part.kind == "pick" else {}
    return said


@cache
def _parts() -> tuple[_Part, ...]:
    found: list[_Part] = []
    for language in LANGUAGES:
        data = load("tables", language)
        rules = Rules(data.get("rules", {}))
        for one in data.get("part", ()):
            for phrase in one["phrases"]:
                nodes = parse_template(phrase, rules)
                values, counts = one.get("values", {}), one.get("counts", False)
                pattern = compile_template(nodes)
                found.append(_Part(one["kind"], pattern, values, counts))
    return tuple(found)


@cache
def _index() -> Index[_Part]:
    return Index(_parts(), (one.pattern for one in _parts()))


@cache
def _telling_words() -> frozenset[str]:
    """Return words, at least one of which is in every order about a table."""
    return frozenset().union(*(min(part.pattern.needs, key=len) for part in _parts() if part.counts))
