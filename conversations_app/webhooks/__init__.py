"""Other systems are told what happens in a bot's conversations, as Standard Webhooks says.

What is to be told is written in the transaction in which it happens (`outbox`), fanned out to the endpoints that want
it, and sent by tasks (`delivering`), through the one door for outbound HTTP. Whatever is lost on the way, the sweeper
finds.
"""
