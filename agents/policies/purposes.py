"""What our tools are for, in words for people. Their descriptions are for models."""

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop

PURPOSES: Mapping[str, str] = {
    "calculate": gettext_noop("Calculate, convert units and work out dates"),
    "calendar": gettext_noop("Read and change a person's own calendar"),
    "calendar.create": gettext_noop("Add events to the calendar"),
    "calendar.update": gettext_noop("Move and change events"),
    "calendar.delete": gettext_noop("Delete events"),
    "change": gettext_noop("Change projects and what is in them"),
    "change.create": gettext_noop("Create projects, documents, tasks and other things in projects"),
    "change.update": gettext_noop("Change things in projects"),
    "change.move": gettext_noop("Move documents"),
    "change.delete": gettext_noop("Move things of projects to the trash"),
    "change.restore": gettext_noop("Restore things from the trash"),
    "change.link": gettext_noop("Link things in projects"),
    "change.unlink": gettext_noop("Remove links between things in projects"),
    "delegate": gettext_noop("Work on several parts at the same time"),
    "edit_document": gettext_noop("Edit the text of a document"),
    "export": gettext_noop("Give a link to download a project or a skill"),
    "find_tools": gettext_noop("Find more of these tools"),
    "get_document_metadata": gettext_noop("Read the titles and descriptions of documents"),
    "list": gettext_noop("List and count things, with state, assignee, due date and priority"),
    "manage_members": gettext_noop("Create an invitation link, or change a member's role"),
    "query_tables": gettext_noop("Query tables and files with SQL"),
    "read": gettext_noop("Read documents, files, tasks, agents and conversations"),
    "read_source": gettext_noop("Say what is new in a feed, a watched page, a mailbox or files"),
    "remember": gettext_noop("Remember a fact or wish of a person, or forget one"),
    "run_agent": gettext_noop("Run an agent"),
    "save_agent": gettext_noop("Create and change agents"),
    "save_skill": gettext_noop("Create, change and delete skills"),
    "search": gettext_noop("Search documents, work items, conversations, files and runs"),
    "send_message": gettext_noop("Post to a web hook, or email one person"),
    "skill_library": gettext_noop("Install skills from the library"),
    "todo": gettext_noop("Show the plan of long work and its progress"),
    "undo": gettext_noop("Undo what the last answer changed in projects"),
    "versions": gettext_noop("List versions of an agent or a skill, and restore one"),
    "web_search": gettext_noop("Search the web"),
    "web_visit": gettext_noop("Read a web page or a PDF"),
    "workspace_settings": gettext_noop("Read and change the workspace's name, time zone and retention"),
    "write_file": gettext_noop("Write files to download: Excel, Word, CSV and text"),
}


def tool_in_words(tool: str) -> str:
    """Return what a tool does, for people who don't know its name."""
    return purpose_of(tool, f"Tool {tool.replace('_', ' ')} of a connected server")


def purpose_of(tool: str, description: str) -> str:
    """Return a tool's purpose, for an MCP server's tool, the server's description."""
    return gettext(PURPOSES[tool]) if tool in PURPOSES else description
