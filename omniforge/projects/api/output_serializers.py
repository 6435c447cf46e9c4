"""Responses of the projects API, for its OpenAPI document: rows have the form of `represent`."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from omniforge.projects.api.input_serializers import KINDS
from omniforge.projects.kinds import ENTITY_KINDS, Relation
from omniforge.projects.models import Action, DocumentRole, ProjectState

_TYPES = ["project", "edge", *KINDS]


class _Page(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True, help_text="The `cursor` of the following page.")


class _Row(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    version = serializers.IntegerField()
    created_at = serializers.DateTimeField()


@extend_schema_field({"type": "array", "items": {"$ref": "#/components/schemas/StructureNode"}})
class _StructureNodes(serializers.ListField):
    """Nodes below a node."""


@extend_schema_field({"type": "array", "items": {"$ref": "#/components/schemas/TreeNode"}})
class _TreeNodes(serializers.ListField):
    """Nodes with titles, below such a node."""


class StructureNode(serializers.Serializer[Any]):
    """A document in the tree. `order` counts from 0 among those beside it."""

    id = serializers.UUIDField()
    order = serializers.IntegerField()
    children = _StructureNodes()


class Structure(serializers.Serializer[Any]):
    """The hierarchy of a project's documents."""

    version = serializers.IntegerField()
    root = StructureNode(many=True)


class TreeNode(serializers.Serializer[Any]):
    """A document in the tree: all about it except its content."""

    id = serializers.UUIDField()
    order = serializers.IntegerField()
    title = serializers.CharField()
    description = serializers.CharField()
    content_length = serializers.IntegerField(help_text="characters")
    updated_at = serializers.DateTimeField(allow_null=True)
    children = _TreeNodes()


class Tree(serializers.Serializer[Any]):
    """The hierarchy of a project's documents, with their titles."""

    version = serializers.IntegerField()
    root = TreeNode(many=True)


class ProjectItem(_Row):
    """A project as a list shows it. `updated_at` is when anything in it last changed."""

    name = serializers.CharField()
    description = serializers.CharField()
    state = serializers.ChoiceField(ProjectState.choices)
    meaning_search = serializers.BooleanField()
    updated_at = serializers.DateTimeField()


class ProjectPage(_Page):
    """Some projects, the one that changed last first."""

    results = ProjectItem(many=True)


class ProjectData(_Row):
    """A project with the tree of its documents."""

    name = serializers.CharField()
    description = serializers.CharField()
    state = serializers.ChoiceField(ProjectState.choices)
    meaning_search = serializers.BooleanField()
    doc_structure = Structure()


class _DocumentRow(_Row):
    project_id = serializers.UUIDField()
    role = serializers.ChoiceField(DocumentRole.choices)
    title = serializers.CharField()
    description = serializers.CharField()
    content_length = serializers.IntegerField(help_text="characters")
    updated_at = serializers.DateTimeField()


class DocumentItem(_DocumentRow):
    """A document without its content. `path` has the titles from the top of the tree down to its own."""

    path = serializers.ListField(child=serializers.CharField())


class DocumentPage(_Page):
    """Some documents, the one that changed last first."""

    results = DocumentItem(many=True)


class DocumentData(_DocumentRow):
    """A document."""

    content = serializers.CharField(help_text="Markdown")


class EntityData(_Row):
    """A task, goal, plan, milestone, risk or requirement."""

    project_id = serializers.UUIDField()
    kind = serializers.ChoiceField([kind.value for kind in ENTITY_KINDS])
    title = serializers.CharField()
    description = serializers.CharField()
    state = serializers.CharField()
    priority = serializers.IntegerField(allow_null=True, help_text="1, the most urgent, to 5")
    due_on = serializers.DateField(allow_null=True)
    fields = serializers.DictField(help_text="Those of its kind.")  # type: ignore[assignment]
    completed_at = serializers.DateTimeField(allow_null=True)
    updated_at = serializers.DateTimeField()


class EntityPage(_Page):
    """Some entities, the one that changed last first."""

    results = EntityData(many=True)


class EdgeData(_Row):
    """A link from one thing of a project to another."""

    project_id = serializers.UUIDField()
    source_kind = serializers.ChoiceField(KINDS)
    source_id = serializers.UUIDField()
    relation = serializers.ChoiceField([relation.value for relation in Relation])
    target_kind = serializers.ChoiceField(KINDS)
    target_id = serializers.UUIDField()


class EdgePage(_Page):
    """Some links, oldest first."""

    results = EdgeData(many=True)


class _ChangeData(serializers.Serializer[Any]):
    entity_type = serializers.ChoiceField(_TYPES)
    entity_id = serializers.UUIDField()
    name = serializers.CharField()
    action = serializers.ChoiceField(Action.choices)
    version = serializers.IntegerField(help_text="The number that it then had.")


class HistoryEntry(_ChangeData):
    """One change: who made it, when, of what. `batch` names those that one call made together."""

    id = serializers.UUIDField()
    who = serializers.CharField(allow_null=True, help_text="Null where that person is gone.")
    when = serializers.DateTimeField()
    batch = serializers.UUIDField()
    turn_id = serializers.UUIDField(allow_null=True, help_text="The turn in which that was, if in one.")


class HistoryPage(_Page):
    """Some changes, newest first."""

    results = HistoryEntry(many=True)


class UndoneChange(_ChangeData):
    """One change that undoing made."""


class UndoneData(serializers.Serializer[Any]):
    """What was taken back, and in words what was left, because it has changed since."""

    undone = UndoneChange(many=True)
    left = serializers.ListField(child=serializers.CharField())


class TrashItem(serializers.Serializer[Any]):
    """Something in the trash. Undoing the call `batch` brings it back to its place, with its links."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(KINDS)
    title = serializers.CharField()
    deleted_at = serializers.DateTimeField()
    who = serializers.CharField(allow_null=True, help_text="Null where that person is gone.")
    batch = serializers.UUIDField()


class TrashPage(_Page):
    """What is in the trash of a project, deleted last first."""

    results = TrashItem(many=True)
