"""Secrets recognisable by a preceding label: 'my password is ...', 'Passwort: ...', 'API_KEY=...'.

People mention passwords far more often than they write one down, so the text after the label must look like
one. How much it must depends on how clearly the words in between announce a value.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

_PASSWORD = (
    r"password|passwd|pass ?phrase|passcode|(?<![^\W_])pwd|passwort|kennwort|mot de passe|(?<![^\W_])mdp|"
    r"contraseña|contrasena|senha|palavra-passe|wachtwoord|lösenord|adgangskode|passord|hasło|heslo|şifre|"
    r"salasana|jelszó|пароль|パスワード|密码|密碼|비밀번호|كلمة المرور|पासवर्ड"
)
_KEY = (
    r"secret|token|(?:api|access|secret|private|license|encryption|account)[ _-]?key|clave|parola|"
    r"zugangscode|(?<![^\W_])(?:pass|pin(?:[ -]?code)?)"
)
_LABEL = re.compile(rf"(?:(?P<password>{_PASSWORD})|{_KEY})s?(?:[_-]\w+)?(?![a-zà-ÿа-я0-9])")
_ABOUT = (
    r"(?:\s+(?:for|of|to|on|from|für|zu|von|pour|de|du|para|per|van|för|для|от)(?:\s+[\w.@'-]{1,64}){1,4}?)?"
)
_ANNOUNCEMENT = re.compile(
    rf"(?P<assigned>[\"'`\])]*\s*(?:=>|:=|==?)\s*)|"
    rf"(?P<listed>{_ABOUT}[\"'`*\])]*\s*(?:[:：→]|->)[\s*]*)|"
    rf"(?P<said>{_ABOUT}(?:\s*(?:は|是|为|為|[—–])\s*|\s+(?:is|was|ist|lautet|est|es|è|é|är|er|on|jest|je)\s+))|"
    rf"(?P<bare>\s+)"
)
_JUDGED = 512  # characters, a longer value is judged by these
_VALUE = re.compile(rf"\"[^\"\n]{{4,}}\"|'[^'\n]{{4,}}'|`[^`\n]{{4,}}`|\S{{4,{_JUDGED}}}")
_REST = re.compile(r"\S*")
_LOGIN = re.compile(r"(?<![\w.+:/-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[\w-]{2,63}\s*[:/|]\s*")
_CLAUSE_END = re.compile(r"[.,;:!?)\]}\"'`]*(?:\s*$|\n|(?<=[.,;!?])\s)")
_BLOT = re.compile(r"[*•xX._#?-]+")
_OFTEN_SAID = """
required optional missing wrong incorrect correct invalid valid expired reset changed empty none null
unknown secret weak strong short long different same gone safe unsafe stolen leaked compromised forgotten
mandatory hidden encrypted hashed please true false here there below above attached this that what
something nothing anything needed stored shared blocked rejected accepted disabled enabled working broken
protected yours mine back easy hard late ready useless undefined falsch richtig ungültig abgelaufen
vergessen nötig erforderlich unbekannt sicher unsicher geändert gesperrt hier incorrecta correcta
incorrecto correcto inválida caducada obligatoria necesaria segura invalide expiré oublié requis
obligatoire faux incorreta errada errata scaduta sbagliata verkeerd verlopen
"""
_ORDINARY = frozenset(_OFTEN_SAID.split())


def labelled_secrets(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of values labelled as a password, key, token or PIN."""
    folded = text.replace("İ", "I").lower()  # Its lower case has two letters; offsets must match.
    for label in _LABEL.finditer(folded):
        announcement = _ANNOUNCEMENT.match(folded, label.end())
        if announcement and announcement.lastgroup:
            is_password = label["password"] is not None
            yield from _value_at(text, announcement.end(), announcement.lastgroup, is_password=is_password)
    for login in _LOGIN.finditer(text) if "@" in text else ():
        yield from _value_at(text, login.end(), "bare", is_password=True)


def _value_at(text: str, start: int, announced: str, *, is_password: bool) -> Iterator[tuple[int, int]]:
    match = _VALUE.match(text, start)
    if match is None:
        return
    value = match[0].rstrip(".,;:)]}\"'`").lstrip("\"'`([{")
    if len(value) < 4 or _is_ordinary(value):
        return
    ends_clause = _CLAUSE_END.match(text, start + match[0].index(value) + len(value)) is not None
    if _is_secret(value, announced, is_password=is_password, ends_clause=ends_clause):
        begin = start + match[0].index(value)
        rest = _REST.match(text, begin + len(value)) if len(match[0]) >= _JUDGED else None
        yield begin, rest.end() if rest else begin + len(value)


def _is_ordinary(value: str) -> bool:
    """True for words after 'password' in prose and forms, and for masks."""
    is_link = value.startswith(("http://", "https://"))
    return is_link or value.casefold() in _ORDINARY or _BLOT.fullmatch(value) is not None


def _is_secret(value: str, announced: str, *, is_password: bool, ends_clause: bool) -> bool:
    if announced == "assigned" or (announced == "listed" and is_password):
        return True
    if announced == "bare":
        return is_password and len(value) >= 7 and _has_digit(value) and not value.isdigit()
    return _looks_random(value) or (announced == "said" and is_password and ends_clause)


def _looks_random(value: str) -> bool:
    """True for letters mixed with digits, punctuation or capitals, unlike most words."""
    mixed_case = any(b.isupper() and a.islower() for a, b in pairwise(value))
    return mixed_case or _has_digit(value) or any(sign in value for sign in "!@#$%^&*_+=~|\\")


def _has_digit(value: str) -> bool:
    return any(letter.isdigit() for letter in value)
