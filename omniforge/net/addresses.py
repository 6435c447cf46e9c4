"""Public Internet addresses, by IANA's special-purpose registries (RFC 6890)."""

import socket
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Address = IPv4Address | IPv6Address

_SPECIAL = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this host
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # carriers' NAT, and some clouds' metadata
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # Azure's own services, at an address outside the private ranges
        "169.254.0.0/16",  # link-local, and most clouds' metadata
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # relays of 6to4
        "192.168.0.0/16",  # private
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
    )
)
_PUBLIC_V6 = IPv6Network("2000::/3")  # all global unicast; excludes loopback, ULA, link-local, multicast
_SPECIAL_V6 = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments, Teredo among them
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4
        "3fff::/20",  # documentation
    )
)
_NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052


def is_public(address: Address) -> bool:
    """Return whether an address is public.

    For an IPv6 address with an embedded IPv4 address (mapped, NAT64), that one decides.
    """
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _SPECIAL)
    embedded = _embedded(address)
    if embedded:
        return is_public(embedded)
    return address in _PUBLIC_V6 and not any(address in network for network in _SPECIAL_V6)


def read_address(host: str) -> Address | None:
    """Parse `host` as an address in any form that C libraries accept, or None if it is a name.

    They parse 127.1, 0x7f000001, 017700000001 and 2130706433 all as 127.0.0.1.
    """
    with suppress(ValueError):
        return ip_address(host)
    try:
        return IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


def _embedded(address: IPv6Address) -> IPv4Address | None:
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped
