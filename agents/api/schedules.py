"""`/api/v1/schedules/`: the schedules of agents."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.definitions.schedules import schedule_of
from agents.definitions.schedules.selectors import find_standing
from agents.models import AgentDefinition, RunStatus
from omniforge.tenants.permissions import access_for
from omniforge.tenants.selectors import zone_of
from omniforge.web.paging import CURSOR, page_by


class ScheduleData(serializers.ModelSerializer[AgentDefinition]):
    """An agent's schedule: RRULE lines and words, its next and last time, and what becomes of failed runs.

    `cron` says the same in five fields. It is empty if cron can't say it exactly.
    """

    agent = serializers.CharField(source="slug")
    words = serializers.CharField(source="schedule_words")
    recurrence = serializers.CharField(source="schedule")
    cron = serializers.SerializerMethodField()
    last_status = serializers.ChoiceField(RunStatus.choices, allow_null=True)

    class Meta:
        model = AgentDefinition
        fields = (
            *("agent", "status", "words", "recurrence", "cron", "next_run_at", "last_run_at"),
            *("last_status", "missed_runs", "overlap", "retries"),
        )

    def get_cron(self, agent: AgentDefinition) -> str:
        return schedule_of(agent).cron or ""


class SchedulePage(serializers.Serializer[Any]):
    """Some of the schedules, which are in `time_zone`. `next` is the cursor of the next page, or null."""

    time_zone = serializers.CharField()
    next = serializers.CharField(allow_null=True)
    results = ScheduleData(many=True)


class SchedulesView(APIView):
    """The schedules of the workspace."""

    @extend_schema(operation_id="schedules_list", parameters=[CURSOR], responses=SchedulePage)
    def get(self, request: Request) -> Response:
        """Return the agents that have a schedule, by name, 50 a page. A paused one has no next time."""
        access = access_for(request)
        agents, following = page_by("slug", find_standing(access), request.query_params.get("cursor"))
        zone = str(zone_of(access.tenant_id))
        data = ScheduleData(agents, many=True).data
        return Response({"time_zone": zone, "next": following, "results": data})
