"""CalDAV (RFC 4791): the little of it by which events are found, written and deleted."""
