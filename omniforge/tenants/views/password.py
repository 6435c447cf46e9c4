"""The pages for a forgotten password: request a reset link, and choose a new password."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import gettext

from omniforge.tenants.account_tries import know_browser
from omniforge.tenants.forms import ForgotPasswordForm, NewPasswordForm
from omniforge.tenants.mail import is_mail_set_up
from omniforge.tenants.notices import mail_change_notice
from omniforge.tenants.password_reset import ask_for_reset
from omniforge.tenants.views.base import ServiceFormView


class ForgotPassword(ServiceFormView):
    """Requests a reset link. Without a mail server the page says who can help."""

    form_class = ForgotPasswordForm
    template_name = "tenants/forgot_password.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(has_mail=is_mail_set_up(), **kwargs)

    def act(self, **fields: Any) -> HttpResponse:
        if is_mail_set_up():
            ask_for_reset(self.request, **fields)
        return self.render_to_response(self.get_context_data(sent_to=fields["email"]))


class ChoosePassword(PasswordResetConfirmView):
    """Django's view: it moves the token from the URL into the session, and each token works once."""

    form_class = NewPasswordForm  # type: ignore[assignment]
    template_name = "tenants/choose_password.html"
    success_url = reverse_lazy("sign-in")

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        return super().render_to_response(context, status=200 if self.validlink else 404, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        mail_change_notice(form.person, "account.password_reset", self.request)
        self.request.session.flush()  # its row is deleted too, if it was this person's
        messages.success(self.request, gettext("Password changed. Sign in with your new password."))
        know_browser(response, form.person, for_password_alone=True)  # strangers can't lock them out
        return response
