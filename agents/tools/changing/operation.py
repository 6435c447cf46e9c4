"""One operation of a batch, as a model gives it."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, model_validator

from agents.tools.changing.fields import FIELDS_SCHEMA
from agents.tools.schemas import UNTOLD
from omniforge.projects.kinds import Relation

Op = Literal["create", "update", "move", "delete", "restore", "link", "unlink"]
Kind = Literal["project", "document", "task", "goal", "plan", "milestone", "risk", "requirement"]
_RELATIONS = {"type": "string"}


class Operation(BaseModel):
    """What is to be done with one thing."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    op: Op
    kind: Kind | None = Field(None, description="To create; if a name has several.")
    ref: str = Field("", max_length=500, description="Name, id, path or temp_id.")
    temp_id: str = Field("", max_length=40)
    project: str = Field("", max_length=200, json_schema_extra=UNTOLD)
    fields: Annotated[dict[str, Any], WithJsonSchema(FIELDS_SCHEMA)] = Field(default_factory=dict)
    parent: str = Field("", max_length=500, description="The document above.")
    position: int | None = Field(None, ge=0, description="From 0.")
    to: str = Field("", max_length=500)
    relation: Annotated[Relation | None, WithJsonSchema(_RELATIONS)] = Field(
        None,
        description=f"(un)link ref to `to`: {', '.join(Relation)}; else the most telling.",
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
