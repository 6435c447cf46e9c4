"""HTTP for every package: requests, bodies, errors, sessions, static files, OpenAPI."""
