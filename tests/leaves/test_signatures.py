"""Signatures of deliveries: only valid ones are accepted."""

import hashlib
import hmac

import pytest

from omniforge.web.signatures import DELIVERY, SIGNATURE, TIMESTAMP, new_secret, refusal_of, signed_headers

BODY = b'{"text": "Tea"}'


@pytest.fixture
def headers() -> dict[str, str]:
    return dict(signed_headers("s3cret", "d-1", BODY))


def test_signature_is_the_hmac_of_time_id_and_body(headers):
    said = f"{headers[TIMESTAMP]}.d-1.".encode() + BODY
    assert headers[SIGNATURE] == "sha256=" + hmac.new(b"s3cret", said, hashlib.sha256).hexdigest()


def test_valid_signature_within_the_time_window_is_accepted(headers):
    now = int(headers[TIMESTAMP])
    assert [refusal_of("s3cret", headers, BODY, now=now + late) for late in (-300, 0, 300)] == [""] * 3


@pytest.mark.parametrize(
    ("changed", "body", "late", "says"),
    [
        ({SIGNATURE: ""}, BODY, 0, "isn't signed"),
        ({TIMESTAMP: ""}, BODY, 0, "isn't signed"),
        ({SIGNATURE: "sha256=00"}, BODY, 0, "doesn't match"),
        ({SIGNATURE: "sha256=é"}, BODY, 0, "doesn't match"),
        ({DELIVERY: "d-2"}, BODY, 0, "doesn't match"),
        ({TIMESTAMP: "1"}, BODY, 0, "doesn't match"),
        ({}, BODY + b" ", 0, "doesn't match"),
        ({}, BODY, 301, "5 minutes off"),
        ({}, BODY, -301, "5 minutes off"),
    ],
)
def test_signature_with_a_mismatch_is_refused(headers, changed, body, late, says):
    now = int(headers[TIMESTAMP]) + late
    assert says in refusal_of("s3cret", headers | changed, body, now=now)


@pytest.mark.parametrize("time", ["soon", "-1", "1e9", "٣", "9" * 5_000])
def test_signature_with_invalid_time_is_refused(time: str):
    from omniforge.web.signatures import signature_of

    headers = {TIMESTAMP: time, SIGNATURE: signature_of("s3cret", time, "", BODY)}
    assert "isn't in seconds" in refusal_of("s3cret", headers, BODY, now=0)


def test_headers_without_a_secret_are_unsigned():
    assert signed_headers("", "d-1", BODY) == {DELIVERY: "d-1"}
    assert new_secret() != new_secret()


def test_delivery_id_with_a_full_stop_is_refused():
    headers = dict(signed_headers("s3cret", "d-1", b"price=1.5&count=2")) | {DELIVERY: "d-1.price=1"}
    assert "full stop" in refusal_of("s3cret", headers, b"5&count=2", now=int(headers[TIMESTAMP]))
