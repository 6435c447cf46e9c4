"""Carries out the operations of a batch in order, by the services of projects."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction

from agents.events import Operation as Event
from agents.failures import ToolFailed
from agents.tools.changing.agents_named import agents_naming
from agents.tools.changing.fields import read_fields
from agents.tools.changing.gone_with import gone_with
from agents.tools.changing.moved_links import MovedLinks
from agents.tools.changing.operation import Operation
from agents.tools.changing.outcome_rows import outcome_row
from agents.tools.changing.refusals import refused
from agents.tools.changing.rehoming import branch_of, take_documents, take_work
from agents.tools.changing.trash import find_deleted
from agents.tools.named_things import DOCUMENT, IN_PROJECTS, PROJECT, Ref
from agents.tools.resolver import Resolver
from agents.tools.rows import Row, drop_empty
from agents.tools.workspace.borders import require_inside
from agents.tools.workspace.changed_meanwhile import ChangedMeanwhile
from agents.tools.workspace.linked import edge_between, is_linked, standing_between
from agents.tools.workspace.results import Written
from agents.tools.workspace.scope import Scope
from intent.sentences.titles import normalise
from omniforge.errors import OmniForgeError
from omniforge.projects.changes import Change, Changed
from omniforge.projects.kinds import Kind, relations_between
from omniforge.projects.models import Entity, Project
from omniforge.projects.representation import name_of, project_id_of, type_of
from omniforge.projects.selectors import edges_of, get_thing
from omniforge.projects.services import DocumentService, EdgeService, EntityService, ProjectService
from omniforge.projects.services import Ref as End

_ALL = (PROJECT, *IN_PROJECTS)
_NO_TREE = "A {} has no place in a tree: link it, or update it."
_INSTEAD = "A {0} cannot stand in '{2}' to a {1}, so they only relate to one another. Possible: {3}."


class _Depends(ToolFailed):
    """An operation depends on one that failed, so it isn't reported separately."""


