"""`/api/v1/agents/{agent}/trial/`: the effect of a change on an agent's answers."""

from typing import Any

from asgiref.sync import async_to_sync
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from agents.definitions.validation import LONGEST_DESCRIPTION, LONGEST_EXAMPLE, LONGEST_TEXT, MOST_EXAMPLES
from agents.models import RunStatus
from agents.runs.trials import compare_runs
from omniforge.tenants.permissions import access_for
from omniforge.tenants.throttling import MessageLimitedView
from omniforge.web.request_data import validated
from omniforge.web.strict_fields import StrictCharField


class TrialChanges(serializers.Serializer[Any]):
    """The fields that a trial may change."""

    description = StrictCharField(max_length=LONGEST_DESCRIPTION, required=False)
    instructions = StrictCharField(max_length=LONGEST_TEXT, required=False, allow_blank=True)
    subject = StrictCharField(max_length=LONGEST_TEXT, required=False, allow_blank=True)
    destination = StrictCharField(max_length=LONGEST_TEXT, required=False, allow_blank=True)


class NewTrial(serializers.Serializer[Any]):
    """What to try, without `prompts` on the agent's kept examples."""

    changes = TrialChanges(default=dict)
    prompts = serializers.ListField(
        child=StrictCharField(max_length=LONGEST_EXAMPLE), required=False, max_length=MOST_EXAMPLES
    )


class TrialAnswerData(serializers.Serializer[Any]):
    """What the agent said. `run_id` is the run. `method` is 'model' or 'rules'."""

    run_id = serializers.UUIDField()
    text = serializers.CharField()
    status = serializers.ChoiceField(RunStatus.choices)
    method = serializers.CharField()


class ComparisonData(serializers.Serializer[Any]):
    """The answers to a prompt side by side."""

    prompt = serializers.CharField()
    now = TrialAnswerData()
    changed = TrialAnswerData()


class AgentTrialView(MessageLimitedView):
    @extend_schema(request=NewTrial, responses=ComparisonData(many=True))
    def post(self, request: Request, agent: str) -> Response:
        """Run the agent as it is and with the changes. Nothing is stored but the runs. Tools only read.

        What they read is in the answer, so a key needs the scope `read` too.
        """
        access_for(request).require_scope("read")
        wanted = validated(NewTrial(data=request.data))
        compared = async_to_sync(compare_runs)(
            access_for(request), agent, wanted["changes"], wanted.get("prompts", ())
        )
        return Response(ComparisonData(compared, many=True).data)
