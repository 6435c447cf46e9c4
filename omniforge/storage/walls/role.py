"""The role that sees one workspace: of its own for each database, as roles belong to the whole server."""

_LONGEST = 63  # what PostgreSQL keeps of a name


def role_of(database: str) -> str:
    return f"{database[: _LONGEST - 9]}_confined"
