PATTERNS = {
    "welcome": "Hallo! Wie kann ich helfen?",
    "cancelled": "Gut, abgebrochen.",
    "corrected": "Gut, geändert.",
    "done": "Erledigt.",
}
