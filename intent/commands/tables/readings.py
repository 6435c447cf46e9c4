"""What was used by two readings of each row: 'how much did each use?' of columns 'Before' and 'Now'."""

from intent.commands.tables.column_names import name_words
from intent.commands.tables.question_state import QuestionState
from intent.commands.tables.words import TableWords
from intent.commands.words import key_of


def readings_of(at_hand: TableWords) -> tuple[str, str] | None:
    """Return the columns of the newer and the older reading, if there are two that are never lower."""
    older = [one for one in at_hand.numbers if _is_of(one, "older")]
    newer = [one for one in at_hand.numbers if _is_of(one, "newer") and one not in older]
    return (newer[0], older[0]) if len(older) == len(newer) == 1 else None


def settle_readings(said: QuestionState) -> None:
    """Read 'how much did each use and who used most?' as the newer reading minus the older one."""
    pair, used = readings_of(said.at_hand), [one.word for one in said.words.tokens if _uses(one.word)]
    is_sum = said.said.get("function", "sum") == "sum"
    if pair is None or not (used and is_sum) or {*said.asked} & {*said.at_hand.numbers}:
        return
    said.said.update(sign="-", other=pair[1])
    said.unread = [one for one in said.unread if not _uses(one.lower())]
    said.deeds, said.unclear, said.anchors = [], None, said.anchors + 1
    if said.extreme:
        said.said["by"] = pair[0]
    else:
        said.asked.append(pair[0])
    said.waits = "" if said.waits == "group" else said.waits


def _uses(word: str) -> bool:
    return bool(key_of("used_up", word))


def _is_of(column: str, age: str) -> bool:
    return any(key_of("reading", word) == age for word in name_words(column))
