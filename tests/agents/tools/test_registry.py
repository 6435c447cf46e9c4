"""The tools that models are offered: those that can work here."""

import pytest

from agents.tools.registry import our_tools, specs


@pytest.mark.parametrize(("tool", "setting"), [("web_search", "SEARCH")])
def test_tool_lacking_its_setting_is_not_offered(tool, setting, settings):
    setattr(settings, setting, "")
    assert tool in our_tools()
    assert tool not in {spec.name for spec in specs(our_tools())}
    setattr(settings, setting, "searxng:https://search.example")
    assert tool in {spec.name for spec in specs(our_tools())}
