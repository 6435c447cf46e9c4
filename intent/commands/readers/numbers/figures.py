"""Numbers in figures as people write them: grouping, currency, scale. '1,250.50', '3 lakh'."""

import re
from decimal import Decimal

NUMBER = "|".join(
    [
        r"\d{1,3}(?:'\d{3})+(?:\.\d+)?",
        r"\d{1,3}(?:\.\d{3})+,\d+",
        r"\d{1,3}(?:[, ]\d{2,3})*[, ]\d{3}(?:\.\d+)?",
        r"\d+(?:[.,]\d+)?|\.\d+",
    ]
)
_SCALES = {
    "k": 1_000,
    "thousand": 1_000,
    "hundred": 100,
    "dozen": 12,
    "million": 1_000_000,
    "mio": 1_000_000,
    "mn": 1_000_000,
    "lakh": 100_000,
    "lakhs": 100_000,
    "lac": 100_000,
    "lacs": 100_000,
    "crore": 10_000_000,
    "crores": 10_000_000,
    "cr": 10_000_000,
    "billion": 1_000_000_000,
}
SCALE = "|".join(sorted(_SCALES, key=len, reverse=True))
CURRENCY = r"(?:[$€£₹]|(?:rs|inr|chf|sfr|fr|eur|usd|gbp)\b\.?)"  # before a number
_LEAD = re.compile(rf"^{CURRENCY}\s?")
CENT = r"(?:cents?|ct|pence|paise|paisa|rappen)\b|p\b"
_CENT = re.compile(rf"\s?(?:{CENT})$")


def plain_number(number: str) -> str:
    """Return a number without currency and grouping: '1,250.50' is 1250.50, '7,90' is 7.90."""
    bare = _LEAD.sub("", number).strip(" $€£₹").replace("'", "")
    if (whole := _CENT.sub("", bare)) != bare:
        return str(Decimal(plain_number(whole)) / 100)
    for word, factor in _SCALES.items():
        figures = bare.removesuffix(word).strip()
        if figures != bare and figures[-1:].isdigit():
            return str(
                (Decimal(plain_number(figures)) * factor).normalize().quantize(Decimal("0.01"))
            ).removesuffix(".00")
    bare = bare.replace(" ", "")
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d+", bare):
        return bare.replace(".", "").replace(",", ".")
    if re.fullmatch(r"\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?", bare):
        return bare.replace(",", "")
    return bare.replace(",", ".")
