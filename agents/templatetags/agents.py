"""What an agent, its runs and its schedule are called on pages, in the language of the page."""

from urllib.parse import quote_plus

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext

from agents.definitions.schedules.rhythm import say_schedule
from agents.models import AgentDefinition
from agents.pages.words import WORDS

register = template.Library()


@register.filter
def in_words(state: str) -> str:
    """Return how a state, a trigger or a method is called."""
    return gettext(WORDS.get(state, state))


@register.filter
def when_it_runs(agent: AgentDefinition) -> str:
    """Return an agent's schedule in words; empty for one that has none."""
    return say_schedule(agent) if agent.schedule_words else ""


@register.simple_tag(takes_context=True)
def slot(context: template.Context, name: str, value: str) -> str:
    """Return a part of the agent's sentence; for who may change it, as a link to an order that does."""
    if not context.get("may_change"):
        return format_html("{}", value)
    draft = quote_plus(f"Change the {name} of {context['agent'].slug} to ")
    return format_html('<a class="slot" href="{}?draft={}">{}</a>', reverse("new-chat"), draft, value)
