"""Where a text is cut."""

from hypothesis import given
from hypothesis import strategies as st

from omniforge.projects.search.passages import MOST, Piece, split_passages

SENTENCE = "The ferry to the island leaves at nine. "


def test_passages_are_split_at_headings_and_know_their_parents():
    text = "Preface\n\n# One #\n\n## Two\n\nin two\n\n# Three\n\nin three\n\n### Four\n"
    assert split_passages(text) == [
        Piece((), "Preface"),
        Piece(("One", "Two"), "in two"),
        Piece(("Three",), "in three"),
        Piece(("Three", "Four"), ""),
    ]


def test_heading_in_a_code_fence_does_not_split():
    assert split_passages("```\n# not a heading\n```\n") == [Piece((), "```\n# not a heading\n```")]


def test_empty_text_has_one_empty_passage():
    assert split_passages("") == [Piece((), "")]


def test_long_section_is_cut_between_sentences_with_overlap():
    first, second, *_ = (piece.text for piece in split_passages(SENTENCE * 60))
    assert len(first) <= 1_000 and first.endswith("nine.")
    assert second.startswith(SENTENCE) and first.endswith(SENTENCE.strip())


def test_row_of_a_table_stands_in_one_passage():
    rows = [f"| D-{number:03} | a delivery of shelves and lamps |" for number in range(60)]
    pieces = split_passages("\n".join(["| id | what |", "| --- | --- |", *rows]))
    told = [line for piece in pieces for line in piece.text.splitlines()]
    assert len(pieces) > 1 and [one for one in told if one.startswith("| D-")] == rows


def test_passages_of_a_text_of_headings_are_bounded():
    assert len(split_passages("# a\n" * 10_000)) == MOST
    assert len(split_passages("#" * 6 + " " + "#a" * 200_000)[0].headings[0]) == 200


@given(st.text(alphabet="ab.# \n`日", max_size=4_000))
def test_no_word_of_any_text_is_lost(text):
    pieces = split_passages(text)
    kept = "".join("".join(piece.headings) + piece.text for piece in pieces)
    assert set("ab日") & set(text) == set("ab日") & set(kept)
    assert all(len(piece.text) <= 1_120 for piece in pieces)


@given(st.lists(st.from_regex(r"[a-z]{1,40}", fullmatch=True), min_size=30, max_size=60))
def test_words_stay_whole_where_there_is_no_sentence_to_cut_at(words):
    pieces = split_passages(" ".join(words * 4))
    assert len(pieces) == 1 or len(pieces[0].text) <= 1_000
    assert {word for piece in pieces for word in piece.text.split()} >= set(words)
    # Only an overlap may begin within a word, and what comes after it is whole again.
    assert all(piece.text.split()[-1] in words for piece in pieces)
