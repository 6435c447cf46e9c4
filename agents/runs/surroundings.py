"""Everything a run reads of the workspace and the person before it begins, in one round trip."""

from dataclasses import replace

from django.conf import settings

from agents.context.pack import ContextPack
from agents.context.surroundings import NOTHING_KNOWN, Surroundings
from agents.models import AgentDefinition
from agents.notifications.selectors import query_web_hooks
from agents.records.runs import query_pending_calls
from agents.runs.budgets import query_budgets
from agents.tools.mcp.selectors import query_servers
from agents.tools.sources.selectors import query_sources
from omniforge.files.selectors import query_has_tables
from omniforge.storage.prepared import Given, PreparedRows, Row
from omniforge.storage.together import Question, ask
from omniforge.tenants.access import Access
from omniforge.tenants.models import Tenant, User

_workspace = PreparedRows(lambda: Tenant.objects.filter(pk=Given("id")).values_list("name", "slug"))
_person = PreparedRows(lambda: User.objects.filter(pk=Given("id")).values_list("name", "email"))


class RunSurroundings:
    """What is available to a run of `agent`, or of the master agent."""

    def __init__(self, pack: ContextPack, agent: AgentDefinition | None) -> None:
        access = self._access = pack.access
        self.is_agents = agent is not None
        self.servers = query_servers(access)
        self.web_hooks = query_web_hooks(access)
        self.budgets = query_budgets(access, agent)
        self.tables = query_has_tables(access)
        self._sources = query_sources(access)
        self._waiting = query_pending_calls(access, pack.conversation_id)
        self._workspace = Question(_workspace, _name_of_workspace, id=access.tenant_id)
        self._person = Question(_person, _name_of_person, id=access.user_id)
        asked = (self.servers, self.web_hooks, self.budgets, self.tables)
        ask(*asked, self._sources, self._waiting, self._workspace, self._person)

    def told(self) -> Surroundings:
        """Return the part that a model is given."""
        return Surroundings(
            self._workspace.answer,
            self._person.answer,
            self._access.role,
            self._connected(),
            tuple(self._waiting.answer),
        )

    def _connected(self) -> str:
        servers = [f"{server.slug} ({len(server.tools)} tools)" for server in self.servers.answer]
        there = {
            "web hooks to post messages to": ", ".join(self.web_hooks.answer),
            "MCP servers, whose tools find_tools finds": ", ".join(servers),
            "sources that read_source reads": ", ".join(
                f"{name} ({kind})" for name, kind in self._sources.answer
            ),
            "mail": "yes" if settings.EMAIL_HOST else "",
            "web search": "yes" if settings.SEARCH else "",
        }
        reached = "; ".join(f"{what}: {which}" for what, which in there.items() if which)
        lacking = ", ".join(what.partition(",")[0] for what, which in there.items() if not which)
        said = {"Connected": reached, "Not connected": lacking}
        return " ".join(f"{how}: {what}." for how, what in said.items() if what)


def unknown(access: Access) -> Surroundings:
    """Return what a model is given while the database is away."""
    return replace(NOTHING_KNOWN, role=access.role)


def _name_of_workspace(rows: list[Row]) -> str:
    ((name, slug),) = rows
    return str(name or slug)


def _name_of_person(rows: list[Row]) -> str:
    ((name, email),) = rows
    return f"{name} ({email})" if name else str(email)
