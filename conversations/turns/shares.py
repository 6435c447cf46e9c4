"""Which turns run and which wait: nobody's turns hold up those of others.

A person's chats, programs and schedules have a share each, so that what is due at nine does not hold up what
they ask then. A turn that waits is stored, acknowledged and claimed. Its lease is renewed like that of every
turn of this process, and it can be cancelled.
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
    """Return whether other turns of the same share have to end first."""
    return _shares().is_full_for(_share_of(claim))


def how_many_wait() -> int:
    """Return how many turns of this process wait for others of their share."""
    return _shares().waiting()


def slot_for(claim: Claim) -> AbstractAsyncContextManager[None]:
    """Return the place in which a turn runs; entering it waits until one is free."""
    return _shares().slot(_share_of(claim))


def _share_of(claim: Claim) -> tuple[object, ...]:
    return *claim.access.person, claim.trigger
