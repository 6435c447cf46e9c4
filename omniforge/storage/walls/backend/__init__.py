"""Django's backend for PostgreSQL, whose statements see what the context may see."""
