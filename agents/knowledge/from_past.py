"""A question answered from what the person told in earlier conversations."""

from collections.abc import Collection

from agents.context.recall import Remembered, SearchConversations
from agents.knowledge.from_talk import answer_from_talk
from intent.sentences.telling_words import telling_words
from omniforge.tables.markdown import plain

_LOOKED_AT = 8  # places of a search
_OWN = "you"
_QUOTING = ("You said", "Noted")


async def answer_from_past(
    recall: SearchConversations, question: str, *, without: Collection[str] = ()
) -> str:
    """Return the newest fact of another conversation that answers, with a link to it; empty if none does.

    It is none of those that were taken back, `without`.
    """
    words = telling_words(question)
    if not words:
        return ""
    found = await recall(" ".join(words), _LOOKED_AT)
    said = sorted(found.found, key=lambda one: one.at)
    facts = [fact for one in said if (fact := _fact(one)) and fact.strip(" .") not in without]
    told = answer_from_talk((), question, facts=facts)
    return _told(told.facts[0], said) if told else ""


def _fact(said: Remembered) -> str:
    """Return what the person said, also where it was only quoted back to them."""
    if said.said_by == _OWN:
        return said.snippet.strip("… ")
    return said.snippet.partition("“")[2].partition("”")[0] if said.snippet.startswith(_QUOTING) else ""


def _told(fact: str, said: list[Remembered]) -> str:
    place = next((one for one in reversed(said) if fact.casefold()[1:] in one.snippet.casefold()), said[-1])
    day = f"{place.at.day} {place.at:%B %Y}"
    return f"You said on {day}: “{plain(fact)}” [Open that conversation]({place.link})"
