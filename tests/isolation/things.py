"""One object of every kind that a person can own, and its names in paths."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import timedelta
from typing import Any

from django.utils import timezone

from agents.definitions.hooks.services import create_hook
from agents.definitions.services import create_agent, create_skill
from agents.models import (
    AgentDefinition,
    AgentHook,
    AgentRun,
    Approval,
    Budget,
    McpServer,
    SkillDefinition,
    Source,
    WebHook,
)
from conversations.models import ContextReceipt, Conversation, Message, Summary, Turn, TurnStatus
from omniforge.calendar.models import CalendarEvent
from omniforge.calendar.selectors import calendar_of
from omniforge.files.models import StoredFile
from omniforge.files.services import store_file
from omniforge.llm.model_listing import ListedModel
from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.models import Document, Edge, Entity, Project, Version
from omniforge.projects.services import DocumentService, EdgeService, EntityService, ProjectService, Ref
from omniforge.tenants.access import Access
from omniforge.tenants.models import ApiKey, BrowserSession, Invitation, Membership, ModelConnection
from omniforge.tenants.oidc.models import IssuerAccount
from omniforge.tenants.second_factor.models import Passkey
from tests.clients import browser
from tests.factories import make_api_key


@dataclass
class Things:
    """What one person owns. Every text in it says 'secret'."""

    conversation: Conversation
    turn: Turn
    approval: Approval
    file: StoredFile
    agent: AgentDefinition
    skill: SkillDefinition
    event: CalendarEvent
    server: McpServer
    hook: WebHook
    source: Source
    agent_hook: AgentHook
    budget: Budget
    model_connection: ModelConnection
    key: ApiKey
    membership: Membership
    invitation: Invitation
    session: BrowserSession
    passkey: Passkey
    issuer: IssuerAccount
    project: Project
    document: Document
    entity: Entity
    edge: Edge

    def named(self) -> Mapping[str, tuple[object, ...]]:
        """Return the names of each object in paths, by the segment before them: its slug, then its id."""
        batch = Version.objects.get(entity_id=self.entity.pk).batch
        agent, skill, server = ((one.slug, one.pk) for one in (self.agent, self.skill, self.server))
        tool = (f"{self.server.slug}_look",)
        ids = {f"{field.name}s": (getattr(self, field.name).pk,) for field in fields(self)}
        return ids | {
            **{f"{kind}s": (self.entity.pk,) for kind in Kind if kind is not Kind.DOCUMENT},
            "agents": agent,
            "schedules": agent,
            "skills": skill,
            "mcp-servers": server,
            "servers": server,
            "tools": tool,
            "web-hooks": (self.hook.slug,),
            "sources": (self.source.slug, self.source.pk),
            "hooks": (self.agent_hook.pk,),
            "model-connections": (self.model_connection.pk,),
            "models": (self.model_connection.pk,),
            "api-keys": (self.key.pk,),
            "c": (self.conversation.pk,),
            "archive": (self.conversation.pk,),
            "people": (self.membership.pk,),
            "limits": (self.budget.pk,),
            "entities": (self.entity.pk,),
            "history": (batch,),
            "trash": (batch,),
            "versions": (1,),
            "summary": (1,),
        }


def things_of(owner: Access) -> Things:
    """Return one object of every kind, created for `owner`."""
    talk = _talk(owner)
    return Things(**talk, **_project(owner, talk["turn"]), **_agents(owner), **_workspace(owner))


def _talk(owner: Access) -> dict[str, Any]:
    own = {"tenant_id": owner.tenant_id, "user_id": owner.user_id}
    conversation = Conversation.objects.create(**own, title="Ann's secret plan", last_turn=1, last_sequence=2)
    message = Message.objects.create(conversation=conversation, sequence=1, role="user", content="secret")
    turn = Turn.objects.create(
        **own,
        conversation=conversation,
        number=1,
        status=TurnStatus.COMPLETED,
        user_message=message,
        answer_sequence=2,
    )
    ContextReceipt.objects.create(turn=turn, prompt_hash="0" * 64)
    Summary.objects.create(
        conversation=conversation, version=1, covers_from=1, covers_to=1, text="secret", source="rules"
    )
    approval = Approval.objects.create(
        **own,
        run=AgentRun.objects.create(**own, conversation_id=conversation.pk),
        turn_id=turn.pk,
        signature="0" * 64,
        tool="send_message",
        what="Sending a secret",
        expires_at=timezone.now() + timedelta(days=1),
    )
    file = store_file(
        access=owner, name="ann-secret.gif", content=b"GIF89a\x01\x00\x01\x00\x80\x00\x00secret"
    )
    return {"conversation": conversation, "turn": turn, "approval": approval, "file": file}


def _project(owner: Access, turn: Turn) -> dict[str, Any]:
    says = {"description": "secret"}
    project = ProjectService(owner, turn_id=turn.pk).create(name="Ann's secret project", **says).row
    document = DocumentService(owner).create(project.pk, title="secret", content="secret", **says).row
    entity = EntityService(owner, Kind.TASK).create(project.pk, title="secret", **says).row
    ends = Ref(Kind.TASK, entity.pk), Ref(Kind.DOCUMENT, document.pk)
    edge = EdgeService(owner).create(ends[0], Relation.DOCUMENTED_IN, ends[1]).row
    return {"project": project, "document": document, "entity": entity, "edge": edge}


def _agents(owner: Access) -> dict[str, Any]:
    tenant_id, soon = owner.tenant_id, timezone.now() + timedelta(hours=1)
    says = {"description": "secret", "instructions": "secret"}
    agent = create_agent(access=owner, slug="ann-secret-agent", **says)
    return {
        "agent": agent,
        "agent_hook": create_hook(access=owner, agent=agent.slug, name="secret").hook,
        "skill": create_skill(access=owner, slug="ann-secret-skill", **says),
        "event": CalendarEvent.objects.create(
            calendar=calendar_of(owner),
            details={"title": "secret", "place": "secret", "notes": "secret"},
            starts_at=soon,
            ends_at=soon + timedelta(hours=1),
        ),
        "server": McpServer.objects.create(
            tenant_id=tenant_id,
            slug="ann-secret-server",
            settings={"url": "secret"},
            tools=[{"name": "look", "description": "secret", "schema": {}}],
        ),
        "hook": WebHook.objects.create(
            tenant_id=tenant_id, slug="ann-secret-hook", url="https://hooks.example/secret"
        ),
        "source": Source.objects.create(
            tenant_id=tenant_id,
            slug="ann-secret-source",
            kind="feed",
            settings={"url": "http://10.0.0.1/secret"},
            seen={"items": [{"key": "secret", "title": "secret"}]},
        ),
    }


def _workspace(owner: Access) -> dict[str, Any]:
    own = {"tenant_id": owner.tenant_id, "user_id": owner.user_id}
    make_api_key(owner)
    return {
        "budget": Budget.objects.create(**own, tokens=1_000),
        "model_connection": ModelConnection.objects.create(
            tenant_id=owner.tenant_id,
            slug="compatible",
            vendor="compatible",
            name="secret",
            address="http://127.0.0.1:1/v1",
            key="secret-key-of-ann",
            model="secret",
            listed=[asdict(ListedModel("secret"))],
            tested_at=timezone.now(),
        ),
        "key": ApiKey.objects.get(**own),
        "membership": Membership.objects.get(**own),
        "invitation": Invitation.objects.create(
            tenant_id=owner.tenant_id,
            invited_by_id=owner.user_id,
            token_hash="0" * 64,
            expires_at=timezone.now(),
        ),
        "session": _session(owner),
        "issuer": IssuerAccount.objects.create(user_id=owner.user_id, issuer="secret", subject="secret"),
        "passkey": Passkey.objects.create(
            user_id=owner.user_id, name="secret", host="testserver", credential_id="00", credential=b"0"
        ),
    }


def _session(owner: Access) -> BrowserSession:
    browser(owner)
    return BrowserSession.objects.get(user_id=owner.user_id)
