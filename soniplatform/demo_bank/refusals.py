from enum import StrEnum

from flows_app.registry import ActionError


class Reason(StrEnum):
    """Why the bank does not do something. The flows look at these words."""

    NOT_ENOUGH_MONEY = "not_enough_money"
    OVER_LIMIT = "over_limit"
    UNKNOWN_PAYEE = "unknown_payee"
    BAD_AMOUNT = "bad_amount"
    ALREADY_PAID = "already_paid"
    IN_THE_PAST = "in_the_past"


class Refused(ActionError):
    """Nothing was changed."""

    def __init__(self, reason: Reason):
        super().__init__(reason.value)
        self.reason = reason
