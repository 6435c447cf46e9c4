"""What is new in a source: since an agent's last successful read, or within some days."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import QuerySet

from agents.models import AgentRun, CallStatus, RunStatus, RunTrigger, Source, ToolCallRecord
from agents.tools.sources.items import Item
from agents.tools.sources.storage import lacks_since
from omniforge.tenants.access import Access

TOOL = "read_source"
USUAL_DAYS = 7  # if the agent has no earlier run
MOST = 30  # items in one answer
_LOOKED_THROUGH = 30  # calls searched, newest first
_WENT_WELL = (RunStatus.SUCCEEDED, RunStatus.PARTIAL)
_TRIED = (RunTrigger.TRIAL, RunTrigger.DRY_RUN)
_READ = re.compile(r'^\{"source":"(?P<source>[^"]+)","read_at":"(?P<at>[^"]+)"')


@dataclass(frozen=True, slots=True)
class News:
    """A source's new items, newest first, and the start of the period. `more` counts those left out.

    `by_run`: the period starts at the agent's last run. `may_lack`: some items may have come and gone
    unseen.
    """

    source: Source
    items: Sequence[Item]
    since: datetime
    by_run: bool
    more: int = 0
    may_lack: bool = False


def news_of(
    source: Source, items: Sequence[Item], mark: datetime | None, days: int | None, now: datetime
) -> News:
    """Return the new items. `mark` is when the agent's last run read the source."""
    if mark and days is None:
        new = [item for item in items if item.seen_at and item.seen_at > mark]
        return News(source, new[:MOST], mark, True, max(0, len(new) - MOST), lacks_since(source, mark))
    since = now - timedelta(days=days or USUAL_DAYS)
    dated = ((item.when, item) for item in items if item.when and item.when >= since)
    new = [item for _, item in sorted(dated, key=lambda one: one[0], reverse=True)]
    return News(source, new[:MOST], since, False, max(0, len(new) - MOST))


def last_read(access: Access, source: Source, agent: str, run_id: UUID | None) -> datetime | None:
    """Return when an agent last read a source in a successful run, or None if it never did."""
    if not agent:
        return None
    for told in _reads_of(access, agent, run_id).values_list("result", flat=True)[:_LOOKED_THROUGH]:
        found = _READ.match(str(told.get("text", "")))
        if found and found["source"] == source.slug:
            return max(datetime.fromisoformat(found["at"]), source.created_at)
    return None


def _reads_of(access: Access, agent: str, run_id: UUID | None) -> QuerySet[ToolCallRecord]:
    """Return the reads of an agent's runs, newest first, without trials and dry runs."""
    runs = AgentRun.objects.filter(tenant_id=access.tenant_id, agent__slug=agent)
    runs = runs.filter(status__in=_WENT_WELL).exclude(trigger__in=_TRIED)
    runs = (runs.exclude(pk=run_id) if run_id else runs).order_by("-started_at")[:_LOOKED_THROUGH]
    calls = ToolCallRecord.objects.filter(tenant_id=access.tenant_id, tool=TOOL, status=CallStatus.DONE)
    return calls.filter(run_id__in=list(runs.values_list("pk", flat=True))).order_by("-id")
