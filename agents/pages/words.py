"""The words of pages for what is stored under a code."""

from django.utils.translation import gettext, gettext_noop

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


def words_of_trials() -> dict[str, str]:
    """Return what the script of a trial says, by the code or the name that it has for it."""
    states = (RunStatus.PARTIAL, RunStatus.FAILED, RunStatus.CANCELLED)
    return {
        "rules": gettext("by rules"),
        "model": gettext("by the model"),
        "asking": gettext("Both are answering"),
        "saving": gettext("Saving"),
        "now": gettext("As it is"),
        "changed": gettext("With the change"),
        "nothing": gettext("No answer."),
        **{str(one): gettext(WORDS[one]) for one in states},
    }
