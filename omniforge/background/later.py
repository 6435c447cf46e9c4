"""Work that a web process leaves to the worker. The queue holds what it is about encrypted."""

from typing import Any

import orjson
from django.utils.module_loading import import_string
from kombu.exceptions import ChannelError, KombuError

from omniforge.errors import StorageUnavailable
from omniforge.storage.encryption import decrypt, encrypt

# Somebody waits for the answer. Without bounds a Redis that hangs holds the thread for good.
_IMPATIENT = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5, "max_retries": 1, "interval_start": 0}


def leave_to_worker(task: str, **arguments: Any) -> None:
    """Queue a task, by the name of its function, which opens its one argument with `open_arguments`.

    Raises StorageUnavailable where nothing can be queued. Celery is loaded with the first one: most web
    processes queue none, and it takes a tenth of their memory.
    """
    celery = import_string("omniforge.celery.app")
    sealed = {"sealed": encrypt(orjson.dumps(arguments).decode())}
    try:
        with celery.connection_for_write(transport_options=_IMPATIENT) as connection:
            celery.send_task(task, kwargs=sealed, connection=connection, retry=False)
    except (KombuError, ChannelError) as error:
        raise StorageUnavailable("This isn't possible right now. Try again in a minute.") from error


def open_arguments(sealed: str) -> dict[str, Any]:
    """Return what `leave_to_worker` was given. Raises CannotDecrypt where no key opens it."""
    arguments: dict[str, Any] = orjson.loads(decrypt(sealed, name="a task's arguments"))
    return arguments
