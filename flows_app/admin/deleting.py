from typing import Any

from django.http import HttpRequest

PROTECTED_SHOWN = 20


class PlainRefusals:
    """Of what can't be deleted, the page names what stands in the way. Django would say that a right is missing,
    as nobody may delete versions and conversations; and it would list every one of them.

    Put before Django's class. Nothing is deleted while anything is protected, whatever rights are needed.
    """

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        to_delete, counts, needed, protected = super().get_deleted_objects(objs, request)  # type: ignore[misc]
        if not protected:
            return to_delete, counts, needed, protected
        shown, left_out = protected[:PROTECTED_SHOWN], len(protected) - PROTECTED_SHOWN
        return to_delete, counts, set(), [*shown, f"and {left_out} more"] if left_out > 0 else shown
