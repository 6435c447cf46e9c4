"""A person's calendar: kept here, or in a CalDAV account of theirs, and offered to others as a feed."""
