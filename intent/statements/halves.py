"""Two facts about one thing in a sentence: 'Ida's number is 412 and her dog is called Rex'."""

import re

_NAME = r"[A-ZÀ-Þ][\w-]+(?: [A-ZÀ-Þ][\w-]+)*"
_IS = "(?:is|are|was|were|has)"
_BOTH = re.compile(
    rf"(?P<lead>.*?)\b(?P<whose>{_NAME}['’]s) (?P<first>[^,;]{{2,60}}? {_IS} [^,;]{{1,80}}?),? and "
    rf"(?P<own>her|his|its|their) (?P<second>[\w ]{{2,40}}?(?: {_IS}|['’]s) \S.*)"
)


def halves_of(sentence: str) -> tuple[str, ...]:
    """Return a sentence's facts about one thing separately, each with its subject: one may be forgotten."""
    both = _BOTH.fullmatch(sentence.strip())
    if both is None:
        return (sentence,)
    lead, whose = both["lead"], both["whose"]
    return (f"{lead}{whose} {both['first']}", f"{lead}{whose} {both['second']}")
