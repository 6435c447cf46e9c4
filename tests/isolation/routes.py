"""Every route of the site, by who may see it. A route missing from these tables fails a test."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

from omniforge.projects.kinds import Kind
from tests.isolation.things import Things

# Public: sign-in, health, the API documents.
OPEN = {
    "healthz",
    "readyz",
    "metrics",  # a 404 without the operator's token
    "api/schema/",
    "api/docs/",
    "sign-in/",
    "sign-in/code/",  # for who has just given the right password
    "sign-in/oidc/",
    "sign-in/oidc/callback/",
    "sign-in/passkey/",
    "sign-in/passkey/options/",
    "sign-out/",
    "first-account/",
    "forgot-password/",
    "reset-password/<slug:uidb64>.<slug:token>/",  # signed, for an hour, and invalid once it was used
    "join/<str:token>/",
    ".well-known/agent-card.json",
    "api/v1/hooks/<str:secret>",  # as the feed's: 256 random bits, of which the hash is kept
    "settings/connections/client/<slug:door>.json",  # what we are, for authorization servers
    "calendar/<str:secret>.ics",  # its secret is 256 random bits, and only their hash is kept
}

# Paths of an object of one person, with their methods.
PERSONAL = {
    "api/v1/api-keys/<uuid:key_id>/": "delete",
    "api/v1/approvals/<uuid:approval_id>/": "post",
    "api/v1/calendar/events/<str:event_id>/": "patch delete",
    "api/v1/conversations/<uuid:conversation_id>/": "get patch delete",
    "api/v1/conversations/<uuid:conversation_id>/export/": "get",
    "api/v1/conversations/<uuid:conversation_id>/focus/": "get put",
    "api/v1/conversations/<uuid:conversation_id>/memory/": "get",
    "api/v1/conversations/<uuid:conversation_id>/memory/state/": "patch delete",
    "api/v1/conversations/<uuid:conversation_id>/memory/summary/": "put",
    "api/v1/conversations/<uuid:conversation_id>/memory/summary/<int:version>/": "get patch",
    "api/v1/conversations/<uuid:conversation_id>/memory/summary/<int:version>/restore/": "post",
    "api/v1/conversations/<uuid:conversation_id>/messages/": "get",
    "api/v1/conversations/<uuid:conversation_id>/restore/": "post",
    "api/v1/files/<uuid:file_id>/": "get delete",
    "api/v1/files/<uuid:file_id>/picture/": "get",
    "api/v1/me/sessions/<str:session_id>/": "delete",
    "api/v1/turns/<uuid:turn_id>": "get",
    "api/v1/turns/<uuid:turn_id>/cancel": "post",
    "api/v1/turns/<uuid:turn_id>/edit": "post",
    "api/v1/turns/<uuid:turn_id>/events": "get",
    "api/v1/turns/<uuid:turn_id>/receipt/": "get",
    "api/v1/turns/<uuid:turn_id>/retry": "post",
    "api/v1/turns/<uuid:turn_id>/undo/": "post",
    "archive/<uuid:conversation_id>/bring-back/": "post",
    "c/<uuid:conversation_id>/": "get",
    "settings/account/issuers/<uuid:account_id>/disconnect/": "post",
    "settings/account/passkeys/<uuid:passkey_id>/remove/": "get post",
    "settings/account/sessions/<str:session_id>/end-others/": "post",
    "settings/account/sessions/<str:session_id>/end/": "post",
    "settings/keys/<uuid:key_id>/revoke/": "post",
}

# Paths of an object shared by the workspace, with their methods.
SHARED = {
    "agents/<slug:agent>/duplicate/": "post",
    "agents/<slug:agent>/hooks/<uuid:hook_id>/delete/": "post",
    "agents/<slug:agent>/hooks/<uuid:hook_id>/disable/": "post",
    "agents/<slug:agent>/hooks/<uuid:hook_id>/enable/": "post",
    "agents/<slug:slug>/hooks/": "post",
    "agents/<slug:slug>/hooks/<uuid:hook_id>/rotate/": "post",
    "agents/<slug:agent>/publish/": "post",
    "agents/<slug:agent>/run/": "post",
    "agents/<slug:agent>/versions/<int:number>/restore/": "post",
    "agents/<slug:agent>/withdraw/": "post",
    "agents/<slug:slug>/": "get",
    "agents/<slug:slug>/trial/": "get",
    "api/v1/agents/<str:agent>/": "get patch delete",
    "api/v1/agents/<str:agent>/card/": "put delete",
    "api/v1/agents/<str:agent>/duplicate/": "post",
    "api/v1/agents/<str:agent>/hooks/": "get post",
    "api/v1/agents/<str:agent>/hooks/<uuid:hook_id>/": "patch delete",
    "api/v1/agents/<str:agent>/hooks/<uuid:hook_id>/deliveries/": "get",
    "api/v1/agents/<str:agent>/hooks/<uuid:hook_id>/rotate/": "post",
    "api/v1/agents/<str:agent>/run/": "post",
    "api/v1/agents/<str:agent>/runs/": "get",
    "api/v1/agents/<str:agent>/skills/<str:skill>/": "put delete",
    "api/v1/agents/<str:agent>/trial/": "post",
    "api/v1/agents/<str:agent>/versions/": "get",
    "api/v1/agents/<str:agent>/versions/<int:number>/diff/": "get",
    "api/v1/agents/<str:agent>/versions/<int:number>/restore/": "post",
    "api/v1/budgets/<uuid:budget_id>/": "delete",
    "api/v1/documents/<uuid:document_id>/": "get patch delete",
    "api/v1/documents/<uuid:document_id>/move/": "post",
    "api/v1/documents/<uuid:document_id>/restore/": "post",
    "api/v1/edges/<uuid:edge_id>/": "get delete",
    "api/v1/entities/<uuid:entity_id>/": "get patch delete",
    "api/v1/entities/<uuid:entity_id>/restore/": "post",
    "api/v1/invitations/<uuid:invitation_id>/": "delete",
    "api/v1/mcp-servers/<str:server>/": "patch delete",
    "api/v1/mcp-servers/<str:server>/refresh/": "post",
    "api/v1/mcp-servers/<str:server>/sign-in/": "delete",
    "api/v1/model-connections/<uuid:connection_id>/": "get patch delete",
    "api/v1/model-connections/<uuid:connection_id>/test/": "post",
    "api/v1/projects/<uuid:project_id>/": "get patch delete",
    "api/v1/projects/<uuid:project_id>/documents/": "get",
    "api/v1/projects/<uuid:project_id>/edges/": "get",
    "api/v1/projects/<uuid:project_id>/entities/": "get",
    "api/v1/projects/<uuid:project_id>/export/": "get",
    "api/v1/projects/<uuid:project_id>/history/": "get",
    "api/v1/projects/<uuid:project_id>/history/<uuid:batch>/undo/": "post",
    "api/v1/projects/<uuid:project_id>/import/": "post",
    "api/v1/projects/<uuid:project_id>/restore/": "post",
    "api/v1/projects/<uuid:project_id>/search/": "get",
    "api/v1/projects/<uuid:project_id>/trash/": "get",
    "api/v1/projects/<uuid:project_id>/tree/": "get",
    "api/v1/skills/<str:skill>/": "get patch delete",
    "api/v1/skills/<str:skill>/export/": "get",
    "api/v1/skills/<str:skill>/versions/": "get",
    "api/v1/skills/<str:skill>/versions/<int:number>/diff/": "get",
    "api/v1/skills/<str:skill>/versions/<int:number>/restore/": "post",
    "api/v1/sources/<str:source>/": "delete",
    "api/v1/sources/<str:source>/check/": "post",
    "api/v1/tools/<str:name>/rule/": "put delete",
    "api/v1/web-hooks/<str:web_hook>/": "delete",
    "api/v1/web-hooks/<str:web_hook>/secret/": "post",
    "api/v1/web-hooks/<str:web_hook>/test/": "post",
    "projects/<uuid:project_id>/": "get",
    "projects/<uuid:project_id>/history/": "get",
    "projects/<uuid:project_id>/history/<uuid:batch>/undo/": "post",
    "projects/<uuid:project_id>/recent/": "get",
    "projects/<uuid:project_id>/restore/": "post",
    "projects/<uuid:project_id>/trash/": "get",
    "projects/<uuid:project_id>/trash/<uuid:batch>/restore/": "post",
    **{f"projects/<uuid:project_id>/{kind}s/<uuid:thing_id>/": "get" for kind in Kind},
    "schedules/<slug:agent>/pause/": "post",
    "schedules/<slug:agent>/resume/": "post",
    "settings/connections/servers/<str:server>/disable/": "post",
    "settings/connections/servers/<str:server>/enable/": "post",
    "settings/connections/servers/<str:server>/refresh/": "post",
    "settings/connections/servers/<str:server>/remove/": "post",
    "settings/connections/sources/<str:source>/check/": "post",
    "settings/connections/sources/<str:source>/remove/": "post",
    "settings/connections/servers/<str:server>/sign-in/": "get post",
    "settings/connections/servers/<str:server>/sign-out/": "post",
    "settings/connections/servers/<str:server>/tools/": "post",
    "settings/invitations/<uuid:invitation_id>/withdraw/": "post",
    "settings/limits/<uuid:budget_id>/remove/": "post",
    "settings/models/<uuid:connection_id>/key/": "post",
    "settings/models/<uuid:connection_id>/offers/": "post",
    "settings/models/<uuid:connection_id>/remove/": "post",
    "settings/models/<uuid:connection_id>/test/": "post",
    "settings/people/<uuid:membership_id>/remove/": "post",
    "settings/people/<uuid:membership_id>/role/": "post",
    "settings/tools/<str:tool>/rule/": "post",
    "settings/web-hooks/<str:web_hook>/remove/": "post",
    "settings/web-hooks/<str:web_hook>/secret/": "post",
    "settings/web-hooks/<str:web_hook>/test/": "post",
    "skills/<slug:skill>/versions/<int:number>/restore/": "post",
    "skills/<slug:slug>/": "get",
    "skills/<slug:slug>/export/": "get",
}

# Paths without an id: they show only the requester's own data.
OWN = {
    "",
    "archive/",
    "agents/",
    "projects/",
    "projects/search/",
    "skills/",
    "runs/",
    "schedules/",
    "settings/",
    "settings/people/",
    "settings/keys/",
    "settings/models/",
    "connect-model/",
    "settings/usage/",
    "settings/web-hooks/",
    "settings/tools/",
    "settings/limits/",
    "settings/connections/",
    "settings/account/",
    "settings/account/preferences/",
    "settings/account/passkeys/add/",
    "settings/account/second-factor/",
    "settings/account/second-factor/remove/",
    "settings/account/recovery-codes/",
    "api/v1/me/",
    "api/v1/me/preferences/",
    "api/v1/me/sessions/",
    "api/v1/invitations/",
    "api/v1/members/",
    "api/v1/api-keys/",
    "api/v1/usage/",
    "api/v1/web-hooks/",
    "api/v1/tools/",
    "api/v1/budgets/",
    "api/v1/agents/",
    "api/v1/schedules/",
    "api/v1/skills/",
    "api/v1/sources/",
    "api/v1/skills/library/",
    "api/v1/files/",
    "api/v1/projects/",
    "api/v1/search/",
    "api/v1/calendar/events/",
    "api/v1/mcp-directory/",
    "api/v1/missing-connections/",
    "api/v1/mcp-servers/",
    "api/v1/model-connections/",
    "api/v1/model-roles/",
    "api/v1/models/",
    "api/v1/model-servers/",
    "api/v1/approvals/",
    "api/v1/conversations/",
    "api/v1/conversations/search/",
    "api/v1/intents/corrections/",
}

# Write-only paths: a form or a message of the requester.
TAKING = {
    "skills/library/<slug:name>/install/",
    "api/v1/skills/import/",
    "api/v1/skills/library/<str:name>/install/",
    "api/v1/calendar/account/",
    "api/v1/calendar/feed/",
    "workspace/",
    "api/v1/model-roles/<slug:role>/",
    "settings/models/roles/",
    "settings/account/passkeys/finish/",
    "settings/account/password/",
    "settings/connections/callback/<slug:door>/",
    "settings/connections/calendar/account/",
    "settings/connections/calendar/account/remove/",
    "settings/connections/calendar/feed/",
    "settings/connections/sources/",
    "settings/connections/sources/files/",
    "settings/connections/sources/mailbox/",
    "api/v1/ask",
    "api/v1/chat",
}


class Route(NamedTuple):
    """One way to ask for a thing."""

    method: str
    pattern: str

    def paths(self, things: Things) -> Sequence[str]:
        """Return the path of these things; if they have a name and an id, the paths by both."""
        named = things.named()
        return sorted({self._path({word: names[at] for word, names in named.items()}) for at in (0, -1)})

    def _path(self, named: Mapping[str, object]) -> str:
        """Return the pattern with each thing in it called as `named` says of the word before it."""
        return "/" + re.sub(
            r"([\w-]+)/<\w+:\w+>", lambda found: f"{found[1]}/{named[found[1]]}", self.pattern
        )


def _routes(table: Mapping[str, str]) -> list[Route]:
    return [Route(method, pattern) for pattern, methods in table.items() for method in methods.split()]


OF_ONE_PERSON = _routes(PERSONAL)
OF_A_THING = OF_ONE_PERSON + _routes(SHARED)


def all_patterns(patterns: list[URLPattern | URLResolver] | None = None, prefix: str = "") -> Iterator[str]:
    """Yield every route of the site, as it is declared."""
    for entry in get_resolver().url_patterns if patterns is None else patterns:
        path = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from all_patterns(entry.url_patterns, path)
        else:
            yield path
