"""Titles in the index: found by word prefixes, because people search while they type."""

import re
from collections.abc import Iterable

from django.db.models import Q, QuerySet

from conversations.models import Conversation
from conversations.record.search.index import blinder_for, entries_of, newest_with
from conversations.record.selectors import conversations_of
from omniforge.projects.search.blinders import Blinder
from omniforge.storage.blind_index import CANDIDATES
from omniforge.tenants.access import Access

_SHORTEST, _LONGEST = 2, 12  # letters of an indexed prefix


def find_by_title(access: Access, words: str) -> tuple[QuerySet[Conversation], bool]:
    """Return conversations whose titles may match the prefixes, and whether all titles are indexed.

    Includes unindexed titles, up to the number of candidates.
    """
    blinder = blinder_for(access)
    tokens = _tokens(blinder, {word[:_LONGEST] for word in _words(words)}) if blinder else []
    entries = entries_of(access)
    known = entries.filter(pk__in=newest_with(access, tokens, CANDIDATES) if tokens else [])
    waiting = entries.filter(Q(message=None), is_indexed=False).values_list("conversation_id", flat=True)
    unknown = list(waiting[:CANDIDATES])
    ids = {*known.values_list("conversation_id", flat=True), *unknown}
    return conversations_of(access).filter(pk__in=ids), len(unknown) < CANDIDATES


def title_tokens(blinder: Blinder, title: str) -> list[str]:
    """Return the tokens of a title: one for each word prefix."""
    ends = range(_SHORTEST, _LONGEST + 1)
    return _tokens(blinder, {word[:end] for word in _words(title) for end in ends if end <= len(word)})


def _tokens(blinder: Blinder, beginnings: Iterable[str]) -> list[str]:
    return blinder.tokens(f"title:{beginning}" for beginning in beginnings)


def _words(text: str) -> list[str]:
    return [word for word in re.findall(r"\w+", text.casefold()) if len(word) >= _SHORTEST]
