"""Template tags that describe objects by kind: actions, links to a chat."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from omniforge.projects.activity import Act
from omniforge.projects.differences import Line
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Action

register = template.Library()

_DONE = {
    Action.CREATE: gettext_noop("{who} made the {kind} {name}{more}"),
    Action.UPDATE: gettext_noop("{who} changed the {kind} {name}{more}"),
    Action.MOVE: gettext_noop("{who} moved the {kind} {name}{more}"),
    Action.DELETE: gettext_noop("{who} deleted the {kind} {name}{more}"),
    Action.RESTORE: gettext_noop("{who} brought back the {kind} {name}{more}"),
}
_LINKED = {
    Action.CREATE: gettext_noop("{who} linked {name} to {to}"),
    Action.RESTORE: gettext_noop("{who} linked {name} to {to}"),
    Action.DELETE: gettext_noop("{who} unlinked {name} from {to}"),
    Action.UPDATE: gettext_noop("{who} linked anew {name} to {to}"),
}
_KINDS = {
    "project": gettext_noop("project"),
    "edge": gettext_noop("edge"),
    Kind.DOCUMENT: gettext_noop("document"),
    Kind.TASK: gettext_noop("task"),
    Kind.GOAL: gettext_noop("goal"),
    Kind.PLAN: gettext_noop("plan"),
    Kind.MILESTONE: gettext_noop("milestone"),
    Kind.RISK: gettext_noop("risk"),
    Kind.REQUIREMENT: gettext_noop("requirement"),
}
_TALK = {
    Kind.DOCUMENT: gettext_noop("Talk about this document"),
    Kind.TASK: gettext_noop("Talk about this task"),
    Kind.GOAL: gettext_noop("Talk about this goal"),
    Kind.PLAN: gettext_noop("Talk about this plan"),
    Kind.MILESTONE: gettext_noop("Talk about this milestone"),
    Kind.RISK: gettext_noop("Talk about this risk"),
    Kind.REQUIREMENT: gettext_noop("Talk about this requirement"),
}
_FIELDS = (
    gettext_noop("name"),
    gettext_noop("title"),
    gettext_noop("state"),
    gettext_noop("priority"),
    gettext_noop("due on"),
    gettext_noop("fields"),
    gettext_noop("meaning search"),
)
_STATES = (
    gettext_noop("todo"),
    gettext_noop("in progress"),
    gettext_noop("blocked"),
    gettext_noop("done"),
    gettext_noop("draft"),
    gettext_noop("active"),
    gettext_noop("achieved"),
    gettext_noop("abandoned"),
    gettext_noop("completed"),
    gettext_noop("pending"),
    gettext_noop("missed"),
    gettext_noop("identified"),
    gettext_noop("mitigated"),
    gettext_noop("occurred"),
    gettext_noop("closed"),
    gettext_noop("agreed"),
    gettext_noop("met"),
    gettext_noop("dropped"),
    gettext_noop("planning"),
    gettext_noop("paused"),
    gettext_noop("cancelled"),
)


@register.simple_tag
def line_in_words(line: Line) -> str:
    """Format a line of a difference: a field with its name, a text as it is."""
    field = gettext(line.field) if line.field in _FIELDS else line.field
    value = gettext(line.value) if line.field == "state" and line.value in _STATES else line.value
    return f"{field}: {value}" if field else value


@register.simple_tag
def act_in_words(act: Act) -> SafeString:
    """Return a sentence: who did what to which object."""
    name, to = (format_html('<b dir="auto">{}</b>', one) for one in (act.name, act.to))
    if act.to:
        return format_html(gettext(_LINKED[Action(act.action)]), who=act.who, name=name, to=to)
    more = gettext(" and {number} more").format(number=act.more) if act.more else ""
    done, kind = _DONE[Action(act.action)], kind_in_words(act.kind)
    return format_html(gettext(done), who=act.who, kind=kind, name=name, more=more)


@register.filter
def kind_in_words(kind: str) -> str:
    """Return the name of a kind within a sentence."""
    return gettext(_KINDS[kind])


@register.simple_tag
def talk_about(kind: str) -> str:
    """Return the link text of a chat about an object of this kind."""
    return gettext(_TALK[Kind(kind)])
