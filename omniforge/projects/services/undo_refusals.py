"""Messages about why something was not undone."""

from collections.abc import Collection
from uuid import UUID

from django.utils.translation import gettext, gettext_noop

from omniforge.errors import NotFound, OmniForgeError
from omniforge.projects.models import Action, Document, Version

NOT_EMPTY = "not_empty"  # error code: the project still has contents


def thing_of(version: Version) -> UUID:
    """Return the id of a change's object. For a move, recorded with the project, it is the document."""
    moved = version.action == Action.MOVE
    return UUID(version.place["document"]) if moved else version.entity_id


def refusal_reason(version: Version, refusal: OmniForgeError) -> str:
    """Return the sentence that names an object and says why its change was not undone."""
    return gettext(_reason(version, refusal)).format(thing=_name(version))


def fields_reason(version: Version, kept: Collection[str]) -> str:
    """Return the sentence that names an object and those of its fields that were not undone."""
    names = sorted(one.rpartition("/")[2].removesuffix("_on").replace("_", " ") for one in kept)
    said = gettext("{thing} has changed since: {fields}.")
    return said.format(thing=_name(version), fields=", ".join(map(gettext, names)))


def _name(version: Version) -> str:
    if version.entity_type == "edge":
        return gettext("Link '{name}'").format(name=version.name.replace("_", " "))
    if version.action == Action.MOVE:
        title = Document.objects.filter(pk=thing_of(version)).values_list("title", flat=True).first()
        return _quoted("document", title) if title else gettext("A document")
    return _quoted(version.entity_type, version.name)


def _quoted(kind: str, name: str) -> str:
    return gettext("{kind} '{name}'").format(kind=gettext(kind).capitalize(), name=name)


def _reason(version: Version, refusal: OmniForgeError) -> str:
    if refusal.code == NOT_EMPTY:
        return gettext_noop("{thing} stays, because there is still something in it.")
    if not isinstance(refusal, NotFound):
        return gettext_noop("{thing} has changed since.")
    if version.action != Action.DELETE:
        return gettext_noop("{thing} was deleted since.")
    if version.entity_type == "edge":
        return gettext_noop("{thing} cannot come back: one of its ends is not there.")
    return gettext_noop("{thing} is not in the trash any more.")
