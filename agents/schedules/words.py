"""A cron expression in words that people would say, and that `parse_schedule` reads back."""

import re

from agents.schedules.vocabulary import DAY_NAMES

_NTH = {1: "first", 2: "second", 3: "third", 4: "fourth"}


def describe_cron(cron: str) -> str:
    """Return `cron` in English: 'every Monday at 09:00', 'every 15 minutes'; 'on demand' for an empty one.

    A cron of a shape that people hardly say is given as it is, after 'by the cron schedule'.
    """
    if not cron:
        return "on demand"
    minute, hour, day, month, weekday = cron.split()
    interval = _interval(minute, hour)
    if interval and (day, month) == ("*", "*"):
        days = _weekdays(weekday)
        return interval if weekday == "*" else f"{interval}, {days}" if days else _as_it_is(cron)
    times, days = _times(minute, hour), _days(day, month, weekday)
    return f"{days} at {times}" if times and days else _as_it_is(cron)


def _as_it_is(cron: str) -> str:
    return f"by the cron schedule {cron}"


def _interval(minute: str, hour: str) -> str:
    if minute == "*" and hour == "*":
        return "every minute"
    if (step := _step(minute)) and hour == "*":
        return f"every {step} minutes"
    if minute == "0" and hour == "*":
        return "every hour"
    if minute == "0" and (step := _step(hour)):
        return f"every {step} hours"
    return ""


def _times(minute: str, hour: str) -> str:
    if not minute.isdigit() or not re.fullmatch(r"\d+(,\d+)*", hour):
        return ""
    return _listed([f"{int(one):02}:{int(minute):02}" for one in hour.split(",")])


def _days(day: str, month: str, weekday: str) -> str:
    if (day, month) == ("*", "*"):
        return "every day" if weekday == "*" else _weekdays(weekday)
    if weekday != "*":
        return ""
    if (step := _step(day)) and month == "*":
        return f"every {step} days"
    if (day, month) == ("1", "1"):
        return "every year"
    if day == "1" and (step := _step(month)):
        return f"every {step} months"
    return _days_of_month(day) if month == "*" else ""


def _weekdays(field: str) -> str:
    if field == "1-5":
        return "every weekday"
    if match := re.fullmatch(r"([0-6])#([1-4])", field):
        return f"on the {_NTH[int(match[2])]} {DAY_NAMES[int(match[1])]} of every month"
    if match := re.fullmatch(r"([0-6])-([0-6])", field):
        return f"{DAY_NAMES[int(match[1])]} to {DAY_NAMES[int(match[2])]}"
    if re.fullmatch(r"[0-6](,[0-6])*", field):
        numbers = sorted(map(int, field.split(",")), key=lambda n: (n - 1) % 7)
        return f"every {_listed([DAY_NAMES[number] for number in numbers])}"
    return ""


def _days_of_month(field: str) -> str:
    if field == "L":
        return "on the last day of every month"
    if not re.fullmatch(r"\d+(,\d+)*", field):
        return ""
    return f"on the {_listed([_ordinal(int(day)) for day in field.split(',')])} of every month"


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 < number < 20 else ending}"


def _step(field: str) -> str:
    match = re.fullmatch(r"\*/(\d+)", field)
    return match[1] if match else ""


def _listed(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
