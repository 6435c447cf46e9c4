"""The number of database queries per turn, with the real engine. `python -m bench.queries`."""

import asyncio
import json
import os
from collections import Counter
from contextlib import aclosing
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")
django.setup()

from django.db import connection  # noqa: E402  (Django must be set up first)
from django.db.backends.signals import connection_created  # noqa: E402

from conversations.turns.engine import engine  # noqa: E402
from conversations.turns.readers import follow  # noqa: E402
from conversations.wire.commands import SendMessage  # noqa: E402
from omniforge.storage.ids import new_id  # noqa: E402
from omniforge.tenants.access import Access, access_of  # noqa: E402
from omniforge.tenants.models import User  # noqa: E402

made: Counter[str] = Counter()


def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    """Count a query by its first word, on any thread."""
    made[sql.split()[0]] += 1
    return execute(sql, params, many, context)


def watch(connection: Any, **arguments: Any) -> None:
    connection.execute_wrappers.append(count)


async def main(access: Access) -> None:
    """Print the queries of the third turn of a conversation, by kind, as JSON."""
    conversation_id = None
    for _ in range(3):
        made.clear()
        accepted = await engine.accept(
            access, SendMessage(new_id(), "Explain how a sprint works.", conversation_id)
        )
        conversation_id = accepted.conversation_id
        async with aclosing(follow(access, accepted.turn_id)) as events:
            async for _event in events:
                pass
    await engine.stop()
    print(json.dumps(made))


if __name__ == "__main__":
    connection_created.connect(watch)
    access = access_of(User.objects.order_by("email").first())
    connection.close()
    asyncio.run(main(access))
