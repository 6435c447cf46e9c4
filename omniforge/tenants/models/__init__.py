"""Ownership: every row of the site belongs to a Tenant. People belong to it through a Membership."""

from omniforge.tenants.models.audit import AuditEntry, AuditHead
from omniforge.tenants.models.keys import ApiKey, AuditKey, EncryptionCanary
from omniforge.tenants.models.language_models import ModelChoice, ModelConnection, UsageRecord
from omniforge.tenants.models.people import (
    BrowserSession,
    Invitation,
    Membership,
    Role,
    Tenant,
    User,
    UserManager,
)
from omniforge.tenants.oidc.models import IssuerAccount
from omniforge.tenants.second_factor.models import AuthenticatorApp, Passkey, RecoveryCode

__all__ = [
    "ApiKey",
    "AuditEntry",
    "AuditHead",
    "AuditKey",
    "AuthenticatorApp",
    "BrowserSession",
    "EncryptionCanary",
    "Invitation",
    "IssuerAccount",
    "Membership",
    "ModelChoice",
    "ModelConnection",
    "Passkey",
    "RecoveryCode",
    "Role",
    "Tenant",
    "UsageRecord",
    "User",
    "UserManager",
]
