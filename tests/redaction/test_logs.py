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


def test_the_line_and_its_arguments(log):
    log.warning("key %s", SECRET)
    assert log.written().strip() == f"key {MASK}"


def test_arguments_by_name_and_objects(log):
    log.warning("%(who)s sent %(what)r", {"who": "ann", "what": {"password": "hunter22"}})
    assert log.written().strip() == f"ann sent {{'password': '{MASK}'}}"


def test_a_secret_that_only_format_and_argument_make_together(log):
    log.warning("password=%s", "letters")
    assert log.written().strip() == f"password={MASK}"


def test_the_traceback(log):
    try:
        raise ValueError(f"bad key {SECRET}")
    except ValueError:
        log.exception("failed")
    assert "ValueError: bad key " + MASK in log.written()
    assert SECRET not in log.written()


def test_the_stack(log):
    log.warning("here", stack_info=True)
    assert "Stack (most recent call last)" in log.written()


def test_extra_fields(log):
    log.warning("note", extra={"note": f"key {SECRET}", "number": 7})
    assert log.written().strip() == f"note key {MASK}"


def test_arguments_that_do_not_fit_raise_nothing_and_are_not_shown(log, capsys):
    log.warning("no place for it", SECRET)
    assert log.written().strip() == "no place for it (its arguments do not fit)"
    assert capsys.readouterr().err == ""


def test_a_line_without_secrets_is_as_it_was(log):
    log.warning("turn %s took %d ms", "0192f3a4", 12)
    assert log.written().strip() == "turn 0192f3a4 took 12 ms"


def test_the_sites_own_log_settings_use_it(settings):
    handlers = settings.LOGGING["handlers"].values()
    assert all("redact" in handler["filters"] for handler in handlers)
