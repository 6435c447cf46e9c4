"""An address counts only as a whole token: not cut short, not together with its neighbours."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from agents.tools.addresses import addresses_in, normalised, raw_addresses_in

_LETTERS = "abcXYZ019-_~%=&/.?+@:"
_TAILS = st.text(_LETTERS, min_size=1, max_size=30).filter(lambda tail: tail[-1] not in ".,:;!?*")
_HOSTS = st.from_regex(r"[a-z]{1,8}\.example(:[1-9][0-9]{1,3})?", fullmatch=True)
ADDRESSES = st.builds(
    lambda scheme, host, tail: f"{scheme}://{host}/{tail}", st.sampled_from(["http", "https"]), _HOSTS, _TAILS
)
BOUNDARIES = st.sampled_from(
    [" ", "\n", "\t", '"', "'", "<", ">", "(", ")", "[", "]", "{", "}", ",", "|", ";", "\\n", "`", "»"]
)
NEIGHBOURS = st.text(min_size=1, max_size=20)


@given(ADDRESSES, BOUNDARIES, NEIGHBOURS)
def test_url_is_found_whole_between_other_text(address, boundary, neighbour):
    assume("http" not in neighbour.lower())
    assert addresses_in(f"{neighbour} {address}{boundary}{neighbour}") == {normalised(address)}


@given(ADDRESSES, st.data())
def test_prefix_of_a_url_is_not_found(address, data):
    cut = data.draw(st.integers(0, len(address) - 1))
    assume(normalised(address[:cut]) != normalised(address))  # a host's only slash is optional
    assert normalised(address[:cut]) not in addresses_in(f"Read {address} please.")


@given(ADDRESSES, BOUNDARIES, NEIGHBOURS)
def test_text_beside_a_url_is_not_part_of_it(address, boundary, neighbour):
    assume("http" not in neighbour.lower())
    together = normalised(f"{address}{boundary}{neighbour}")
    assert together == "" or together not in addresses_in(f"{address}{boundary}{neighbour}")


@given(ADDRESSES, NEIGHBOURS)
def test_longer_url_than_the_one_said_is_not_found(address, neighbour):
    assume(normalised(address + neighbour) != normalised(address))
    assert normalised(address + neighbour) not in addresses_in(f"Read {address}")


@given(st.text())
def test_found_urls_are_normalised_in_any_text(text):
    assert all(found == normalised(found) for found in addresses_in(text) | raw_addresses_in(text))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Did you read https://tea.example/green?", "https://tea.example/green"),
        ("See (https://tea.example/green).", "https://tea.example/green"),
        ("[tea](https://tea.example/green)", "https://tea.example/green"),
        ("<a href='https://tea.example/green'>tea</a>", "https://tea.example/green"),
        ("**https://tea.example/green**", "https://tea.example/green"),
        ("请看https://tea.example/green，谢谢", "https://tea.example/green"),
        ('{"text":"https://tea.example/green\\nNext line"}', "https://tea.example/green"),
        ("HTTPS://Tea.Example:443/Green", "https://tea.example/Green"),
        ("http://tea.example:80", "http://tea.example/"),
        ("http://tea.example?q=1", "http://tea.example/?q=1"),
        ("http://[::1]:8080/a", "http://[::1]:8080/a"),
        ("https://tea.example/grüner-tee", "https://tea.example/grüner-tee"),
        ("http://tea.example:8080/", "http://tea.example:8080/"),
    ],
)
def test_urls_are_found_as_people_and_pages_write_them(said, meant):
    assert addresses_in(said) == {meant}
    assert normalised(meant) == meant


@pytest.mark.parametrize(
    "said", ["xhttp://tea.example/", "http://", "ftp://tea.example/", "tea.example/green", ""]
)
def test_malformed_urls_are_not_found(said):
    assert addresses_in(said) == frozenset()


@pytest.mark.parametrize(
    "address", ["http://tea.example/a\nb", "http:///a", "javascript:alert(1)", " http://a.example/"]
)
def test_unvisitable_url_is_normalised_to_nothing(address):
    assert normalised(address) == ""


def test_url_with_comma_or_bracket_is_only_a_raw_address():
    said = "https://wiki.example/Tea_(plant),_green"
    assert said in raw_addresses_in(said) and said not in addresses_in(said)
