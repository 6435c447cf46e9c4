"""How something repeats: rules of RFC 5545, when they come next, and how they are said."""
