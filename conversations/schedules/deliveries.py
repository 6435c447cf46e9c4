"""Deliveries to incoming web hooks: each becomes a queued turn in the agent's own conversation, once."""

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from agents.definitions.hooks.payload import read_payload
from agents.definitions.hooks.selectors import earlier_delivery, find_open
from agents.definitions.hooks.services import record_delivery, record_refusal
from agents.models import AgentDefinition, AgentHook, RunTrigger
from conversations.schedules.due_runs import conversation_of
from conversations.turns.message_ids import id_for
from conversations.turns.queue import queue_message, unfinished_turns
from conversations.wire.commands import SendMessage
from omniforge.errors import NotSignedIn, OmniForgeError, TooManyRequests
from omniforge.files.services import store_file
from omniforge.instants import say_seconds
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access, work_in
from omniforge.tenants.limits import MINUTE, count
from omniforge.web.signatures import DELIVERY, SIGNATURE, refusal_of

_IDS = (DELIVERY, "X-GitHub-Delivery", "Webhook-Id", "Idempotency-Key")  # the first one present is used
_MOST_WAITING = 100  # turns per agent
_FILE = "delivery.json"


@dataclass(frozen=True, slots=True)
class Delivery:
    """A request to a web hook's address."""

    headers: Mapping[str, str]
    content_type: str
    body: bytes


def accept_delivery(address: str, delivery: Delivery) -> UUID:
    """Queue the turn of a delivery and return the id of its run. A repeat returns the same.

    Raises NotFound for an inactive address, TooManyRequests, NotSignedIn for a wrong signature,
    and the errors of `read_payload`.
    """
    hook, access = find_open(address)
    work_in(access)
    now = timezone.now()
    try:
        _require_right(hook, delivery)
        payload = read_payload(delivery.content_type, delivery.body)
        return _taken(hook, access, delivery, payload, now)
    except OmniForgeError as refused:
        record_refusal(hook, refused.message, now)
        raise


def _require_right(hook: AgentHook, delivery: Delivery) -> None:
    """Raise TooManyRequests, or NotSignedIn for a wrong signature."""
    limit = count("delivery", str(hook.pk), settings.DELIVERIES_PER_MINUTE, MINUTE)
    if limit.exceeded:
        said = f"This web hook takes {limit.quota} deliveries a minute."
        said = f"{said} Try again in {say_seconds(limit.reset_after)}."
        raise TooManyRequests(said, retry_after=limit.reset_after)
    if hook.secret and (why := refusal_of(hook.secret, delivery.headers, delivery.body, now=time.time())):
        raise NotSignedIn(why)


def _taken(hook: AgentHook, access: Access, delivery: Delivery, payload: bytes, now: datetime) -> UUID:
    key = _key(hook, delivery)
    try:
        with transaction.atomic():
            if before := earlier_delivery(hook, key):
                return before.run_id
            return _queued(hook, access, key, payload, now)
    except IntegrityError:  # a concurrent repeat of the same delivery
        if before := earlier_delivery(hook, key):
            return before.run_id
        raise


def _key(hook: AgentHook, delivery: Delivery) -> str | None:
    """Return a hash that identifies repeats of a delivery, or None if it has no id."""
    names = (DELIVERY, SIGNATURE) if hook.secret else _IDS  # other headers aren't signed
    said = next(filter(None, (delivery.headers.get(name, "").strip() for name in names)), "")
    return hashlib.sha256(said.encode()).hexdigest() if said else None


def _queued(hook: AgentHook, access: Access, key: str | None, payload: bytes, now: datetime) -> UUID:
    agent, message_id = hook.agent, new_id()
    conversation = conversation_of(agent, access)
    if unfinished_turns(conversation).count() >= _MOST_WAITING:
        said = f"{_MOST_WAITING} deliveries wait for the agent already. Try again in a minute."
        raise TooManyRequests(said, retry_after=MINUTE)
    run_id = id_for(access, message_id, "turn")
    record_delivery(access=access, hook=hook, key=key, run_id=run_id, size=len(payload), now=now)
    files = (store_file(access=access, name=_FILE, content=payload).pk,) if payload else ()
    message = SendMessage(
        message_id,
        f"Web hook delivery for {agent.slug}",
        agent_id=agent.pk,
        trigger=RunTrigger.WEB_HOOK,
        attachments=files,
    )
    queue_message(access, conversation, message, starts=False)
    AgentDefinition.objects.filter(pk=agent.pk).update(conversation_id=conversation.pk)
    return run_id
