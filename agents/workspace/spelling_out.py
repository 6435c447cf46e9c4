"""Says of a name in a message what it is the name of, where only the workspace's own titles can tell.

'Move the scan below Sources' may be about anything. Where documents are called so, it is about those, and is
read as 'move the document "scan" below the document "Sources"'.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from agents.context import ContextPack
from agents.workspace.reading import Wish, read_wish
from omniforge.database import in_database
from omniforge.projects.kinds import Kind
from omniforge.projects.models import DocumentRole
from omniforge.projects.selectors import find_documents, find_entities
from omniforge.tenants.access import Access

_MAY_NAME_ONE = re.compile(
    r"\b(?:move|put|place|file|nest|add|append|merge|combine|summari[sz]e|sum up|recap|open|read|show|when|"
    r"who)\b",
    re.I,
)
_NEW_NAME = re.compile(
    r"(?:\b(?:rename|retitle)\b.*\b(?:to|as|into)|\b(?:called|named|titled|call it|name it))\s+$", re.I
)
_SEVERAL = re.compile(r",|\b(?:and|then)\b", re.I)  # orders of which one may be understood already
_LONGEST = 250  # characters of a message that only names things
_LOOKED_AT = 2_000  # things of each sort, those changed last: to open so many titles takes 50 ms


async def spelt_out(pack: ContextPack) -> ContextPack:
    """Return the turn with its message spelt out, where that tells more than the message itself."""
    if (
        not pack.catalogue.projects
        or _waits_for_words(pack)
        or not _may_tell_more(pack.message, pack.now.date())
    ):
        return pack
    kinds = await in_database(_kinds_by_title, pack.access)
    return replace(pack, message=spell_out(pack.message, kinds, pack.now.date()))


def _may_tell_more(message: str, today: date) -> bool:
    """Return whether titles are worth a look: opening those of a large workspace takes a while."""
    if len(message) > _LONGEST or not _MAY_NAME_ONE.search(message):
        return False
    return bool(_SEVERAL.search(message)) or not read_wish(message, today)


def spell_out(message: str, kinds: Mapping[str, str], today: date) -> str:
    """Return a message with the kind of each title before it, if more is read of it so; else as it is.

    `kinds` are known by their titles in lower case.
    """
    said = message.casefold()
    titles = sorted((one for one in kinds if one in said and '"' not in one), key=len, reverse=True)
    if not titles:
        return message

    def with_kind(found: re.Match[str]) -> str:
        is_new = _NEW_NAME.search(found.string[: found.start()])
        return found[0] if is_new else f'the {kinds[found["title"].casefold()]} "{found["title"]}"'

    names = "|".join(map(re.escape, titles))
    named = re.compile(rf"(?<![\w\"'])(?:(?:the|my|our)\s+)?(?P<title>{names})(?![\w\"'])", re.I)
    spelt = named.sub(with_kind, message)
    return spelt if _told(read_wish(spelt, today)) > _told(read_wish(message, today)) else message


def _told(wish: Wish) -> int:
    """Return how much is read of a message; a move counts where both of its ends are known for documents."""
    moves = [one for one in wish.operations if one.action == "move"]
    vague = [one for one in moves if not (one.target.kind and one.other and one.other.kind)]
    return len(wish.operations) - len(vague) + (wish.look is not None)


def _kinds_by_title(access: Access) -> dict[str, str]:
    """Return what the things of a workspace are by what they are called, those of one kind alone."""
    documents = find_documents(access).exclude(role=DocumentRole.CONTEXT).values_list("title", flat=True)
    entities = find_entities(access).values_list("title", "kind")[:_LOOKED_AT]
    named = {(title.casefold(), Kind.DOCUMENT.value) for title in documents[:_LOOKED_AT]}
    named |= {(title.casefold(), kind) for title, kind in entities}
    times = Counter(title for title, _ in named)
    return {title: kind for title, kind in named if times[title] == 1}


def _waits_for_words(pack: ContextPack) -> bool:
    """Return whether the message may be a text that was asked for, which is to be kept as it is."""
    pending = pack.dialogue.pending
    return bool(pack.agent or pack.ask or (pending and pending.expects == "slot"))
