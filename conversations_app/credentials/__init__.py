"""Credentials: each opens a conversation for somebody.

| credential | stands for | where it travels |
| --- | --- | --- |
| API key | another system, for one bot, with scopes | `Authorization: Api-Key …` |
| conversation token | the end user of one conversation | `Authorization: Bearer …` |
| ticket | the same end user, once, for a moment | the socket's address; no other credential is ever in one |
| session | a member of staff, with their rights by bot | the admin's cookie, from this platform's own pages |
"""

from conversations_app.credentials.refusal import BadCredential
from conversations_app.credentials.tickets import issue_ticket, redeem_ticket
from conversations_app.credentials.tokens import issue_token, read_token

__all__ = ["BadCredential", "issue_ticket", "issue_token", "read_token", "redeem_ticket"]
