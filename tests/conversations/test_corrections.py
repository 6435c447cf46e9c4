"""A correction becomes an example that an evaluation can use."""

import io
import json
from uuid import uuid4

import pytest
from django.core.management import call_command

from agents.models import AgentDefinition, SkillDefinition
from conversations.models import IntentCorrection
from conversations.record.corrections import record_correction
from intent.types import ActionType
from omniforge.errors import NotFound
from tests.conversations.rows import make_turn

pytestmark = pytest.mark.django_db

FORMAT = "id kind message history agents skills action_type acceptable is_ambiguous target_agent entities"


@pytest.fixture
def turn(ann):
    first = make_turn(ann, "Make a report", "Which one?")
    intent = {"target_agent": "notion-reporter", "entities": {"subject": "churn"}}
    return make_turn(
        ann,
        "the weekly one",
        "Running it.",
        conversation_id=first.conversation_id,
        action_type="execute_task",
        metadata={"intent": intent},
    )


def correct(access, turn, corrected=ActionType.UPDATE_AGENT):
    return record_correction(access=access, turn_id=turn.pk, corrected=corrected)


def exported(*arguments):
    out = io.StringIO()
    call_command("export_corrections", *arguments, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_an_example_holds_the_message_its_history_and_what_existed(ann, turn):
    skill = SkillDefinition.objects.create(tenant_id=ann.tenant_id, slug="summarize", description="shortens")
    agent = AgentDefinition.objects.create(
        tenant_id=ann.tenant_id, slug="notion-reporter", description="reports"
    )
    agent.skills.add(skill)
    correction = correct(ann, turn)
    (example,) = exported()
    assert " ".join(example) == FORMAT
    assert example == {
        "id": f"correction-{correction.pk}",
        "kind": "correction",
        "message": "the weekly one",
        "history": [
            {"role": "user", "content": "Make a report"},
            {"role": "assistant", "content": "Which one?"},
        ],
        "agents": [{"name": "notion-reporter", "description": "reports", "skills": ["summarize"]}],
        "skills": ["summarize"],
        "action_type": "update_agent",
        "acceptable": ["update_agent"],
        "is_ambiguous": False,
        "target_agent": "notion-reporter",
        "entities": {"subject": "churn"},
    }
    assert (correction.understood, correction.corrected) == ("execute_task", "update_agent")


def test_no_secret_gets_into_an_example(ann):
    talk = make_turn(ann, "my password is Tr0ub4dor&3").conversation_id
    intent = {"entities": {"login": "ann@example.org:hunter22"}}
    turn = make_turn(
        ann, "key sk-proj-0123456789abcdef0123", conversation_id=talk, metadata={"intent": intent}
    )
    example = json.dumps(correct(ann, turn).example)
    for secret in ("Tr0ub4dor", "0123456789abcdef", "hunter22"):
        assert secret not in example


def test_a_turn_without_an_answer_can_be_corrected(ann, turn):
    turn.answer_id = uuid4()
    turn.save()
    assert correct(ann, turn).example["target_agent"] is None


@pytest.mark.parametrize("stranger", ["amy", "bob"])
def test_nobody_corrects_the_turn_of_somebody_else(ann, turn, stranger, request):
    with pytest.raises(NotFound):
        correct(request.getfixturevalue(stranger), turn)
    assert not IntentCorrection.objects.exists()


def test_the_export_can_be_of_one_tenant(ann, bob, turn):
    correct(ann, turn)
    correct(bob, make_turn(bob, "at globex"))
    assert [one["message"] for one in exported("--tenant", "globex")] == ["at globex"]
    assert len(exported()) == 2
