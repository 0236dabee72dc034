"""Staff log in by name and password; django-axes locks out who guesses."""

from datetime import timedelta

from soniplatform.settings.environment import env

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]

AXES_HANDLER = "soniplatform.staff_logins.LoginFailures"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = env.int("SONI_LOGIN_FAILURES", default=5)
LOGIN_FAILURES_BY_ADDRESS = env.int("SONI_LOGIN_FAILURES_BY_ADDRESS", default=50)
LOGIN_FAILURES_BY_NAME = env.int("SONI_LOGIN_FAILURES_BY_NAME", default=100)
# Short: this lock keeps the account's owner out too, and many addresses are cheap for who wants just that.
LOGIN_NAME_LOCKED = timedelta(minutes=5)
AXES_COOLOFF_TIME = timedelta(minutes=env.int("SONI_LOGIN_LOCKED_MINUTES", default=15))
AXES_RESET_ON_SUCCESS = True
# Otherwise whoever goes on guessing would keep the account's owner at the same address out for ever.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_LOCKOUT_CALLABLE = "soniplatform.staff_logins.locked_out"
AXES_CLIENT_IP_CALLABLE = "soniplatform.staff_logins.address_of_login"
# Failures are deleted when they no longer count; a log of all logins with addresses would be kept for ever.
AXES_DISABLE_ACCESS_LOG = True
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "user_agent", "csrfmiddlewaretoken", "next"]
AXES_VERBOSE = False
