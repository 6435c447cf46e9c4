"""The scope's part of a ContextPack: instructions and data within a budget (seed 003, 4.2)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

import orjson

from agents.context.changers import authors_of
from agents.context.project_scope.outline import outline
from agents.context.prompts import fence
from intent.types import Catalogue
from omniforge.errors import NotFound
from omniforge.llm.tokens import count
from omniforge.projects.bundle import Bundle, Deed, Work, load_bundle, once_per_bundle
from omniforge.projects.focus import Focus
from omniforge.projects.search.words import stems
from omniforge.tenants.access import Access

_SHARE = {"structure": 0.4, "thing": 0.3, "anchor": 0.1, "open": 0.2}
_CHARACTERS = 4  # per token, approximately
BUDGET = 6_000  # tokens
_MOST_HINTS = 8
_MOST_OTHERS = 10  # names of projects
_SCOPES: Mapping[str, str] = {
    "global": (
        "No project is in focus: the one that the talk is about is meant. If that is not clear, search, or "
        "ask, before you change anything."
    ),
    "project": (
        "The conversation is about the project below. Change something in another one only "
        "if the person names it or its project themselves in this message."
    ),
    "entity": (
        "The conversation is about the one thing below. Unless something else is named, 'this' and 'it' mean "
        "it. Change something in another project only if the person names it or its project themselves."
    ),
}

_DOCUMENTS = (
    "Read only documents you need. New knowledge belongs in the document of its topic, or a new one below it."
)


@dataclass(frozen=True, slots=True)
class ScopePack:
    """What a model is given of the scope: instructions, and the data by name, already cut to size.

    `tokens` is the total size, `budget` the approximate limit for the data.
    """

    scope: str
    name: str
    instructions: str
    data: tuple[tuple[str, str], ...]
    tokens: int
    budget: int = BUDGET

    def blocks(self) -> list[str]:
        """Return the data as fenced blocks, which nothing inside can close."""
        return [fence(name, text) for name, text in self.data]


def scope_of(access: Access, focus: Focus, message: str, existing: Catalogue) -> ScopePack | None:
    """Return the scope's pack as it is now, None without projects, and for a project in the trash."""
    if focus.project_id is None:
        bundle = Bundle(focus, projects=existing.projects)
        return scope_pack(bundle, message) if existing.projects else None
    try:
        bundle = load_bundle(access, focus)
    except NotFound:
        return None
    return scope_pack(bundle, message, _others(existing, focus.project_id))


def _others(existing: Catalogue, home: UUID) -> str:
    """Return the names of the projects out of focus, which the person may name."""
    return ", ".join([one.name for one in existing.projects if one.id != home][:_MOST_OTHERS])


def scope_pack(bundle: Bundle, message: str, others: str = "") -> ScopePack:
    """Return the scope's pack for a turn about `message`, within `BUDGET`."""
    scope, likely = bundle.focus.scope, likely_documents(message, bundle)
    hint = "\n".join(f"- {bundle.titles[one].title}" for one in likely)
    known, tokens = _known(bundle)
    told = tuple(
        (name, text) for name, text in (("other-projects", others), ("likely-documents", hint)) if text
    )
    return ScopePack(
        scope,
        bundle.project.name if bundle.project else "",
        instructions_for(scope),
        (*known, *told),
        tokens + count(hint) + count(others),
    )


@once_per_bundle
def _known(bundle: Bundle) -> tuple[tuple[tuple[str, str], ...], int]:
    """Return the part that doesn't depend on the message, and the tokens of it and of the instructions."""
    about = _project(bundle) if bundle.project else _everything(bundle)
    known = tuple((name, text) for name, text in about if text)
    told = (instructions_for(bundle.focus.scope), *(text for _, text in known))
    return known, sum(count(text) for text in told)


def _everything(bundle: Bundle) -> Iterator[tuple[str, str]]:
    lines = (f"- {_in_a_line(one.name, one.state, one.description[:200])}" for one in bundle.projects)
    yield "projects", "\n".join(lines)


def _project(bundle: Bundle) -> Iterator[tuple[str, str]]:
    room = {name: int(BUDGET * share) for name, share in _SHARE.items()}
    if project := bundle.project:
        yield "project", _in_a_line(project.name, project.state, project.description)
    yield "project-context", _cut(bundle.anchor, room["anchor"])
    yield "documents", outline(bundle.structure["root"], bundle.titles, room["structure"])
    if bundle.thing:
        yield "in-focus", _cut(_thing(bundle), room["thing"])
    yield "open-work", _cut("\n".join(_line(one) for one in bundle.open), room["open"])
    who = authors_of([one.change for one in bundle.activity])
    yield "recent-changes", "\n".join(_deed(one, who(one.change)) for one in bundle.activity)


def _deed(deed: Deed, who: str) -> str:
    return f"{deed.when} {deed.action} {', '.join(deed.things)} by {who}"


def _thing(bundle: Bundle) -> str:
    path = f"path: {' > '.join(bundle.path)}\n" if bundle.path else ""
    links = "".join(f"\nlinked: {link.relation} {link.kind} '{link.title}'" for link in bundle.linked)
    return f"{path}{orjson.dumps(bundle.thing).decode()}{links}"


def _line(work: Work) -> str:
    priority = f", priority {work.priority}" if work.priority else ""
    due = f", due {work.due_on}" if work.due_on else ""
    assignee = f", {work.assignee}" if work.assignee else ""
    return f"- {work.kind} '{work.title}' ({work.state}{priority}{due}{assignee})"


def _cut(text: str, room: int) -> str:
    """Return a text cut to `room` tokens, with a note if it was cut."""
    if count(text) <= room:
        return text
    kept = text[: room * _CHARACTERS]
    return f"{kept}\n… {len(text) - len(kept):,} more characters: read the rest with a tool."


def _in_a_line(name: str, state: str, description: str) -> str:
    told = name if state == "active" else f"{name} ({state})"
    return told + (f": {description}" if description.strip() else "")


def likely_documents(message: str, bundle: Bundle) -> tuple[UUID, ...]:
    """Return the ids of the documents that share most words with a message, best first."""
    told_by = _documents_by_word(bundle)
    shared = Counter(one for word in set(stems(message)) for one in told_by.get(word, ()))
    return tuple(one for one, _ in shared.most_common(_MOST_HINTS))


@once_per_bundle
def _documents_by_word(bundle: Bundle) -> Mapping[str, list[UUID]]:
    """Return the documents by the words in their titles and descriptions."""
    documents: dict[str, list[UUID]] = defaultdict(list)
    for one, title in bundle.titles.items():
        for word in set(stems(f"{title.title} {title.description}")):
            documents[word].append(one)
    return documents


def instructions_for(scope: str) -> str:
    """Return the instructions for a scope: global, project or entity."""
    return f"{_SCOPES[scope]}\n{_DOCUMENTS}"
