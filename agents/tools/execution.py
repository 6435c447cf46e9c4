"""Makes an approved call: with a timeout, with retries for transient failures, a write only once."""

import asyncio
import time
from dataclasses import replace
from typing import Any

import orjson

from agents.events import FileWritten, SourcesCited
from agents.failures import ToolFailed
from agents.models import CallStatus, ToolCallRecord
from agents.tools import ledger, untrusted
from agents.tools.arguments import check_arguments
from agents.tools.call import Call, Outcome
from agents.tools.context import CallContext
from agents.tools.loop_control import PartWaits
from agents.tools.run_context import Deed, RunContext
from agents.tools.tool import Effect, ToolResult
from agents.tools.workspace.changed_turns import tell_changed_turn
from agents.tools.written_texts import written_texts
from omniforge.errors import OmniForgeError
from omniforge.instants import say_seconds
from omniforge.redaction import redact
from omniforge.storage.database import in_database

_MOST = 24_000  # characters of a result that a model reads
_PAUSE = 0.2  # seconds before the first retry, doubled each time


async def execute(call: Call, *, edited: dict[str, Any] | None = None) -> Outcome:
    """Make a call, with its arguments as a person edited them, unless it was made before.

    Raises whatever the tool raises, after recording it in the ledger.
    """
    record, earlier = await in_database(ledger.begin, call, edited)
    if earlier is not None:
        call.run.done.append(Deed(call.tool.name, call.label, stays=True))
        return Outcome(CallStatus.DONE, earlier, f"{call.label}: done already", _fields(earlier))
    began, made = time.monotonic(), call if edited is None else replace(call, arguments=edited)
    try:
        result = await _tried(made, record.idempotency_key or str(record.pk))
    except BaseException as error:
        await in_database(ledger.end, record, _broken_off(call, error), "", describe_error(error), began)
        raise
    text = orjson.dumps(result.as_read()).decode()[:_MOST]
    await in_database(_end, made, record, result, text, began)
    _tell(made, result, text)
    given = result.model_dump(mode="json", exclude_none=True)
    as_written, figure = not result.is_news(), result.figure()
    return Outcome(CallStatus.DONE, text, result.summary(), given, as_written=as_written, figure=figure)


def _end(call: Call, record: ToolCallRecord, result: ToolResult, text: str, began: float) -> None:
    """Record a call's success, and whose texts the run has read by now."""
    record.strangers = untrusted.record_origin(call, result)
    record.uploaded = call.run.uploaded
    ledger.end(record, CallStatus.DONE, text, "", began, result.summary())


def _broken_off(call: Call, error: BaseException) -> CallStatus:
    """Return the status of an interrupted call.

    It stays RUNNING if it waits for a person, or if it is irreversible and may have taken effect.
    """
    if isinstance(error, PartWaits):
        return CallStatus.RUNNING
    unsure = error.unsure if isinstance(error, ToolFailed) else not isinstance(error, OmniForgeError)
    lasting = call.effect == Effect.IRREVERSIBLE
    return CallStatus.RUNNING if unsure and lasting else CallStatus.FAILED


def describe_error(error: BaseException) -> str:
    """Describe an error for model and person, an unexpected one without details."""
    if isinstance(error, OmniForgeError):
        return redact(error.message)
    if isinstance(error, PartWaits):
        return "It waits for the person."
    return "It failed on our side; the operator finds the reason in the log."


def _tell(call: Call, result: ToolResult, text: str) -> None:
    """Record a call's changes and texts in the run, and report them to its readers."""
    run = call.run
    run.to_mend.pop(call.tool.name, None)
    run.gave.append(result.model_dump(mode="json", exclude_none=True))
    if call.tool.address:
        run.visited.add(str(call.arguments.get(call.tool.address, "")))
    if call.tool.outside and not result.is_own():
        run.hear(text)
    if call.effect != Effect.READ:
        wrote = written_texts(call.arguments, f"{call.label}\n{text}")
        run.done.append(Deed(call.tool.name, call.label, result.summary(), text, result.stays(), wrote))
        tell_changed_turn(run)
    for operation in result.operations():
        run.touch_event(operation)
        run.channel.send(replace(operation, call_id=call.id))
    _offer(run, result)
    for patch in result.patches():
        run.channel.send(patch)
        run.touch(patch)
    for file in result.files():
        run.channel.send(FileWritten(file))
    if sources := tuple(result.sources()):
        run.channel.send(SourcesCited(sources))


def _offer(run: RunContext, result: ToolResult) -> None:
    """Report what the person can do next. 'it' then refers to the agent concerned."""
    for offer in result.offers():
        run.spoken.note(offer.agent, ())
        run.channel.send(offer)


async def _tried(call: Call, key: str) -> ToolResult:
    """Run the tool. Retry transient failures after a pause."""
    tool, given, context = call.tool, _given(call), _context(call, key)
    for attempt in range(tool.retries + 1):
        try:
            async with asyncio.timeout(tool.timeout):
                return await tool.run(given, context)
        except TimeoutError:
            said = f"{tool.name} did not answer within {say_seconds(tool.timeout)}."
            failure = ToolFailed(said, unsure=True)
            if call.effect == Effect.IRREVERSIBLE:  # it may have taken effect
                raise failure from None
        except ToolFailed as error:
            failure = error
            if not error.transient:
                raise
        if attempt < tool.retries:
            await asyncio.sleep(_PAUSE * 2**attempt)
    raise failure


def _given(call: Call) -> Any:
    """Return the arguments as the tool's own type. A person's edits may have made them invalid."""
    try:
        checked = check_arguments(call.tool, call.arguments)
    except ValueError as error:
        raise ToolFailed(str(error)) from error
    return call.tool.arguments.model_validate(checked) if call.tool.arguments else checked


def _context(call: Call, key: str) -> CallContext:
    run, pack = call.run, call.run.pack
    return CallContext(
        access=pack.access,
        now=pack.now,
        turn_id=pack.turn_id,
        key=key,
        recall=pack.recall,
        read_past=pack.read_past,
        asked=pack.asked,
        models=pack.models,
        sessions=run.sessions,
        control=run.control,
        call_id=call.id,
        run_id=run.run_id,
        conversation_id=pack.conversation_id,
        focus=pack.focus,
        words=pack.words,
        agent=run.agent,
        changed_turns=pack.dialogue.changed_turns,
        undone_in=pack.dialogue.undone_in,
        told=run.told,
        seen=run.seen,
    )


def _fields(text: str) -> dict[str, Any]:
    """Return the fields of a stored result, empty if it was too long to be stored whole."""
    try:
        given = orjson.loads(text)
    except ValueError:
        return {}
    return given if isinstance(given, dict) else {}
