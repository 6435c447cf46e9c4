"""The site's own Celery application with one more task, and a sender: `python -m tests.house.queue_site`."""

import os
import sys
from pathlib import Path

from omniforge.celery import app


@app.task(name="tests.note")
def note(number: str) -> None:
    """Record a message: a line appended in one write, so that no two interleave."""
    notes = os.open(Path(os.environ["OMNIFORGE_VAR"], "notes"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(notes, f"{number}\n".encode())
    os.close(notes)


def send(sender: str, number: int) -> None:
    """Queue `number` messages."""
    with app.producer_pool.acquire() as producer:
        for one in range(number):
            note.apply_async((f"{sender}-{one}",), producer=producer)


if __name__ == "__main__":
    send(sys.argv[1], int(sys.argv[2]))
