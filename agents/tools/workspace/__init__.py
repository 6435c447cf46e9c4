"""The workspace as agents work in it: what a name means, what was asked for, what comes in and goes out."""
