# Unlike the tests of the API, these have rows of their own, which go after each.
from pytest_django.fixtures import _django_db_helper

from tests.conftest import _threads_share_the_transaction

__all__ = ["_django_db_helper", "_threads_share_the_transaction"]
