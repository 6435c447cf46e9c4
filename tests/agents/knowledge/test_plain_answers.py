"""Plain answers, and which of two versions comes first."""

import pytest

from agents.knowledge.from_documents import DocumentAnswer, answer_from_documents
from intent.questions.asked import parts_of, read_question
from intent.questions.cases import fitting_cases
from intent.questions.dated_names import read_dated
from intent.questions.values import is_of_other_time
from omniforge.projects.search.sentences import sentences_of
from omniforge.projects.services import DocumentService, ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import rules_only

pytestmark = pytest.mark.django_db(transaction=True)
HARBOUR = {
    "Berths": """# Berths

Objects of the harbour museum never leave it. Ring the harbour office by nine.

The harbour master, Tilda Roe, looks after the berths.

In February there were 31 complaints about noise.

## Courses

- *Knots* (ages 8 to 11): an evening on the quay. With rope. 80 euros a class.
- *Charts* (ages 12 to 16): two evenings at the table. 95 euros a class.

## Safes

Safes are opened with a code by the clerk. Ten knots in the basin? No, three knots.

## Mooring rates

Mooring rates are those of the harbour board.
""",
    "Fees 2025": "# Fees\n\nA berth for a yacht costs 40 euros a night.",
    "Fees 2026": "# Fees\n\nA berth for a yacht costs 44 euros a night.",
    "North pier": "# North pier\n\nThe warden at the north pier is Ole Brandt.",
    "South pier": "# South pier\n\nThe warden at the south pier is Mia Falk.",
}


@pytest.fixture
async def harbour(ann: Access) -> Access:
    def fill() -> None:
        project = ProjectService(ann).create(name="Harbour").row
        for title, content in HARBOUR.items():
            DocumentService(ann).create(project.pk, title=title, content=content)

    await in_database(fill)
    return ann


async def asked(access: Access, question: str) -> DocumentAnswer:
    return await answer_from_documents(access, question, models=rules_only())


@pytest.mark.parametrize(
    "question",
    [
        "How many objects are in the harbour museum?",
        "What is the phone number of the harbour office?",
        "How much does Tilda Roe earn?",
        "How many complaints about noise were there in March?",
        "What is the password of the safes?",
        "What does a berth for a yacht at Quayhaven cost?",
        "How old is Tilda Roe?",
        "How many complaints about noise were there in May?",
        "Who leads crew D at the berths?",
    ],
)
async def test_sentence_lacking_the_asked_value_is_no_answer(harbour: Access, question: str):
    answer = await asked(harbour, question)
    assert not answer.is_found


@pytest.mark.parametrize(
    "question", ["What does a yacht at Quayhaven cost?", "What is Ole Brandt's phone number?"]
)
async def test_value_of_another_thing_is_not_quoted(harbour: Access, question: str):
    answer = await asked(harbour, question)
    assert not answer.is_found and "“" not in answer.text


async def test_question_for_rates_is_answered_without_a_number(harbour: Access):
    answer = await asked(harbour, "What are our mooring rates?")
    assert answer.is_found and "those of the harbour board" in answer.text


@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("What does the Knots course cost?", "80 euros a class", "95"),
        ("how many knots in the basin?", "No, three knots.", "clerk"),
    ],
)
async def test_quotation_holds_its_answer_alone(harbour: Access, question: str, told: str, untold: str):
    answer = await asked(harbour, question)
    assert answer.is_found and told in answer.text and untold not in answer.text


async def test_newer_document_is_quoted_first(harbour: Access):
    text = (await asked(harbour, "What does a berth for a yacht cost?")).text
    assert text.index("44 euros") < text.find("40 euros") or "40 euros" not in text


async def test_question_about_two_places_is_answered_for_each(harbour: Access):
    text = (await asked(harbour, "Who is the warden at the north pier and at the south pier?")).text
    assert "Ole Brandt" in text and "Mia Falk" in text


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("Prices 2026", "Prices 2025"),
        ("Minutes, 7 April 2026", "Minutes 3 March 2026"),
        ("Protokoll 7. Mai 2026", "Protokoll 12. März 2026"),
        ("Rules 2026-02", "Rules 2026-01-31"),
        ("Handbook v3", "Handbook version 2"),
    ],
)
def test_document_versions_are_dated_by_their_titles(newer: str, older: str):
    assert read_dated(newer).is_newer_than(read_dated(older))
    assert not read_dated(older).is_newer_than(read_dated(newer))
    assert not read_dated("Menu 2027").is_newer_than(read_dated(older))


def test_sentence_about_another_month_is_recognised():
    assert is_of_other_time("how many came in March?", "In February 31 came.")
    assert not is_of_other_time("how many came in March?", "From February to May 31 came a week.")
    assert not is_of_other_time("how many may march?", "In February 31 may march.")


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("How much does Ann Lee earn?", ("ann", "lee")),
        ("What does a parcel to zone 3 cost?", ("3",)),
        ("Who leads crew D?", ("d",)),
        ("What does it cost for 3?", ()),
        ("When does it open in May?", ()),
        ("Wann fährt der letzte Zug nach Manchester?", ()),
    ],
)
def test_names_in_a_question_are_capitals_and_numbers(question: str, names: tuple[str, ...]):
    assert read_question(question).names == names


