"""Request bodies of the projects API, validated by JSON type.

The services validate the values.
"""

from typing import Any

from rest_framework import serializers

from omniforge.projects.kinds import ENTITY_KINDS, RULES, Kind, Relation
from omniforge.projects.models import ProjectState
from omniforge.projects.validation import CONTENT, DESCRIPTION, TITLE
from omniforge.web.strict_fields import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
)

KINDS = [kind.value for kind in Kind]
STATES = sorted({state for rules in RULES.values() for state in rules.states})
_VERSION = "The version that you change. Where there is a newer one, nothing is changed: 409."


class _Text(StrictCharField):
    """Text that is kept to the letter, and may be empty."""

    def __init__(self, max_length: int) -> None:
        super().__init__(required=False, allow_blank=True, max_length=max_length, trim_whitespace=False)


class VersionQuery(serializers.Serializer[Any]):
    """Which version is meant."""

    version = serializers.IntegerField(min_value=1, required=False, help_text=_VERSION)


class NewProject(serializers.Serializer[Any]):
    """A project. `context` is its purpose and scope in your words, its first document."""

    name = StrictCharField(max_length=TITLE)
    description = _Text(DESCRIPTION)
    context = _Text(CONTENT)  # type: ignore[assignment]
    state = StrictChoiceField(ProjectState.choices, required=False)


class ProjectChanges(serializers.Serializer[Any]):
    """What can be changed of a project."""

    version = StrictIntegerField(required=False, min_value=1, help_text=_VERSION)
    name = StrictCharField(max_length=TITLE, required=False)
    description = _Text(DESCRIPTION)
    state = StrictChoiceField(ProjectState.choices, required=False)
    meaning_search = StrictBooleanField(
        required=False, help_text="Whether a model may read all that it holds, to find things by meaning."
    )


class DocumentPlace(serializers.Serializer[Any]):
    """The place of a document. Without a parent it is at the top, without a position (from 0) it is last."""

    parent_id = serializers.UUIDField(allow_null=True, default=None)
    position = StrictIntegerField(allow_null=True, default=None, min_value=0)


class DocumentMove(DocumentPlace):
    """Where a document is to stand: null says at the top."""

    parent_id = serializers.UUIDField(allow_null=True)


class NewDocument(DocumentPlace):
    """A document in Markdown, and its place."""

    title = StrictCharField(max_length=TITLE)
    description = _Text(DESCRIPTION)
    content = _Text(CONTENT)


class DocumentChanges(serializers.Serializer[Any]):
    """What can be changed of a document. Its place is changed by moving it."""

    version = StrictIntegerField(required=False, min_value=1, help_text=_VERSION)
    title = StrictCharField(max_length=TITLE, required=False)
    description = _Text(DESCRIPTION)
    content = _Text(CONTENT)


class _EntityFields(serializers.Serializer[Any]):
    description = _Text(DESCRIPTION)
    state = StrictChoiceField(STATES, required=False, help_text="One of those of its kind.")
    priority = StrictIntegerField(required=False, allow_null=True, min_value=1, max_value=5)
    due_on = serializers.DateField(required=False, allow_null=True)
    fields = serializers.DictField(required=False, help_text="Those of its kind.")  # type: ignore[assignment]


class NewEntity(_EntityFields):
    """A task, goal, plan, milestone, risk or requirement."""

    kind = StrictChoiceField([kind.value for kind in ENTITY_KINDS])
    title = StrictCharField(max_length=TITLE)


class EntityChanges(_EntityFields):
    """What can be changed of an entity. `fields` are merged into those that it has. Null takes one away."""

    version = StrictIntegerField(required=False, min_value=1, help_text=_VERSION)
    title = StrictCharField(max_length=TITLE, required=False)


class NewEdge(serializers.Serializer[Any]):
    """A link from one thing of the project to another."""

    source_kind = StrictChoiceField(KINDS)
    source_id = serializers.UUIDField()
    relation = StrictChoiceField([relation.value for relation in Relation])
    target_kind = StrictChoiceField(KINDS)
    target_id = serializers.UUIDField()


class EdgeChanges(serializers.Serializer[Any]):
    """What can be changed of a link: its meaning."""

    version = StrictIntegerField(required=False, min_value=1, help_text=_VERSION)
    relation = StrictChoiceField([relation.value for relation in Relation])
