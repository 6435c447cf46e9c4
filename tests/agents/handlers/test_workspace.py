"""Settings of the workspace, changed from a talk."""

from dataclasses import replace

import pytest

from omniforge.tenants.access import Access
from omniforge.tenants.models import Role
from tests.agents.handlers.talk import Talk

pytestmark = pytest.mark.django_db(transaction=True)


async def test_key_without_the_scope_admin_is_told_so(talk: Talk, ann: Access):
    talk.access = replace(ann, role=Role.OWNER, scopes=frozenset({"chat", "read"}))
    assert "lacks the scope “admin”" in await talk.say("set the time zone to Europe/London")
