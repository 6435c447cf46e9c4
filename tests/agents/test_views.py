"""The pages of agents, and the changes between versions."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from agents.definitions.changes import Line, compare
from agents.definitions.services import archive_agent, create_agent, set_status, update_agent
from agents.models import AgentStatus
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership, Role
from tests.clients import browser


def visit(access: Access, path: str) -> Any:
    return browser(access).get(path)


def make_agent(access: Access) -> None:
    create_agent(access=access, slug="notion-reporter", description="Weekly summaries", source="Notion")


def test_list_shows_only_the_workspaces_agents(ann: Access, bob: Access) -> None:
    make_agent(ann)
    assert b"notion-reporter" in visit(ann, "/agents/").content
    answer = visit(bob, "/agents/")
    assert b"notion-reporter" not in answer.content
    assert b"Describe a chore in a chat" in answer.content


def test_foreign_missing_and_archived_agents_are_the_same_404(ann: Access, bob: Access) -> None:
    make_agent(ann)
    answers = [visit(bob, "/agents/notion-reporter/"), visit(bob, "/agents/no-such-agent/")]
    archive_agent(access=ann, agent="notion-reporter")
    answers.append(visit(ann, "/agents/notion-reporter/"))
    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert len({answer.content for answer in answers}) == 1


def test_agent_page_shows_its_summary_and_latest_change(ann: Access) -> None:
    make_agent(ann)
    update_agent(access=ann, agent="notion-reporter", source="Google Sheets")
    page = visit(ann, "/agents/notion-reporter/").content.decode()
    assert "Weekly summaries from" in page
    assert "<del><span" in page and "- source: Notion" in page
    assert "+ source: Google Sheets" in page


def test_a_paused_agent_offers_to_resume(ann: Access) -> None:
    make_agent(ann)
    set_status(access=ann, agent="notion-reporter", status=AgentStatus.PAUSED)
    page = visit(ann, "/agents/notion-reporter/").content.decode()
    assert "Resume" in page
    assert "Pause<" not in page


snapshots = st.dictionaries(
    st.sampled_from("abcd"), st.text(max_size=3) | st.lists(st.just("skill"), max_size=2)
)


@given(earlier=snapshots, later=snapshots)
def test_comparison_contains_both_versions(earlier: dict[str, Any], later: dict[str, Any]) -> None:
    lines = compare(earlier, later)
    assert _without(lines, "added") == _filled(earlier)
    assert _without(lines, "removed") == _filled(later)


def _without(lines: list[Line], change: str) -> dict[str, str]:
    return {line.field: line.value for line in lines if line.change != change}


def _filled(snapshot: dict[str, Any]) -> dict[str, str]:
    words = {key: ", ".join(value) if isinstance(value, list) else value for key, value in snapshot.items()}
    return {key: value for key, value in words.items() if value}


def test_a_trial_is_offered_to_those_who_may_change_the_agent(ann: Access) -> None:
    make_agent(ann)
    page = visit(ann, "/agents/notion-reporter/trial/").content.decode()
    assert "Weekly summaries" in page and 'data-agent="notion-reporter"' in page
    Membership.objects.filter(user_id=ann.user_id).update(role=Role.AUDITOR)
    assert visit(ann, "/agents/notion-reporter/trial/").status_code == 403
    assert b"Try a change" not in visit(ann, "/agents/notion-reporter/").content


def test_scheduled_agent_of_another_member_offers_no_changes(ann: Access, amy: Access) -> None:
    make_agent(ann)
    offers = ("Try a change", "Change+the+source", "Add skill", "Restore")
    update_agent(access=ann, agent="notion-reporter", source="Google Sheets")
    assert all(offer in visit(amy, "/agents/notion-reporter/").content.decode() for offer in offers)
    update_agent(access=ann, agent="notion-reporter", schedule="0 9 * * 1")
    page = visit(amy, "/agents/notion-reporter/").content.decode()
    assert not [offer for offer in offers if offer in page]
    assert "Google Sheets" in page and "Duplicate" in page
    assert visit(amy, "/agents/notion-reporter/trial/").status_code == 403
    assert "Try a change" in visit(ann, "/agents/notion-reporter/").content.decode()
