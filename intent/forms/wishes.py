"""Reads the wish for an agent with a chore just described: 'each week I copy … Could something do that?'"""

from collections.abc import Sequence
from datetime import date

from intent.commands.grammar.phrases import words_in
from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.words import at_start, is_within, key_of
from intent.data_files import pattern
from intent.forms.leisure import is_leisure
from intent.forms.purpose import agent_named, from_wish
from intent.forms.schedules import find_when
from intent.forms.verbs import bare_verb, plain_gerund, plain_verb
from intent.slots import find_times
from intent.slots.recurrence import remove_recurrence
from intent.slots.systems import outside_systems
from omniforge.projects.search.sentences import sentences_of

_BUILT = pattern("work_wished", "built")
_ANY_DAY = date(2000, 1, 3)  # any day will do to find words for a recurrence
_LONGEST = 24  # words of the wish itself
_LONGEST_WISH = 400  # characters
_LOST = 9  # words between the loss and the activity
_NO_DOING = (
    *("morning", "evening", "during", "something", "everything", "nothing", "anything", "bring", "spring"),
)
_SIGHED = 6  # tokens of a sigh after a chore, with its comma
_OTHERS = 5  # words between a person and their chore


def find_chore_order(message: str) -> str:
    """Return an order for an agent with the chore that a message describes before wishing for one, or ''.

    A recurrence is only used with a day or time: 'every week' is when it is done by hand.
    """
    if order := _order_behind_chore(message):
        return order
    tokens = tokenize(message)
    start = _wish(tokens)
    lost = _time_lost(tokens[:start])
    chore = lost or _chore(tokens[:start])
    if not chore or is_leisure(words_in(chore)):
        return ""
    told = f"{_plainly(chore[0])}{message[chore[0].end : chore[-1].end]}"
    before = message[: tokens[start].start]
    when = find_when(before, _ANY_DAY)
    is_work = bool(lost and (plain_verb(lost[0].word) or outside_systems(told)))
    signs = (at_start("chore_sign", words_in(tokens[at:start]))[1] for at in range(start))
    if when is None and not is_work and not any(signs):
        return ""
    if when and ("BYDAY" in when.rrule or find_times(before)):
        found = find_when(told, _ANY_DAY)
        told = f"{remove_recurrence(told, found) if found else told}, {when.words}"
    return f"create an agent to {told}"


def _order_behind_chore(message: str) -> str:
    """Return an order for the agent that a last sentence asks for with its work, behind a chore it is for."""
    *chore, wish = sentences_of(message) or [""]
    found = _BUILT.match(wish)
    tells = any(_time_lost(tokens) or _chore(tokens) for tokens in map(tokenize, chore))
    return f"create an agent {found['link']} {found['work'].rstrip(' .?!')}" if found and tells else ""


def find_news_order(message: str) -> str:
    """Return an order for an agent that reports what somebody wants to know regularly, else empty.

    As for a chore, a recurrence is only used with a time: otherwise the schedule is asked for.
    """
    text = " ".join(message.split())
    found, told = find_when(text, _ANY_DAY), from_wish(text)
    if not (found and told.startswith("tell ")) or at_start("asks_to_know", words_in(tokenize(text)))[1]:
        return ""
    start, end, timed = min(found.spans)[0], max(found.spans)[1], bool(find_times(text))
    behind = text[end:].lstrip(" ,")
    if not (start == 0 or timed or told.endswith(behind.strip(" ,;:.?!") or " ")):
        return ""
    return f"create an agent to {told}{f', {found.words}' if timed else ''}"


def asks_for_agent(message: str) -> bool:
    """Return whether a message only asks for an agent, however long it is: that is no text to work on."""
    is_short = len(message) <= _LONGEST_WISH and "\n" not in message.strip()
    return is_short and bool(agent_named(message) or find_chore_order(message) or find_news_order(message))


