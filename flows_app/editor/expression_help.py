"""Names that expressions may use beside slots, explained for authors."""


def _entry(name: str, example: str, description: str) -> dict[str, str]:
    return {"name": name, "example": example, "description": description}


EXPRESSION_HELP = [
    _entry("now", "now", "The time of the message that is being answered."),
    _entry("today", "date >= today", "The day of that message, at midnight."),
    _entry("error", "error.type == 'timeout'", "What the last action that failed left: type, step and message."),
    _entry("null", "name == null", "An empty slot is null."),
    _entry("size", "size(name) > 2", "How many characters a text has, or how many items a list."),
    _entry("contains", "name.contains('a')", "Whether a text holds another."),
    _entry("startsWith", "phone.startsWith('+34')", "Whether a text begins so."),
    _entry("endsWith", "email.endsWith('.org')", "Whether a text ends so."),
    _entry("matches", "code.matches('[A-Z]{3}')", "Whether a regular expression is found in a text."),
    _entry("in", "colour in ['red', 'blue']", "Whether a list holds a value."),
    _entry("? :", "amount > 100 ? 'much' : 'little'", "One of two values."),
    _entry("&&", "amount > 0 && agreed", "Both hold."),
    _entry("||", "amount > 100 || urgent", "One of both holds, or both."),
    _entry("!", "!agreed", "The opposite."),
    _entry("string", "string(amount)", "As a text."),
    _entry("int", "int('3')", "As a whole number."),
    _entry("double", "double(count)", "As a number with a fraction."),
    _entry("timestamp", "timestamp('2026-01-01T00:00:00Z')", "A moment."),
    _entry("duration", "today + duration('24h')", "A span of time: h, m and s."),
    _entry("getDayOfWeek", "date.getDayOfWeek() == 0", "The day of the week of a moment; Sunday is 0."),
    _entry("getDate", "date.getDate()", "The day of the month of a moment."),
    _entry("getMonth", "date.getMonth() == 11", "The month of a moment; January is 0."),
    _entry("getFullYear", "date.getFullYear()", "The year of a moment."),
    _entry("getHours", "now.getHours() < 12", "The hour of a moment."),
    _entry("has", "has(order.id)", "Whether an object has a key."),
    _entry("all", "items.all(item, item > 0)", "Whether something holds for all items of a list."),
    _entry("exists", "items.exists(item, item > 0)", "Whether it holds for one of them at least."),
    _entry("exists_one", "items.exists_one(item, item > 0)", "Whether it holds for exactly one of them."),
    _entry("filter", "items.filter(item, item > 0)", "The items of a list for which it holds."),
    _entry("map", "items.map(item, item * 2)", "A list with each item as computed."),
]
