"""The stored outcome of each message: `python -m bench.stored` prints it as JSON."""

import json
import os
from collections import defaultdict

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")
django.setup()

from conversations.models import Turn, TurnStatus  # noqa: E402  (Django must be set up first)


def main() -> None:
    """Print for each message id how many of its turns are completed and how many have not ended."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: {"completed": 0, "unfinished": 0})
    for message, status in Turn.objects.values_list("user_message_id", "status"):
        found[str(message)]["completed"] += status == TurnStatus.COMPLETED
        found[str(message)]["unfinished"] += status in (TurnStatus.QUEUED, TurnStatus.RUNNING)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
