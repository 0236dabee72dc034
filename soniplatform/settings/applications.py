from soniplatform.settings.environment import BASE_DIR, env
from soniplatform.settings.plugins import SONI_DEMO

DEBUG = env.bool("DEBUG", default=False)

INSTALLED_APPS = [
    "soniplatform",
    "flows_app",
    "conversations_app",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_structlog",
    "soniplatform.apps.StaffLoginsConfig",
    "csp",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "servestatic.runserver_nostatic",
    "django.contrib.staticfiles",
]
if SONI_DEMO:
    INSTALLED_APPS += ["soniplatform.demo_bank"]

MIDDLEWARE = [
    "soniplatform.observing.pages.operator_pages",
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "soniplatform.observing.request_log.RequestLog",
    "soniplatform.body_limits.refuse_large_bodies",
    "conversations_app.api.cross_origin.cross_origin",
    "conversations_app.api.throttling.rate_limit_headers",
    "soniplatform.content_security.ContentSecurity",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "soniplatform.language_of_pages.LanguageOfPages",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
    "soniplatform.busy_pages.BusyPages",
]

ROOT_URLCONF = "soniplatform.urls"
ASGI_APPLICATION = "soniplatform.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# Languages of the admin, each with a complete catalogue; English is in the code. A bot's languages are its own.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español")]
# The templates are in no app.
LOCALE_PATHS = [BASE_DIR / "templates" / "locale"]
LANGUAGE_COOKIE_AGE = 31_536_000
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = env("TIME_ZONE", default="UTC")
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
# Served from the apps themselves: no collectstatic step stands between a change and what people see.
SERVESTATIC_USE_FINDERS = True
SERVESTATIC_AUTOREFRESH = DEBUG

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
