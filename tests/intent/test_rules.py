"""The parts of the rules: words, concepts, names, the exchange, targets, entities, wording."""

import pytest

from intent.local.exchange import kind_of_reply, last_sentence, list_items, read_exchange
from intent.local.explanations import clarifying_question
from intent.local.lexicon import lexicon
from intent.local.mentions import find_mentions
from intent.local.targets import place_in_list, target_agent
from intent.text import LONGEST_READ, clip, fold, is_near, words
from intent.types import ActionType, AgentCard, Catalogue
from tests.intent.conftest import CATALOGUE
from tests.intent.dialogues import said, understood


def concepts(text):
    return {concept.name for concept in lexicon().concepts(words(text))}


def test_fold_ignores_case_and_accents():
    assert fold("Café STRASSE") == fold("cafe straße")


def test_words_splits_question_marks_emoji_and_japanese():
    assert words("Is it on? 👍 notion-reporterを実行") == [
        "is",
        "it",
        "on",
        "?",
        "👍",
        "notion",
        "reporter",
        "を実行",
    ]


@pytest.mark.parametrize(
    ("left", "right", "near"),
    [("agnet", "agent", True), ("notionreprter", "notionreporter", True), ("run", "fun", False)],
)
def test_misspelling_is_near(left, right, near):
    assert is_near(left, right) is near


def test_very_long_text_is_clipped_in_the_middle():
    text = "start " + "x" * 20_000 + " end"
    assert len(clip(text)) <= LONGEST_READ + 1
    assert words(text)[0] == "start" and words(text)[-1] == "end"


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("please set up a bot", "create"),
        ("summarising the minutes", "work"),
        ("jeden Montag", "recurring"),
        ("from now on", "from_now"),
        ("新しいエージェント", "agent"),
        ("agnets", "agent"),
        ("we waste hours by hand", "pain"),
    ],
)
def test_concepts_are_found_by_their_words(text, concept):
    assert concept in concepts(text)


def test_concepts_need_whole_words():
    assert "run" not in concepts("the trunk of the prune")


@pytest.mark.parametrize(
    ("text", "agents"),
    [
        ("run Notion Reporter", ("notion-reporter",)),
        ("notionreporter and jira overdue monitor", ("notion-reporter", "jira-overdue-monitor")),
        ("start the notion-reportr", ("notion-reporter",)),
        ("the jira one is late", ("jira-overdue-monitor",)),
        ("our notion pages", ()),
    ],
)
def test_agents_are_found_by_exact_misspelt_or_partial_name(text, agents):
    assert find_mentions(text, CATALOGUE).agents == agents


def test_exact_agent_name_beats_a_near_one():
    catalogue = Catalogue((AgentCard("sales-report-a"), AgentCard("sales-report-b")))
    assert find_mentions("run sales-report-b", catalogue).agents == ("sales-report-b",)


def test_agent_and_skill_names_become_placeholders():
    found = find_mentions("give translate-text to notion-reporter", CATALOGUE)
    assert found.words == ("give", "<skill>", "to", "<agent>")
    assert found.skills == ("translate-text",)


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("", "nothing"),
        ("I can build an agent for that. Shall I?", "offer"),
        ("Fine. How often should it run?", "slot"),
        ("Should it be weekly or daily?", "choice"),
        ("1. a\n2. b", "list"),
        ("Done. 12 rows were written.", "result"),
        ("It reads the mailbox.", "statement"),
    ],
)
def test_assistant_reply_is_classified_by_kind(reply, kind):
    assert kind_of_reply(reply) == kind


def test_last_sentence_includes_a_short_question():
    assert last_sentence("I read it. It will run daily. Okay?") == "It will run daily. Okay?"


def test_list_needs_at_least_two_items():
    assert list_items("1. one - first\n2. two") == ["one - first", "two"]
    assert list_items("1. only") == []


def test_exchange_separates_the_request_from_older_turns():
    exchange = read_exchange("yes", said("hi", "Hello!", "a bot please", "Shall I build it?"), CATALOGUE)
    assert (exchange.request.text, exchange.asked.text) == ("a bot please", "Shall I build it?")
    assert "Hello!" in exchange.older.text


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("the second one", 1),
        ("number 3", 2),
        ("2", 1),
        ("the last", -1),
        ("el segundo por favor", 1),
        ("the middle one", 1),
        ("three of them were late yesterday", None),
        ("no", None),
    ],
)
def test_list_position_is_read_from_words_and_figures(text, place):
    assert place_in_list(text) == place


@pytest.mark.parametrize(
    ("message", "turns", "target"),
    [
        (
            "and the other one?",
            ("x", "Do you mean notion-reporter or financial-analyzer?"),
            "financial-analyzer",
        ),
        ("when did it run?", ("run notion-reporter", "notion-reporter is done."), "notion-reporter"),
        ("the second one", ("x", "You have financial-analyzer and notion-reporter."), "notion-reporter"),
        ("which agents do I have?", (), None),
    ],
)
def test_target_agent_is_found_in_the_history(message, turns, target):
    history = said(*turns)
    exchange = read_exchange(message, history, CATALOGUE)
    assert target_agent(ActionType.QUERY_INFO, exchange, history, CATALOGUE) == target


@pytest.mark.parametrize("action", [ActionType.UPDATE_AGENT, ActionType.ADD_SKILL_TO_AGENT])
def test_agent_to_change_is_found_by_a_word_of_its_name(action):
    exchange = read_exchange("the financial figures come too late", (), CATALOGUE)
    assert target_agent(action, exchange, (), CATALOGUE) == "financial-analyzer"
    assert target_agent(ActionType.EXECUTE_TASK, exchange, (), CATALOGUE) is None


@pytest.mark.parametrize(
    "action", [ActionType.CREATE_AGENT, ActionType.CREATE_SKILL, ActionType.MANAGE_PLATFORM]
)
def test_creating_and_workspace_actions_have_no_target_agent(action):
    exchange = read_exchange("like notion-reporter", (), CATALOGUE)
    assert target_agent(action, exchange, (), CATALOGUE) is None


@pytest.mark.parametrize(
    ("message", "entities"),
    [
        (
            "Build an agent that posts a report to Slack every Monday",
            {"frequency": "every monday", "channel": "slack"},
        ),
        ("Pause notion-reporter until 5 pm", {"agent_name": "notion-reporter", "time": "5 pm"}),
        (
            "Give financial-analyzer translate-text",
            {"agent_name": "financial-analyzer", "skill_name": "translate-text"},
        ),
        ("create a skill named vat-check that checks numbers", {"skill_name": "vat-check"}),
        (
            "summarise may.csv as a table by tomorrow",
            {"document": "may.csv", "format": "table", "deadline": "tomorrow"},
        ),
        ("invite zoe@example.com as an admin", {"member": "zoe@example.com"}),
        ("add a risk to the Harbour project", {"project": "harbour"}),
    ],
)
async def test_entities_are_read_from_the_message(message, entities):
    assert (await understood(message)).entities.items() >= entities.items()


async def test_agent_name_is_not_a_data_source():
    assert "data_source" not in (await understood("run notion-reporter")).entities


def test_clarifying_question_names_both_readings():
    question = clarifying_question(ActionType.UPDATE_AGENT, ActionType.QUERY_INFO, "notion-reporter")
    assert question == "Shall I change how notion-reporter works, or only tell you about it?"
