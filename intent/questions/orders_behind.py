"""An order after a rhetorical question: 'what has Ann got on? Reassign it all to Ben'."""

from intent.commands.catalogue import verbs
from intent.sentences.question_forms import asks_to_show, is_question
from intent.text import fold


def order_behind(text: str) -> tuple[str, str]:
    """Return a question and the order after it. If there is none, the text and ''."""
    asked, mark, rest = text.partition("?")
    order = rest.strip()
    first = fold(order.split()[0]) if order else ""
    is_order = first in verbs() and not (is_question(order) or asks_to_show(order))
    return (asked + mark, order) if is_order else (text, "")
