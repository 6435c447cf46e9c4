"""Whether a message during a form is about something else: a question, an order, another agent."""

import re
from collections.abc import Sequence

from intent.commands import Command, Reading
from intent.commands.places import read_places
from intent.commands.settings_talk import orders_settings
from intent.commands.words import as_words, at_start
from intent.forms.counter_questions import asks
from intent.forms.filled import FREE, PLACES, TASKS, FormRead
from intent.forms.fits import fits, names_place, orders_thing
from intent.forms.schedules import find_when
from intent.forms.verbs import is_order_verb, plain_verb
from intent.text import find_name

# never an agent's work
_OWN = ("agent", "skill", "settings", "workspace", "talk", "preference", "run")
_REFUSED = "cannot."  # impossible orders don't count: 'name and phone number'
_UPDATE = "thing.update"
_TOOLS = re.compile(r"^(?:show|list|tell)(?: me| us)? (?:all )?(?:of )?(?:my|our|the)\b", re.I)
_CLAUSE = re.compile(r"[,;]\s|[.!]\s")
_LISTS = {",", "and", "&"}  # between list items


def leaves_form(message: str, reading: Reading, form: FormRead) -> bool:
    """Return whether a message is a question or a plain order, and no answer to the form."""
    orders = [one for one in reading.commands if not (one.tentative or one.name.startswith(_REFUSED))]
    if form.asking == "purpose":  # 'an agent that …' describes this agent's work
        orders = [one for one in orders if one.name != "agent.create"]
    families = {one.name.partition(".")[0] for one in orders}
    said = message.strip()
    if any(one.name == "agent.create" for one in orders):
        return True
    if not asks(said) and _is_answer(said, orders, form):
        return False
    if orders and (form.asking not in TASKS or families & set(_OWN)):
        return True
    if form.asking in TASKS:
        return _reports_deed(said, reading)
    if orders_settings(said):
        return True
    leaves = asks(said) or bool(_TOOLS.match(said)) or _is_order(said, form) or _names_agent(said, form)
    return leaves or _reports_deed(said, reading)


def _reports_deed(said: str, reading: Reading) -> bool:
    """Return whether words tell of a deed, which is no work for an agent: 'the roof is done'."""
    tells = all(one.name == _UPDATE and "state" in one.slots for one in reading.commands)
    return reading.is_whole and tells and not is_order_verb(said.partition(" ")[0])


def _is_answer(said: str, orders: Sequence[Command], form: FormRead) -> bool:
    """Return whether words that could be an order are the requested answer."""
    if form.asking == "when":
        when = find_when(said, form.situation.now.date(), asked=True)
        return when is not None and not when.problem and not _names_agent(said, form)
    if form.asking == "destination":
        return bool(read_places(said, asking=form.asking).destination) and not orders_thing(said)
    if form.asking == "source":
        place = _CLAUSE.split(said, maxsplit=1)[0]  # destination and schedule may follow
        is_place = names_place(place) and fits("source", place)
        return is_place and not (is_order_verb(said.split()[0]) or any(one.writes for one in orders))
    return form.asking == "subject" and (_names_subject(said, orders) or _lists(said, form))


def _lists(said: str, form: FormRead) -> bool:
    """Return whether words are just a list: 'name, company and the host', whatever else they could order."""
    words = as_words(said)
    orders = is_order_verb(words[0]) and words[1:2] and words[1] not in _LISTS if words else True
    lists = not orders and bool(_LISTS & set(words))
    return lists and fits("subject", said) and not _names_agent(said, form)


def _names_subject(said: str, orders: Sequence[Command]) -> bool:
    """Return whether words that could be a question are a noun phrase: 'open tasks', 'the items below 5'."""
    families = {one.name.partition(".")[0] for one in orders if not one.writes}
    is_order = asks(said) or plain_verb(said.split()[0]) if said else True
    return len(families) == len(orders) == 1 and families <= {"thing", "table"} and not is_order


def _names_agent(said: str, form: FormRead) -> bool:
    """Return whether words are about an existing agent instead of the draft."""
    return any(find_name(one, said) or find_name(_spoken(one), said) for one in form.situation.agents)


def _spoken(name: str) -> str:
    return name.replace("-", " ")


def begins_another(reading: Reading, form: FormRead) -> bool:
    """Return whether a message orders another agent: its own work at its own times, perhaps to #desk."""
    orders = any(one.name == "agent.create" and not one.tentative for one in reading.commands)
    return orders and form.asking not in TASKS


def orders_other_agent(reading: Reading, form: FormRead) -> bool:
    """Return whether a message changes an existing agent: 'rename the second one'."""
    if not form.situation.agents or form.asking in TASKS:
        return False
    orders = [one for one in reading.commands if one.writes and one.name.startswith("agent.")]
    return any(agent.place or agent.name for one in orders for agent in one.slots.get("agents", ()))


def is_of_other_agent(changes: Sequence[Command], form: FormRead) -> bool:
    """Return whether changes are for an existing agent instead of the draft."""
    said = (one.words for one in changes if "name" not in one.slots)
    return any(_names_agent(one, form) for one in said)


def _is_order(said: str, form: FormRead) -> bool:
    """Return whether words begin with a verb of work and name nothing that the form asks for."""
    if form.asking in FREE or not said or not is_order_verb(said.split()[0]):
        return False
    if form.asking in PLACES and not at_start("place_verb", as_words(said))[1]:
        return True
    places = read_places(said, asking=form.asking)
    names_time = find_when(said, form.situation.now.date(), asked=form.asking == "when")
    return not (places.sources or places.destination or names_time)
