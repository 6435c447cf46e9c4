"""Resolves words to things, for tools and commands: one thing, several candidates, or nothing.

Callers give an id, a title, words of a title, or a path like 'Research > Rivals'. Titles are encrypted. A
resolver decrypts the titles of each kind once, so create one resolver per call.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType
from uuid import UUID

from agents.failures import ToolFailed
from agents.tools.changing.trash import told_of_deleted
from agents.tools.named_things import IN_PROJECTS, LOADERS, PROJECT, Ref, refs_of_ids
from agents.tools.namesakes import distinguishing_features, namesakes
from agents.tools.workspace.paths import ends_with, first_step, steps_of
from agents.tools.workspace.scope import Scope
from intent.sentences.titles import is_named_in, normalise
from intent.slots.names import best_names
from omniforge.english import first_of
from omniforge.storage.ids import as_id

_TOLD, _NEAREST = 12, 5  # names listed in a message
_ALIKE = 0.9  # of 1: how similar a mistyped id must be to its match
Names = Mapping[UUID, str]
_NONE: Names = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Resolution:
    """What words may mean: nothing, one thing or several. `nearest` are like spellings, or the first few."""

    found: tuple[Ref, ...] = ()
    nearest: tuple[Ref, ...] = ()

    @property
    def one(self) -> Ref | None:
        return self.found[0] if len(self.found) == 1 else None


@dataclass(slots=True)
class Resolver:
    """Resolves the names of one call: in the named project, else in focus, else anywhere.

    `loosely`: a title may also be part of the words, so that 'the Budget document' is 'Budget'. Only to read
    and list: 'the Budget copy' that doesn't exist must not change 'Budget'.
    """

    scope: Scope
    conversation_id: UUID | None = None
    loosely: bool = False
    _loaded: dict[tuple[str, UUID | None], Sequence[Ref]] = field(default_factory=dict)
    _by_id: dict[UUID, Ref] = field(default_factory=dict)

    def resolve(self, words: str, kinds: Collection[str], project: str = "") -> Resolution:
        """Return what the words mean. Raises ToolFailed if the named project doesn't exist."""
        if (thing_id := as_id(words)) and (ref := self._of_id(thing_id)):
            return Resolution((ref,) if ref.kind in kinds else (), (ref,))
        home = self.project(project).id if project else self.scope.focus.project_id
        known = self._known(kinds, home)
        is_plain = any(_is_called(words, one) for one in known)
        if within := None if is_plain else self._beneath_a_project(words, kinds):
            return within
        found = self._fitting(words, known)
        if not found and home and not project:
            known = self._known(kinds, None)
            found = self._fitting(words, known)
        parts = tuple(one for one in known if _is_within(words, one))
        return Resolution(tuple(found), () if found else _nearest(words, known, parts))

    def _beneath_a_project(self, words: str, kinds: Collection[str]) -> Resolution | None:
        """Return the target of a path that begins with a project, like 'Fair > Stand' or 'Fair/Stand'."""
        head, rest = first_step(words)
        homes = [one for one in self._known((PROJECT,), None) if normalise(one.title) == head] if rest else []
        within = self.resolve(rest, kinds, str(homes[0].id)) if len(homes) == 1 else None
        return within if within and within.found else None

    def _fitting(self, words: str, known: Sequence[Ref]) -> Sequence[Ref]:
        """Return the things with this title or path, else those whose titles contain the words, or the
        reverse.
        """
        for fits in (_is_called, _has_words, *((_is_within,) if self.loosely else ())):
            if found := [one for one in known if fits(words, one)]:
                return list(dict.fromkeys(found))
        return ()

    def one(self, words: str, kinds: Collection[str], project: str = "") -> Ref:
        """Return the one thing that the words mean. Raises ToolFailed that lists matches or similar names."""
        resolution = self.resolve(words, kinds, project)
        if resolution.one:
            return resolution.one
        homes = self._names_of_homes(resolution.found)
        apart = distinguishing_features(self.scope, resolution.found)
        raise ToolFailed(
            _refusal(words, kinds, resolution, homes, apart),
            outside=bool(resolution.found or resolution.nearest),
            for_model="" if resolution.found else told_of_deleted(self.scope, words, kinds),
        )

    def project(self, words: str = "") -> Ref:
        """Return the named project, else the one in focus, else the only one. Raises ToolFailed."""
        if words:
            return self.one(words, ("project",))
        if focus := self.scope.focus.project_id:
            return self._of_id(focus) or self.one(str(focus), ("project",))
        projects = self._known(("project",), None)
        if len(projects) == 1:
            return projects[0]
        raise ToolFailed(_which_project(projects), outside=bool(projects))

    def home(self, words: str = "") -> Ref | None:
        """Return the named project, else the one in focus. None means all."""
        return self.project(words) if words or self.scope.focus.project_id else None

    def apart(self, refs: Collection[Ref]) -> Mapping[UUID, str]:
        """Return what tells each of these from all others of its name, left out if its name is unique."""
        return distinguishing_features(
            self.scope, namesakes(refs, self._known((PROJECT, *IN_PROJECTS), None))
        )

    def know(self, names: Iterable[str]) -> None:
        """Look up the ids among these names together, in one query per table."""
        ids = {found for name in names if (found := as_id(name))} - set(self._by_id)
        if ids:
            self._by_id |= {ref.id: ref for ref in refs_of_ids(self.scope.access, ids)}

    def add(self, ref: Ref) -> None:
        """Add a thing that was just created, so that the titles already decrypted stay usable."""
        self._by_id[ref.id] = ref
        for (name, home), known in self._loaded.items():
            if name == LOADERS[ref.kind].name and home in (None, ref.project_id) and ref not in known:
                self._loaded[name, home] = [*known, ref]

    def forget(self) -> None:
        """Decrypt titles again from now on, because some have changed."""
        self._loaded.clear()
        self._by_id.clear()

    def _names_of_homes(self, refs: Sequence[Ref]) -> Mapping[UUID, str]:
        """Return the projects' names for several things that share one name."""
        inside = any(ref.project_id and ref.kind != PROJECT for ref in refs)
        return {one.id: one.title for one in self._known((PROJECT,), None)} if inside else {}

    def _of_id(self, thing_id: UUID) -> Ref | None:
        self.know([str(thing_id)])
        return self._by_id.get(thing_id)

    def _known(self, kinds: Collection[str], project: UUID | None) -> Sequence[Ref]:
        return [ref for kind in kinds for ref in self._of_kind(kind, project)]

    def _of_kind(self, kind: str, project: UUID | None) -> Sequence[Ref]:
        loader = LOADERS[kind]
        key = (loader.name, project)
        if key not in self._loaded:
            self._loaded[key] = list(loader.load(self.scope.access, project, self.conversation_id))
        return [ref for ref in self._loaded[key] if ref.kind == kind]


