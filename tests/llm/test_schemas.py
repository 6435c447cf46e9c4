"""JSON schemas as they are sent to vendors."""

from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, Field

from omniforge.llm.schemas import strict_schema
from tests.standin.strictness import objections


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Part(BaseModel):
    """A part."""

    name: str = Field(default="", max_length=10)
    weight: float | None = Field(default=None, ge=0)


class Whole(BaseModel):
    """A whole of parts."""

    kind: Literal["a", "b"] = "a"
    colour: Colour | None = None
    parts: list[Part] = Field(default_factory=list, min_length=1, max_length=9)
    main: Part
    title: str = Field(description="What it is called.", pattern="^[a-z]+$")


def test_strict_schema_has_no_vendor_objections():
    assert list(objections(Whole.model_json_schema()))
    assert list(objections(strict_schema(Whole))) == []


def test_properties_are_required_and_keep_their_descriptions():
    schema = strict_schema(Whole)
    assert "description" not in schema and "description" not in schema["$defs"]["Part"]
    assert schema["required"] == ["kind", "colour", "parts", "main", "title"]
    assert schema["properties"]["title"] == {"description": "What it is called.", "type": "string"}
    assert schema["$defs"]["Part"]["required"] == ["name", "weight"]
    assert schema["$defs"]["Colour"]["enum"] == ["red", "blue"]


def test_property_may_be_named_like_a_schema_keyword():
    class Odd(BaseModel):
        default: int
        required: bool

    assert strict_schema(Odd)["properties"].keys() == {"default", "required"}
