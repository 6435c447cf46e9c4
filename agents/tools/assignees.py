"""Assignees: a name, with or without an account. 'Me' is the person who asks."""

from collections.abc import Sequence

from intent.sentences.naming import folded
from omniforge.tenants.access import Access
from omniforge.tenants.models import User

_MINE = frozenset(("me", "myself", "mine", "i"))


def is_me(said: str) -> bool:
    """Return whether a name means the speaker."""
    return folded(said) in _MINE


def name_of_assignee(access: Access, said: str) -> str:
    """Return the stored name of an assignee."""
    if is_me(said):
        return str(User.objects.get(pk=access.user_id))
    return said.capitalize() if said.isalpha() and said.islower() else said


def own_names(access: Access) -> Sequence[str]:
    """Return the folded names under which work may be assigned to the person."""
    user = User.objects.get(pk=access.user_id)
    names = (user.name, user.email, user.email.partition("@")[0])
    return [folded(name) for name in names if name]
