"""What everybody may do, as it is meant to be. Written by hand: an operation without a row fails the tests.

| cell | means |
| --- | --- |
| ok | it is done, with the status in “gives” |
| scope | 403, the scope or the right to this is missing |
| right | 403, staff without the right to this |
| post | 403, staff are not the user |
| gone | 404, as if it did not exist, with the code in “absent” |
| key | 401, this bot is not public: a key is needed |
| who | 401, who is not recognised gets nothing |

The bots here are not public: of how their widget looks, nobody learns anything.

The columns are `credentials.HOLDERS`; “nobody” is everyone in `credentials.STRANGERS`.
“other_key” has every scope, for another bot; “other_token” is another conversation's of the same bot.
“author” stands for every role that reads and does not talk to users.
"""

from dataclasses import dataclass

_TABLE = """
operation             gives absent                 nobody bare  inspect commands manage erase webhooks other_key token other_token viewer author agent root  other_staff staff_of_nothing
GET openapi-json      200   -                      ok     ok    ok      ok       ok     ok    ok       ok        ok    ok          ok     ok     ok    ok    ok          ok
GET openapi-yaml      200   -                      ok     ok    ok      ok       ok     ok    ok       ok        ok    ok          ok     ok     ok    ok    ok          ok
GET api-docs          200   -                      ok     ok    ok      ok       ok     ok    ok       ok        ok    ok          ok     ok     ok    ok    ok          ok

GET bots              200   -                      who    ok    ok      ok       ok     ok    ok       ok        ok    ok          ok     ok     ok    ok    ok          ok
GET bot               200   bot_not_found          who    ok    ok      ok       ok     ok    ok       gone      gone  gone        ok     ok     ok    ok    gone        gone
GET bot-versions      200   bot_not_found          who    ok    ok      ok       ok     ok    ok       gone      gone  gone        ok     ok     ok    ok    gone        gone

GET bot-widget        200   bot_not_found          gone   gone  gone    gone     gone   gone  gone     gone      gone  gone        gone   gone   gone  gone  gone        gone

GET conversations     200   -                      who    scope scope   scope    ok     scope scope    ok        scope scope       scope  scope  ok    ok    ok          scope
POST conversations    201   bot_not_found          key    ok    ok      ok       ok     ok    ok       gone      key   key         key    key    key   key   key         key
GET conversation      200   conversation_not_found who    ok    ok      ok       ok     ok    ok       gone      ok    gone        ok     ok     ok    ok    gone        gone
DELETE conversation   204   conversation_not_found who    scope scope   scope    scope  ok    scope    gone      scope gone        scope  scope  scope ok    gone        gone
GET messages          200   conversation_not_found who    ok    ok      ok       ok     ok    ok       gone      ok    gone        ok     ok     ok    ok    gone        gone
POST messages         202   conversation_not_found who    ok    ok      ok       ok     ok    ok       gone      ok    gone        post   post   post  post  gone        gone
POST messages+wait    200   conversation_not_found who    ok    ok      ok       ok     ok    ok       gone      ok    gone        post   post   post  post  gone        gone
POST messages+command 202   conversation_not_found who    scope scope   ok       scope  scope scope    gone      scope gone        post   post   post  post  gone        gone
GET events            200   conversation_not_found who    ok    ok      ok       ok     ok    ok       gone      ok    gone        ok     ok     ok    ok    gone        gone
POST ticket           201   conversation_not_found who    ok    ok      ok       ok     ok    ok       gone      ok    gone        post   post   post  post  gone        gone
POST close            200   conversation_not_found who    ok    ok      ok       ok     ok    ok       gone      ok    gone        right  right  ok    ok    gone        gone
POST handoff          200   conversation_not_found who    scope scope   scope    ok     scope scope    gone      scope gone        scope  scope  ok    ok    gone        gone
POST handback         200   conversation_not_found who    scope scope   scope    ok     scope scope    gone      scope gone        scope  scope  ok    ok    gone        gone
POST replies          201   conversation_not_found who    scope scope   scope    ok     scope scope    gone      scope gone        scope  scope  ok    ok    gone        gone
POST typing           204   conversation_not_found who    scope scope   scope    ok     scope scope    gone      scope gone        scope  scope  ok    ok    gone        gone
POST rating           200   conversation_not_found who    ok    ok      ok       ok     ok    ok       gone      ok    gone        post   post   post  post  gone        gone
GET export            200   conversation_not_found who    scope scope   scope    ok     scope scope    gone      ok    gone        scope  scope  ok    ok    gone        gone
GET turns             200   conversation_not_found who    scope ok      scope    scope  scope scope    gone      scope gone        ok     ok     ok    ok    gone        gone
GET turn              200   conversation_not_found who    scope ok      scope    scope  scope scope    gone      scope gone        ok     ok     ok    ok    gone        gone

GET webhooks          200   -                      who    scope scope   scope    scope  scope ok       ok        scope scope       scope  scope  scope ok    scope       scope
POST webhooks         201   bot_not_found          who    scope scope   scope    scope  scope ok       gone      scope scope       scope  scope  scope ok    scope       scope
GET webhook           200   endpoint_not_found     who    scope scope   scope    scope  scope ok       gone      scope scope       scope  scope  scope ok    scope       scope
PATCH webhook         200   endpoint_not_found     who    scope scope   scope    scope  scope ok       gone      scope scope       scope  scope  scope ok    scope       scope
DELETE webhook        204   endpoint_not_found     who    scope scope   scope    scope  scope ok       gone      scope scope       scope  scope  scope ok    scope       scope
POST webhook-rotate   200   endpoint_not_found     who    scope scope   scope    scope  scope ok       gone      scope scope       scope  scope  scope ok    scope       scope
POST webhook-test     200   endpoint_not_found     who    scope scope   scope    scope  scope ok       gone      scope scope       scope  scope  scope ok    scope       scope
GET webhook-deliveries 200  endpoint_not_found     who    scope scope   scope    scope  scope ok       gone      scope scope       scope  scope  scope ok    scope       scope
POST webhook-resend   202   endpoint_not_found     who    scope scope   scope    scope  scope ok       gone      scope scope       scope  scope  scope ok    scope       scope
"""  # noqa: E501

