"""The second factor: authenticator app, passkeys and recovery codes.

models · totp (RFC 6238) · recovery · services (set-up and removal) · checking (a code
with limited attempts) · step (a sign-in between password and code) · forms, views
"""
