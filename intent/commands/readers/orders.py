"""Reads what is thought of doing: words that would be an order if they were said as one."""

from intent.commands.slot_types import Words, slot_type


@slot_type("order")
def _order(words: Words) -> str | None:
    """Return words that are an order by themselves."""
    from intent.commands.reading import read_commands  # it reads by means of this

    reading = read_commands(words.text, words.situation)
    certain = all(one.writes and one.name != "work.order" for one in reading.commands)
    return words.text if reading.is_whole and certain else None
