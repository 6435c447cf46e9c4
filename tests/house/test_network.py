"""The guard that keeps tests on this machine."""

import socket

import pytest

from tests.network import OutsideReached


def test_connection_beyond_loopback_is_refused():
    with socket.socket() as sock, pytest.raises(OutsideReached):
        sock.connect(("192.0.2.1", 80))


def test_outside_host_name_is_not_resolved():
    with pytest.raises(OutsideReached):
        socket.getaddrinfo("example.com", 443)


def test_loopback_connection_is_allowed():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        socket.create_connection(listener.getsockname()).close()
