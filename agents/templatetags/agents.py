"""Template filters for agents, runs and schedules, in the page's language."""

from urllib.parse import quote_plus

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_noop

from agents.definitions.schedules.rhythm import say_schedule
from agents.models import AgentDefinition, AgentStatus, RunStatus, RunTrigger

register = template.Library()
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


@register.filter
def in_words(state: str) -> str:
    """Return the label of a state, a trigger or a method."""
    return gettext(WORDS.get(state, state))


@register.filter
def when_it_runs(agent: AgentDefinition) -> str:
    """Return an agent's schedule in words, empty if it has none."""
    return say_schedule(agent) if agent.schedule_words else ""


@register.simple_tag(takes_context=True)
def slot(context: template.Context, name: str, value: str) -> str:
    """Return a slot of the agent's sentence, as a link that starts its change if the viewer may change it."""
    if not context.get("may_change"):
        return format_html("{}", value)
    draft = quote_plus(f"Change the {name} of {context['agent'].slug} to ")
    return format_html('<a class="slot" href="{}?draft={}">{}</a>', reverse("new-chat"), draft, value)
