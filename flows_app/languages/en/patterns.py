"""Patterns in English: texts that a bot says by itself."""

PATTERNS = {
    "welcome": "Hello! How can I help you?",
    "goodbye": "Goodbye!",
    "not_understood": "Sorry, I didn't understand that.",
    "cannot_do": "Sorry, I can't do that.",
    "chitchat": "I'm only a bot, but I'm glad to help.",
    "clarification": "What I need to know: {description}",
    "clarification_choices": "You can choose: {choices}.",
    "clarification_confirm": "I go on only if you agree. Please answer yes or no.",
    "clarification_plain": "It's the next thing I need to go on.",
    "nothing_to_clarify": "I haven't asked anything. What can I do for you?",
    "which_flow": "What would you like to do?",
    "corrected": "Okay, I've changed that.",
    "already_done": "That has already been done; I can't change it any more.",
    "cancelled": "Okay, cancelled.",
    "nothing_to_cancel": "There is nothing to cancel.",
    "resumed": "Let's go on where we were.",
    "too_many_flows": "Let's finish what we have begun first.",
    "no_longer_offered": "That choice is no longer on offer.",
    "not_seen": "Please look at this first.",
    "no_progress": "We don't seem to get any further. Would you like to talk to a person?",
    "offer_cancel": "Cancel",
    "offer_person": "Talk to a person",
    "handed_off": "I'm handing you over to a person. They will answer here.",
    "handed_back": "You are talking to the bot again.",
    "session_expired": "You were away for a while, so we start afresh.",
    "done": "Done.",
    "failed": "Sorry, that did not work. Nothing more was done.",
    "outcome_unknown": "Sorry, I can't tell whether that was done. Please check before you try again.",
    "partly_done": (
        "Sorry, something went wrong on our side after part of this was done. Please check before you try again."
    ),
    "stepped_back": (
        "Sorry, I have lost the last part of our conversation. What was done stays done. Please say it again."
    ),
    "started_afresh": "Sorry, I have lost track of our conversation, so we start afresh. What was done stays done.",
    "error": "Sorry, something went wrong on our side. Please try again.",
}
