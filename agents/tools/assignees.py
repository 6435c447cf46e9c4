"""Assignees: a name, with or without an account. 'Me' is the person who asks."""

from collections.abc import Sequence

from intent.sentences.naming import normalise
from omniforge.tenants.access import Access
from omniforge.tenants.models import User

_MINE = frozenset(("me", "myself", "mine", "i"))


def is_me(said: str) -> bool:
    """Return whether a name means the speaker."""
    return normalise(said) in _MINE


def name_of_assignee(access: Access, said: str) -> str:
    """Return the stored name of an assignee."""
    if is_me(said):
        return str(User.objects.get(pk=access.user_id))
    return said.capitalize() if said.isalpha() and said.islower() else said


def words_of_name(name: str) -> frozenset[str]:
    """Return the words of a name, folded: 'ines.barros' has two."""
    return frozenset(name.casefold().replace(".", " ").split())


def own_names(access: Access) -> list[frozenset[str]]:
    """Return the names under which work may be assigned to the person: name, address, its local part."""
    user = User.objects.get(pk=access.user_id)
    return [words_of_name(one) for one in (user.name, user.email, user.email.partition("@")[0]) if one]


def is_person(assignee: str, names: Sequence[frozenset[str]]) -> bool:
    """Return whether an assignee has one of these names; 'Ben' and 'Ben Ort' are the same person."""
    own = words_of_name(assignee)
    return bool(own) and any(name and (name <= own or own <= name) for name in names)