_REFUSALS = {
    "scope": "403 scope_missing",
    "right": "403 permission_denied",
    "post": "403 staff_cannot_post",
    "key": "401 credential_required",
}

# The one address that takes a ticket.
TAKES_TICKETS = "GET events"


@dataclass(frozen=True)
class Row:
    method: str
    # Of the address, in the urlconf.
    name: str
    # Which of several things one can ask of it.
    variant: str
    gives: str
    absent: str
    cells: dict[str, str]

    @property
    def operation(self) -> str:
        return f"{self.method} {self.name}"

    @property
    def is_safe(self) -> bool:
        return self.method == "GET"

    @property
    def is_open(self) -> bool:
        """To everybody: there is nothing to learn."""
        return self.cells["nobody"] == "ok"

    def expected(self, holder: str) -> str:
        cell = self.cells[holder]
        if cell == "ok":
            return self.gives
        return f"404 {self.absent}" if cell == "gone" else _REFUSALS[cell]

    def expected_of_stranger(self, code: str) -> str:
        """Somebody whose credential is no good hears so; somebody without any, what is needed here. Where nobody is
        asked who they are, a credential makes no difference."""
        if self.cells["nobody"] in ("ok", "gone"):
            return self.expected("nobody")
        return _REFUSALS["key"] if self.cells["nobody"] == "key" and code == "not_authenticated" else f"401 {code}"

    def expected_unproved(self) -> str:
        """Of root, without a proof that it is root who asks."""
        if self.is_safe:
            return self.expected("root")
        # A visitor of a public bot may be logged in to the admin too: there the session is passed over.
        return _REFUSALS["key"] if self.operation == "POST conversations" else "403 csrf_failed"

    def tells_nothing(self, outcome: str) -> bool:
        """Whether who gets this outcome may not even know that the thing exists. Who may open a conversation does."""
        may_know = self.absent == "conversation_not_found" and outcome.startswith("403") and "csrf" not in outcome
        return self.absent != "-" and outcome != self.gives and not may_know


def _row(line: str, columns: list[str]) -> tuple[str, Row]:
    method, called, gives, absent, *cells = line.split()
    name, _, variant = called.partition("+")
    return f"{method} {called}", Row(method, name, variant, gives, absent, dict(zip(columns, cells, strict=True)))


def _rows() -> dict[str, Row]:
    header, *lines = [line for line in _TABLE.splitlines() if line]
    return dict(_row(line, header.split()[3:]) for line in lines)


ROWS = _rows()
