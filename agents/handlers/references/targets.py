"""Resolves references: to one thing, to several, or to a question which one is meant.

A guess is never acted on: the person is asked, with the candidates as choices.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from agents.context.stored import KeptThing
from agents.handlers.items import IN_PROJECTS, PROJECT, WORK, Item, load_items, load_kept
from agents.handlers.lines import bold
from agents.handlers.references import loose_names
from agents.handlers.references.at_hand import (
    as_many,
    find_named_before,
    has_target,
    is_at_hand,
    is_lost,
    is_stale,
    resolve_number,
    resolve_ordinal,
    resolve_others,
    resolve_pronoun,
    resolve_unnamed,
)
from agents.handlers.references.people import find_person
from agents.handlers.references.target_projects import (
    called_after,
    find_by_word,
    near_names,
    project_id_for,
    require_in_project,
)
from agents.handlers.references.which_thing import OFFERED, WHICH, choose_option, require_not_refused
from agents.handlers.task import ALL, NoSuchTarget, Question, Task
from agents.handlers.work.conditions import BOUNDS, filter_items
from agents.tools.assignees import words_of_name
from agents.tools.resolver import Resolver
from agents.tools.workspace.scope import Scope
from intent.commands import Condition, Reference
from intent.commands.words import key_of
from intent.sentences.titles import find_by_title, is_named_in, normalise
from omniforge.errors import InvalidInput
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_ANY = ("", "thing")
_FOLDERS = {"folder": "document"}


@dataclass(frozen=True, slots=True)
class _Found:
    """The matches. If they are guesses, `lead` begins the question about them."""

    items: Sequence[Item] = ()
    guesses: Sequence[Item] = ()
    lead: str = ""


async def resolve_one(
    task: Task,
    reference: Reference,
    name: str = "which",
    *,
    kinds: Collection[str] = (),
    within: UUID | None = None,
) -> Item:
    """Return the one thing that is meant. Raises Question if several match, NoSuchTarget if none does."""
    require_not_refused(task, name)
    found = await in_database(_look, task, reference, tuple(kinds))
    items = [one for one in found.items if within in (None, one.home)] or found.items
    if len(items) == 1:
        return require_in_project(task, items)[0]
    found = replace(found, items=items)
    return _asked(task, found.items or found.guesses, name, found.lead or WHICH, reference)


def filter_by(task: Task, items: Sequence[Item], conditions: Sequence[Condition]) -> list[Item]:
    """Return the things that meet conditions, which may name other things: 'due before the first night'.

    Raises NoSuchTarget if a condition names something that doesn't exist.
    """
    dated = resolve_dates(task, conditions)
    return filter_items(task, items, [_with_thing(task, one) for one in dated])


def resolve_dates(task: Task, conditions: Sequence[Condition]) -> tuple[Condition, ...]:
    """Return conditions with the things they name replaced by dates: 'due before the first night'."""
    return tuple(_with_date(task, one) for one in conditions)


def _with_date(task: Task, condition: Condition) -> Condition:
    if condition.field not in BOUNDS or not isinstance(condition.value, Reference):
        return condition
    thing = _thing_at(task, condition.value)
    if thing.due is None:
        raise NoSuchTarget(f"{bold(thing.title)} has no date, so nothing can be picked by it.")
    return replace(condition, value=(thing.due, thing.due))


def _with_thing(task: Task, condition: Condition) -> Condition:
    value = condition.value
    if not isinstance(value, Reference):
        return condition
    if condition.field == "is" and (person := find_person(task.pack.access, value.name)):
        return replace(condition, field="assignee", value=person)  # 'all of them, but not Maya's'
    return replace(condition, value=_thing_at(task, value))


def _thing_at(task: Task, reference: Reference) -> Item:
    """Return the one thing that a condition names. Raises NoSuchTarget."""
    if limit := _limit(task, reference):
        return limit
    found = _look(task, reference, ()).items
    if len(found) != 1:
        raise NoSuchTarget(f"“{plain(reference.words)}” fits several things. Say which one.")
    return found[0]


def _limit(task: Task, reference: Reference) -> Item | None:
    """Return the dated thing that 'before the crane comes' means, if no title matches exactly."""
    items = load_items(task.pack.access, WORK, task.pack.focus.project_id)
    if not reference.name or any(is_named_in(reference.name, one.title) for one in items):
        return None
    return loose_names.find_limit(reference.name.split(), items)


async def resolve_all(
    task: Task,
    reference: Reference,
    *,
    exactly: bool = False,
    rather: Sequence[str] = (),
    kinds: Sequence[str] = (),
    whose: str = "",
) -> Sequence[Item]:
    """Return all things that are meant, at least one. Raises Question and NoSuchTarget.

    With `exactly` neither a misspelt name counts, nor the only thing of its kind if nobody spoke of it.
    `rather` lists the likelier kinds, `kinds` the only ones. Of several that one name fits, those of `whose`
    are meant.
    """
    require_not_refused(task, "which")
    found = await in_database(_look, task, reference, tuple(kinds))
    if reference.kind in _ANY and (likely := [one for one in found.items if one.kind in rather]):
        found = replace(found, items=likely)
    own = [one for one in found.items if whose and words_of_name(whose) <= words_of_name(one.assignee)]
    found = replace(found, items=own or found.items)
    if not exactly and (near := loose_names.find_misspelt(reference.name, found.guesses)):
        found = _Found([near])
    points = has_target(reference) or _means_several(reference)
    if exactly and len(found.items) == 1 and not (points or is_at_hand(task, found.items[0])):
        found = _Found((), found.items)
    if found.items and (len(found.items) == 1 or _means_several(reference)):
        return require_in_project(task, found.items)
    options = found.items or found.guesses
    if options and task.answer_to("which") == ALL:
        return require_in_project(task, options[:OFFERED])
    return [_asked(task, options, "which", found.lead or WHICH, reference)]


def _means_several(reference: Reference) -> bool:
    several = reference.is_all or reference.is_plural or (reference.number or 1) > 1
    limits = bool(reference.conditions) and reference.kind != "thing"  # 'Ben's one' is a single thing
    return several or limits or bool(reference.parts)


def _look(task: Task, reference: Reference, kinds: Sequence[str]) -> _Found:
    if acts := loose_names.find_by_noun(task, reference):
        return _Found(acts)
    kinds, reference = kinds or _kinds_of(reference), called_after(reference) or reference
    if reference.is_other:
        return _Found(resolve_others(task, kinds))
    if reference.is_pronoun:
        return _of_pronoun(task, reference, kinds)
    if reference.place is not None:
        return _Found(resolve_ordinal(task, reference, kinds))
    if reference.parts and not reference.name:  # 'the first and the last'
        return _Found([one for part in reference.parts for one in resolve_ordinal(task, part, kinds)])
    return _named(task, reference, kinds) if reference.name else _described(task, reference, kinds)


def _kinds_of(reference: Reference) -> tuple[str, ...]:
    """Return the kinds that a reference may mean. Raises NoSuchTarget for kinds outside projects."""
    if reference.kind in _ANY:
        points = reference.name or reference.is_pronoun or reference.place is not None
        return (*IN_PROJECTS, PROJECT) if points else IN_PROJECTS
    kind = _FOLDERS.get(reference.kind, reference.kind)
    if kind in (*IN_PROJECTS, PROJECT):
        return (kind,)
    if not reference.name:
        raise NoSuchTarget
    return ()


def _of_pronoun(task: Task, reference: Reference, kinds: Sequence[str]) -> _Found:
    items = filter_by(task, resolve_pronoun(task, reference, kinds), reference.conditions)
    items = [one for one in items if one.assignee or not key_of("somebodys", reference.words)]
    if not items:
        raise NoSuchTarget("I'm not sure what you mean. Say its name.")
    if reference.number and 1 < len(items) != reference.number:
        raise InvalidInput(f"Which {reference.number} do you mean? Say their names.")
    named = task.run.listed or find_named_before(task, kinds)
    lone = reference.is_plural and len(items) == 1 and not named
    is_sure = reference.number == len(items) > 1  # 'all three', where three are at hand
    return _Found((), items) if lone or (is_stale(task, kinds) and not is_sure) else _Found(items)


def _described(task: Task, reference: Reference, kinds: Sequence[str]) -> _Found:
    """Return what words without a name mean: 'all overdue tasks', or 'the task' if only one is possible."""
    several = _means_several(reference)
    if reference.is_plural and not (reference.is_all or reference.number or reference.conditions):
        raise NoSuchTarget(f"Which {reference.kind or 'thing'}s do you mean? Say “all” or their names.")
    home = project_id_for(task, reference.project)
    known = [] if several or reference.conditions else resolve_unnamed(task, reference, kinds)
    if known := [one for one in known if not reference.project or one.home == home]:
        return _Found((), known) if is_lost(task, kinds) else _Found(known)
    reads_texts = any(one.field == "text" for one in reference.conditions)
    items = load_items(task.pack.access, kinds, home, texts=reads_texts)
    items = [*as_many(task, reference, kinds, filter_by(task, items, reference.conditions))]
    opened = [one for one in items if one.is_open]
    found = items if several else opened or items
    if (
        not found
        and not (several or reference.conditions)
        and (named := loose_names.find_called_like(task, reference.kind))
    ):
        return _Found(named)
    if not found:
        raise NoSuchTarget(f"There's no such {reference.kind or 'thing'} here.")
    return _Found(found)


def _named(task: Task, reference: Reference, kinds: Sequence[str]) -> _Found:
    resolver = Resolver(Scope.of(task.pack), task.pack.conversation_id)
    home = project_id_for(task, reference.project) if reference.project else None
    exact = _called(task, resolver, reference.full, (*IN_PROJECTS, PROJECT), None)
    same = [one for one in exact if normalise(one.title) == normalise(reference.full)]
    found = same or (_called(task, resolver, reference.name, kinds, home) if kinds else []) or exact
    if found := loose_names.as_quoted(reference, found):
        return _Found(find_by_title(reference.name, found) or found)
    if listed := resolve_number(task, reference, kinds):
        return _Found(listed)
    if reference.parts:
        parts = [_look(task, part, ()) for part in reference.parts]
        if all(len(part.items) == 1 for part in parts):
            return _Found([part.items[0] for part in parts])
    items = load_items(task.pack.access, kinds or WORK, home or task.pack.focus.project_id)
    # not of 'council' with the 'call' that was made
    owned = loose_names.find_by_owner(reference.full, items) if reference.full in reference.words else []
    if not (kinds or owned):
        raise NoSuchTarget
    loose = _inside_named(task, resolver, reference, kinds) or loose_names.find_by_action(
        reference.name, items
    )
    if named := loose or owned:
        return _Found(named)
    guesses = near_names(reference.name, items) or find_by_word(reference.name, items)
    if not guesses:
        raise NoSuchTarget(_not_there(reference))
    return _Found((), guesses, f"{_not_there(reference)} Do you mean one of these?")


def _inside_named(task: Task, resolver: Resolver, reference: Reference, kinds: Sequence[str]) -> list[Item]:
    """Return what 'the Denby accounts' names: the accounts in the one project with Denby in its name."""
    words = reference.name.split()
    projects = load_items(task.pack.access, (PROJECT,)) if len(words) > 1 and not reference.project else []
    for at in range(len(words) - 1, 0, -1):
        home, name = " ".join(words[:at]), " ".join(words[at:])
        named = [one for one in projects if is_named_in(home, one.title)]
        if len(named) == 1 and (found := _called(task, resolver, name, kinds, named[0].id)):
            return find_by_title(name, found) or found
    return []


def _called(
    task: Task, resolver: Resolver, words: str, kinds: Sequence[str], home: UUID | None
) -> list[Item]:
    """Return the things of this name, or with all of these words in their title."""
    refs = resolver.resolve(words, kinds, str(home) if home else "").found
    kept = [KeptThing(one.kind, str(one.id), one.title) for one in refs]
    return load_kept(task.pack.access, kept) if kept else []


def _not_there(reference: Reference) -> str:
    kind = reference.kind if reference.kind not in _ANY else ""
    return f"I found {f'no {kind}' if kind else 'nothing'} called “{plain(reference.name)}”."


def _asked(task: Task, options: Sequence[Item], name: str, lead: str, reference: Reference) -> Item:
    named = [one for one in options if is_named_in(reference.name, one.title)]
    is_guess = bool(reference.name) and not loose_names.as_quoted(reference, named)
    if not options or (is_guess and task.tentative):
        raise NoSuchTarget(_not_there(reference))
    try:
        return choose_option(task, options, name, lead)
    except Question as asked:
        asked.is_guess = is_guess
        raise
