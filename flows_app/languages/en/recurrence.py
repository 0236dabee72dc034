from flows_app.languages.parts import Recurrence

RECURRENCE = Recurrence(
    each="(?:every|each|per|once an?|once every|once per)(?: single)?",
    units={
        "day": "day",
        "week": "week",
        "fortnight": "fortnight|two weeks|2 weeks|other week",
        "month": "month",
        "quarter": "quarter|three months|3 months",
        "year": "year",
        "hour": "hour",
    },
    adverbs={
        "day": "daily",
        "week": "weekly",
        "fortnight": "fortnightly|biweekly",
        "month": "monthly",
        "quarter": "quarterly",
        "year": "yearly|annual(?:ly)?",
        "hour": "hourly",
    },
)
