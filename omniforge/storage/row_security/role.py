"""The role for one workspace's rows: one per database, since roles are global to a server."""

_LONGEST = 63  # PostgreSQL truncates longer names


def role_of(database: str) -> str:
    return f"{database[: _LONGEST - 9]}_confined"
