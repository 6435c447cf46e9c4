"""What a turn really changed according to the ledger, in plain words."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from agents.models import CallStatus, ToolCallRecord
from agents.tools.ledger import writes_of
from agents.tools.names import label_of, replace_ids
from agents.tools.registry import Toolbox, toolbox_of
from agents.tools.run_context import Deed, RunContext
from agents.tools.tool import Effect, Tool
from intent.sentences.titles import significant_words
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

_MOST = 20  # deeds listed
_SEARCHED = 200  # of which those that bear out a claim are picked
_MOST_EARLIER = 40  # deeds of earlier turns
_IN_SHORT = 200  # characters of a deed elsewhere
_DONE = "Done before it broke off:"
_UNSURE = "begun, and it isn't known whether it happened. Look before you ask for it again"


async def list_done(access: Access, turn_id: UUID) -> str:
    """List what an interrupted turn had carried out, including its delegated parts.

    Empty if it changed nothing.
    """
    tools, calls = await in_database(_writes, access, turn_id)
    told = [await _told(access, tools, one) for one in calls[:_MOST]]
    more = [f"and {len(calls) - _MOST} more"] if len(calls) > _MOST else []
    return "\n".join((_DONE, "", *(f"- {one}" for one in [*told, *more]))) if told else ""


def deeds_before(tools: Toolbox, **of: UUID) -> tuple[Deed, ...]:
    """Return what a `run_id` or `turn_id` has changed so far according to the ledger."""
    return tuple(_deed(tools.get(name), name, *write) for name, *write in writes_of(**of))


async def deeds_of_talk(run: RunContext, room: int) -> str:
    """Return what earlier turns of the talk that the model reads have changed, oldest first.

    Their results are cut so that all fit into `room` characters.
    """
    done = await in_database(_deeds_of_talk, run)
    most = room // max(len(done), 1)
    return await replace_ids(run.pack.access, "\n".join(f"{one.what}\n{one.result}"[:most] for one in done))


def _deeds_of_talk(run: RunContext) -> list[Deed]:
    turns = [turn for turn, _ in run.pack.talk.turns if turn != run.pack.turn_id]
    others = _own_writes(run.pack.access, turn_id__in=turns).exclude(run_id=run.run_id)
    newest = others.filter(status=CallStatus.DONE).order_by("-id")[:_MOST_EARLIER] if turns else ()
    return [_deed(run.tools.get(one.tool), one.tool, one.arguments, one.result) for one in reversed(newest)]


async def deeds_elsewhere(run: RunContext, claims: Sequence[str] = ()) -> str:
    """Return what was changed for this person in other talks and by agents, oldest first.

    Those that share words with `claims` come first, so that an older deed bears out what is told of it.
    """
    deeds = await in_database(_deeds_elsewhere, run)
    told = await replace_ids(run.pack.access, "\n".join(" ".join(one.split()) for one in deeds))
    lines = [one[:_IN_SHORT] for one in told.splitlines()]
    claimed = significant_words(" ".join(claims))
    places = sorted(range(len(lines)), key=lambda at: (-len(claimed & significant_words(lines[at])), -at))
    return "\n".join(lines[at] for at in sorted(places[:_MOST]))


def _deeds_elsewhere(run: RunContext) -> list[str]:
    here = {run.pack.turn_id, *(turn for turn, _ in run.pack.talk.turns)}
    others = _own_writes(run.pack.access, status=CallStatus.DONE).exclude(turn_id__in=here)
    newest = others.order_by("-created_at")[:_SEARCHED]
    dated = ((one, one.created_at.astimezone(run.pack.now.tzinfo)) for one in reversed(newest))
    return [f"{at:%a %d %b}, elsewhere: {_label(run.tools, one)}" for one, at in dated]


def _label(tools: Toolbox, call: ToolCallRecord) -> str:
    return _deed(tools.get(call.tool), call.tool, call.arguments, call.result).label


def _own_writes(access: Access, **of: Any) -> QuerySet[ToolCallRecord]:
    mine = ToolCallRecord.objects.filter(tenant_id=access.tenant_id, user_id=access.user_id, **of)
    return mine.exclude(effect=Effect.READ)


def _deed(tool: Tool | None, name: str, arguments: dict[str, Any], result: dict[str, Any]) -> Deed:
    label = tool.label(arguments) if tool else name
    return Deed(name, label, str(result.get("summary") or "done"), str(result.get("text", "")))


def _writes(access: Access, turn_id: UUID) -> tuple[Toolbox, Sequence[ToolCallRecord]]:
    writes = _own_writes(access, turn_id=turn_id).order_by("id")
    calls = [one for one in writes if one.status == CallStatus.DONE or _is_unsure(one)]
    return (toolbox_of(access) if calls else {}), calls


def _is_unsure(call: ToolCallRecord) -> bool:
    return call.status == CallStatus.RUNNING and call.effect == Effect.IRREVERSIBLE


async def _told(access: Access, tools: Toolbox, call: ToolCallRecord) -> str:
    tool = tools.get(call.tool)
    label = await label_of(access, tool, call.arguments) if tool else call.tool
    return f"{label}: {_UNSURE if _is_unsure(call) else await replace_ids(access, _summary(call))}"


def _summary(call: ToolCallRecord) -> str:
    return str(call.result.get("summary") or "done")
