"""The tools as models are given them: few words, and nothing that trips up a vendor or a model."""

import orjson
import pytest

from agents.tools.registry import our_tools, specs
from omniforge.llm.tokens import count

_MOST = 2_100  # tokens of all schemas sent with each call of a model


def told(tools):
    return [
        orjson.dumps({"name": one.name, "description": one.description, "parameters": one.schema}).decode()
        for one in specs(tools)
    ]


def test_all_tool_schemas_stay_within_the_token_limit(settings):
    settings.SEARCH = "searxng:https://search.example"
    always = {name: tool for name, tool in our_tools().items() if not tool.rare}
    assert sum(map(count, told(always))) < _MOST
    assert len(always) <= 24


@pytest.mark.parametrize("name", sorted(our_tools()))
def test_schema_has_no_references_or_unions(name):
    schema = our_tools()[name].schema
    text = orjson.dumps(schema).decode()
    assert schema["type"] == "object" and "properties" in schema
    assert not any(f'"{word}"' in text for word in ("$ref", "$defs", "anyOf", "null"))
    assert our_tools()[name].description