def test_question_about_two_names_is_split():
    asked = [one.text for one in parts_of("How many berths do Rye and Lewes have?")]
    assert asked == ["How many berths do Rye have?", "How many berths do Lewes have?"]


def test_only_parallel_phrases_are_split():
    assert [one.text for one in parts_of("Who leads in Rye and in Lewes?")] == [
        "Who leads in Rye",
        "Who leads in Lewes",
    ]
    assert len(parts_of("Who leads in Rye and Lewes?")) == 1


@pytest.mark.parametrize(
    ("message", "asks"),
    [
        ("I hurt my knee. Who mends it, and when?", ["Who mends it", "when?"]),
        ("I'm ill and can't come, who do I ring?", ["I'm ill, can't come, who do I ring?"]),
        ("Two things: when is it and who comes?", ["Two things: when is it", "who comes?"]),
        (
            "how many kilns are there. how long is a firing",
            ["how many kilns are there.", "how long is a firing"],
        ),
        (
            "A buyer is here - what's the rent for a kiln and how big is the deposit?",
            ["what's the rent for a kiln", "how big is the deposit?"],
        ),
        ("who fires the kiln, and whats the glaze for", ["who fires the kiln", "whats the glaze for"]),
    ],
)
def test_statement_before_a_question_is_not_a_question(message: str, asks: list[str]):
    assert [one.text for one in parts_of(message)] == asks


async def test_unanswered_subquestion_shows_its_closest_section(harbour: Access):
    text = (await asked(harbour, "Who is the warden at the south pier, and who opens safes in a storm?")).text
    assert "Mia Falk. [1]" in text
    assert "- The closest I found on “who opens safes in a storm?”: **" in text and "(Berths › Safes)" in text


def test_price_asked_of_what_stands_before_is_the_price_of_that_thing():
    _, price = parts_of("Does the choir pay the hire deposit, and how much is it normally?")
    assert (price.words, price.key) == (("price",), "deposit")


async def test_follow_up_is_answered_beside_the_answer_before_it(ann: Access):
    def fill() -> None:
        project = ProjectService(ann).create(name="Ferry").row
        text = "A cabin may cost up to 90 euros a night. What costs more has to be approved by the mate."
        DocumentService(ann).create(project.pk, title="Cabins", content=text)

    await in_database(fill)
    question = "How much may my cabin cost per night, and who has to approve it if it costs more?"
    assert "approved by the mate. [1]" in (await asked(ann, question)).text


async def test_steps_of_a_case_are_quoted_to_their_end(ann: Access):
    text = (
        "A guest who feels faint sits down first. Give them water. Ring the porter. Note it in the book.\n\n"
        "The bar opens at six."
    )

    def fill() -> None:
        project = ProjectService(ann).create(name="Hall").row
        DocumentService(ann).create(project.pk, title="First aid", content=text)

    await in_database(fill)
    said = (await asked(ann, "What do we do if a guest feels faint?")).text
    assert "Note it in the book. [1]" in said and "bar" not in said


def test_lines_of_a_list_without_marks_stay_apart():
    listed = "Kitchen\nSoup of the day: £6\nBread, two slices: £2"
    assert sentences_of(listed) == ["Kitchen", "Soup of the day: £6", "Bread, two slices: £2"]
    wrapped = "The soup is made at nine and\nkept warm until two. Bread comes\nfrom the mill."
    assert sentences_of(wrapped) == [
        "The soup is made at nine and kept warm until two.",
        "Bread comes from the mill.",
    ]


def test_faq_question_stays_with_its_answer():
    assert sentences_of("**May I swim?** Yes. Not at night.") == ["May I swim? Yes. Not at night."]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what is a berth on the same day?", [1]),
        ("what is a berth two days ahead?", [0]),
        ("what is a berth five days ahead?", [0, 1]),
    ],
)
def test_matching_case_of_two_is_told(question: str, said: list[int]):
    cases = ["A berth booked two days ahead costs 9 euros.", "A berth booked on the same day costs 14 euros."]
    assert fitting_cases(question, cases, 0) == tuple(cases[at] for at in said)


def test_denied_condition_is_told_with_what_holds_then():
    cases = ["The visit is free if the claim is justified.", "If it isn't, the fee is due."]
    assert fitting_cases("what does a visit cost if the claim isn't justified?", cases, 0) == tuple(cases)
    assert fitting_cases("what does a visit cost if the claim is justified?", cases, 0) == tuple(cases[:1])


def test_clause_number_is_no_part_of_its_sentence():
    assert sentences_of("4.1 Only trained riders ride.\n4.2 Others walk.") == [
        "Only trained riders ride.",
        "Others walk.",
    ]


def test_case_that_is_told_stands_before_the_meaning_of_its_question():
    [asked] = parts_of("The show was scrapped because of the storm. Do I have to fill in something?")
    assert asked.in_case == "The show was scrapped because of the storm. Do I have to fill in something?"
    assert read_question("Who pays?").in_case == "Who pays?"
