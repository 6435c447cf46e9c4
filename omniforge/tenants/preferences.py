"""A person's answer preferences in a workspace, in their own words, private to them."""

from django.db import transaction
from django.db.models import QuerySet, Subquery
from django.utils.translation import gettext, gettext_noop

from omniforge.errors import InvalidInput, NotFound
from omniforge.storage.prepared import Given
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership

LONGEST = 2_000  # characters
_TOO_LONG = gettext_noop("Preferences have %(most)s characters at most. Take away what no longer holds.")


def preferences_of(access: Access) -> str:
    """Return a person's preferences, empty if they have none. Raises NotFound if the membership ended."""
    found = _own(access).values_list("preferences", flat=True).first()
    if found is None:
        raise NotFound
    return found


def preferences_subquery(tenant_id: Given, user_id: Given) -> Subquery:
    """Return the preferences as a subquery of a prepared query, null without a membership."""
    own = Membership.objects.filter(tenant_id=tenant_id, user_id=user_id)
    return Subquery(own.values("preferences")[:1])


def set_preferences(*, access: Access, text: str) -> str:
    """Replace the preferences, and return them. An empty text deletes them.

    Raises InvalidInput for more than 2,000 characters, and NotFound if the membership ended.
    """
    text = "\n".join(text.strip().splitlines())
    if len(text) > LONGEST:
        raise InvalidInput.of("preferences", gettext(_TOO_LONG) % {"most": f"{LONGEST:,}"})
    if not _own(access).update(preferences=text):
        raise NotFound
    return text


@transaction.atomic
def add_preference(*, access: Access, line: str) -> str:
    """Add a line to the preferences unless they have it, and return all. Raises as `set_preferences`."""
    known = _own(access).select_for_update().values_list("preferences", flat=True).first() or ""
    lines = known.splitlines()
    if line.casefold() in map(str.casefold, lines):
        return known
    return set_preferences(access=access, text="\n".join([*lines, line]))


def _own(access: Access) -> QuerySet[Membership]:
    return Membership.objects.filter(tenant_id=access.tenant_id, user_id=access.user_id)
