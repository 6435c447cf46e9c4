"""A schedule in the language of a page. Stored schedules and chats use English."""

from collections.abc import Callable, Sequence

from django.utils.dates import WEEKDAYS as NAMES
from django.utils.text import get_text_list
from django.utils.translation import get_language, gettext

from agents.definitions.schedules.due import schedule_of
from agents.models import AgentDefinition
from intent.schedules import Schedule
from omniforge.recurrence.rule import WEEKDAYS, WORKDAYS, Rule


def say_schedule(agent: AgentDefinition) -> str:
    """Return an agent's schedule in the page's language, a rarer recurrence in its stored English."""
    schedule = schedule_of(agent)
    if (get_language() or "en").startswith("en") or not _is_plain(schedule):
        return agent.schedule_words
    rule = schedule.rules[0]
    say = _RHYTHMS.get(rule.freq)
    return (say and say(rule)) or agent.schedule_words


def _is_plain(schedule: Schedule) -> bool:
    """Return whether it is one rule without an end, by days and times only."""
    rules = schedule.rules
    if len(rules) != 1 or schedule.start or schedule.without or len(rules[0].times(None)) > 12:
        return False
    return not (rules[0].months or rules[0].places or rules[0].count or rules[0].until)


def _daily(rule: Rule) -> str:
    if rule.interval > 1 or rule.days or rule.dates:
        return ""
    return gettext("every day at {times}").format(times=_times(rule))


def _weekly(rule: Rule) -> str:
    if rule.days == WORKDAYS and rule.interval == 1:
        return gettext("every weekday at {times}").format(times=_times(rule))
    if not rule.days or not set(rule.days) <= set(WEEKDAYS):
        return ""
    days = _listed([str(NAMES[WEEKDAYS.index(day)]) for day in rule.days])
    if rule.interval == 1:
        return gettext("every {days} at {times}").format(days=days, times=_times(rule))
    said = gettext("every {n} weeks on {days} at {times}")
    return said.format(n=rule.interval, days=days, times=_times(rule))


def _monthly(rule: Rule) -> str:
    if rule.interval > 1 or rule.days or len(rule.dates) != 1:
        return ""
    if rule.dates == (-1,):
        return gettext("on the last day of every month at {times}").format(times=_times(rule))
    if rule.dates[0] < 1:
        return ""
    return gettext("on day {day} of every month at {times}").format(day=rule.dates[0], times=_times(rule))


_RHYTHMS: dict[str, Callable[[Rule], str]] = {"DAILY": _daily, "WEEKLY": _weekly, "MONTHLY": _monthly}


def _times(rule: Rule) -> str:
    return _listed([f"{one:%H:%M}" for one in rule.times(None)])


def _listed(parts: Sequence[str]) -> str:
    return get_text_list(list(parts), gettext("and"))
