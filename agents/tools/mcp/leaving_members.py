"""Deletes the tokens of people who leave a workspace."""

from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction

from agents.models import McpGrant, McpSignIn
from agents.tools.mcp.oauth.giving_back import revoke_later


def forget_sign_ins(*, tenant_id: UUID, user_id: UUID, **_: Any) -> None:
    """Delete a person's sign-ins, and revoke their tokens once the removal is committed."""
    own = McpGrant.objects.filter(tenant_id=tenant_id, user_id=user_id).select_related("server")
    grants = list(own)
    own.delete()
    McpSignIn.objects.filter(tenant_id=tenant_id, user_id=user_id).delete()
    for grant in grants:
        transaction.on_commit(partial(revoke_later, grant.server, [grant]))
