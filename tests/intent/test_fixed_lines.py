"""The language of the product's lines under a model's answer."""

import pytest

from intent.sentences.fixed_lines import fixed_line, language_of


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (["The oven is booked for Friday."], "en"),
        (["Der Ofen ist für Freitag gebucht."], "de"),
        (["El horno está reservado para el viernes."], "es"),
        (["Le four est réservé pour vendredi."], "fr"),
        (["", "Ok", "Räum bitte das Lager auf"], "de"),
        (["", "OK"], "en"),
    ],
)
def test_language_of_the_first_telling_text_counts(texts: list[str], language: str):
    assert language_of(texts) == language


def test_every_line_is_said_in_every_language():
    for language in ("en", "de", "es", "fr"):
        assert "“Kiln {1}”" in fixed_line("waits", language, "“Kiln {1}”")
        assert "“Kiln”" in fixed_line("unshown", language, "“Kiln”") and fixed_line("asks", language)
