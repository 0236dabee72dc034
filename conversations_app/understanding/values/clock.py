from dataclasses import dataclass

# Nobody books for four in the morning: “at 4” is in the afternoon, “at 7” is as it is said.
_FIRST_MORNING_HOUR = 7
_PARTS = {
    "morning": ("morning", "manana", "mananita", "breakfast", "desayuno", "desayunar", "brunch"),
    "dawn": ("madrugada",),
    "noon": ("mediodia", "lunch", "almuerzo", "almorzar", "comer"),
    "afternoon": ("afternoon", "tarde"),
    "evening": ("evening", "tonight", "dinner", "supper", "cena", "cenar"),
    "night": ("night", "noche"),
}
_PART_OF_WORD = {word: part for part, words in _PARTS.items() for word in words}
_USUAL_HOUR = {"morning": 9, "dawn": 5, "noon": 13, "afternoon": 16, "evening": 19, "night": 21}


@dataclass(frozen=True)
class Clock:
    """A time of day. As long as nobody has said which half of the day is meant, it is `open`."""

    hour: int
    minute: int = 0
    open: bool = False

    def in_part(self, word: str | None) -> "Clock":
        """As “in the evening” settles it, or “pm”."""
        if not self.open or not word:
            return self
        return Clock(_hour_in(self.hour, _PART_OF_WORD.get(word, word)), self.minute)

    def settled(self) -> "Clock":
        afternoon = self.open and self.hour < _FIRST_MORNING_HOUR
        return Clock(self.hour + 12 if afternoon else self.hour, self.minute)

    def shifted(self, minutes: int) -> "Clock":
        total = (self.hour * 60 + self.minute + minutes) % (24 * 60)
        hour = total // 60
        return Clock(hour or 12 if self.open else hour, total % 60, self.open and 1 <= (hour or 12) <= 12)

    def __str__(self) -> str:
        return f"{self.hour:02}:{self.minute:02}"


def clock(hour: str, minute: str | int | None = None, half: str | None = None) -> Clock | None:
    """From digits. The half of the day is “a”, “p” or a word for a part of the day; “07” is before noon."""
    read = Clock(int(hour) % 24, int(minute or 0), open=1 <= int(hour) <= 12 and not hour.startswith("0"))
    if int(hour) > 24 or read.minute > 59:
        return None
    if half and 1 <= read.hour <= 12:
        return Clock(read.hour, read.minute, open=True).in_part(half)
    return read


def usual_time(word: str) -> Clock | None:
    """What people mean roughly by “in the evening”."""
    part = _PART_OF_WORD.get(word)
    return Clock(_USUAL_HOUR[part]) if part else None


def _hour_in(hour: int, part: str) -> int:
    if part in ("a", "dawn") or (part == "night" and hour == 12):
        return hour % 12
    if part == "morning":
        return hour
    if part == "noon":
        return hour + 12 if hour < 6 else hour
    if part == "night" and hour < 5:
        return hour
    return hour % 12 + 12
