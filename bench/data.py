"""Data of the measured site: users with keys, one with a long history. `python -m bench.data USERS`."""

import json
import os
import sys
from datetime import timedelta

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")
django.setup()

from django.utils import timezone  # noqa: E402  (Django must be set up first)

from conversations.models import Conversation, Message, MessageRole, Turn, TurnStatus  # noqa: E402
from omniforge.tenants.access import Access  # noqa: E402
from omniforge.tenants.keys import create_api_key  # noqa: E402
from omniforge.tenants.models import Membership, Role, Tenant, User  # noqa: E402

CONVERSATIONS = 5_000
MESSAGES = 2_000
SENTENCE = "The quarterly report is due on Friday, and the figures for the north are still missing. "


def main(users: int) -> None:
    """Store the data, and print the keys and the long conversation's id as JSON."""
    tenant = Tenant.objects.create(slug="bench", name="Bench")
    people = [User(email=f"user{number}@example.org") for number in range(users)]
    User.objects.bulk_create(people)
    Membership.objects.bulk_create(Membership(tenant=tenant, user=user) for user in people)
    keys = [_key(tenant, user) for user in people]
    _many_conversations(tenant, people[0])
    print(json.dumps({"keys": keys, "long": str(long_conversation(tenant, people[0]).pk)}))


def _key(tenant: Tenant, user: User) -> str:
    access = Access(tenant.pk, user.pk, Role.MEMBER)
    return create_api_key(access=access, name="bench", scopes=("chat", "read"))[1]


def _many_conversations(tenant: Tenant, user: User) -> None:
    now = timezone.now()
    rows = (
        Conversation(tenant=tenant, user=user, title=f"Report {n}", updated_at=now - timedelta(minutes=n))
        for n in range(CONVERSATIONS)
    )
    Conversation.objects.bulk_create(rows, batch_size=500)


def long_conversation(tenant: Tenant, user: User) -> Conversation:
    """Store a conversation of MESSAGES messages."""
    turns = MESSAGES // 2
    conversation = Conversation.objects.create(
        tenant=tenant, user=user, title="A long one", last_sequence=MESSAGES, last_turn=turns
    )
    messages = [_message(conversation, sequence) for sequence in range(1, MESSAGES + 1)]
    pairs = list(zip(messages[::2], messages[1::2], strict=True))
    for question, answer in pairs:
        answer.parent = question
    Message.objects.bulk_create(messages, batch_size=500)
    rows = (_turn(conversation, number, *pair) for number, pair in enumerate(pairs, start=1))
    Turn.objects.bulk_create(rows, batch_size=500)
    return conversation


def _message(conversation: Conversation, sequence: int) -> Message:
    role = MessageRole.USER if sequence % 2 else MessageRole.ASSISTANT
    return Message(
        conversation=conversation, sequence=sequence, role=role, content=SENTENCE * 3, token_count=50
    )


def _turn(conversation: Conversation, number: int, question: Message, answer: Message) -> Turn:
    return Turn(
        tenant_id=conversation.tenant_id,
        user_id=conversation.user_id,
        conversation=conversation,
        number=number,
        status=TurnStatus.COMPLETED,
        user_message=question,
        answer_id=answer.pk,
        answer_sequence=answer.sequence,
        action_type="query_info",
        confidence=0.9,
        method="rules",
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
