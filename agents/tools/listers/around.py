"""Lists of things outside projects: agents, files, events, approvals, people, connections …"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings

from agents.context.changers import ways_of
from agents.context.recall import Asked
from agents.definitions import selectors
from agents.models import AgentDefinition, AgentStatus, Approval, SkillDefinition
from agents.notifications.selectors import list_web_hook_names
from agents.records.runs import pending_approvals
from agents.tools.context import CallContext
from agents.tools.listers.listed import MONTH, SAME_NAME, WORKSPACE, Listed, Wanted, days, page, span
from agents.tools.mcp.connection_state import Standing
from agents.tools.mcp.selectors import list_server_states
from agents.tools.named_things import MOST_FILES
from agents.tools.resolver import Resolver
from agents.tools.rows import Row, drop_empty, local, shorten
from omniforge.calendar.selectors import account_host, calendar_of
from omniforge.files.models import StoredFile
from omniforge.files.selectors import own_files
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership

_SHOWN = 300  # characters of a purpose
_STATES = {
    Standing.SIGN_IN: "not signed in",
    Standing.EXPIRED: "sign-in expired",
    Standing.FAILING: "not working",
    Standing.UNTESTED: "not tested",
    Standing.OFF: "switched off",
}


def agents(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    """Return the workspace's agents with their last runs, archived ones only if that state is asked for."""
    states = wanted.conditions.states(AgentStatus.values, (AgentStatus.ARCHIVED,), "agent")
    found = selectors.find_agents(context.access, archived=states is not None)
    found = found.filter(status__in=states) if states is not None else found
    found = (
        found.select_related("tenant")
        .prefetch_related("skills")
        .annotate(
            last_at=selectors.of_last_run(context.access, "started_at"),
            last_status=selectors.of_last_run(context.access, "status"),
        )
    )
    fitting = [one for one in found if wanted.conditions.has_title(one.slug.replace("-", " "))]
    return page(
        WORKSPACE, fitting, wanted, lambda one: {**agent_row(one, context.now), **_last_run(one, context.now)}
    )


def _last_run(agent: Any, now: datetime) -> Row:
    """Return when an agent last ran, if ever, and that run's status."""
    return {"last_run": f"{local(agent.last_at, now)} {agent.last_status}"} if agent.last_at else {}


def agent_row(agent: AgentDefinition, now: datetime) -> Row:
    """Return an agent as a row, its schedule in words, in the workspace's zone even if that is new since."""
    zone = ZoneInfo(agent.tenant.time_zone)
    return drop_empty(
        {
            "id": str(agent.pk),
            "name": agent.slug,
            "state": agent.status,
            "purpose": shorten(agent.description, _SHOWN),
            "schedule": agent.schedule_words or "on demand",
            "next_run": local(agent.next_run_at, now.astimezone(zone)),
            "sources": agent.source,
            "channels": agent.where_to,
            "skills": [skill.slug for skill in agent.skills.all()],
        }
    )


