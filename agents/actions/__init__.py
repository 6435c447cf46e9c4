"""One generator for each action type: it does what was understood, and yields what happens."""

from collections.abc import Callable

from agents.actions.add_skill_to_agent import add_skill_to_agent
from agents.actions.create_agent import create_agent
from agents.actions.create_skill import create_skill
from agents.actions.execute_task import execute_task
from agents.actions.manage_platform import manage_platform
from agents.actions.query_info import query_info
from agents.actions.unknown import unknown
from agents.actions.update_agent import update_agent
from agents.context import ContextPack
from agents.events import Outputs
from intent.types import ActionType, Intent

Action = Callable[[ContextPack, Intent], Outputs]

ACTIONS: dict[ActionType, Action] = {
    ActionType.CREATE_AGENT: create_agent,
    ActionType.CREATE_SKILL: create_skill,
    ActionType.ADD_SKILL_TO_AGENT: add_skill_to_agent,
    ActionType.EXECUTE_TASK: execute_task,
    ActionType.UPDATE_AGENT: update_agent,
    ActionType.QUERY_INFO: query_info,
    ActionType.MANAGE_PLATFORM: manage_platform,
    ActionType.UNKNOWN: unknown,
}