def _is_called(words: str, one: Ref) -> bool:
    return normalise(words) in (normalise(one.title), normalise(one.spoken)) or ends_with(one.path, words)


def _has_words(words: str, one: Ref) -> bool:
    return is_named_in(words, one.spoken)


def _is_within(words: str, one: Ref) -> bool:
    """Return whether words have a title. As a step of a path it is another's, or the path would fit."""
    return is_named_in(one.spoken, words) and normalise(one.title) not in steps_of(words)


def _nearest(words: str, known: Sequence[Ref], parts: Sequence[Ref]) -> tuple[Ref, ...]:
    """Return the things whose titles are `parts` of the words or like them, else the newest."""
    if as_id(words):
        by_id = {str(one.id): one for one in known}
        return tuple(by_id[id] for id in get_close_matches(words.lower(), by_id, n=1, cutoff=_ALIKE))
    by_title = {one.title: one for one in reversed(known)}
    alike = (by_title[one.name] for one in best_names(words, by_title))
    return tuple(dict.fromkeys((*parts, *alike))) or tuple(known[:_NEAREST])


def _refusal(
    words: str,
    kinds: Collection[str],
    resolution: Resolution,
    homes: Mapping[UUID, str],
    apart: Mapping[UUID, str],
) -> str:
    if resolution.found:
        return (
            f"'{words}' fits {len(resolution.found)} things: {_told(resolution.found, homes, apart)}. "
            "Give the id of the one that is meant."
        )
    what = _said_of(kinds)
    if thing_id := as_id(words):
        return _refused_id(thing_id, what, resolution.nearest)
    if not resolution.nearest:
        return f"There is no {what} '{words}' here; there is none yet."
    named = first_of([_within(one, _NONE) for one in resolution.nearest], _TOLD)
    alike = best_names(words, [one.title for one in resolution.nearest])
    return f"There is no {what} '{words}' here. {'Nearest' if alike else 'There are, among others'}: {named}."


def _refused_id(thing_id: UUID, what: str, nearest: Sequence[Ref]) -> str:
    if nearest and nearest[0].id == thing_id:
        return f"This id is of the {nearest[0].kind} '{nearest[0].title}', and a {what} is wanted."
    close = f" Almost the same is that of the {_with_id(nearest[0], _NONE, _NONE)}." if nearest else ""
    return f"There is no {what} of the id {thing_id}.{close} Give a name, or an id that a call has returned."


def _which_project(projects: Sequence[Ref]) -> str:
    if not projects:
        return "There is no project yet. Create one first with change (kind project)."
    return f"Say which project. Those that are: {_told(projects)}."


def _told(refs: Sequence[Ref], homes: Names = _NONE, apart: Names = _NONE) -> str:
    by_place = {_within(one, homes) for one in refs}
    more = apart if len(by_place) < len(refs) else _NONE  # their places alone don't tell them apart
    return first_of([_with_id(one, homes, more) for one in refs], _TOLD)


def _within(ref: Ref, homes: Names) -> str:
    home = homes.get(ref.project_id, "") if ref.project_id and ref.kind != PROJECT else ""
    return f"{ref.kind} '{ref.path or ref.title}'" + (f" in project '{home}'" if home else "")


def _with_id(ref: Ref, homes: Names, apart: Names) -> str:
    which = f", {apart[ref.id]}" if ref.id in apart else ""
    return f"{_within(ref, homes)}{which} (id {ref.id})"


def _said_of(kinds: Collection[str]) -> str:
    return " or ".join(kinds) if len(kinds) < 3 else "such thing"
