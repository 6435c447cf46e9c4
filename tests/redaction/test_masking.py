"""Secrets are found in any wording, and ordinary prose is unchanged."""

import string
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omniforge.redaction import MASK, contains_secret, redact
from tests.pace import slowness

PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7\nq0x8+/=\n-----END RSA PRIVATE KEY-----"

SECRETS = [
    # What somebody says, with the part of it that must never be seen again.
    ("my password is hunter2", "hunter2"),
    ("My password is banana.", "banana"),
    ("The password for the CRM is Tr0ub4dor&3, please store it", "Tr0ub4dor&3"),
    ("password: correcthorse", "correcthorse"),
    ("Password = 'correct horse battery'", "correct horse battery"),
    ("use login ann password Winter2024", "Winter2024"),
    ("pwd:s3cret!", "s3cret!"),
    ("pass: hunter22", "hunter22"),
    ("Our passwords: Summer24!", "Summer24!"),
    ("Passwort: Geheim123!", "Geheim123!"),
    ("Das Kennwort lautet Sonnenschein9", "Sonnenschein9"),
    ("Le mot de passe est Soleil2024", "Soleil2024"),
    ("mdp: soleil", "soleil"),
    ("La contraseña es Madrid99", "Madrid99"),
    ("A senha é Lisboa2024", "Lisboa2024"),
    ("Het wachtwoord is Tulp1234", "Tulp1234"),
    ("Lösenord: Elg12345", "Elg12345"),
    ("Hasło: Warszawa1", "Warszawa1"),
    ("пароль: qwerty123", "qwerty123"),
    ("パスワードは abc12345です", "abc12345"),
    ("密码:hunter2024", "hunter2024"),
    ("비밀번호: seoul2024", "seoul2024"),
    ("ŞİFRE: ankara06", "ankara06"),
    ("DB_PASSWORD=abcdef", "abcdef"),
    ('{"password": "a b c d"}', "a b c d"),
    ("--password hunter22", "hunter22"),
    ("api key: 9f8e7d6c5b4a", "9f8e7d6c5b4a"),
    ("API_KEY=plainletters", "plainletters"),
    ("client_secret = 'zzz-999'", "zzz-999"),
    ("https://example.org/x?token=abc123def", "abc123def"),
    ("the token is eX4mpl3", "eX4mpl3"),
    ("PIN: 4821", "4821"),
    ("ann@example.org:hunter22", "hunter22"),
    ("ann@example.org / hunter22", "hunter22"),
    ("postgres://ann:s3cr3t@db.example.org:5432/app", "s3cr3t"),
    ("redis://:p4ss@127.0.0.1", "p4ss"),
    ("amqp://guest:gu/est@rabbit", "gu/est"),
    ("Authorization: Bearer abc123def456ghi789", "abc123def456ghi789"),
    ("Authorization: Basic YW5uOmh1bnRlcjI0Mg==", "YW5uOmh1bnRlcjI0Mg"),
    (PEM, "MIIEpAIBAAKCAQEA7"),
    (PEM[:60], "MIIEpAIBAAKCAQEA7"),
    ("card 4111 1111 1111 1111, exp 12/29", "4111 1111 1111 1111"),
    ("card 378282246310005", "378282246310005"),
    ("5555-5555-5555-4444", "5555-5555-5555-4444"),
    ("pay to DE89 3704 0044 0532 0130 00 please", "3704 0044 0532"),
    ("IBAN GB82WEST12345698765432", "WEST12345698765432"),
    ("FR14 2004 1010 0505 0001 3M02 606", "2004 1010 0505"),
    ("sk-proj-0123456789abcdef0123", "0123456789abcdef0123"),
    ("sk-ant-api03-abcdefghijkl1234567", "abcdefghijkl1234567"),
    ("of_AbCdEfGh0123456789xyzABCDEFG", "AbCdEfGh0123456789xyzABCDEFG"),
    ("AKIAIOSFODNN7EXAMPLE", "IOSFODNN7EXAMPLE"),
    ("ghp_" + "a1" * 18, "a1a1a1a1"),
    ("github_pat_11AAAAAAA0abcdefghijkl", "11AAAAAAA0abcdefghijkl"),
    ("glpat-abcdefghij0123456789", "abcdefghij0123456789"),
    ("xoxb-123456789012-abcdefghijkl", "123456789012"),
    ("sk_live_" + "a1b2" * 6, "a1b2a1b2"),
    ("AIzaSyA-0123456789abcdefghijklmnopqrstu", "SyA-0123456789"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl", "c2lnbmF0dXJl"),
    ("hf_abcdefghijklmnopqrs1234", "abcdefghijklmnopqrs1234"),
    ("SG." + "a" * 22 + "." + "b" * 43, "bbbbbbbb"),
]

ORDINARY = [
    "Create an agent that monitors our Jira board for overdue tickets",
    "The password is wrong.",
    "I forgot my password, please reset it",
    "My password is not working",
    "Is the password required?",
    "password: required",
    "Password: ********",
    "How do I change the password for the CRM?",
    "Das Passwort ist abgelaufen.",
    "Mein Passwort ist falsch",
    "Le mot de passe est incorrect",
    "La contraseña es incorrecta.",
    "The secret is consistency.",
    "The secret of our success: good people",
    "The token is 15 minutes old",
    "Token budget: 2,000 tokens",
    "the API key is missing",
    "API key: see the vault",
    "Which API keys do we have?",
    "A key point: pass it on to Ann",
    "The key is on the table",
    "Please pin this conversation",
    "Call me at +49 30 12345678 or 555-0100",
    "Order 4111111111111112 was shipped",
    "Invoice 2026-11-21-000123456789 is overdue",
    "Turn 0192f3a4-5b6c-7d8e-9f00-112233445566 failed",
    "The deadline is 2026-11-21 09:00, budget 1 234 567 890 123 EUR",
    "See https://example.org/a/b?page=2#top and ann@example.org",
    "Write to ann@example.org: the report is late",
    "ann@example.org, Room 12",
    "git commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "a basic understanding of responsibilities",
    "He is the bearer of good news, isn't he",
    "task-management-for-remote-teams and risk-assessment-2024",
    "Run jira-overdue-monitor every morning at 9",
    "01a20a39-386e-7eaa-bc09-54048ab09eb1 is not in the search index yet: disk full",
    "Was ist der Schlüssel zum Erfolg? Geduld.",
    "パスワードを忘れました",
    "忘记密码怎么办",
    "the parola table and the clave column",
    "DE is the code of Germany, FR14 is a road",
    "Unser Team verliert jeden Montag Stunden, um Projektstände aus Notion zu sammeln.",
]


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_secret_is_found_and_masked(text, secret):
    assert contains_secret(text)
    assert secret not in redact(text)
    assert MASK in redact(text)


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_prose_is_unchanged(text):
    assert redact(text) == text
    assert not contains_secret(text)


def test_id_is_not_taken_for_a_bank_account():
    """Ids whose later parts begin as accounts of Belgium and Andorra do, with all check digits there are."""
    parts = [f"01a20a39-386e-7eaa-be{n:02d}-54048ab09eb1" for n in range(100)]
    parts += [f"01a20a39-ad{n:02d}-7eaa-8c09-54048ab09eb1" for n in range(100)]
    assert [id_ for id_ in parts if redact(id_) != id_] == []


def test_text_around_a_secret_is_kept():
    assert redact("The password for the CRM is Tr0ub4dor&3, please store it") == (
        f"The password for the CRM is {MASK}, please store it"
    )
    assert redact("postgres://ann:s3cr3t@db:5432/app") == f"postgres://{MASK}@db:5432/app"
    assert redact('{"password": "a b c d", "user": "ann"}') == f'{{"password": "{MASK}", "user": "ann"}}'


def test_adjacent_secrets_are_both_masked():
    assert redact("4111 1111 1111 1111AKIAIOSFODNN7EXAMPLE") == MASK + MASK


def test_long_secret_is_masked_whole():
    assert redact(f"password: {'a1b2' * 1000} ok") == f"password: {MASK} ok"


def test_several_secrets_are_all_masked():
    text = "password: hunter22 and card 4111111111111111, key sk-proj-0123456789abcdef0123"
    assert redact(text) == f"password: {MASK} and card {MASK}, key {MASK}"


words = st.sampled_from(
    [
        "password",
        "is",
        ":",
        "=",
        "token",
        "the",
        "ann@example.org",
        "for",
        "secret",
        "-",
        "\n",
        '"',
        "'",
        "[",
        "]",
    ]
)
secrets = st.text(string.ascii_letters + string.digits + "!$%&*+#_-", min_size=8, max_size=40).filter(
    lambda text: any(c.isdigit() for c in text) and any(c.isalpha() for c in text)
)


@settings(max_examples=100)
@given(st.one_of(st.text(max_size=200), st.lists(st.one_of(words, secrets)).map(" ".join)))
def test_masking_again_changes_nothing_and_what_is_masked_holds_no_secret(text):
    masked = redact(text)
    assert redact(masked) == masked
    assert not contains_secret(masked)
    assert (masked != text) == contains_secret(text)


@settings(max_examples=100)
@given(
    st.text(string.ascii_lowercase + " ,\n", max_size=80),
    st.sampled_from(
        ["password: ", "password is ", "Passwort: ", "mot de passe : ", "API_KEY=", "token=", "пароль: "]
    ),
    secrets,
    st.text(string.ascii_lowercase + " ,\n", max_size=80),
)
def test_a_planted_secret_never_gets_through(before, label, secret, after):
    assert secret not in redact(f"{before} {label}{secret} {after}")


@settings(max_examples=100)
@given(st.text(max_size=80), st.integers(10**14, 10**15 - 1), st.text(max_size=80))
def test_every_card_number_is_masked(before, digits, after):
    number = f"4{digits}"[:15]
    number += str(check_digit(number))
    assert number not in redact(f"{before} {number} {after}")


@pytest.mark.parametrize("text", ["{} 01", "2024 {}", "on 12-11 {} 4444"])
def test_card_number_beside_other_digits_is_masked(text):
    assert "4100000000000001" not in redact(text.format("4100000000000001"))


def check_digit(number):
    doubled = [sum(divmod(2 * int(d), 10)) if i % 2 == 0 else int(d) for i, d in enumerate(reversed(number))]
    return -sum(doubled) % 10


@pytest.mark.parametrize(
    "piece",
    [ORDINARY[0] + " ", ORDINARY[-1] + " ", "The key point: it must pass 2 checks. ", "a", "1 "],
)
def test_masking_2000_characters_takes_about_a_millisecond(piece):
    text = (piece * 2000)[:2000]
    contains_secret("the first one loads the detectors")
    assert min(_seconds(text) for _ in range(10)) < 0.003 * slowness()  # 0.5 ms on an idle machine


@pytest.mark.parametrize(
    "piece", ["x@y.zz:", "AB12 ", "password ", "token for a b c ", "-----BEGIN PRIVATE KEY-----", "://a:"]
)
def test_masking_any_message_is_fast(piece):
    assert _seconds((piece * 10_000)[:10_000]) < 0.5 * slowness()


@pytest.mark.parametrize("piece", ["/", "://"])
def test_masking_a_row_of_slashes_is_fast(piece):
    assert _seconds((piece * 40_000)[:40_000]) < 0.5 * slowness()


@pytest.mark.parametrize("token", ["npm_0123456789abcdefABCDEF", "01234567-89ab-cdef-0123-456789abcdef"])
def test_npmrc_token_is_masked_and_its_registry_kept(token):
    masked = redact(f"//registry.example.org/:_authToken={token}\n")
    assert token not in masked and "registry.example.org" in masked


def _seconds(text):
    began = time.thread_time()
    contains_secret(text)
    return time.thread_time() - began
