"""HTTP for every package: requests, bodies, error answers, sessions, static files, OpenAPI."""
