"""Resolves which agents a command is about. Asks if it would be a guess."""

from collections.abc import Iterator, Sequence

from agents.failures import ToolFailed
from agents.handlers.references.at_hand import slice_list
from agents.handlers.task import NoSuchTarget, Question, Task
from intent.commands import Command, Reference
from intent.commands.words import as_words, key_of
from omniforge.tables.markdown import plain

_DELETES = "delete"  # of which no guess is offered
_MOST = 8  # names in a sentence
_LOOKED_BACK = 6  # messages searched for a list
NONE_HERE = "There are no agents here yet. Tell me what one should do, and I'll set it up."


def resolve_agents(task: Task, command: Command, doing: str) -> list[str]:
    """Return the names of the agents that a command is about.

    `doing` completes the question 'Which agent should I …?'. Raises Question, ToolFailed if there are none,
    and NoSuchTarget if none is named while the talk is about something else.
    """
    known = [card.name for card in task.pack.catalogue.agents]
    known += [task.run.spoken.agent] if task.run.spoken.agent else []  # it may have been renamed
    if not known:
        raise ToolFailed(NONE_HERE)
    if (chosen := task.answer_to("agent")) in known:
        return [chosen]
    if "agents" not in command.slots and task.situation.at_hand == "thing":
        raise NoSuchTarget  # documents have versions too
    references = command.slots.get("agents", ()) or (Reference("", is_pronoun=True),)
    found = [name for one in references for name in _meant(task, one, known, doing)]
    return list(dict.fromkeys(found))


def resolve_agent(task: Task, command: Command, doing: str) -> str:
    """Return the one agent that a command is about. Raises what `resolve_agents` raises."""
    return resolve_agents(task, command, doing)[0]


def _meant(task: Task, reference: Reference, known: Sequence[str], doing: str) -> list[str]:
    if reference.name in known:
        return [reference.name]
    if reference.name:
        raise ToolFailed(f"There's no agent **{reference.name}**. {list_known(known)}")
    if reference.parts:
        parts = [one.name for one in reference.parts]
        raise _which(task, parts, doing, lead=_not_here(reference) if {*parts} >= {*known} else "")
    spared = _spared(task, reference, known)
    pointed = [name for name in _pointed(task, reference, known) if name in known and name not in spared]
    several = reference.is_other and not reference.is_plural and len(pointed) > 1
    if pointed and (several or _is_stale(task, reference, doing)):
        raise _which(task, pointed, doing)
    if not pointed and reference.is_other and doing == _DELETES and len(known) == 1:
        raise ToolFailed(f"There's no other agent. {list_known(known)}")
    if not pointed:
        raise _which(task, known, doing)
    return pointed


def _is_stale(task: Task, reference: Reference, doing: str) -> bool:
    """Return whether 'it' may refer to the last message's subject, about which nothing was done."""
    acts = task.writes or doing == "run"
    points = reference.is_pronoun and not reference.is_all and len(task.pack.catalogue.agents) > 1
    return acts and points and task.pack.dialogue.did == "missed" and not task.run.spoken.agent


def _pointed(task: Task, reference: Reference, known: Sequence[str]) -> Sequence[str]:
    """Return the agents that a pronoun, an index in the list or 'all agents' refers to."""
    shown = task.pack.dialogue.shown_agents
    several = shown if len(shown) > 1 else known
    if reference.is_plural and reference.number and reference.number != len(several):
        return []  # 'both', of more
    if reference.is_all:
        return several if reference.is_pronoun else known
    if reference.is_other:
        return _others(task, known)
    if reference.place is not None:
        return slice_list(_last_list(task, shown), reference.place, reference.number or 1)
    if reference.is_plural:
        return several
    last = task.run.spoken.agent or task.pack.dialogue.last_agent
    return [last] if last else known if len(known) == 1 else []


def _last_list(task: Task, shown: Sequence[str]) -> Sequence[str]:
    """Return the numbered list that contains the agents shown last, if it has more of them."""
    said = ([*_listed_in(str(one.content))] for one in reversed(task.pack.window[-_LOOKED_BACK:]))
    return next((one for one in said if len(one) > len(shown) > 1 and {*shown} <= {*one}), shown)


def _listed_in(text: str) -> Iterator[str]:
    """Yield the names in a numbered list: '1. **van-check** - …'."""
    for line in text.splitlines():
        number, mark, rest = line.partition(". **")
        if mark and number.isdigit():
            yield rest.partition("**")[0]


def _spared(task: Task, reference: Reference, known: Sequence[str]) -> set[str]:
    """Return the excluded agents. Raises ToolFailed if one doesn't exist."""
    found: set[str] = set()
    for one in reference.besides:
        names = [one.name] if one.name else _pointed(task, one, known)
        if not names or not {*names} <= {*known}:
            raise ToolFailed(f"There's no agent **{one.name or one.words}**. Nothing was changed.")
        found.update(names)
    return found


def _others(task: Task, known: Sequence[str]) -> Sequence[str]:
    """Return the agents not meant last: of the list shown if it has that one, else of all."""
    last = task.run.spoken.agent or task.pack.dialogue.last_agent
    shown = task.pack.dialogue.shown_agents
    among = shown if last in shown and len(shown) > 1 else known
    return [name for name in among if name != last]


def list_known(known: Sequence[str]) -> str:
    """List the existing agents."""
    listed = ", ".join(f"**{name}**" for name in known[:_MOST])
    return f"There's {listed}."


def _not_here(reference: Reference) -> str:
    """Say that there is no such agent as the words describe: 'the payroll agent'."""
    said = [one for one in as_words(reference.words) if not (key_of("article", one) or key_of("kind", one))]
    return f"There's no agent “{plain(' '.join(said))}”. " if said else ""


def _which(task: Task, names: Sequence[str], doing: str, *, lead: str = "") -> Question:
    about = {card.name: card.description for card in task.pack.catalogue.agents}
    choices = [(name, about.get(name, "")) for name in names[:_MOST]]
    only = f"Should I {doing} **{names[0]}**?" if len(names) == 1 else ""
    asked = only or f"Which agent should I {doing}? {list_known(names)}"
    return Question("agent", f"{lead}{asked}", choices)
