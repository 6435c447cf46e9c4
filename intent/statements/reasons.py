"""Sets what follows from a reason apart: 'the van is full, so the move goes to 8 May' orders something."""

import re
from datetime import date

from intent.commands.grammar.tokens import tokenize
from intent.commands.work.orders import read_work_order
from intent.data_files import pattern
from intent.statements.facts import is_stated

_SO = pattern("rephrasing", "so_then")
_ANY_DAY = date(2000, 1, 1)


def set_apart(message: str) -> str:
    """Return a message with each order that follows from a reason as a sentence of its own."""
    return _SO.sub(_apart, message)


def _apart(found: re.Match[str]) -> str:
    order = read_work_order(found["then"], tokenize(found["then"]), _ANY_DAY)
    apart = order and order.topic and is_stated(found["why"])
    return f"{found['why']}. {found['then']}" if apart else found[0]
