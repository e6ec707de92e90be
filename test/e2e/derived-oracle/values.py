"""Values of records: exact numbers, times in milliseconds, days in UTC."""
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from math import floor

SECOND = 1000
HOUR = 3600 * SECOND
DAY = 24 * HOUR
YEAR = Fraction(1461, 4) * DAY
MONTH = YEAR / 12
BEHIND_AFTER = 15 * DAY

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def rounded(value):
    """Rounds half up to 4 decimals."""
    return Fraction(floor(value * 10000 + Fraction(1, 2)), 10000)


def quotient(top, bottom):
    return rounded(Fraction(top) / Fraction(bottom))


def number(value):
    """Returns an exact number, also from text; None for other values."""
    if isinstance(value, bool) or value in (None, ""):
        return None
    if isinstance(value, int):
        return value
    try:
        return Fraction(value)
    except (TypeError, ValueError):
        return None


def time(value):
    """Returns milliseconds since the epoch, or None."""
    if not value:
        return None
    return (datetime.fromisoformat(value.replace("Z", "+00:00")) - EPOCH) // timedelta(milliseconds=1)


def day(milliseconds):
    return (EPOCH + timedelta(milliseconds=milliseconds)).strftime("%Y-%m-%d")


def iso(milliseconds):
    return (EPOCH + timedelta(milliseconds=milliseconds)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
