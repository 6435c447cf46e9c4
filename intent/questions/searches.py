"""Which questions can be looked up: not a sum in words, nor what the product can do or has just done."""

from intent.data_files import pattern
from intent.sentences.question_forms import asks_to_show, is_question, orders_politely, points_back
from intent.sentences.telling_words import is_light, topic_stems
from intent.slots.text import sentences
from omniforge.projects.search.words import stems

_NO_SEARCH = pattern("searches", "no_search")
_OF_PRODUCT, _THING = pattern("searches", "of_product"), pattern("searches", "thing_of_product")
_THAT_AGENT = pattern("searches", "that_agent")
_SHORTEST = 2  # letters of a significant word


def is_of_something_else(question: str) -> bool:
    """Return whether a question is a sum in words, a request, or asks what the product can do or did."""
    is_of_product = _OF_PRODUCT.search(question.casefold())
    return bool(_NO_SEARCH.search(question) or is_of_product) or orders_politely(question)


def is_searched_for(question: str) -> bool:
    """Return whether words clearly ask for something that work or documents may have."""
    first = next((one.words for one in sentences(question)), "")
    return (is_question(first) or asks_to_show(first)) and bool(significant(question))


def is_told_by(question: str, near: str, *, leans: bool) -> bool:
    """Return whether texts that come near a question may tell its answer, not what the product is or did.

    Of a thing of the product, or of 'that' that doesn't `lean` on anything said, they must have a word.
    """
    if _OF_PRODUCT.search(question.casefold()):
        return False
    if found := _THING.search(question.casefold()):
        return not {*stems(found["thing"] or found["name"])}.isdisjoint(stems(near))
    return leans or not points_back(question) or not significant(question).isdisjoint(stems(near))


def is_of_that_agent(question: str) -> bool:
    """Return whether a question means an agent without its name: 'is that in the agent now?'"""
    return bool(_THAT_AGENT.search(question.casefold()))


def significant(text: str) -> set[str]:
    """Return the stems of a text that tell what it is about: no numbers and no common words."""
    return {
        one for one in topic_stems(text) if len(one) >= _SHORTEST and not (is_light(one) or _is_figure(one))
    }


def _is_figure(stem: str) -> bool:
    return any(map(str.isdigit, stem))
