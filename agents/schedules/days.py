"""The days in a text, as the last three cron fields: 'Mondays', 'weekdays', 'the 15th', 'daily'."""

import re
from collections.abc import Callable
from typing import NamedTuple

from agents.schedules.vocabulary import (
    COUNT,
    DAY,
    DAYS,
    EVERY,
    MONTH,
    NO_WEEKEND,
    ORDINALS,
    any_of,
    count,
)


class Days(NamedTuple):
    """Day of month, month, day of week in cron's words, and where in the text it stands."""

    fields: str
    start: int
    end: int


_Rule = tuple[str, Callable[[re.Match[str]], str | None]]

_DAY_LIST = rf"{DAY}s?(?:\s*(?:,|and|und|y|&|/|or)+\s*(?:on |{EVERY} )?{DAY}s?)*"


def _numbers(match: re.Match[str]) -> str:
    numbers = {DAYS[name] for name in re.findall(DAY, match["days"])}
    return f"* * {','.join(map(str, sorted(numbers)))}"


def _range(match: re.Match[str]) -> str | None:
    first, last = DAYS[match["first"]], DAYS[match["last"]]
    return f"* * {first}-{last}" if first < last else None


def _every_few_days(match: re.Match[str]) -> str:
    step = count(match["n"])
    return "* * *" if step == 1 else f"*/{min(step, 15)} * *"


def _every_few_weeks(match: re.Match[str]) -> str:
    step = count(match["n"])
    return "* * 1" if step == 1 else "1,15 * *" if step < 4 else "1 * *"


def _every_few_months(match: re.Match[str]) -> str:
    step = count(match["n"])
    return "1 * *" if step == 1 else f"1 */{min(step, 6)} *"


def _day_of_month(match: re.Match[str]) -> str | None:
    days = [int(day) for day in re.findall(r"\d{1,2}", match["dates"])]
    return f"{','.join(map(str, sorted(set(days))))} * *" if all(1 <= day <= 31 for day in days) else None


_DATE = r"\d{1,2}(?:st|nd|rd|th|\.)?"
_DATES = rf"(?P<dates>{_DATE}(?:\s*(?:,|and|und|y|&)+\s*(?:the )?{_DATE}){{0,30}})"


RULES: tuple[_Rule, ...] = (
    (NO_WEEKEND, lambda m: "* * 1-5"),
    (
        rf"\b(?P<nth>{'|'.join(ORDINALS)}) (?P<day>{DAY}) (?:of|in) (?:the|{EVERY}|a) {MONTH}\b",
        lambda m: f"* * {DAYS[m['day']]}#{ORDINALS[m['nth']]}",
    ),
    (
        any_of(
            rf"(?:at the |on the )?(?:last day|end) of (?:the|{EVERY}|a) {MONTH}|{MONTH}sende|month[- ]end"
        ),
        lambda m: "L * *",
    ),
    (rf"\b(?:on )?(?:the )?{_DATES} (?:day )?of (?:the|{EVERY}) {MONTH}\b", _day_of_month),
    (rf"\b{EVERY} {MONTH} (?:on|am) (?:the )?{_DATES}", _day_of_month),
    (rf"\bmonthly (?:on|am) (?:the )?{_DATES}", _day_of_month),
    (any_of(rf"first (?:day )?of (?:the|{EVERY}) {MONTH}|monatsanfang"), lambda m: "1 * *"),
    (
        any_of(r"twice a month|two times a month|bi-?weekly|fortnightly|zweimal im monat"),
        lambda m: "1,15 * *",
    ),
    (
        any_of(rf"quarterly|{EVERY} quarter|vierteljahrlich|quartalsweise|trimestral(?:mente)?"),
        lambda m: "1 */3 *",
    ),
    (any_of(rf"yearly|annually|{EVERY} (?:year|jahr|ano)|jahrlich|anual(?:mente)?"), lambda m: "1 1 *"),
    (rf"\b{EVERY} (?P<n>{COUNT}) {MONTH}\b", _every_few_months),
    (
        any_of(rf"monthly|{EVERY} {MONTH}|(?:once )?(?:a|per) month|monatlich|mensual(?:mente)?"),
        lambda m: "1 * *",
    ),
    (any_of(r"twice a week|two times a week|zweimal (?:die|pro) woche"), lambda m: "* * 1,4"),
    (any_of(r"(?:three times|thrice) a week|dreimal (?:die|pro) woche"), lambda m: "* * 1,3,5"),
    (rf"\b{EVERY} (?P<n>{COUNT}) (?:weeks?|wochen?|semanas?)\b", _every_few_weeks),
    (rf"\b(?P<first>{DAY})s?\s*(?:to|through|until|till|bis|a|-|–)\s*(?P<last>{DAY})s?\b", _range),
    (
        any_of(
            rf"(?:on )?(?:{EVERY} )?"
            r"(?:weekdays?|workdays?|working days?|business days?|werktags?|werktage|wochentags?)"
        ),
        lambda m: "* * 1-5",
    ),
    (any_of(r"entre semana|dias? laborables?"), lambda m: "* * 1-5"),
    (any_of(rf"(?:on )?(?:{EVERY} )?(?:weekends?|wochenenden?|fin(?:es)? de semana)"), lambda m: "* * 0,6"),
    (rf"\b(?:{EVERY}|los)\s+(?P<days>{_DAY_LIST})\b", _numbers),
    (rf"\b(?:on )?(?P<days>{DAY}s(?:\s*(?:,|and|und|y|&)+\s*{DAY}s?)*)\b", _numbers),
    (
        r"\b(?:weekly|once a week|wochentlich|semanal(?:mente)?),?\s+(?:on |am |los |el )?"
        rf"(?P<days>{_DAY_LIST})\b",
        _numbers,
    ),
    (rf"\b(?P<days>{DAY})s?(?:,| )*\s*(?:weekly|wochentlich)\b", _numbers),
    (
        any_of(
            rf"weekly|{EVERY} (?:weeks?|woche|semana)|(?:once )?(?:a|per) week|wochentlich|semanal(?:mente)?"
        ),
        lambda m: "* * 1",
    ),
    (rf"\b{EVERY} (?P<n>{COUNT}) (?:days?|tage?|dias?)\b", _every_few_days),
    (
        any_of(
            rf"daily|nightly|{EVERY} (?:single )?(?:day|morning|afternoon|evening|night|tag|morgen|abend)|"
            rf"{EVERY} (?:dia|manana|tarde|noche)|"
            r"(?:once )?(?:a|per) day|taglich|diari(?:o|a|amente)|todos los dias|mornings|evenings"
        ),
        lambda m: "* * *",
    ),
)
ASKED_RULES: tuple[_Rule, ...] = (
    (rf"\b(?:on |am |el )?(?P<days>{_DAY_LIST})\b", _numbers),
    (rf"\b(?:on |am )(?:the )?{_DATES}(?!\s*(?::|am|pm|uhr))", _day_of_month),
    (any_of(r"mornings?|afternoons?|evenings?|nights?"), lambda m: "* * *"),
)


def find_days(text: str, *, asked: bool = False) -> Days | None:
    """Return the recurring days that folded `text` names.

    `asked`: the text answers 'how often?', so that a bare 'Monday' is every Monday.
    """
    for pattern, fields in RULES + (ASKED_RULES if asked else ()):
        match = re.search(pattern, text)
        if match and (found := fields(match)):
            return Days(found, match.start(), match.end())
    return None
