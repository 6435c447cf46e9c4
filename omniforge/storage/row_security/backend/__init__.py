"""A Django backend for PostgreSQL whose statements see only the rows that the context may see."""
