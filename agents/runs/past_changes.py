"""What a turn really changed according to the ledger, in plain words."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from agents.models import CallStatus, ToolCallRecord
from agents.tools.ledger import writes_of
from agents.tools.names import label_of, replace_ids
from agents.tools.registry import Toolbox, toolbox_of
from agents.tools.run_context import Deed
from agents.tools.tool import Effect, Tool
from agents.tools.written_texts import written_texts
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

_MOST = 20  # deeds listed
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
    return tuple(deed_of(tools.get(name), name, *write) for name, *write in writes_of(**of))


def own_writes(access: Access, **of: Any) -> QuerySet[ToolCallRecord]:
    """Return the person's calls that write, also those of agents that run for them."""
    mine = ToolCallRecord.objects.filter(tenant_id=access.tenant_id, user_id=access.user_id, **of)
    return mine.exclude(effect=Effect.READ)


def deed_of(tool: Tool | None, name: str, arguments: dict[str, Any], result: dict[str, Any]) -> Deed:
    """Return a recorded call as a deed in words."""
    label, text = tool.label(arguments) if tool else name, str(result.get("text", ""))
    wrote = written_texts(arguments, f"{label}\n{text}")
    return Deed(name, label, str(result.get("summary") or "done"), text, wrote=wrote)


def _writes(access: Access, turn_id: UUID) -> tuple[Toolbox, Sequence[ToolCallRecord]]:
    writes = own_writes(access, turn_id=turn_id).order_by("id")
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
