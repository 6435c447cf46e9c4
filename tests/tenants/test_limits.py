"""Rate limits: requests per window, and the message when it is exceeded."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omniforge.errors import TooManyRequests
from omniforge.tenants.limits import count, count_message, reset_count

HOUR = 3600


def test_request_beyond_the_quota_is_refused():
    left = [count("tries", "ann", 3, HOUR).remaining for _ in range(4)]
    assert left == [2, 1, 0, 0]
    with pytest.raises(TooManyRequests) as refused:
        count("tries", "ann", 3, HOUR).require()
    assert 0 < refused.value.retry_after <= HOUR + 1


def test_quota_is_free_again_after_the_window(monkeypatch: pytest.MonkeyPatch):
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)  # of the limits and of the cache
    count("tries", "ann", 1, HOUR).require()
    with pytest.raises(TooManyRequests):
        count("tries", "ann", 1, HOUR).require()
    now += HOUR + 1
    count("tries", "ann", 1, HOUR).require()


def test_names_and_keys_have_separate_counts():
    count("tries", "ann", 1, HOUR).require()
    count("tries", "bob", 1, HOUR).require()
    count("messages", "ann", 1, HOUR).require()


def test_reset_count_frees_the_quota():
    count("tries", "ann", 1, HOUR).require()
    reset_count("tries", "ann")
    count("tries", "ann", 1, HOUR).require()


def test_counts_of_concurrent_threads_are_exact():
    with ThreadPoolExecutor(8) as pool:
        allowed = [not limit.exceeded for limit in pool.map(lambda _: count("t", "k", 50, HOUR), range(100))]
    assert sum(allowed) == 50


async def test_count_works_in_async_code():
    await asyncio.sleep(0)
    assert count("tries", "async", 2, HOUR).remaining == 1


def test_rate_limit_headers_follow_the_draft():
    limit = count("messages", "ann", 60, 60)
    assert limit.headers()["RateLimit-Policy"] == '"user";q=60;w=60'
    assert limit.headers()["RateLimit"] == f'"user";r=59;t={limit.reset_after}'


def test_messages_are_not_counted_if_the_limit_is_zero(settings, bob):
    settings.MESSAGES_PER_MINUTE = 0
    limits = [count_message(bob) for _ in range(3)]
    assert not any(limit.exceeded or limit.headers() for limit in limits)


@pytest.mark.django_db
def test_each_workspace_has_its_own_message_quota(settings, ann, bob):
    settings.MESSAGES_PER_MINUTE = 1
    assert not count_message(ann).exceeded
    assert count_message(ann).exceeded
    assert not count_message(bob).exceeded


@given(quota=st.integers(1, 20), asked=st.integers(0, 40))
def test_exactly_the_quota_is_let_through(quota, asked):
    reset_count("property", "ann")
    limits = [count("property", "ann", quota, HOUR) for _ in range(asked)]
    assert sum(not limit.exceeded for limit in limits) == min(quota, asked)
    assert all(0 <= limit.remaining < quota and 0 < limit.reset_after <= HOUR for limit in limits)
