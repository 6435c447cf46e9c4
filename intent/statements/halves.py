"""A sentence's parts: two facts, or a fact and how it came: 'at 3, the office moved it'."""

import re

_NAME = r"[A-ZÀ-Þ][\w-]+(?: [A-ZÀ-Þ][\w-]+)*"
_IS = "(?:is|are|was|were|has)"
_BOTH = re.compile(
    rf"(?P<lead>.*?)\b(?P<whose>{_NAME}['’]s) (?P<first>[^,;]{{2,60}}? {_IS} [^,;]{{1,80}}?),? and "
    rf"(?P<own>her|his|its|their) (?P<second>[\w ]{{2,40}}?(?: {_IS}|['’]s) \S.*)"
)
_DOES = (
    r"(?:['’]s| (?:is|are|was|were|has|have|can|do|does|likes?|wants?|prefers?|needs?|works?|\w+n['’]?t)\b)"
)
_TWO = re.compile(
    rf"(?P<first>(?:.* )?{_NAME}{_DOES} .+?)(?:,? and|[,;]) "
    rf"(?P<second>{_NAME}{_DOES} (?!.*\b(?:her|his|its|their|she|he|it|they|them)\b).+)"
)
_AFTERTHOUGHT = re.compile(
    r"(?P<fact>.+), (?:(?:as|since|because) )?(?:we|they|he|she|i|(?:the|our|my) [\w-]+|[A-ZÀ-Þ][\w-]+)"
    r"(?: [\w'’-]+){1,2} (?:it|that|them|this|us|me)(?: [a-z]+){0,2}",
    re.I,
)
_WHO = r"(?:they|he|she|the [\w-]+|[A-ZÀ-Þ][\w'’-]+)(?: have| has|['’]ve|['’]s)?(?: just)?"
_SOURCE = re.compile(
    rf"(?P<value>.*\d[\w:.]*)(?: now)?,? {_WHO} "
    r"(?:told|said|rang|wrote|called|changed|phoned|moved|emailed)\b[^.?!;]{0,40}[.!]*",
    re.I,
)
_AT_END = re.compile(r" (?:at|in) the (?:end|middle|beginning|start)(?=,? (?:and )?not\b)", re.I)
_TOLD = re.compile(rf"(?P<who>(?i:our|my|the) .{{2,60}}?) (?:is|are)(?: called)? (?P<name>{_NAME})")
_OWN = re.compile(r"(?:her|his|its|their) (?P<rest>.+)", re.I)


def with_owner(fact: str, sentence: str) -> str:
    """Return 'our baker Jo Tell's deputy is …' for 'her deputy is …' right after 'our baker is Jo Tell'."""
    told, own = _TOLD.fullmatch(fact.strip(" .")), _OWN.fullmatch(sentence.strip())
    return f"{told['who']} {told['name']}'s {own['rest']}" if told and own else sentence


def without_afterthought(sentence: str) -> str:
    """Return a sentence without how it came to be so: 'the van holds 16, we measured it again'."""
    found = _AFTERTHOUGHT.fullmatch(sentence.strip(" .!"))
    return found["fact"] if found else sentence


def halves_of(sentence: str) -> tuple[str, ...]:
    """Return a sentence's two facts separately, each with its subject: one may be forgotten."""
    if two := _TWO.fullmatch(sentence.strip()):
        return two["first"], two["second"]
    both = _BOTH.fullmatch(sentence.strip())
    if both is None:
        return (sentence,)
    lead, whose = both["lead"], both["whose"]
    return (f"{lead}{whose} {both['first']}", f"{lead}{whose} {both['second']}")


def without_source(message: str) -> str:
    """Return a correction without its source: 'it's 3 now, they told me', '22 at the end, not 21'."""
    bare = _AT_END.sub("", message.strip())
    found = _SOURCE.fullmatch(bare)
    return found["value"] if found else bare
