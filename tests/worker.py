"""Runs the worker's tasks synchronously in a test."""

from queue import Empty

from django.utils.module_loading import import_string

from omniforge.celery import app


def do_queued_work() -> None:
    """Run every queued task in this thread."""
    with app.connection_for_read() as connection:
        queue = connection.SimpleQueue(app.conf.task_default_queue)
        while message := _next(queue):
            message.ack()
            _, arguments, _ = message.payload
            import_string(message.headers["task"])(**arguments)


def _next(queue):
    try:
        return queue.get(block=False)
    except Empty:
        return None