def _wish(tokens: Sequence[Token]) -> int:
    """Return the index of the last sentence, if it wishes for something that does 'it', else 0."""
    ends = [at for at, one in enumerate(tokens[:-1]) if one.ends_sentence or one.word == ","]
    for start in (at + 1 for at in reversed(ends)):
        said = words_in(tokens[start:])
        if len(said) > _LONGEST:
            return 0
        builds = [at for at in range(len(said)) if at_start("builds_something", said[at:])[1]]
        does = [at for at in range(len(said)) if at_start("does_it", said[at:])[1]]
        if is_within("automates_it", said):
            return start
        if does and (at_start("asks_you", said)[1] or (builds and builds[0] < does[-1])):
            return start
    return 0


def _chore(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return what people say they do: the words after the last 'I', 'we' or 'someone'."""
    for at in range(len(tokens) - 1, -1, -1):
        who, size = at_start("doer", words_in(tokens[at:]))
        if not size or (at and key_of("no_doer", tokens[at - 1].word)):
            continue
        first = at + size if who == "says" else _verb_of_others(tokens, at + size)
        while size := at_start("doer_adverb", words_in(tokens[first:]))[1]:
            first += size
        if first < len(tokens) and not key_of("no_chore", tokens[first].word) and not tokens[first].is_mark:
            return _without_sighs(_until_end(tokens[first:]))
    return _done_by_name(tokens)


def _done_by_name(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return what a named or described person does: 'each morning Tom checks the log'."""
    for at in range(1, len(tokens) - 1):
        who = tokens[at - 1]
        is_thing = bool(key_of("article", who.word) or key_of("no_doer", who.word) or who.is_mark)
        if _is_done(tokens, at) and not is_thing and not key_of("no_chore", bare_verb(tokens[at].word)):
            return _without_sighs(_until_end(tokens[at:]))
    return ()


def _is_done(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a word is a third-person verb: 'checks', 'opens the', 'goes through'."""
    word, following = tokens[at].word, tokens[at + 1].word
    if plain_verb(word) not in ("", word) and not _is_doing(tokens[at]):
        return True
    return word.endswith("s") and not word.endswith("ss") and bool(key_of("behind_verb", following))


def _without_sighs(chore: Sequence[Token]) -> Sequence[Token]:
    """Return a chore without its effect on people: '…, an hour gone'."""
    commas = [at for at, one in enumerate(chore) if one.word in (",", "-", "–", "—")]
    if not commas or len(chore) - commas[-1] > _SIGHED:
        return chore
    sighs = any(key_of("chore_sighs", one.word) for one in chore[commas[-1] :])
    return _without_sighs(chore[: commas[-1]]) if sighs else chore


def _time_lost(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the activity that somebody loses time with: 'an hour goes into copying …'."""
    for at in range(len(tokens)):
        size = at_start("time_lost", words_in(tokens[at:]))[1]
        behind = range(at + size, min(at + size + _LOST, len(tokens) - 1))
        verbs = [one for one in behind if _is_doing(tokens[one]) or tokens[one - 1].word == "to"]
        if size and verbs and not key_of("no_chore", tokens[verbs[0]].word):
            return _until_end(tokens[verbs[0] :])
        if size and tokens[0].word.endswith("ing"):
            return _until_end(tokens[:at])
    return ()


def _is_doing(token: Token) -> bool:
    return token.word.endswith("ing") and token.word not in _NO_DOING


def _verb_of_others(tokens: Sequence[Token], start: int) -> int:
    """Return where the activity of others begins, after the words for them: 'the office has to …'."""
    for at in range(start, min(start + _OTHERS, len(tokens) - 1)):
        word = tokens[at].word
        if (at == start and plain_verb(word)) or _is_done(tokens, at):
            return at
        if at_start("doer_adverb", words_in(tokens[at:]))[1]:
            return at
    return len(tokens)


def _plainly(verb: Token) -> str:
    """Return a verb without its ending. 'process' has none."""
    return plain_gerund(verb.word) if _is_doing(verb) else bare_verb(verb.text)


def _until_end(tokens: Sequence[Token]) -> Sequence[Token]:
    end = next((at for at, one in enumerate(tokens) if one.ends_sentence), len(tokens))
    while end and tokens[end - 1].is_mark:
        end -= 1
    return tokens[:end]
