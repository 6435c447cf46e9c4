"""Index lookups: which messages contain the words, without decrypting any."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from django.db.models import F, TextField
from django.db.models.functions import Cast

from conversations.memory.ranks import Hit, Words, weights_of
from conversations.memory.scan import Place, messages_among
from conversations.models import Message
from conversations.record.decided import excerpt
from conversations.record.search.index import blinder_for, entries_of, newest_with
from omniforge.projects.search.blinders import Blinder
from omniforge.storage.blind_index import CANDIDATES
from omniforge.storage.fields import decrypted
from omniforge.tenants.access import Access

_FEWEST = 500  # messages examined per word, at least
_MOST = 1_000  # messages whose owner and age are looked up


@dataclass(frozen=True, slots=True)
class LookedUp:
    """Messages with words of a search, not decrypted, and how many have each word: up to 2,000."""

    hits: Sequence[Hit[Place]] = ()
    having: Counter[int] = field(default_factory=Counter)


def find_hits(access: Access, words: Words, besides: UUID | None) -> LookedUp:
    """Return the messages with the weightiest words, and of these the newest."""
    blinder = blinder_for(access)
    if blinder is None:
        return LookedUp()
    entries, having = _entries(access, _tokens(blinder, words))
    return LookedUp(_hits(access, _weightiest(entries, having), besides), having)


def _tokens(blinder: Blinder, words: Words) -> dict[int, list[str]]:
    return {number: blinder.tokens(set(stems)) for number, stems in enumerate(words.stems, 1) if stems}


def _entries(access: Access, tokens: Mapping[int, list[str]]) -> tuple[dict[int, set[int]], Counter[int]]:
    """Return entries with the indexes of their words, and how many have each word.

    Includes those with all words, which may be older than the newest with any of them.
    """
    limit = max(CANDIDATES // max(len(tokens), 1), _FEWEST)
    newest = {number: newest_with(access, of_word, limit) for number, of_word in tokens.items()}
    having = Counter({number: len(found) for number, found in newest.items() if found})
    entries: defaultdict[int, set[int]] = defaultdict(set)
    for number in having:
        for entry in newest[number]:
            entries[entry].add(number)
    if len(having) > 1:
        together = [token for number in having for token in tokens[number]]
        entries |= {entry: set(having) for entry in newest_with(access, together, limit)}
    return entries, having


def _weightiest(entries: dict[int, set[int]], having: Counter[int]) -> dict[int, frozenset[int]]:
    weights = weights_of(having)

    def order(entry: int) -> tuple[float, int]:
        return sum(weights[word] for word in entries[entry]), entry

    return {entry: frozenset(entries[entry]) for entry in sorted(entries, key=order, reverse=True)[:_MOST]}


def _hits(access: Access, entries: dict[int, frozenset[int]], besides: UUID | None) -> list[Hit[Place]]:
    own = entries_of(access).filter(pk__in=entries, message__isnull=False)
    words = {message: entries[entry] for entry, message in own.values_list("pk", "message_id") if message}
    rows = messages_among(words, besides).values_list(
        "created_at", "pk", "conversation_id", "sequence", "role"
    )
    return [Hit(Place(pk, talk, place, role), at, words[pk], "") for at, pk, talk, place, role in rows]


def stored_texts(hits: Iterable[Hit[Place]]) -> dict[UUID, str]:
    """Return the encrypted texts of hits, by message."""
    rows = Message.objects.filter(pk__in=[one.place.message_id for one in hits if not one.snippet])
    return dict(rows.values_list("pk", Cast(F("content"), TextField())))


def open_hits(hits: Iterable[Hit[Place]], stored: Mapping[UUID, str], words: Words) -> list[Hit[Place]]:
    """Return the hits with snippets. Index hits whose text has no word are dropped."""
    shown = (_shown(one, stored.get(one.place.message_id, ""), words) for one in hits)
    return [one for one in shown if one]


def _shown(one: Hit[Place], stored: str, words: Words) -> Hit[Place] | None:
    if one.snippet:
        return one
    text = decrypted(stored, name="Message.content")
    places = words.places(text) or words.indexed_places(text)
    return replace(one, snippet=excerpt(text, places)) if places else None
