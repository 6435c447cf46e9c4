"""The scope of a question about work: which project, whose work, and the words that name a thing."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from agents.handlers.items import DATED, PROJECT, WORK, Item, load_items
from agents.handlers.references.at_hand import last_shown
from agents.handlers.references.loose_names import find_limit
from agents.handlers.references.named_in_front import is_theirs
from agents.handlers.task import NoSuchTarget, Task
from intent.commands.words import key_of
from intent.questions.topics import fits, is_light, words_shared
from intent.questions.work import WorkQuestion
from intent.sentences.question_forms import is_led, is_question
from intent.sentences.question_words import Asked

_OF_PERSON = (Asked.THING, Asked.YES_NO, Asked.AMOUNT, Asked.MANNER)
_OF_TASKS = {"nobody", "undated"}  # nobody asks which risks lack a date or a person
_MARKS = str.maketrans(".,*?!:;", " " * 7)  # around a name
_LOOKED_BACK = 4  # messages searched for the referent of 'she'


@dataclass(frozen=True, slots=True)
class Scope:
    """A question's scope: things of a `project` or all, of one person, with a `topic` in their names."""

    items: Sequence[Item]
    topic: tuple[str, ...] = ()
    project: Item | None = None
    person: str = ""


def within_limit(task: Task, asked: WorkQuestion) -> WorkQuestion:
    """Return a question with the date of the one thing that limits it: 'which come before the launch?'"""
    if not asked.limit:
        return asked
    limit = find_limit(asked.limit, load_items(task.pack.access, WORK, task.pack.focus.project_id))
    if limit is None or limit.due is None:
        return replace(asked, her=False)  # 'when was she before the board' names more than a person
    before = asked.topic[: len(asked.topic) - len(asked.limit) - 1]
    topic = before if any(not is_light(one) for one in before) else ()
    names = tuple(one for one in asked.names if one.casefold() in topic)
    bound = asked.limit_bound
    return replace(asked, topic=topic, names=names, days=(limit.due, limit.due), bound=bound, limit=())


def scope_of(task: Task, asked: WorkQuestion, is_event: bool) -> Scope:
    """Return a question's scope, with a project's and a person's name taken from its words."""
    if asked.among:
        return _among(task, asked)
    topics = [one for one in (*asked.earlier, asked.topic) if one]
    first, later = (topics[:1], topics[1:]) if asked.earlier else ([asked.topic], [])
    scope = _first(task, asked, first[0], is_event=is_event) if first else Scope(_items(task, asked, None))
    project, person = scope.project, scope.person
    for topic in later:
        named = _project(task, topic)
        project, topic = named[0] or project, named[1]
        said, rest = _person(asked, _items(task, asked, project), topic)
        if rest and not (person and {one.casefold() for one in asked.names} == {*topic}):
            return _of_another(task, asked, scope, topic)
        said = " ".join(topic) if rest else said  # somebody who has no work yet
        person = said or person
    person = person or (_her(task) if asked.her else "")
    items = _items(task, asked, project) if later else scope.items
    items = [one for one in items if not person or _is_of(one, person)] if later or asked.her else items
    items = _without(task, asked, items)
    is_named = scope.topic or asked.threatens
    return Scope(items if is_named else _of_kind(items, asked), scope.topic, project, person)


def _of_another(task: Task, asked: WorkQuestion, before: Scope, topic: tuple[str, ...]) -> Scope:
    """Return the scope with another thing in place of the last: 'when is the launch? and the sea trial?'"""
    asks = is_question(task.pack.message) or is_led(task.pack.message)  # 'run the first one' is an order
    if not (before.topic and asks):
        raise NoSuchTarget
    items = _items(task, asked, None)
    if not any(fits(topic, one.title) for one in items):
        raise NoSuchTarget
    return Scope(items, topic)


def _among(task: Task, asked: WorkQuestion) -> Scope:
    """Return those of the shown things that belong to a project or person, or have words in their names."""
    shown = _of_kind(last_shown(task), asked)
    project, topic = _project(task, asked.topic)
    person, topic = _person(asked, load_items(task.pack.access, WORK), topic)
    topic = tuple(word for word in topic if not is_light(word))
    if asked.her:
        person = _her(task)
    kept = [one for one in shown if not (project and one.home != project.id)]
    kept = [one for one in kept if not (person and not _is_of(one, person))]
    named = [one for one in kept if not topic or fits(topic, one.title)]
    if topic and not named:
        raise NoSuchTarget(f"I don't know which of those you mean by “{' '.join(asked.topic)}”.")
    return Scope(_without(task, asked, named), (), project, person)


