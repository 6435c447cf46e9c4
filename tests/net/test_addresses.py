"""Which addresses count as public."""

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omniforge.net.addresses import is_public, read_address

SPECIAL = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.8.8.8
168.63.129.16 169.254.0.1 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1
192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1
255.255.255.255
:: ::1 ::ffff:10.0.0.1 ::ffff:127.0.0.1 ::ffff:169.254.169.254 ::127.0.0.1 ::ffff:0:10.0.0.1
64:ff9b::10.0.0.1 64:ff9b::169.254.169.254 64:ff9b:1::10.0.0.1 100::1 2001::1 2001:0:a00:1::f5ff:fffe
2001:db8::1 2002:a00:1:: 2002:7f00:1:: 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1
ff02::1
"""
PUBLIC = """
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 172.15.255.255 172.32.0.0
192.167.255.255 198.17.255.255 198.20.0.0 223.255.255.255
2606:4700:4700::1111 2a00:1450:4001::200e ::ffff:8.8.8.8 64:ff9b::8.8.8.8
"""


@pytest.mark.parametrize("address", SPECIAL.split())
def test_special_purpose_address_is_not_public(address):
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", PUBLIC.split())
def test_addresses_next_to_special_networks_are_public(address):
    assert is_public(ip_address(address))


@given(st.ip_addresses(v=4))
def test_what_python_knows_as_private_is_never_public(address: IPv4Address):
    if address.is_private or address.is_multicast or address.is_reserved:
        assert not is_public(address)


@given(st.ip_addresses(v=4))
def test_an_address_inside_another_is_judged_by_itself(address: IPv4Address):
    assert is_public(IPv6Address(f"::ffff:{address}")) == is_public(address)
    assert is_public(IPv6Address(f"64:ff9b::{address}")) == is_public(address)


@pytest.mark.parametrize(
    "form", ["127.1", "127.0.1", "0177.0.0.1", "0x7f.0.0.1", "0x7f000001", "017700000001", "2130706433"]
)
def test_octal_hex_and_short_ipv4_forms_are_read(form):
    assert read_address(form) == IPv4Address("127.0.0.1")


@pytest.mark.parametrize("name", ["localhost", "example.com", "127.0.0.1.example.com", "1e100.net", ""])
def test_host_name_is_not_read_as_an_address(name):
    assert read_address(name) is None
