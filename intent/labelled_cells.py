"""Rows whose cells name their columns: 'Name: Rex, Breed: collie', one row a line."""

import re
from collections.abc import Sequence

_LABELLED = re.compile(r"(?P<label>[^\W\d_][^:=]{0,40}?)\s*[:=]\s+(?P<cell>\S.*)")


def columns_of(rows: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], list[tuple[str, ...]]] | None:
    """Return the columns and the bare rows, in the order of the first row, or None.

    None too if a cell has no label, or the rows have different ones.
    """
    told = [[_LABELLED.fullmatch(cell) for cell in row] for row in rows]
    found = [{one["label"]: one["cell"] for one in row if one} for row in told if all(row)]
    columns = tuple(found[0]) if found else ()
    if len(found) < len(rows) or any({*row} != {*columns} for row in found):
        return None
    return columns, [tuple(row[one] for one in columns) for row in found]
