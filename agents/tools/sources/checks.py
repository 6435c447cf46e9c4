"""Checks a source and stores the result. A failure is stored with its reason."""

from dataclasses import replace

from asgiref.sync import async_to_sync
from django.conf import settings
from django.utils.translation import override

from agents.failures import ToolFailed
from agents.models import Source
from agents.tools.sources.items import CheckResult, Item
from agents.tools.sources.kinds import kind_of
from agents.tools.sources.selectors import get_source
from agents.tools.sources.storage import items_of, store_check, store_failure
from omniforge.errors import OmniForgeError
from omniforge.net import RequestFailed, RequestRefused
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

_FIX = "See it in Settings > Connections."
Seen = tuple[Source, list[Item]]


async def read_items(access: Access, source: Source) -> Seen:
    """Return a source after a check, with its known items, newest first. Raises ToolFailed."""
    return await in_database(_settled, access, source, await _found(access, source))


def check_source(*, access: Access, source: str) -> Source:
    """Check a source on a person's request. It blocks. Raises NotFound, NotAllowed and ToolFailed."""
    access.require_writer()
    looked_at = get_source(access, source)
    with override(settings.LANGUAGE_CODE):  # others read the stored failure too
        return _settled(access, looked_at, async_to_sync(_found)(access, looked_at))[0]


async def _found(access: Access, source: Source) -> CheckResult | OmniForgeError:
    """Return the result of a check, or its error."""
    try:
        return await kind_of(source.kind).look(source.settings, access)
    except (ToolFailed, RequestRefused, RequestFailed) as error:
        return error


def _settled(access: Access, source: Source, found: CheckResult | OmniForgeError) -> Seen:
    """Store the result of a check. Raises ToolFailed if it failed."""
    if isinstance(found, OmniForgeError):
        store_failure(access, source.pk, found.message)
        transient = isinstance(found, ToolFailed) and found.transient
        said = f"The source {source.slug} can't be read. {found.message} {_FIX}"
        raise ToolFailed(said, transient=transient, outside=True) from found
    kept = store_check(access, source.pk, found)
    if kind_of(kept.kind).keeps:
        return kept, items_of(kept)
    return kept, [replace(item, seen_at=item.at) for item in found.items]
