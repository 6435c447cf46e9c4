"""Long passwords that are still easy to guess: common ones with a bit added, and patterns."""

from functools import cache
from itertools import pairwise

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_noop

_FEWEST_SIGNS = 5  # distinct characters
_LONGEST_UNIT = 8  # of a repeated unit
_MOST_ADDED = 10  # characters around a common password
_MOST_STEPS = 0.75  # share of adjacent characters that are neighbours on a keyboard or in the alphabet
_ROWS = (
    *("abcdefghijklmnopqrstuvwxyz", "01234567890"),
    *("qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn"),
)
_LOOKALIKES = tuple(str.maketrans("01345789@$!|+", f"o{one}eastbgasilt") for one in "li")
_ADDED = "0123456789 !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
_SAID = gettext_noop(
    "This password is a common one with something added, or a pattern. Try a short sentence."
)


class GuessableValidator:
    """Refuses passwords that Django's list of common (mostly short) passwords doesn't contain."""

    def validate(self, password: str, user: object = None) -> None:
        given = password.lower()
        checks = (_has_few_signs, _is_repeated, _is_a_run, _is_common_with_more)
        if any(check(given) for check in checks):
            raise ValidationError(gettext(_SAID), code="password_guessable")

    def get_help_text(self) -> str:
        return "Your password can't be a common one with something added, or a pattern."


def _has_few_signs(password: str) -> bool:
    return len(set(password)) < _FEWEST_SIGNS


def _is_repeated(password: str) -> bool:
    """Return whether it repeats one short unit, the last time possibly incomplete."""
    units = (password[:length] for length in range(1, min(_LONGEST_UNIT, len(password) // 2) + 1))
    return any((unit * len(password)).startswith(password) for unit in units)


def _is_a_run(password: str) -> bool:
    steps = sum(pair in _neighbours() for pair in pairwise(password))
    return steps >= _MOST_STEPS * (len(password) - 1)


def _is_common_with_more(password: str) -> bool:
    """Return whether it contains a common password, also in look-alikes, with little around it."""
    cores = [password.strip(_ADDED), *(password.rstrip(_ADDED).translate(signs) for signs in _LOOKALIKES)]
    return any(core in _common() and len(password) - len(core) <= _MOST_ADDED for core in cores)


@cache
def _neighbours() -> frozenset[tuple[str, str]]:
    steps = {pair for row in _ROWS for pair in pairwise(row)}
    return frozenset(steps | {(after, before) for before, after in steps})


@cache
def _common() -> frozenset[str]:
    return frozenset(CommonPasswordValidator().passwords | {"omniforge"}) - {""}
