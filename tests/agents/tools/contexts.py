"""Contexts in which tests call tools: a tool alone, and a run with the gate before it."""

from collections.abc import Iterable
from dataclasses import replace

from agents.context.pack import ContextPack
from agents.context.recall import no_recall
from agents.events import Event, Operation
from agents.models import AgentRun
from agents.tools.channel import Channel
from agents.tools.context import CallContext
from agents.tools.loop_control import NoLoopControl
from agents.tools.mcp.sessions import Sessions
from agents.tools.registry import Toolbox, our_tools
from agents.tools.run_context import RunContext
from omniforge.llm import Models
from omniforge.projects.focus import EVERYTHING, Focus
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from tests.agents.chat import NOW, rules_only


def call_context(access: Access) -> CallContext:
    """Return the context of a tool called by itself."""
    return CallContext(
        access=access,
        now=NOW,
        turn_id=new_id(),
        key="test",
        recall=no_recall,
        models=rules_only(),
        sessions=Sessions(),
        control=NoLoopControl(),
    )


def run_context(
    access: Access,
    *,
    tools: Toolbox | None = None,
    models: Models | None = None,
    message: str = "Do it.",
    focus: Focus = EVERYTHING,
) -> RunContext:
    """Return a stored run in progress that may call `tools`, or all of ours."""
    run = AgentRun.objects.create(tenant_id=access.tenant_id, user_id=access.user_id, task=message)
    pack = ContextPack(access, new_id(), message, NOW, models or rules_only(), words=message, focus=focus)
    return RunContext(pack, run.pk, Channel(), our_tools() if tools is None else tools)


def told(run: RunContext) -> list[Event]:
    """Return the run's events since the last call."""
    outputs = run.channel._outputs
    return [output for _ in range(outputs.qsize()) if isinstance(output := outputs.get_nowait(), Event)]


def done(events: Iterable[Event]) -> list[Operation]:
    """Return the finished operations in events, whichever call made them."""
    operations = (one for one in events if isinstance(one, Operation) and one.status == "done")
    return [replace(operation, call_id="") for operation in operations]
