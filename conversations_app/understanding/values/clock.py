from dataclasses import dataclass

# Nobody books for four in the morning: “at 4” is in the afternoon, “at 7” is as it is said.
_FIRST_MORNING_HOUR = 7
_USUAL_HOUR = {"morning": 9, "dawn": 5, "noon": 13, "afternoon": 16, "evening": 19, "night": 21}


@dataclass(frozen=True)
class Clock:
    """A time of day. As long as nobody has said which half of the day is meant, it is `open`."""

    hour: int
    minute: int = 0
    open: bool = False

    def in_part(self, part: str | None) -> "Clock":
        """As “in the evening” settles it, or “pm” (“p”)."""
        return Clock(_hour_in(self.hour, part), self.minute) if self.open and part else self

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
    """From digits. The half of the day is “a”, “p” or a part of the day; “07” is before noon."""
    read = Clock(int(hour) % 24, int(minute or 0), open=1 <= int(hour) <= 12 and not hour.startswith("0"))
    if int(hour) > 24 or read.minute > 59:
        return None
    if half and 1 <= read.hour <= 12:
        return Clock(read.hour, read.minute, open=True).in_part(half)
    return read


def usual_hour(part: str) -> int:
    return _USUAL_HOUR[part]


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
