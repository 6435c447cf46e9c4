"""Sessions of programs: conversations that a client identifies by its own name (seed 004)."""

from uuid import UUID

from django.db import IntegrityError, transaction

from conversations.models import Conversation
from conversations.record.selectors import conversations_of
from conversations.record.titles import title_from
from omniforge.projects.search.blinders import create_blinder
from omniforge.storage.ids import as_id
from omniforge.tenants.access import Access

LONGEST_NAME = 255  # characters


def session_conversation(access: Access, name: str, question: str) -> UUID:
    """Return the id of the person's conversation called `name`, created from `question` if there is none.

    A name may also be the id of one of their conversations. Names are stored as keyed hashes.
    """
    own = conversations_of(access)
    if (known := as_id(name)) and own.filter(pk=known).exists():
        return known
    key = create_blinder(access.tenant_id).digest(f"session:{name}")
    return _found(access, key) or _begun(access, key, question)


def _begun(access: Access, key: str, question: str) -> UUID:
    whose = {"tenant_id": access.tenant_id, "user_id": access.user_id}
    try:
        with transaction.atomic():
            return Conversation.objects.create(**whose, title=title_from(question), session_key=key).pk
    except IntegrityError:  # a concurrent request created it
        found = _found(access, key)
        if found is None:
            raise
        return found


def _found(access: Access, key: str) -> UUID | None:
    return conversations_of(access).filter(session_key=key).values_list("pk", flat=True).first()
