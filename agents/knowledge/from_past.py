"""Answers a question from the person's statements in earlier conversations."""

from collections.abc import Collection
from uuid import UUID

from agents.context.recall import RecalledPassage, SearchConversations
from agents.knowledge.from_talk import answer_from_talk
from intent.commands.grammar.tokens import fold
from intent.sentences.telling_words import topic_stems
from intent.statements.from_replies import FORGOT, NOTED, notes_told
from omniforge.projects.search.words import stems
from omniforge.tables.markdown import plain

_LOOKED_AT = 8  # search results considered
_MANY = 20  # notes considered
_OWN = "you"
_QUOTING = ("You said", "Noted")


async def answer_from_past(
    recall: SearchConversations,
    question: str,
    *,
    without: Collection[str] = (),
    noted: bool = False,
    here: UUID | None = None,
) -> str:
    """Return the newest matching fact of another conversation, with a link to it, empty if there is none.

    Skips the retracted facts in `without`, and what was said `here`. `noted` limits it to facts that were
    confirmed as noted.
    """
    words = topic_stems(question)
    if not words:
        return ""
    facts = await _recall_noted(recall, words, here)
    if not noted:
        found = await recall(" ".join(words), _LOOKED_AT)
        others = (one for one in found.found if one.conversation_id != here)  # here it may be replaced
        facts |= {fact: one for one in others if (fact := _fact(one))}
    said = sorted(facts.items(), key=lambda one: one[1].at)
    kept = [fact for fact, _ in said if fact.strip(" .") not in without]
    told = answer_from_talk((), question, facts=kept)
    return _told(told.facts[0], [one for _, one in said]) if told else ""


async def find_noted_facts(
    recall: SearchConversations,
    about: str = "",
    *,
    without: Collection[str] = (),
    here: UUID | None = None,
) -> dict[str, RecalledPassage]:
    """Return facts noted in conversations other than `here`, perhaps only those on a topic, oldest first."""
    words = set(topic_stems(about))
    facts = await _recall_noted(recall, words, here)
    taken = {fold(one) for one in without}
    return {
        fact.rstrip("."): one
        for fact, one in facts.items()
        if words <= set(stems(fact)) and fold(fact.strip(" .")) not in taken
    }


async def _recall_noted(
    recall: SearchConversations, words: Collection[str], here: UUID | None
) -> dict[str, RecalledPassage]:
    """Return the facts that replies confirmed with these words, oldest first."""
    facts: dict[str, RecalledPassage] = {}
    for one in await _told_elsewhere(recall, words, here):
        for is_kept, fact in notes_told(one.snippet):
            facts = {said: place for said, place in facts.items() if not _is_same(said, fact)}
            facts |= {fact: one} if is_kept else {}
    return facts


async def _told_elsewhere(
    recall: SearchConversations, words: Collection[str], here: UUID | None
) -> list[RecalledPassage]:
    """Return the replies elsewhere that say what was noted or forgotten, oldest first."""
    asked = (f"{did.strip(' :')} {' '.join(sorted(words))}".strip() for did in (NOTED, FORGOT))
    found = [one for each in asked for one in (await recall(each, _MANY)).found]
    replies = {one.snippet: one for one in found if one.snippet.startswith((NOTED, FORGOT))}
    return sorted((one for one in replies.values() if one.conversation_id != here), key=lambda one: one.at)


def _is_same(one: str, other: str) -> bool:
    return fold(one.strip(" .")) == fold(other.strip(" ."))


def _fact(said: RecalledPassage) -> str:
    """Return the person's words, even if the hit is a reply that quotes them."""
    if said.said_by == _OWN:
        return said.snippet.strip("… ")
    return said.snippet.partition("“")[2].partition("”")[0] if said.snippet.startswith(_QUOTING) else ""


def _told(fact: str, said: list[RecalledPassage]) -> str:
    place = next((one for one in reversed(said) if fact.casefold()[1:] in one.snippet.casefold()), said[-1])
    day = f"{place.at.day} {place.at:%B %Y}"
    return f"You said on {day}: “{plain(fact)}” [Open that conversation]({place.link})"
