"""Changes to a workspace's sources. Each is audited in the same transaction."""

from typing import Any

from asgiref.sync import async_to_sync
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext

from agents.definitions.names import free_name, to_kebab
from agents.definitions.services.records import record_change
from agents.definitions.validation import check_name
from agents.models import Source
from agents.tools.sources.discovery import Discovered, discover, test_source
from agents.tools.sources.kinds import kind_of
from agents.tools.sources.selectors import (
    describe_location,
    find_sources,
    get_source,
    host_of,
    may_remove,
    source_at,
)
from agents.tools.sources.storage import seen_after
from omniforge.errors import Conflict, InvalidInput, NotAllowed
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

LONGEST_NAME = 40
MOST = 100  # sources per workspace
_SHORT = 24  # characters of a name derived from a title


def add_source(*, access: Access, slug: str = "", kind: str = "", **given: Any) -> Source:
    """Check a source and add it, by its `url` or its kind's settings. Its default name is its title.

    It blocks during the check. Raises NotAllowed, InvalidInput by field, and Conflict.
    """
    _require(access, slug, kind, str(given.get("url") or ""))
    if kind and (prepare := kind_of(kind).prepare):
        found = async_to_sync(test_source)(access, kind, prepare(given, access))
    else:
        found = async_to_sync(discover)(access, str(given.get("url") or ""), kind)
    return save_source(access, found, slug)


async def add_in_turn(access: Access, url: str, slug: str = "") -> Source:
    """Do the same from the event loop, for an address already added, return that source."""
    if found := await in_database(source_at, access, url):
        return found
    await in_database(_require, access, slug, "", url)
    return await in_database(save_source, access, await discover(access, url), slug)


def save_source(access: Access, discovered: Discovered, slug: str = "") -> Source:
    """Store a source with the result of its first check."""
    now = timezone.now()
    source = Source(
        tenant_id=access.tenant_id,
        added_by_id=access.user_id,
        kind=discovered.kind,
        settings=discovered.settings,
        checked_at=now,
    )
    source.seen = seen_after(source, discovered.found, now)
    source.slug = slug.strip() or _named(access, source, discovered.found.title)
    try:
        with transaction.atomic():
            source.save()
            _note(access, "source.added", source)
    except IntegrityError as error:
        raise Conflict(
            gettext("There is a source %(slug)s already. Choose another name.") % {"slug": source.slug}
        ) from error
    return source


@transaction.atomic
def remove_source(*, access: Access, source: str) -> None:
    """Remove a source and its items. Raises NotFound, and NotAllowed for anyone who may not remove it."""
    removed = get_source(access, source)
    if not may_remove(access, removed):
        raise NotAllowed(gettext("Only who added a source, or an owner or admin, can remove it."))
    _note(access, "source.removed", removed)
    removed.delete()


def _require(access: Access, slug: str, kind: str, url: str) -> None:
    """Raise what saving would raise, before anything is fetched."""
    access.require_writer()
    if kind and kind_of(kind).for_administrators:
        access.require_administrator()
    if slug.strip():
        check_name(slug, longest=LONGEST_NAME)
    if find_sources(access).filter(slug=slug.strip()).exists():
        raise Conflict(
            gettext("There is a source %(slug)s already. Choose another name.") % {"slug": slug.strip()}
        )
    if url and (there := source_at(access, url)) and not slug.strip():
        raise InvalidInput.of("url", gettext("This is the source %(slug)s already.") % {"slug": there.slug})
    if find_sources(access).count() >= MOST:
        raise Conflict(
            gettext("A workspace has at most %(most)s sources. Remove one first.") % {"most": MOST}
        )


def _named(access: Access, source: Source, title: str) -> str:
    """Return a free name derived from a title, else from the host."""
    name = to_kebab(title)
    while len(name) > _SHORT and "-" in name:
        name = name.rpartition("-")[0]
    name = name[:_SHORT] or to_kebab(host_of(source).removeprefix("www.")) or source.kind
    return free_name(name[:LONGEST_NAME], set(find_sources(access).values_list("slug", flat=True)))


def _note(access: Access, action: str, source: Source) -> None:
    """Audit a change, and refresh the names that messages may mention."""
    reason = f"{source.slug}: {kind_of(source.kind).label.lower()}, {describe_location(source)}"
    record_change(access, action, source, reason)
