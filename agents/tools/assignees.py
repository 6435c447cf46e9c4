"""Assignees: a name, with or without an account. 'Me' is the person who asks."""

from collections.abc import Callable, Sequence
from functools import partial

from intent.commands.readers.things.people import names_in
from intent.sentences.titles import normalise
from omniforge.projects.selectors import find_entities
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership, User

_NEWEST = 1_000  # pieces of work that are looked through for a name
_SIGNS = ("+", "/")
_MINE = frozenset(("me", "myself", "mine", "i"))


def is_me(said: str) -> bool:
    """Return whether a name means the speaker."""
    return normalise(said) in _MINE


def name_of_assignee(access: Access, said: str) -> str:
    """Return the stored name of an assignee: 'Ben' is Ben Ort, if he is the workspace's only Ben.

    Members come first, then others who have work.
    """
    if is_me(said):
        return str(User.objects.get(pk=access.user_id))
    if len(persons_in(said)) > 1:
        return _with_each(said, partial(name_of_assignee, access))
    whole = whole_name(said, names_of_members(access))
    if whole == said and " " not in said:
        whole = whole_name(said, _with_work(access))
    return whole.capitalize() if whole.isalpha() and whole.islower() else whole


def persons_in(assignee: str) -> list[str]:
    """Return each of those who do something together: 'Ann + Ben' are two, 'Finch & Daughter' is a firm."""
    return [assignee] if "&" in assignee else names_in(assignee) or [assignee]


def in_place_of(assignee: str, before: str, new: str) -> str:
    """Return an assignee with one person in place of another: 'Ann and Cy' for 'Ann and Ben' without Ben."""
    gone, persons = words_of_name(before), persons_in(assignee)
    if len(persons) == 1 or not any(gone <= words_of_name(one) for one in persons):
        return new
    return " and ".join(dict.fromkeys(new if gone <= words_of_name(one) else one for one in persons))


def each_whole_name(said: str, known: set[str]) -> str:
    """Return an assignee with each name completed from those known: 'Ann Moss and Ben' for 'Ann + Ben'."""
    return _with_each(said, lambda one: whole_name(one, known))


def _with_each(said: str, whole: Callable[[str], str]) -> str:
    """Return an assignee with each name replaced, joined as it was, or by 'and' for '+' and '/'."""
    text, end = "", 0
    for one in persons_in(said):
        start = said.index(one, end)
        joint = said[end:start]
        text += (" and " if joint.strip() in _SIGNS else joint) + whole(one)
        end = start + len(one)
    return text + said[end:]


def whole_name(said: str, known: set[str]) -> str:
    """Return the one known name that a word is part of, or equals, the word itself if there is none.

    A bare 'Ben' beside the one 'Ben Ort' is the same person.
    """
    word = normalise(said)
    found = {one for one in known if word in (*normalise(one).split(), normalise(one))}
    longer = {one for one in found if normalise(one) != word} or found
    return longer.pop() if len(longer) == 1 else said


def names_of_members(access: Access) -> set[str]:
    """Return the names of the workspace's members, without those who have none."""
    names = Membership.objects.filter(tenant_id=access.tenant_id).values_list("user__name", flat=True)
    return {name for name in names if name}


def _with_work(access: Access) -> set[str]:
    """Return the names of those to whom the newest work is assigned."""
    newest = find_entities(access).order_by("-id").values_list("fields", flat=True)[:_NEWEST]
    return {one for fields in newest if (name := fields.get("assignee")) for one in persons_in(str(name))}


def words_of_name(name: str) -> frozenset[str]:
    """Return the words of a name, folded: 'ines.barros' has two."""
    return frozenset(name.casefold().replace(".", " ").split())


def own_names(access: Access) -> list[frozenset[str]]:
    """Return the names under which work may be assigned to the person: name, address, its local part."""
    user = User.objects.get(pk=access.user_id)
    return [words_of_name(one) for one in (user.name, user.email, user.email.partition("@")[0]) if one]


def is_person(assignee: str, names: Sequence[frozenset[str]]) -> bool:
    """Return whether an assignee has one of these names. 'Ben' and 'Ben Ort' are the same person."""
    own = words_of_name(assignee)
    return bool(own) and any(name and (name <= own or own <= name) for name in names)
