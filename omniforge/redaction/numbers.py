"""Card numbers (ISO/IEC 7812, Luhn) and bank accounts (IBAN, ISO 13616), known by their check digits."""

import re
from collections.abc import Callable, Iterator

# Looks ahead, so that a number that begins within another run of digits is found too.
_CARD = re.compile(r"(?<![\w.+-])(?=([2-6]\d{3}(?:[ -]?\d{2,6}){2,4})(?![\w-]))")
_IBAN = re.compile(r"\b[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{2,4}){3,8}(?!\w)")


def secret_numbers(text: str) -> Iterator[tuple[int, int]]:
    """Yield where card numbers and IBANs stand in `text`."""
    for pattern, holds in ((_CARD, _is_card), (_IBAN, _is_iban)):
        for match in pattern.finditer(text):
            length = _length(match[match.lastindex or 0], holds)
            if length:
                yield match.start(), match.start() + length


def _is_card(digits: str) -> bool:
    if not 13 <= len(digits) <= 19:
        return False
    doubled = [sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2]]
    return (sum(doubled) + sum(int(digit) for digit in digits[-1::-2])) % 10 == 0


def _length(text: str, holds: Callable[[str], bool]) -> int:
    """Return how much of `text` is such a number: 0, or the longest beginning at a gap whose digits hold."""
    ends = [len(text), *(gap.start() for gap in re.finditer(r"[ -]", text))]
    return max((end for end in ends if holds(re.sub(r"[ -]", "", text[:end]))), default=0)


def _is_iban(account: str) -> bool:
    if not 15 <= len(account) <= 34:
        return False
    number = "".join(str(int(letter, 36)) for letter in account[4:] + account[:4])
    return int(number) % 97 == 1
