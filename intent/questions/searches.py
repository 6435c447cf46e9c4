"""Which questions can be looked up: not a sum in words, nor what the product can do or has just done."""

from intent.data_files import pattern
from intent.sentences.question_forms import asks_to_show, is_question, orders_politely
from intent.sentences.telling_words import is_light, topic_stems
from intent.slots.text import sentences

_NO_SEARCH = pattern("searches", "no_search")
_SHORTEST = 2  # letters of a significant word


def is_of_something_else(question: str) -> bool:
    """Return whether a question is a sum in words, a request, or asks what the product can do or did."""
    return bool(_NO_SEARCH.search(question)) or orders_politely(question)


def is_searched_for(question: str) -> bool:
    """Return whether words clearly ask for something that work or documents may have."""
    first = next((one.words for one in sentences(question)), "")
    return (is_question(first) or asks_to_show(first)) and bool(significant(question))


def significant(text: str) -> set[str]:
    """Return the stems of a text that tell what it is about: no numbers and no common words."""
    return {
        one for one in topic_stems(text) if len(one) >= _SHORTEST and not (is_light(one) or _is_figure(one))
    }


def _is_figure(stem: str) -> bool:
    return any(map(str.isdigit, stem))
