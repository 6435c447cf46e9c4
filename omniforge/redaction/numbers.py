"""Card numbers (ISO/IEC 7812, Luhn) and bank accounts (IBAN, ISO 13616), known by their check digits."""

import re
from collections.abc import Callable, Iterator

# A lookahead, so that a number that starts within another run of digits is found too.
_CARD = re.compile(r"(?<![\w.+-])(?=([2-6]\d{3}(?:[ -]?\d{2,6}){2,4})(?![\w-]))")
# Not within a UUID: one in a hundred of its parts has valid IBAN check digits.
_IBAN = re.compile(
    r"(?<![0-9a-f]{8}-)(?<![0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-)(?<![0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-)"
    r"\b[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{2,4}){3,8}(?!\w)"
)
# Length of an IBAN by country, from SWIFT's IBAN registry and, from AO25 on, from national practice.
_LENGTHS = """
    AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18
    DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23
    IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27
    MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19
    SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30 AO25 BF28 BJ28 CF27 CG27 CI28
    CM27 CV25 DZ26 GA27 GQ27 GW25 IR26 KM27 MA28 MG27 ML28 MZ25 NE28 SN28 TD27 TG28
"""
_LENGTH_OF = {entry[:2]: int(entry[2:]) for entry in _LENGTHS.split()}


def secret_numbers(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of card numbers and IBANs in `text`."""
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
    """Return the length of the longest valid number at the start of `text` that ends at a gap, or 0."""
    ends = [len(text), *(gap.start() for gap in re.finditer(r"[ -]", text))]
    return max((end for end in ends if holds(re.sub(r"[ -]", "", text[:end]))), default=0)


def _is_iban(account: str) -> bool:
    if _LENGTH_OF.get(account[:2].upper()) != len(account):
        return False
    number = "".join(str(int(letter, 36)) for letter in account[4:] + account[:4])
    return int(number) % 97 == 1
