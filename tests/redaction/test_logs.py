"""No log handler writes a secret."""

import io
import logging

import pytest

from omniforge.redaction import MASK, RedactingFilter

SECRET = "sk-proj-0123456789abcdef0123"


@pytest.fixture
def log():
    """A logger whose one handler has the filter, and what it wrote."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(message)s %(note)s", defaults={"note": ""}))
    handler.addFilter(RedactingFilter())
    logger = logging.Logger("test")
    logger.addHandler(handler)
    logger.written = stream.getvalue
    return logger


def test_secret_in_log_arguments_is_masked(log):
    log.warning("key %s", SECRET)
    assert log.written().strip() == f"key {MASK}"


def test_secret_in_named_log_arguments_is_masked(log):
    log.warning("%(who)s sent %(what)r", {"who": "ann", "what": {"password": "hunter22"}})
    assert log.written().strip() == f"ann sent {{'password': '{MASK}'}}"


def test_secret_formed_by_format_and_argument_is_masked(log):
    log.warning("password=%s", "letters")
    assert log.written().strip() == f"password={MASK}"


def test_secret_in_a_traceback_is_masked(log):
    try:
        raise ValueError(f"bad key {SECRET}")
    except ValueError:
        log.exception("failed")
    assert "ValueError: bad key " + MASK in log.written()
    assert SECRET not in log.written()


def test_log_keeps_the_stack(log):
    log.warning("here", stack_info=True)
    assert "Stack (most recent call last)" in log.written()


def test_secret_in_extra_fields_is_masked(log):
    log.warning("note", extra={"note": f"key {SECRET}", "number": 7})
    assert log.written().strip() == f"note key {MASK}"


def test_mismatched_log_arguments_are_hidden_without_an_error(log, capsys):
    log.warning("no place for it", SECRET)
    assert log.written().strip() == "no place for it (its arguments do not fit)"
    assert capsys.readouterr().err == ""


def test_log_line_without_secrets_is_unchanged(log):
    log.warning("turn %s took %d ms", "0192f3a4", 12)
    assert log.written().strip() == "turn 0192f3a4 took 12 ms"


def test_site_log_handlers_redact(settings):
    handlers = settings.LOGGING["handlers"].values()
    assert handlers and all("redact" in handler["filters"] for handler in handlers)
