"""Missing or broken connections that keep an agent from reading or sending."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.conf import settings
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext, gettext_noop

from agents.events import Gap
from agents.models import A_SOURCE, AgentDefinition, McpServer, Source, WebHook
from agents.tools.connected import missing_systems
from agents.tools.mcp.connection_state import Standing, connection_state
from intent.sentences.titles import normalise
from intent.slots.systems import outside_systems
from omniforge.tenants.access import Access
from omniforge.tenants.selectors import list_owners

_HOOK, _MAIL = "web hook ", "mail"
_PROBLEMS = {
    Standing.AVAILABLE: (gettext_noop("{name} isn't connected."), gettext_noop("Connect {name}")),
    Standing.OFF: (gettext_noop("{name} is switched off."), gettext_noop("Switch on {name}")),
    Standing.SIGN_IN: (gettext_noop("{name} needs a sign-in."), gettext_noop("Sign in to {name}")),
    Standing.EXPIRED: (
        gettext_noop("The sign-in to {name} has ended."),
        gettext_noop("Sign in to {name} again"),
    ),
    Standing.FAILING: (gettext_noop("{name} didn't answer the last time."), gettext_noop("Check {name}")),
    Standing.UNTESTED: (gettext_noop("{name} hasn't listed its tools yet."), gettext_noop("Check {name}")),
}
_Found = tuple[Gap, bool]  # and whether any member can fix it
_BROKEN = frozenset(_PROBLEMS) - {Standing.AVAILABLE}
_BY_ANYONE = frozenset((Standing.SIGN_IN, Standing.EXPIRED))


def gaps_of(access: Access, agent: AgentDefinition) -> list[Gap]:
    """Return an agent's missing or broken connections, one per place. The agent need not be stored."""
    found = dict[str, _Found]()
    for one in _gaps(access, agent):
        found.setdefault(normalise(one[0].name), one)
    if access.is_administrator or not found:
        return [gap for gap, _ in found.values()]
    asked = _whom_to_ask(access)
    return [
        gap if by_anyone or not gap.link else replace(gap, action="", link="", ask=asked)
        for gap, by_anyone in found.values()
    ]


def describe_gaps(gaps: Iterable[Gap]) -> str:
    """List what is missing, with links to connect it (Markdown)."""
    return " ".join(_sentence(one) for one in gaps)


def _sentence(gap: Gap) -> str:
    if gap.link:
        return f"{gap.problem.rstrip('.')} ([{gap.action}]({gap.link}))."
    return f"{gap.problem} {gap.ask}".strip()


def _gaps(access: Access, agent: AgentDefinition) -> Iterator[_Found]:
    missing = missing_systems(access, agent)
    for system in dict.fromkeys((*missing, *outside_systems(agent.source, agent.destination))):
        known = connection_state(access, system)
        if system in missing:
            standing = known.standing if known and known.standing in _BROKEN else Standing.AVAILABLE
            yield _gap(system, standing, known.address if known else "")
        elif known and known.standing in _BROKEN:
            yield _gap(known.name, known.standing, known.address)
    yield from _of_servers(access, agent)
    yield from _of_sources(access, agent)
    yield from _of_channels(access, agent)


def _gap(name: str, standing: Standing, address: str) -> _Found:
    problem, action = (gettext(words).format(name=name) for words in _PROBLEMS[standing])
    gap = Gap(name, problem, action, address or reverse("settings-connections"))
    return gap, standing in _BY_ANYONE


def _of_servers(access: Access, agent: AgentDefinition) -> Iterator[_Found]:
    """Yield the agent's servers that are gone or don't work."""
    slugs = [name.removesuffix("_*") for name in agent.tools or () if name.endswith("_*")]
    servers = McpServer.objects.filter(tenant_id=access.tenant_id, slug__in=slugs) if slugs else ()
    titles = {one.slug: one.title for one in servers}
    for slug in slugs:
        known = connection_state(access, titles[slug]) if slug in titles else None
        if known is None:
            yield _gap(slug, Standing.AVAILABLE, "")
        elif known.standing in _BROKEN:
            yield _gap(known.name, known.standing, known.address)


def _of_sources(access: Access, agent: AgentDefinition) -> Iterator[_Found]:
    """Yield the agent's sources (feeds, pages and others) whose last read failed."""
    named = [one.removeprefix(A_SOURCE) for one in _parts(agent.source)]
    failing = Source.objects.filter(tenant_id=access.tenant_id, slug__in=named).exclude(failing_since=None)
    for source in failing.order_by("slug") if named else ():
        failed = gettext("{name} couldn't be read the last time. {why}")
        problem = failed.format(name=source.slug, why=source.error).strip()
        action = gettext("Check {name}").format(name=source.slug)
        yield Gap(source.slug, problem, action, reverse("settings-connections")), False


def _of_channels(access: Access, agent: AgentDefinition) -> Iterator[_Found]:
    """Yield the agent's web hooks that are gone or failed last, and mail if there is no mail server."""
    named = [one.removeprefix(_HOOK) for one in _parts(agent.destination) if one.startswith(_HOOK)]
    rows = WebHook.objects.filter(tenant_id=access.tenant_id, slug__in=named) if named else ()
    hooks, page = {one.slug: one for one in rows}, reverse("settings-web-hooks")
    for slug in named:
        hook = hooks.get(slug)
        if hook is None:
            problem = gettext("The web hook {name} was removed.").format(name=slug)
            yield Gap(slug, problem, gettext("Add {name}").format(name=slug), page), False
        elif hook.failed_at and (hook.delivered_at is None or hook.delivered_at < hook.failed_at):
            failed = gettext("The last message to {name} failed. {why}")
            problem = failed.format(name=slug, why=hook.failure)
            yield Gap(slug, problem, gettext("Test {name}").format(name=slug), page), False
    if not settings.EMAIL_HOST and any(one.startswith(_MAIL) for one in _parts(agent.destination)):
        said = gettext("No mail server is set up here.")
        yield Gap(gettext("Mail"), said, ask=gettext("Whoever runs this server can add one.")), False


def _parts(places: str) -> list[str]:
    return [one.strip() for one in places.split(",") if one.strip()]


def _whom_to_ask(access: Access) -> str:
    owners = get_text_list([str(one.user) for one in list_owners(access)[:3]], gettext("or"))
    asked = gettext("An owner or admin can change that: {owners}.")
    return asked.format(owners=owners) if owners else ""
