"""Search quality, measured on a handbook that never changes."""

import pytest

from tests.projects.search.questions import QUESTIONS, recalls, store_documents

pytestmark = pytest.mark.django_db(transaction=True)


def test_word_search_recall_of_questions_is_high(ann, launch):
    store_documents(ann, launch.pk)
    assert len(QUESTIONS) == 40
    assert recalls(ann)[3] >= 0.97  # measured: 1.0
