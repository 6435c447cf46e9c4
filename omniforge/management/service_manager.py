"""Readiness notification for service managers (sd_notify(3), systemd's `Type=notify`)."""

import os
import socket


def notify_ready() -> None:
    """Tell the service manager, if one started this process, that the site is ready."""
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.connect(address.replace("@", "\0", 1) if address.startswith("@") else address)
            manager.sendall(b"READY=1")
