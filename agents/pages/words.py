"""The words of pages for what is stored under a code."""

from django.utils.translation import gettext_noop

from agents.models import AgentStatus, RunStatus, RunTrigger

WORDS = {
    AgentStatus.DRAFT: gettext_noop("draft"),
    AgentStatus.ACTIVE: gettext_noop("active"),
    AgentStatus.PAUSED: gettext_noop("paused"),
    RunStatus.RUNNING: gettext_noop("running"),
    RunStatus.WAITING: gettext_noop("waiting"),
    RunStatus.SUCCEEDED: gettext_noop("succeeded"),
    RunStatus.PARTIAL: gettext_noop("partial"),
    RunStatus.FAILED: gettext_noop("failed"),
    RunStatus.CANCELLED: gettext_noop("cancelled"),
    "queued": gettext_noop("queued"),
    RunTrigger.CHAT: gettext_noop("chat"),
    RunTrigger.SCHEDULE: gettext_noop("schedule"),
    RunTrigger.API: gettext_noop("api"),
    RunTrigger.TRIAL: gettext_noop("trial"),
    RunTrigger.DRY_RUN: gettext_noop("dry run"),
    RunTrigger.WEB_HOOK: gettext_noop("web hook"),
}
