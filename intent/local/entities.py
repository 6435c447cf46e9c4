"""Entities that a message states by name or figure: agent, skill, source … (`data/entities.toml`)."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from intent.data_files import data_of
from intent.local.exchange import Exchange
from intent.local.text import Reading
from intent.text import fold
from intent.types import ActionType

_LONGEST_VALUE = 80  # characters
_WORK = {ActionType.EXECUTE_TASK, ActionType.CREATE_AGENT}
_ONLY_FOR = {
    "member": {ActionType.MANAGE_PLATFORM},
    "setting": {ActionType.MANAGE_PLATFORM, ActionType.UPDATE_AGENT},
    "document": {ActionType.EXECUTE_TASK},
    "project": {ActionType.EXECUTE_TASK, ActionType.QUERY_INFO},
    "format": {*_WORK, ActionType.CREATE_SKILL, ActionType.UPDATE_AGENT},
    "recipient": {*_WORK, ActionType.UPDATE_AGENT},
    "deadline": {ActionType.EXECUTE_TASK},
    "subject": {*_WORK, ActionType.CREATE_SKILL},
}
_GIVEN_NAME = re.compile(r"\b(?:named|called|name it|call it)\s+['\"]?([\w-]+)")


def extract_entities(exchange: Exchange, action: ActionType, target: str | None) -> dict[str, str]:
    """Return short, folded values by key, empty for an unknown action."""
    if action is ActionType.UNKNOWN:
        return {}
    found = dict(_patterned(exchange.message, action)) | dict(_named(exchange, action, target))
    return {key: value.lower()[:_LONGEST_VALUE] for key, value in found.items() if value}


def _named(exchange: Exchange, action: ActionType, target: str | None) -> Iterator[tuple[str, str]]:
    """Yield the agent and the skill: an existing one, or a new one's name."""
    given = _GIVEN_NAME.search(fold(exchange.message.text))
    if target:
        yield "agent_name", target
    elif given and action is ActionType.CREATE_AGENT:
        yield "agent_name", given[1]
    if given and action is ActionType.CREATE_SKILL:
        yield "skill_name", given[1]
    elif skill := _skill(exchange, action):
        yield "skill_name", skill


def _skill(exchange: Exchange, action: ActionType) -> str:
    """Return the message's skill. One to be added may have been named just before."""
    places = [exchange.message]
    if action is ActionType.ADD_SKILL_TO_AGENT:
        places += [reading for reading in (exchange.asked, exchange.request) if reading]
    return next((reading.skills[0] for reading in places if reading.skills), "")


def _patterned(message: Reading, action: ActionType) -> Iterator[tuple[str, str]]:
    text = _without_names(message)
    for key, patterns in _patterns().items():
        if action in _ONLY_FOR.get(key, {action}):
            match = next((match for pattern in patterns if (match := pattern.search(text))), None)
            if match:
                yield key, match[1].strip()


def _without_names(message: Reading) -> str:
    """Return the folded text without agents' names, because 'notion-reporter' isn't a source."""
    text = fold(message.text)
    for name in message.agents:
        text = text.replace(fold(name), " ")
    return text


@cache
def _patterns() -> Mapping[str, tuple[re.Pattern[str], ...]]:
    stored = data_of("entities")
    return {
        key: tuple(re.compile(_filled(pattern, stored["words"])) for pattern in patterns)
        for key, patterns in stored["patterns"].items()
    }


def _filled(pattern: str, words: Mapping[str, str]) -> str:
    """Return the pattern with each {name} replaced by its words. Quantifiers like {1,2} stay."""
    for name, listed in words.items():
        pattern = pattern.replace(f"{{{name}}}", listed)
    return pattern
