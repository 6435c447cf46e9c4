"""Work that a web process leaves to the worker. The arguments are encrypted in the queue."""

from typing import Any

import orjson
from django.utils.module_loading import import_string
from kombu.exceptions import ChannelError, KombuError

from omniforge.errors import StorageUnavailable
from omniforge.storage.encryption import decrypt, encrypt

# Somebody waits for the response. Without timeouts, a Redis that hangs would block the thread for ever.
_IMPATIENT = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5, "max_retries": 1, "interval_start": 0}


def enqueue_encrypted(task: str, **arguments: Any) -> None:
    """Queue a task by name. The task decrypts its one argument with `decrypt_arguments`.

    Raises StorageUnavailable if nothing can be queued. Celery is imported at the first call: most web
    processes queue nothing, and it takes a tenth of their memory.
    """
    celery = import_string("omniforge.celery.app")
    sealed = {"sealed": encrypt(orjson.dumps(arguments).decode())}
    try:
        with celery.connection_for_write(transport_options=_IMPATIENT) as connection:
            celery.send_task(task, kwargs=sealed, connection=connection, retry=False)
    except (KombuError, ChannelError) as error:
        raise StorageUnavailable("This isn't possible right now. Try again in a minute.") from error


def decrypt_arguments(sealed: str) -> dict[str, Any]:
    """Return the arguments of `enqueue_encrypted`. Raises CannotDecrypt if no key decrypts them."""
    arguments: dict[str, Any] = orjson.loads(decrypt(sealed, name="a task's arguments"))
    return arguments
