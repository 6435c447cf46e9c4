"""An agent's work names the project that its request names elsewhere."""

from datetime import UTC, datetime

import pytest

from intent.commands import Situation
from intent.forms.own_work import STANDING
from intent.forms.project_named import in_project
from intent.forms.projects_of_work import for_each_project
from intent.forms.purpose import read_purpose, strip_opening

_HERE = Situation(
    datetime(2026, 11, 20, 10, 0, tzinfo=UTC), projects=("Barn conversion", "Glasshouse"), scope=STANDING
)
REQUESTS = [
    ("The tasks of the Barn conversion lie around. I want an agent that lists the open ones with no "
     "assignee, Fridays at 16:00", "list the open tasks with no assignee in Barn conversion"),
    ("please make an agent for the Glasshouse: every Tuesday at 9:40 it tells me what is overdue there",
     "tell me what is overdue in Glasshouse"),
    ("an agent for Glasshouse: each Monday at 8 it lists the open tasks",
     "list the open tasks in Glasshouse"),
    ("We forget things in the Glasshouse. Make an agent that shows what is due this week in it, Mondays at 9",
     "show what is due this week in Glasshouse"),
    ("create an agent that lists the open tasks of the Glasshouse", "list the open tasks of the Glasshouse"),
    ("The Glasshouse leaks. I want an agent that watches seed prices", "watch seed prices"),
    ("Barn conversion and Glasshouse are late. I want an agent that lists the open tasks",
     "list the open tasks"),
]  # fmt: skip


@pytest.mark.parametrize(("request_said", "purpose"), REQUESTS)
def test_purpose_includes_the_project_of_the_request(request_said: str, purpose: str):
    assert in_project(read_purpose(request_said), request_said, _HERE) == purpose


def test_opening_with_a_project_adds_it_to_the_purpose():
    said = "The Glasshouse: an agent please that tells me each Friday at 3pm which tasks are overdue"
    assert in_project(strip_opening(said), said, _HERE).endswith("overdue in Glasshouse")


@pytest.mark.parametrize(
    ("work", "told"),
    [
        ("list open tasks of Barn and Orchard", "list open tasks of Barn and list open tasks of Orchard"),
        ("list open tasks of Hill and the barn", "list open tasks of Hill farm and list open tasks of Barn"),
        ("list what is late in Barn conversion", "list what is late in Barn conversion"),
        (
            "list tasks of Barn, Orchard that are late",
            "list tasks of Barn that are late and list tasks of Orchard that are late",
        ),
    ],
)
def test_work_for_several_projects_is_told_for_each(work: str, told: str):
    projects = ("Barn", "Orchard", "Hill farm", "Barn conversion")
    assert for_each_project(work, projects) == told
