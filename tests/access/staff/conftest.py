# Unlike the tests of the API, these have rows of their own, which go after each.
from pytest_django.fixtures import _django_db_helper  # noqa: F401
