"""Slots for turns, so that nobody's turns block those of others.

A person's chats, programs and schedules each have their own share. So agents that are due at nine don't block
the person's chats. A waiting turn is stored, acknowledged and claimed. Its lease is renewed like that of
every other turn of this process, and it can be cancelled.
"""

from contextlib import AbstractAsyncContextManager
from functools import cache

from django.conf import settings

from conversations.turns.claims import Claim
from omniforge.shares import Shares


@cache
def _shares() -> Shares:
    return Shares(settings.TURNS_AT_ONCE)


def has_to_wait(claim: Claim) -> bool:
    """Return whether the turn has to wait for others of the same share."""
    return _shares().is_full_for(_share_of(claim))


def how_many_wait() -> int:
    """Return how many turns of this process wait for a slot."""
    return _shares().waiting()


def slot_for(claim: Claim) -> AbstractAsyncContextManager[None]:
    """Return a context manager that waits for a slot and holds it."""
    return _shares().slot(_share_of(claim))


def _share_of(claim: Claim) -> tuple[object, ...]:
    return *claim.access.person, claim.trigger
