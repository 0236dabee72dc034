from tests.chaos.conftest import seed

__all__ = ["seed"]
