"""One operation of a batch, as a model writes it."""

from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema

from agents.tools.changing.fields import FIELDS_SCHEMA
from agents.tools.named_things import ThingKind
from agents.tools.schemas import UNTOLD
from agents.tools.tool import ToolArguments
from omniforge.projects.kinds import Relation

Op = Literal["create", "update", "move", "delete", "restore", "link", "unlink"]
_RELATIONS = {"type": "string"}
_READ = {
    "create": {"fields", "parent", "position"},
    "update": {"fields"},
    "move": {"parent", "position", "to"},
    "link": {"to", "relation"},
    "unlink": {"to", "relation"},
}
_NOTHING: tuple[object, ...] = (None, "", {})


class Operation(ToolArguments):
    """One change to one thing."""

    op: Op
    kind: ThingKind | None = Field(None, description="To create; if a name has several.")
    ref: str = Field("", max_length=500, description="Name, id, path or temp_id.")
    temp_id: str = Field("", max_length=40)
    project: str = Field("", max_length=200, json_schema_extra=UNTOLD)
    fields: Annotated[dict[str, Any], WithJsonSchema(FIELDS_SCHEMA)] = Field(default_factory=dict)
    parent: str = Field("", max_length=500, description="The document above.")
    position: int | None = Field(None, ge=0, description="From 0.")
    to: str = Field("", max_length=500, description="move: project.")
    relation: Annotated[Relation | None, WithJsonSchema(_RELATIONS)] = Field(
        None,
        description=f"Of ref to `to`: {', '.join(Relation)}; else the most telling.",
    )

    @property
    def unread(self) -> list[str]:
        """Return what is given but has no effect in an operation of this kind."""
        effects = set[str]().union(*_READ.values())
        return sorted(
            name for name in effects - _READ.get(self.op, set()) if getattr(self, name) not in _NOTHING
        )

    @property
    def said(self) -> str:
        """Return the operation's target in words, using only the operation itself."""
        return str(self.fields.get("title") or self.fields.get("name") or self.ref or self.kind or "?")
