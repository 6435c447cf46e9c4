"""Removes what is only said before an order with a list below it: “No, tasks. Add the tasks: …”."""

from intent.commands.remarks import only_states
from intent.data_files import words_of
from intent.dialogue import read_small_talk
from intent.sentences.question_forms import is_question
from intent.slots.text import sentences
from intent.text import fold


def without_lead(message: str) -> str:
    """Return the order and its list if the sentences before it ask for nothing, else the message."""
    head, line, below = message.partition("\n")
    rows = [one.words for one in sentences(head)]
    if not below.strip() or len(rows) < 2 or not head.rstrip().endswith(":"):
        return message
    order = rows[-1].strip()
    at = head.rfind(order)
    return f"{head[at:]}{line}{below}" if at > 0 and all(map(_asks_nothing, rows[:-1])) else message


def _asks_nothing(sentence: str) -> bool:
    """Return whether a sentence corrects, apologises, greets, or states how things are."""
    first = fold(sentence).strip(" ,.!").split(" ")[0].strip(",.!")
    if is_question(sentence):
        return False
    corrects = first in words_of("word_lists", "rejects")
    return corrects or read_small_talk(sentence) is not None or only_states(sentence)
