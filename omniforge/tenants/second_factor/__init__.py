"""What is asked for beside a password: codes of an authenticator app, and recovery codes.

models · totp (RFC 6238) · recovery · services (what a person sets up and removes) · checking (a code that is
given, with its tries) · step (a sign-in whose password was right) · forms, views
"""