def _first(task: Task, asked: WorkQuestion, words: tuple[str, ...], *, is_event: bool) -> Scope:
    """Return a question's scope by its own words: a thing if its title has all of them."""
    items = _items(task, asked, None)
    if called := _called_by_kind(task, asked, words):
        return called
    project, topic = _project(task, words)
    person, topic = _person(asked, items, topic)
    is_theirs = person and not topic and asked.asks in _OF_PERSON
    is_list = asked.wants_some or asked.asks is Asked.MANNER or _lists_inside(asked)
    is_all_of_project = project and not topic and is_list
    named = not is_all_of_project and any(fits(words, one.title) for one in items)
    if not is_theirs and (is_event or named):
        return Scope(items, words)
    items = _items(task, asked, project) if project else items
    items = [one for one in items if not person or _is_of(one, person)]
    heavy = any(not is_light(word) for word in topic)
    return Scope(items, topic if heavy else (), project, person)


def _lists_inside(asked: WorkQuestion) -> bool:
    """Return whether it asks which tasks are in or on something, and not for one of that name."""
    inside = any(key_of("inside", one) for one in asked.passed)
    return bool(asked.kind) and asked.asks is Asked.THING and inside


def _called_by_kind(task: Task, asked: WorkQuestion, words: tuple[str, ...]) -> Scope | None:
    """Return the thing with a kind's word in its title: 'the risk assessment' is a task."""
    if asked.kind in ("", "task", "event") or not words:
        return None
    every, full = _items(task, asked, None), (asked.kind, *words)
    return Scope(every, full) if any(fits(full, one.title) for one in every) else None


def _items(task: Task, asked: WorkQuestion, project: Item | None) -> list[Item]:
    """Return the things of a project, else of the talk's project."""
    home: UUID | None = None if "everywhere" in asked.said else task.pack.focus.project_id
    return load_items(task.pack.access, WORK, project.id if project else home)


def _of_kind(items: Sequence[Item], asked: WorkQuestion) -> Sequence[Item]:
    """Return the things of the requested kind, or of the kinds that may lack a day or a person."""
    if asked.kind not in ("", "event"):
        return [one for one in items if one.kind == asked.kind]
    return [one for one in items if one.kind in DATED] if _OF_TASKS & {*asked.said} else items


def _without(task: Task, asked: WorkQuestion, items: Sequence[Item]) -> Sequence[Item]:
    """Return things without those of the excluded person or project."""
    if not asked.without:
        return items
    person, rest = _person(asked, items, asked.without)
    project, rest = _project(task, rest) if rest else (None, rest)
    if rest:
        raise NoSuchTarget(f"I don't know what to leave out by “{' '.join(asked.without)}”.")
    kept = [one for one in items if not (person and _is_of(one, person))]
    return [one for one in kept if project is None or one.home != project.id]


def _project(task: Task, topic: tuple[str, ...]) -> tuple[Item | None, tuple[str, ...]]:
    """Return the one project whose name has most of the words, and the remaining words."""
    found = [(words_shared(topic, one.title), one) for one in load_items(task.pack.access, (PROJECT,))]
    most = max((len(words) for words, _ in found), default=0)
    best = [(words, one) for words, one in found if most and len(words) == most]
    if len(best) != 1:
        return None, topic
    words, project = best[0]
    return project, tuple(one for one in topic if one not in words)


def _person(
    asked: WorkQuestion, items: Iterable[Item], topic: tuple[str, ...]
) -> tuple[str, tuple[str, ...]]:
    """Return the named person, with work or else any that tasks are asked of, and the remaining words."""
    names = {word for one in items for word in _names(one.assignee)}
    if asked.is_of_person and {one.casefold() for one in asked.names} == set(topic):
        names |= set(topic)
    owners = {word: one for word in topic if (one := _owner(word, names))}
    return " ".join(owners.values()), tuple(one for one in topic if one not in owners)


def _owner(word: str, names: Collection[str]) -> str:
    """Return the name that a word means, even with a possessive s: 'on Milos list'."""
    bare = word.removesuffix("s")
    return word if word in names else bare if len(bare) > 1 and bare in names else ""


def _her(task: Task) -> str:
    """Return the referent of 'she': the person with work who was named last."""
    everybody = {one.assignee for one in load_items(task.pack.access, WORK) if one.assignee}
    asked = _names(task.pack.said[-1]) if task.pack.said else []
    if sum(not {*_names(one)}.isdisjoint(asked) for one in everybody) > 1:
        raise NoSuchTarget("I don't know whom of them you mean. Say the name.")
    for message in reversed(task.pack.window[-_LOOKED_BACK:]):
        said = _names(message.content)
        named = {one for one in everybody if not {*_names(one)}.isdisjoint(said)}
        if named:
            return min(named, key=lambda one: _place(said, _names(one))).casefold()
    raise NoSuchTarget("I don't know whom you mean. Say the name.")


def _place(said: Sequence[str], name: Collection[str]) -> int:
    return min(said.index(one) for one in name if one in said)


def _names(text: str) -> list[str]:
    return text.casefold().translate(_MARKS).split()


def _is_of(item: Item, person: str) -> bool:
    return is_theirs(item, [frozenset(person.split())])
