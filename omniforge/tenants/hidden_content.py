"""Audit pages that hide what people wrote: reading it requires a reason and is itself recorded."""

from abc import abstractmethod
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from omniforge.errors import InvalidInput
from omniforge.tenants.access import Access
from omniforge.tenants.audit_admin import AuditAdmin
from omniforge.tenants.models import User
from omniforge.tenants.oversight import access_of_overseer
from omniforge.tenants.row_names import name_of


class ReasonForm(forms.Form):
    """Why somebody wants to read what another person wrote."""

    reason = forms.CharField(label="Reason", widget=forms.Textarea({"rows": 3, "cols": 60}))


class HiddenContentAdmin(AuditAdmin):
    """Rows with a link to their content."""

    content_template = ""

    @abstractmethod
    def read(self, access: Access, row: Any, reason: str) -> Any:
        """Return the content of a row, and record who read it."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.content_view)
        return [path("<uuid:row_id>/content/", view, name=self._view_name), *super().get_urls()]

    def content_view(self, request: HttpRequest, row_id: UUID) -> HttpResponse:
        """Ask for a reason. With one, show the text."""
        row = self.get_queryset(request).filter(pk=row_id).first()
        if row is None:
            raise Http404
        form = ReasonForm(request.POST or None)
        content = self._content(request, row, form) if form.is_valid() else None
        context = {**self.admin_site.each_context(request), "row": row, "form": form, "content": content}
        return render(request, self.content_template, context | {"title": name_of(row)})

    @admin.display(description="content")
    def content_link(self, row: Any) -> SafeString:
        address = reverse(f"admin:{self._view_name}", args=[row.pk])
        return format_html('<a href="{}" title="Read it for a reason">hidden</a>', address)

    @property
    def _view_name(self) -> str:
        return f"{self.model._meta.model_name}-content"

    def _content(self, request: HttpRequest, row: Any, form: ReasonForm) -> Any:
        assert isinstance(request.user, User)  # the admin site admits nobody else
        access = access_of_overseer(request.user, row.tenant_id)
        try:
            return self.read(access, row, form.cleaned_data["reason"])
        except InvalidInput as refusal:
            form.add_error("reason", refusal.message)
            return None
