"""Queries for versions of an agent or skill: `agent.versions.all()`, `skill.versions.all()`."""

from typing import TypeVar

from django.db.models import QuerySet
from django.utils.translation import gettext

from agents.models import AgentVersion, SkillVersion
from omniforge.errors import NotFound

Version = TypeVar("Version", AgentVersion, SkillVersion)


def list_versions(
    versions: QuerySet[Version], *, before: int | None = None, limit: int = 20
) -> list[Version]:
    """Return the newest versions, or those before a number, with their authors."""
    earlier = versions if before is None else versions.filter(number__lt=before)
    return list(earlier.select_related("changed_by").order_by("-number")[:limit])


def get_version(versions: QuerySet[Version], number: int) -> Version:
    """Return the version of this number. Raises NotFound."""
    found = versions.filter(number=number).first()
    if found is None:
        raise NotFound(gettext("There is no version {number}.").format(number=number))
    return found


def version_pair(versions: QuerySet[Version], number: int) -> tuple[Version, Version] | None:
    """Return the version before `number` and the version itself, or None if either doesn't exist."""
    both = list(versions.filter(number__in=(number - 1, number)).order_by("number"))
    return (both[0], both[1]) if len(both) == 2 else None