def skills(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    """Return the workspace's skills, each with the agents that have it."""
    found = selectors.list_skills(context.access)
    fitting = [one for one in found if wanted.conditions.has_title(one.slug.replace("-", " "))]
    return page(WORKSPACE, fitting, wanted, _skill_row)


def _skill_row(skill: SkillDefinition) -> Row:
    return drop_empty(
        {
            "id": str(skill.pk),
            "name": skill.slug,
            "description": shorten(skill.description, _SHOWN),
            "tools": skill.allowed_tools,
            "used_by": [agent.slug for agent in skill.agents.all()],
        }
    )


def files(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    """Return the person's files, the conversation's first, then newest first. Repeated uploads count once."""
    rows = [one for one in own_files(context.access)[:MOST_FILES] if wanted.conditions.has_title(one.name)]
    here = context.conversation_id
    rows.sort(key=lambda one: here is None or one.conversation_id != here)
    once = dict[tuple[str, str], StoredFile]()
    for one in rows:
        once.setdefault((one.name, one.sha256), one)
    first = {one.name.casefold(): one for one in reversed(once.values())}
    ways = ways_of(context.access, [one.turn_id for one in once.values() if one.written_by_agent])
    shown = partial(_file_row, context=context, first=first, ways=ways)
    return page("your files", list(once.values()), wanted, shown)


def _file_row(
    file: StoredFile, context: CallContext, first: Mapping[str, StoredFile], ways: Mapping[UUID | None, str]
) -> Row:
    """Return a file as a row. Its name means the first of the list that has it."""
    here = context.conversation_id is not None and file.conversation_id == context.conversation_id
    return drop_empty(
        {
            "id": str(file.pk),
            "name": file.name,
            "bytes": file.size,
            "from": _author(file, ways),
            "added": local(file.created_at, context.now),
            "in_this_conversation": here or None,
            SAME_NAME: first[file.name.casefold()] is not file or None,
        }
    )


def _author(file: StoredFile, ways: Mapping[UUID | None, str]) -> str:
    if not file.written_by_agent:
        return "you"
    return ways[file.turn_id].removeprefix("through ") if file.turn_id else "an assistant"


def conversations(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    """Return the person's conversations with what they wrote in each, by default in the last month."""
    given, now = wanted.conditions, context.now
    last = given["due_before"] or now.date()
    found = context.asked(*days(given["due_after"] or last - MONTH, last, now))
    fitting = [one for one in found if given.has_title(one.title)]
    within = f"your conversations{span(given, last - MONTH, last)}"
    return page(within, fitting, wanted, lambda one: _conversation_row(one, now))


def _conversation_row(one: Asked, now: datetime) -> Row:
    return {
        "id": str(one.conversation_id),
        "title": one.title,
        "last": local(one.last, now),
        "asked": one.words,
    }


def approvals(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    """Return the calls that wait for the person's yes."""
    return page(
        "what waits for you (decided ones: kind change, filter kind approval)",
        list(pending_approvals(context.access)),
        wanted,
        lambda one: _approval_row(one, context.now),
    )


def _approval_row(approval: Approval, now: datetime) -> Row:
    return drop_empty(
        {
            "id": str(approval.pk),
            "what": approval.what,
            "why": approval.why,
            "expires": local(approval.expires_at, now),
        }
    )


def members(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    """Return the members of the workspace."""
    found = Membership.objects.filter(tenant_id=context.access.tenant_id).select_related("user")
    found = found.defer("preferences").order_by("created_at")
    fits = wanted.conditions.has_title
    rows = [one for one in found if fits(one.user.name) or fits(one.user.email)]
    return page(WORKSPACE, rows, wanted, lambda one: _member_row(one, context))


def _member_row(member: Membership, context: CallContext) -> Row:
    return drop_empty(
        {
            "name": member.user.name,
            "email": member.user.email,
            "role": member.role,
            "is_you": member.user_id == context.access.user_id or None,
        }
    )


def connections(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    """Return what agents can read from and send to."""
    found = [one for one in connected(context.access) if wanted.conditions.has_title(one["name"])]
    return page(WORKSPACE, found, wanted, dict)


def connected(access: Access) -> Iterator[Row]:
    for server, standing, _ in list_server_states(access):
        row = {"name": server.slug, "kind": "server", "tools": len(server.tools)}
        yield row if standing == Standing.CONNECTED else row | {"state": _STATES[standing]}
    for name in list_web_hook_names(access):
        yield {"name": name, "kind": "web hook", "use": "send_message"}
    host = account_host(calendar_of(access))
    yield {"name": "calendar", "kind": "calendar", "kept": f"with {host}" if host else "here"}
    if settings.EMAIL_HOST:
        yield {"name": "mail", "kind": "mail", "use": "send_message"}
    if settings.SEARCH:
        yield {"name": "web search", "kind": "web", "use": "web_search"}
