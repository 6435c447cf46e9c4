"""An agent may use its own tools and those of its skills; without any, ours that do no lasting harm."""

import pytest

from agents.definitions.selectors import get_agent
from agents.definitions.services import create_agent, create_skill
from agents.tools import allowed
from agents.tools.allowed import allowed_tools, tools_for_agent
from agents.tools.context import CallContext
from agents.tools.registry import Toolbox
from agents.tools.tool import Effect, Tool, ToolResult
from omniforge.tenants.access import Access


async def _nothing(_: object, __: CallContext) -> ToolResult:
    return ToolResult()


def _toolbox(**effects: Effect) -> Toolbox:
    return {name: Tool(name, "", _nothing, {}, effect=effect) for name, effect in effects.items()}


OURS = _toolbox(
    calculate=Effect.READ,
    calendar_list_events=Effect.READ,
    calendar_create_event=Effect.WRITE,
    send_email=Effect.IRREVERSIBLE,
)
WITH_SERVERS = OURS | _toolbox(github_list_issues=Effect.READ)


@pytest.fixture(autouse=True)
def _ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four kinds of tools, so that new tools don't change the test."""
    monkeypatch.setattr(allowed, "our_tools", lambda: OURS)


def _agent_with(ann: Access, *skills: list[str]):
    names = [f"skill-{number}" for number in range(len(skills))]
    for name, tools in zip(names, skills, strict=True):
        create_skill(access=ann, slug=name, description="Does it.", allowed_tools=tools)
    return create_agent(access=ann, slug="worker", description="Works.", skills=tuple(names))


HARMLESS = {"calculate", "calendar_list_events", "calendar_create_event"}


def test_agent_without_skills_has_the_harmless_tools(ann: Access) -> None:
    assert set(tools_for_agent(_agent_with(ann), WITH_SERVERS)) == HARMLESS


def test_agent_with_toolless_skills_has_the_harmless_tools(ann: Access) -> None:
    assert allowed_tools(_agent_with(ann, [])) == HARMLESS


def test_agent_has_its_own_tools_and_those_of_its_skills(ann: Access) -> None:
    agent = _agent_with(ann, ["github_*"])
    assert set(tools_for_agent(agent, WITH_SERVERS)) == {"github_list_issues"}
    agent.tools = ["workspace", "send_email"]
    assert set(tools_for_agent(agent, WITH_SERVERS)) == set(WITH_SERVERS)


def test_tools_of_all_skills_and_patterns_are_joined(ann: Access) -> None:
    agent = _agent_with(ann, ["calendar_*"], ["send_email", "not_there"])
    assert set(tools_for_agent(agent, WITH_SERVERS)) == {
        "calendar_list_events",
        "calendar_create_event",
        "send_email",
    }


def test_server_tool_is_allowed_if_a_skill_names_it(ann: Access) -> None:
    assert set(tools_for_agent(_agent_with(ann, ["github_*"]), WITH_SERVERS)) == {"github_list_issues"}


def test_prefetched_skills_cost_no_query(ann: Access, django_assert_num_queries) -> None:
    _agent_with(ann, ["calculate"])
    agent = get_agent(ann, "worker")
    with django_assert_num_queries(0):
        assert allowed_tools(agent) == {"calculate"}
