"""Work that a web process leaves to the worker."""

from typing import Any

from django.utils.module_loading import import_string
from kombu.exceptions import ChannelError, KombuError

from omniforge.errors import StorageUnavailable


def leave_to_worker(task: str, **arguments: Any) -> None:
    """Queue a task, by the name of its function, with arguments that JSON has.

    Raises StorageUnavailable where nothing can be queued. Celery is loaded with the first one: most web
    processes queue none, and it takes a tenth of their memory.
    """
    celery = import_string("omniforge.celery.app")
    try:
        celery.send_task(task, kwargs=arguments)
    except (KombuError, ChannelError) as error:
        raise StorageUnavailable("This can't be done right now. Try again in a minute.") from error
