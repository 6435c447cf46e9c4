"""One operation of a batch, as a model gives it."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, model_validator

from agents.tools.changing.fields import FIELDS_SCHEMA
from omniforge.projects.kinds import Relation

Op = Literal["create", "update", "move", "delete", "restore", "link", "unlink"]
Kind = Literal["project", "document", "task", "goal", "plan", "milestone", "risk", "requirement"]
_RELATIONS = {"type": "string", "enum": [relation.value for relation in Relation]}


class Operation(BaseModel):
    """What is to be done with one thing."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    op: Op
    kind: Kind | None = Field(None, description="For create; else where a name could mean several.")
    ref: str = Field("", max_length=500, description="Name, id, document path, or temp_id. Not for create.")
    temp_id: str = Field("", max_length=40, description="create: what later operations call it.")
    project: str = Field("", max_length=200, description="If not that of the batch.")
    fields: Annotated[dict[str, Any], WithJsonSchema(FIELDS_SCHEMA)] = Field(default_factory=dict)
    parent: str = Field("", max_length=500, description="Document to stand below; left out: at the top.")
    position: int | None = Field(None, ge=0, description="Among its siblings, from 0; left out: last.")
    to: str = Field("", max_length=500, description="link, unlink: the other thing.")
    relation: Annotated[Relation | None, WithJsonSchema(_RELATIONS)] = Field(
        None, description="ref stands in it to `to`; left out: the most telling one."
    )

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {name: value for name, value in given.items() if value is not None}

    @property
    def said(self) -> str:
        """Return what it is about, as far as the operation itself tells."""
        return str(self.fields.get("title") or self.fields.get("name") or self.ref or self.kind or "?")
