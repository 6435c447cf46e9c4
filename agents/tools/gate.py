"""The only way to call a tool. It never raises: every failure is an outcome that says so.

In order: does the tool exist, are its arguments valid, may it be called, does it need approval. Then it
runs (`execution.py`), and its result is capped, masked, reported and recorded (`ledger.py`).
"""

import logging
import time
from dataclasses import replace
from typing import Any

import orjson

from agents.events import ToolAnswered, ToolCalled
from agents.failures import ToolFailed
from agents.models import Approval, CallStatus
from agents.tools.arguments import read_arguments, shown_arguments
from agents.tools.call import Call, Outcome
from agents.tools.differing import before_and_after
from agents.tools.dry_runs import rehearse
from agents.tools.execution import describe_error, execute
from agents.tools.loop_control import PartWaits
from agents.tools.names import label_of, replace_ids
from agents.tools.permission import ONLY_READS, decision_on, not_approved, refusal
from agents.tools.run_context import RunContext
from agents.tools.tool import Effect, Tool
from omniforge.errors import OmniForgeError
from omniforge.llm.types import ToolRequest
from omniforge.redaction import redact
from omniforge.storage.database import in_database
from omniforge.telemetry.spans import step

logger = logging.getLogger(__name__)
_SHOWN = 4_000  # characters of a result that a page shows


async def call_tool(run: RunContext, request: ToolRequest, *, step_id: str = "") -> Outcome:
    """Make one call for a run and send its events.

    The same write of a run (or step) is made once: a repetition returns the first result.
    """
    await run.ensure_stored()
    began = time.monotonic()
    access, shown = run.pack.access, shown_arguments(request.arguments)
    tool = run.tools.get(request.name)
    label = await label_of(access, tool, shown) if tool else request.name
    run.channel.send(ToolCalled(request.id, request.name, label, shown, step_id=step_id))
    with step("tool call", {"tool": _own_name(tool)}) as calling:
        outcome = await _checked(run, request, label, step_id)
        calling.tell({"outcome": outcome.status.value})
    took = round((time.monotonic() - began) * 1000)
    result = redact(outcome.text[:_SHOWN])
    summary = await replace_ids(access, redact(outcome.summary))
    run.channel.send(ToolAnswered(request.id, outcome.ok, summary, took, result, outcome.waits))
    return outcome


def _own_name(tool: Tool | None) -> str:
    """Return the name of a tool of ours, else empty. Other names come from people or a model."""
    return tool.name if tool and tool.arguments else "another"


async def _checked(run: RunContext, request: ToolRequest, label: str, step_id: str) -> Outcome:
    tool = run.tools.get(request.name)
    if tool is None:
        return Outcome.refused(_no_tool(run, request.name))
    try:
        arguments = await _arguments(run, tool, request)
    except ValueError as error:
        return Outcome.refused(str(error))
    call = Call(request.id, run, tool, arguments, label, step_id)
    async with run.in_hand[call.signature]:  # of two at once the second gets the first one's result
        return await _permitted(call)


def _no_tool(run: RunContext, name: str) -> str:
    why = f" {ONLY_READS}" if run.pack.reads_only else ""
    return f"There is no tool {name} for this task. Those that are: {', '.join(run.tools) or 'none'}.{why}"


async def _arguments(run: RunContext, tool: Tool, request: ToolRequest) -> dict[str, Any]:
    """Return the valid arguments, merged with those of the call that they correct."""
    arguments = read_arguments(tool, request.arguments)
    if tool.completes is None:
        return arguments
    return await in_database(tool.completes, arguments, run.pack.access, run.pack.conversation_id)


async def _permitted(call: Call) -> Outcome:
    if reason := refusal(call):
        return Outcome.refused(reason)
    run, name = call.run, call.tool.name
    if call.effect != Effect.READ:
        await run.pack.understood()  # nothing is written before the intent is known
    run.calls[name] = run.calls.get(name, 0) + 1
    run.spending.calls += 1
    if run.is_dry and call.effect != Effect.READ:
        return await _rehearsed(call)
    return await _decided(call)


async def _rehearsed(call: Call) -> Outcome:
    """Return what the call would do, or why it would fail."""
    try:
        return await rehearse(call)
    except Exception as error:  # as in `_decided`
        return _failed(call, error)


async def _decided(call: Call) -> Outcome:
    """Let a person decide if needed, then make the call with the arguments that they approved."""
    try:
        decision = await decision_on(call)
        if decision is None:
            return await execute(call)
        return not_approved(call, decision) or await _approved(call, decision)
    except PartWaits as waits:
        text, given = "This waits for the person.", _parts_so_far(waits)
        return Outcome(CallStatus.RUNNING, text, "Waits for your word", given, waits=True)
    except Exception as error:  # The gate is where failures end: a tool must not take its turn down.
        return _failed(call, error)


async def _approved(call: Call, decision: Approval) -> Outcome:
    """Make a call as approved, and tell the model what the person changed in it."""
    edited = {name: value for name, value in decision.arguments.items() if value != call.arguments.get(name)}
    if edited:
        changed = [f"{one}: {before_and_after(call.arguments.get(one), edited[one])}" for one in edited]
        call = await _told_as_edited(call, {**call.arguments, **edited})
        call.run.edited.append(f"edited by the person: {call.label}: {'; '.join(changed)}")
    try:
        outcome = await execute(call, edited={**call.arguments, **decision.arguments})
    except PartWaits:
        raise
    except Exception as error:
        outcome = _failed(call, error)
    told: dict[str, Any] = {"approved": True}
    if edited:
        told["edited"] = edited
    told["result"] = _as_read(outcome)
    text = orjson.dumps(told, default=str).decode()
    as_written = outcome.as_written and not edited
    return replace(outcome, text=text, as_written=as_written, edited=bool(edited))


async def _told_as_edited(call: Call, arguments: dict[str, Any]) -> Call:
    """Tell the call anew, as the person changed it. It was told as the model wrote it."""
    label = await label_of(call.run.pack.access, call.tool, arguments)
    shown = shown_arguments(orjson.dumps(arguments).decode())
    call.run.channel.send(ToolCalled(call.id, call.tool.name, label, shown, step_id=call.step_id))
    return replace(call, label=label)


def _parts_so_far(waits: PartWaits) -> dict[str, Any]:
    """Return the parts of work that waits, if some don't wait."""
    parts = [one.model_dump(exclude_defaults=True) for one in waits.parts]
    return {"parts": parts} if parts else {}


def _as_read(outcome: Outcome) -> Any:
    """Return a result as a model reads it: its fields, or text if it has none."""
    try:
        return orjson.loads(outcome.text)
    except ValueError:
        return outcome.text


def _failed(call: Call, error: Exception) -> Outcome:
    message = describe_error(error)
    text = redact(getattr(error, "for_model", "")) or message
    if not isinstance(error, OmniForgeError):
        logger.error("tool %s failed: %s", call.tool.name, type(error).__name__, exc_info=error)
    if not (isinstance(error, ToolFailed) and error.transient):
        call.run.fail(call.signature, text)
    if isinstance(error, ToolFailed) and error.told:
        call.run.to_mend[call.tool.name] = error.told
    if isinstance(error, ToolFailed) and error.outside:
        call.run.hear()
    call.run.strangers |= call.tool.strangers
    return Outcome(CallStatus.FAILED, text, message)
