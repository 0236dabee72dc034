"""Tells other systems what happens in a bot's conversations, as Standard Webhooks says.

Events are written in the transaction in which they happen (`outbox`), fanned out to the endpoints that want them, and
sent by tasks (`delivering`), through the one door for outbound HTTP. The sweeper finds those that are lost on the way.
"""