@dataclass(slots=True)
class Batch:
    """One batch: its temporary ids, what was done so far, and what it changed."""

    scope: Scope
    resolver: Resolver
    project: str = ""
    may_overwrite: Callable[[UUID], object] = str  # raises ChangedMeanwhile
    rows: list[Row] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    taken: list[UUID] = field(default_factory=list)  # things whose texts are in another project now
    _temporary: dict[str, Ref] = field(default_factory=dict)
    _lost: set[str] = field(default_factory=set)
    _made: str = ""  # the project created last
    _moved: MovedLinks = field(default_factory=MovedLinks)

    @transaction.atomic
    def carry_out(self, operations: Sequence[Operation]) -> None:
        """Carry out all operations. Raises ToolFailed that lists all errors if any is wrong."""
        self.resolver.know(name for one in operations for name in (one.ref, one.to, one.parent, one.project))
        errors: list[tuple[str, OmniForgeError]] = []
        for number, one in enumerate(operations, 1):
            try:
                with transaction.atomic():
                    self._do(one)
            except _Depends:
                self._lost.add(one.temp_id)
            except ChangedMeanwhile:
                raise
            except OmniForgeError as error:
                self._lost.add(one.temp_id)
                errors.append((f"{number}. {one.op} {one.said}:", error))
        if errors:
            raise refused(errors)
        self._link_moved()

    def _do(self, one: Operation) -> None:
        if one.unread:
            raise ToolFailed(f"{one.op} does nothing with {', '.join(one.unread)}: leave it out.")
        steps: Mapping[str, Callable[[Operation], Changed[Any]]] = {
            "create": self._create,
            "update": self._update,
            "move": self._move,
            "delete": self._delete,
            "restore": self._restore,
        }
        if one.op in ("link", "unlink"):
            self._link(one) if one.op == "link" else self._unlink(one)
            return
        changed = steps[one.op](one)
        self.changes += changed.changes
        self.events += Written.of(changed, one.op).operations()
        self.rows.append(outcome_row(one, changed) | gone_with(self.scope.access, one, changed))
        if one.op == "delete" and isinstance(changed.row, Project):
            self.rows[-1] |= drop_empty({"note": agents_naming(self.scope.access, [changed.row.name])})
        self._keep_in_mind(one, changed)

    def _keep_in_mind(self, one: Operation, changed: Changed[Any]) -> None:
        row = changed.row
        ref = Ref(type_of(row), row.pk, name_of(row), project_id_of(row))
        if one.temp_id:
            self._temporary[one.temp_id] = ref
        if one.op == "create":
            self.resolver.add(ref)
            self._made = str(row.pk) if ref.kind == PROJECT else self._made
        else:
            self.resolver.forget()

    def _create(self, one: Operation) -> Changed[Any]:
        kind = one.kind
        if kind is None:
            raise ToolFailed("Say of which kind it is.")
        if one.parent and kind != DOCUMENT:
            raise ToolFailed(_NO_TREE.format(kind))
        if one.temp_id in self._temporary:
            raise ToolFailed(f"The temp_id '{one.temp_id}' is taken by another operation of this batch.")
        fields = read_fields(kind, one.fields, self.scope.access)
        if kind == PROJECT:
            return self._projects.create(**fields)
        home = self._home(one).id
        if kind == DOCUMENT:
            parent = self._parent(one, home)
            return self._documents.create(home, parent_id=parent, position=one.position, **fields)
        return self._entities(kind).create(home, **fields)

    def _update(self, one: Operation) -> Changed[Any]:
        ref = self._own(one)
        fields = read_fields(ref.kind, one.fields, self.scope.access)
        if not fields:
            raise ToolFailed("Say in fields what is to be different.")
        if "content" in fields and all(change.entity_id != ref.id for change in self.changes):
            self.may_overwrite(ref.id)
        changed: Changed[Any] = self._service(ref.kind).update(ref.id, **fields)
        return changed

    def _move(self, one: Operation) -> Changed[Any]:
        ref = self._own(one)
        if ref.kind in IN_PROJECTS and one.to:
            return self._rehome(one, ref)
        if ref.kind != DOCUMENT:
            raise ToolFailed(_NO_TREE.format(ref.kind))
        home = ref.project_id or self._home(one).id
        if one.project and self._home(one).id != home:
            raise ToolFailed("Name the other project in to.")
        parent = self._parent(one, home)
        return self._documents.move(ref.id, parent_id=parent, position=one.position)

    def _rehome(self, one: Operation, ref: Ref) -> Changed[Any]:
        home = self._meant(one.to, (PROJECT,), "")
        require_inside(self.scope, home.id, home.title)
        if home.id == ref.project_id:
            raise ToolFailed(f"It is in '{home.title}' already.")
        old = get_thing(self.scope.access, Kind(ref.kind), ref.id)
        gone = [ref.id] if isinstance(old, Entity) else [UUID(node) for node, _ in branch_of(old)]
        self.taken += gone
        self._moved.leave(edge for each in gone for edge in edges_of(self.scope.access, each))
        if isinstance(old, Entity):
            taken = take_work(self._entities(ref.kind), old, home.id)
        else:
            parent = self._parent(one, home.id)
            taken = take_documents(self._documents, ref.id, home.id, parent, one.position)
        for former, row in taken.rows.items():
            now = Ref(ref.kind, row.pk, name_of(row), home.id)
            self._moved.arrive(former, now, with_=taken.changed.row.pk)
        return taken.changed

    def _link_moved(self) -> None:
        """Link anew what went to another project together, and tell what is cut off, in the rows."""
        rows = {row.get("id"): row for row in reversed(self.rows)}
        for source, relation, target in list(self._moved.along(self.scope.access)):
            self.changes += self._edges.create(_end(source), relation, _end(target)).changes
            said = f"{source.title} {relation} {target.title}"
            rows[self._moved.row_of(source.id)].setdefault("links", []).append(said)
        for moved, left in self._moved.left(self.scope.access).items():
            rows[moved]["note"] = f"Its links stayed behind: {', '.join(dict.fromkeys(left))}."

    def _delete(self, one: Operation) -> Changed[Any]:
        ref = self._own(one)
        changed: Changed[Any] = self._service(ref.kind).delete(ref.id)
        return changed

    def _restore(self, one: Operation) -> Changed[Any]:
        home = self.resolver.home(one.project or self.project) if one.kind != PROJECT else None
        ref = find_deleted(self.scope, one.ref, one.kind, home)
        require_inside(self.scope, ref.project_id or ref.id, ref.title)
        changed: Changed[Any] = self._service(ref.kind).restore(ref.id)
        return changed

    def _link(self, one: Operation) -> None:
        source, target = self._ends(one)
        kinds = Kind(source.kind), Kind(target.kind)
        relation, turned = standing_between(*kinds, one.relation)
        if turned:
            source, target = target, source
        if is_linked(self.scope.access, source.id, relation, target.id):
            said = f"{source.title} {relation} {target.title}"
            self.rows.append({"op": one.op, "link": said, "note": "They were linked so already."})
            return
        changed = self._edges.create(_end(source), relation, _end(target))
        self._tell_link(one, changed.changes, source, relation, target)
        if one.relation and relation != one.relation:
            self.rows[-1]["note"] = _INSTEAD.format(
                *kinds, one.relation, ", ".join(relations_between(*kinds))
            )

    def _unlink(self, one: Operation) -> None:
        source, target = self._ends(one)
        things = [get_thing(self.scope.access, *_end(ref)) for ref in (source, target)]
        edge = edge_between(self.scope, things[0], things[1], one.relation)
        if edge.source_id != things[0].pk:
            source, target = target, source
        self._tell_link(one, self._edges.delete(edge.pk), source, edge.relation, target)

    def _tell_link(
        self, one: Operation, changes: Sequence[Change], source: Ref, relation: str, target: Ref
    ) -> None:
        said = f"{source.title} {relation.replace('_', ' ')} {target.title}"
        self.changes += changes
        self.events.append(Event("create" if one.op == "link" else "delete", "link", said, "done"))
        self.rows.append({"op": one.op, "link": f"{source.title} {relation} {target.title}"})

    def _ends(self, one: Operation) -> tuple[Ref, Ref]:
        if not (one.ref and one.to):
            raise ToolFailed("Name both things: ref and to.")
        source = self._own(one, IN_PROJECTS)
        target = self._meant(one.to, IN_PROJECTS, str(source.project_id or ""))
        return source, target

    def _own(self, one: Operation, kinds: Sequence[str] = _ALL) -> Ref:
        """Return the target of an operation. Raises ToolFailed if it is outside the conversation's scope."""
        if not one.ref:
            raise ToolFailed("Name the thing in ref.")
        kinds = (one.kind,) if one.kind and one.op not in ("link", "unlink") else kinds
        project = one.project or self.project
        ref = self._meant(one.ref, kinds, "" if kinds == (PROJECT,) else project)
        require_inside(self.scope, ref.project_id or ref.id, ref.title)
        return ref

    def _meant(self, words: str, kinds: Sequence[str], project: str) -> Ref:
        if words in self._temporary:
            return self._temporary[words]
        if {words, project} & self._lost - {""}:
            raise _Depends("")
        home = self._temporary.get(project)
        within = str(home.id) if home else project
        return self._elsewhere(words, kinds, within) or self.resolver.one(words, kinds, within)

    def _elsewhere(self, words: str, kinds: Sequence[str], project: str) -> Ref | None:
        """Return the only thing with exactly this title, if the batch's project has none like it."""
        if not project or project != self.project or self.resolver.resolve(words, kinds, project).found:
            return None
        beyond = self.resolver.resolve(words, kinds).one
        return beyond if beyond and normalise(beyond.title) == normalise(words) else None

    def _home(self, one: Operation) -> Ref:
        """Return the project for a new thing: the named, one made here, the one in focus, or the only one."""
        words = one.project or self.project or self._made
        if words and words in self._lost:
            raise _Depends("")
        home = self._temporary.get(words) or self.resolver.project(words)
        require_inside(self.scope, home.id, home.title)
        return home

    def _parent(self, one: Operation, home: UUID) -> UUID | None:
        return self._meant(one.parent, (DOCUMENT,), str(home)).id if one.parent else None

    def _service(self, kind: str) -> Any:
        if kind == PROJECT:
            return self._projects
        return self._documents if kind == DOCUMENT else self._entities(kind)

    @property
    def _projects(self) -> ProjectService:
        return ProjectService(self.scope.access, turn_id=self.scope.turn_id)

    @property
    def _documents(self) -> DocumentService:
        return DocumentService(self.scope.access, turn_id=self.scope.turn_id)

    @property
    def _edges(self) -> EdgeService:
        return EdgeService(self.scope.access, turn_id=self.scope.turn_id)

    def _entities(self, kind: str) -> EntityService:
        return EntityService(self.scope.access, Kind(kind), turn_id=self.scope.turn_id)


def _end(ref: Ref) -> End:
    return End(Kind(ref.kind), ref.id)
