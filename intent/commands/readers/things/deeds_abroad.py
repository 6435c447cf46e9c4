"""Finished actions in German and Spanish, as titles have them: 'verschicken' for 'verschickt'."""

import re

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.words import key_of

OR = "|"  # between the verbs that one form may be of: 'comer' and 'vivir' end alike
_DENIED = re.compile(
    r"[?¿]|\b(?:no|nunca|tampoco|todavía|aún|aun|todavia|nicht|kein\w*|nie|niemals|fast|casi|(?:kannst|könnt|können|darfst|kann)\s+(?:du|ihr|sie|man))\b",
    re.I,
)
_APART = "ab|an|auf|aus|bereit|durch|ein|fest|her|hin|los|mit|nach|um|vor|weg|zu|zurueck|zurück"
_INSIDE = "be|emp|ent|er|miss|ueber|unter|ver|wieder|zer|über"
_GERMAN = (
    re.compile(rf"(?P<before>{_APART})?ge(?P<stem>\w{{2,}}?)(?:e?t|en)"),
    re.compile(rf"(?P<before>{_APART})?(?P<stem>(?:{_INSIDE})\w{{2,}}?)e?t"),
    re.compile(r"(?P<before>)(?P<stem>\w{2,}ier)t"),
)
_SPANISH = (
    (re.compile(r"(?P<stem>\w{2,})ad[oa]s?"), ("ar",)),
    (re.compile(r"(?P<stem>\w{2,})(?:id|íd)[oa]s?"), ("er", "ir")),
)


@slot_type("deed_de")
def _deed_de(words: Words) -> str | None:
    """Return 'bestellen' for 'bestellt', 'abholen' for 'abgeholt'."""
    said = _only_word(words)
    if known := key_of("deed_de", said):
        return known
    found = next(filter(None, (one.fullmatch(said) for one in _GERMAN)), None)
    return f"{found['before'] or ''}{found['stem']}en" if found else None


@slot_type("deed_es")
def _deed_es(words: Words) -> str | None:
    """Return 'pagar' for 'pagado', both verbs for 'vendido'."""
    said = _only_word(words)
    if known := key_of("deed_es", said):
        return known
    for form, endings in _SPANISH:
        if found := form.fullmatch(said):
            return OR.join(f"{found['stem']}{one}" for one in endings)
    return None


def _only_word(words: Words) -> str:
    """Return the word, empty if there are several, or its message asks or denies it."""
    is_one = len(words.tokens) == 1 and not words.tokens[0].is_quoted
    return words.tokens[0].word if is_one and not _DENIED.search(words.source) else ""
