"""Matches outside projects: earlier conversations, the person's files by name, runs."""

from agents.definitions.selectors import find_apart_runs
from agents.events import Source
from agents.tools.context import CallContext
from agents.tools.listers.runs import run_rows
from agents.tools.rows import local_day
from agents.tools.searching.passages import SearchRows
from intent.sentences.titles import significant_words
from omniforge.files.cards import link_to
from omniforge.files.selectors import own_files

_RUNS = 200  # the newest
_FILES = 300


async def search_conversations(context: CallContext, query: str, limit: int) -> SearchRows:
    """Return matches in the person's earlier conversations, best first."""
    past = await context.recall(query, limit)
    zone = context.now.tzinfo
    rows = [
        {
            "conversation": one.title or "An earlier conversation",
            "id": str(one.conversation_id),
            "link": one.link,
            "said_by": one.said_by,
            "at": one.at.astimezone(zone).isoformat(timespec="minutes"),
            "text": one.snippet,
        }
        for one in past.found
    ]
    sources = [Source(one.title or "An earlier conversation", one.link, one.snippet) for one in past.found]
    return SearchRows(rows, sources, past.limits)


def search_files(context: CallContext, query: str, limit: int) -> SearchRows:
    """Return the person's files whose names have words of the query, best match first."""
    words = significant_words(query)
    files = own_files(context.access)[:_FILES]
    ranked = sorted(((len(words & _words_of(one.name)), one) for one in files), key=lambda one: -one[0])
    best = [file for hits, file in ranked if hits][:limit]
    rows = [
        {"id": str(one.pk), "name": one.name, "added": local_day(one.created_at, context.now)} for one in best
    ]
    return SearchRows(rows, [Source(one.name, link_to(one)) for one in best])


def _words_of(name: str) -> frozenset[str]:
    plain = "".join(sign if sign.isalnum() else " " for sign in name)
    return significant_words(plain)


def search_runs(context: CallContext, query: str, limit: int) -> SearchRows:
    """Return the newest runs whose task or result contains most words of the query."""
    words = significant_words(query)
    own = [context.run_id] if context.run_id else []
    runs = find_apart_runs(context.access).exclude(pk__in=own)[:_RUNS]
    counted = [
        (len(words & significant_words(f"{one.worker_name} {one.task} {one.output}")), one) for one in runs
    ]
    most = max((hits for hits, _ in counted), default=0)
    least = max(1, (most + 1) // 2)
    best = sorted((one for one in counted if one[0] >= least), key=lambda one: -one[0])[:limit]
    return SearchRows(run_rows([one for _, one in best], context), [])
