"""Whether a stranger wrote any of what a run has read: another person, or an outside source.

The person's own documents, tasks and events don't count, nor do plain names of the workspace. What a turn
wrote after it had read a stranger's text does count, whoever it was written for.
"""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q, QuerySet

from agents.models import AgentRun, HookDelivery, RunTrigger, ToolCallRecord
from agents.tools.call import Call
from agents.tools.run_context import RunContext
from agents.tools.texts import OWN, Texts
from agents.tools.tool import Effect, ToolResult
from omniforge.projects.models import Document, DocumentRole, Version
from omniforge.tenants.access import Access


def has_read_untrusted(run: RunContext) -> bool:
    """Return whether a run has read text by a stranger. Its opening is checked once, for files as well."""
    access, opening = run.pack.access, run.began_with
    run.began_with = OWN
    run.strangers = run.strangers or (opening != OWN and is_untrusted(access, opening))
    run.uploaded = run.uploaded or _come_after_uploads(access, opening.turns)
    return run.strangers


def record_origin(call: Call, result: ToolResult) -> bool:
    """Record whether a stranger wrote a call's result. Returns whether the run has now read such text."""
    run, tool = call.run, call.tool
    if tool.outside and not result.is_own():
        texts = result.texts()
        run.uploaded |= texts.uploaded
        run.strangers = run.strangers or is_untrusted(run.pack.access, texts)
    return run.strangers if call.effect == Effect.READ else has_read_untrusted(run)


def is_untrusted(access: Access, texts: Texts) -> bool:
    """Return whether any of these texts is a stranger's."""
    if texts.outside or _come_after_strangers(access, texts):
        return True
    return bool(texts.things) and _are_by_others(access, texts.things)


def _come_after_strangers(access: Access, texts: Texts) -> bool:
    """Return whether a turn or run had read a stranger's text before it said or wrote these."""
    where = Q(turn_id__in=texts.turns) | Q(run_id__in=texts.runs)
    where |= Q(run__conversation_id__in=texts.conversations)
    if not (texts.turns or texts.runs or texts.conversations):
        return False
    return _heard(access).filter(where).exists() or _came_by_web_hook(access, texts)


def _come_after_uploads(access: Access, turns: Collection[UUID]) -> bool:
    """Return whether one of these turns had read a file that the person uploaded, in whatever talk."""
    calls = ToolCallRecord.objects.filter(tenant_id=access.tenant_id, turn_id__in=turns, uploaded=True)
    return bool(turns) and calls.exists()


def _came_by_web_hook(access: Access, texts: Texts) -> bool:
    """Return whether a web hook's delivery began any of these turns, runs or conversations."""
    begun = {*texts.turns, *texts.runs}
    if begun and HookDelivery.objects.filter(hook__tenant_id=access.tenant_id, run_id__in=begun).exists():
        return True
    where = Q(turn_id__in=texts.turns) | Q(pk__in=texts.runs) | Q(conversation_id__in=texts.conversations)
    runs = AgentRun.objects.filter(tenant_id=access.tenant_id, trigger=RunTrigger.WEB_HOOK)
    return runs.filter(where).exists()


def _are_by_others(access: Access, things: Collection[UUID]) -> bool:
    """Return whether anybody else, or a turn that had read a stranger's text, has edited these things."""
    anchors = Document.objects.filter(
        tenant_id=access.tenant_id, project_id__in=things, role=DocumentRole.CONTEXT
    )
    every = {*things, *anchors.values_list("pk", flat=True)}
    versions = Version.objects.filter(tenant_id=access.tenant_id, entity_id__in=every)
    rows = set(versions.values_list("entity_id", "changed_by_id", "turn_id"))
    by_others = any(by != access.user_id for _, by, _ in rows)
    unknown = not {UUID(str(one)) for one in things} <= {thing for thing, *_ in rows}
    turns = {turn for *_, turn in rows if turn}
    return by_others or unknown or (bool(turns) and _wrote_after_strangers(access, turns))


def _wrote_after_strangers(access: Access, turns: Collection[UUID]) -> bool:
    """Return whether one of these turns had read a stranger's text before it wrote. Unknown turns count."""
    writes = ToolCallRecord.objects.filter(tenant_id=access.tenant_id, turn_id__in=turns)
    told = dict[UUID, bool]()
    for turn, strangers in writes.exclude(effect=Effect.READ).values_list("turn_id", "strangers"):
        told[turn] = told.get(turn, False) or strangers
    return any(told.get(turn, True) for turn in turns)


def _heard(access: Access) -> QuerySet[ToolCallRecord]:
    return ToolCallRecord.objects.filter(tenant_id=access.tenant_id, strangers=True)
