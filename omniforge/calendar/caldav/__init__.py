"""CalDAV (RFC 4791): only the requests that find, write and delete events."""
