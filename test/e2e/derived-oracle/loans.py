"""The derived fields of loans, one function for each group."""
from collections import Counter
from fractions import Fraction
from statistics import median

from values import BEHIND_AFTER, DAY, HOUR, YEAR, day, number, quotient, rounded, time

ENDED = {"funded", "in_repayment", "paid", "ended_with_loss", "expired", "refunded"}


def funding(loan, now):
    asked, raised = number(loan["loan_amount"]), number(loan["funded_amount"])
    basket = number(loan.get("basket_amount"))
    posted, end = time(loan["posted_date"]), time(loan.get("planned_expiration_date"))
    left = max(0, asked - raised)
    unreserved = None if basket is None else max(0, left - basket)
    fields = dict.fromkeys(
        ["hours_left", "left", "left_unreserved", "pace", "needed", "ratio", "projected", "short", "outlook"]
    )
    fields.update(left=left, left_unreserved=unreserved)
    if loan["status"] != "fundraising":
        funded = time(loan.get("funded_date"))
        fields["days_to_fund"] = None if funded is None else quotient(funded - posted, DAY)
    if loan["status"] in ENDED or (end is not None and end <= now):
        return {**fields, "outlook": "over"}
    passed = now - posted
    pace = Fraction(raised) / passed
    fields["pace"] = rounded(pace * HOUR)
    is_early = passed < DAY or raised == 0
    outlook = "full" if left == 0 else "no_end" if end is None else "too_early" if is_early else None
    if end is None:
        return {**fields, "outlook": outlook}
    remaining = end - now
    short = max(0, left - pace * remaining)
    fields.update(
        hours_left=quotient(remaining, HOUR),
        needed=quotient(left * HOUR, remaining),
        outlook=outlook or ("on_track" if short == 0 else "short"),
    )
    if outlook != "too_early" and raised > 0:
        fields["ratio"] = quotient(Fraction(left) / remaining, pace)
    if outlook != "too_early":
        fields["projected"] = rounded(min(100, 100 * (raised + pace * remaining) / asked))
        fields["short"] = rounded(short)
    return fields


def schedule_of(loan):
    """Returns [(time, amount)] in order; None if nothing is due: what raised no money has no half."""
    rows = (loan.get("terms") or {}).get("scheduled_payments") or []
    dated = sorted((time(row["due_date"]), number(row["amount"])) for row in rows)
    return dated if sum(amount for _, amount in dated) > 0 else None


def reached(rows, percent, total):
    """Returns the first day at whose end the running sum has this share of the total."""
    by_day = Counter()
    for when, amount in rows:
        by_day[when // DAY] += amount
    running = 0
    for number_of_day, amount in sorted(by_day.items()):
        running += amount
        if running * 100 >= percent * total:
            return day(number_of_day * DAY)
    return None


def repayment(loan, now):
    schedule = schedule_of(loan)
    payments = sorted((time(row["settlement_date"]), number(row["amount"])) for row in loan.get("payments") or [])
    funded, paid = number(loan["funded_amount"]), number(loan.get("paid_amount"))
    fields = {}
    total = sum(amount for _, amount in schedule or [])
    for name, percent in (("half", 50), ("three_quarters", 75), ("all", 100)):
        fields[name + "_due"] = reached(schedule, percent, total) if schedule else None
        fields[name + "_repaid"] = reached(payments, percent, total) if schedule else None
    fields["behind"] = None
    if schedule and paid is not None and loan["status"] == "in_repayment":
        fields["behind"] = max(0, sum(amount for when, amount in schedule if when <= now - BEHIND_AFTER) - paid)
    if schedule and paid is not None and loan["status"] == "paid":
        fields["behind"] = 0
    fields["late"] = loan["status"] == "in_repayment" and loan.get("delinquent") is True
    is_lost = loan["status"] == "ended_with_loss" and paid is not None
    fields["lost"] = max(0, funded - paid) if is_lost else None
    fields["exchange_loss"] = number(loan.get("currency_exchange_loss_amount"))
    fields["term"] = loan["terms"]["repayment_term"]
    return fields


def people(loan):
    genders = [one["gender"] for one in loan["borrowers"]]
    women = genders.count("F")
    if women + genders.count("M") != len(genders) or not genders:
        raise ValueError("loan %s has borrowers of unknown gender" % loan["id"])
    majority = "female" if 2 * women > len(genders) else "male" if 2 * women < len(genders) else "mixed"
    return {"women": quotient(women, len(genders)), "majority": majority}


RATES = ("delinquency_rate", "default_rate", "loans_at_risk_rate")


def medians_of(partners):
    """Returns the median of each rate among the active partners."""
    active = [record for record in partners if record["status"] == "active"]
    known = {rate: [number(record.get(rate)) for record in active] for rate in RATES}
    return {
        rate + "_median": rounded(Fraction(median(value for value in values if value is not None)))
        if any(value is not None for value in values)
        else None
        for rate, values in known.items()
    }


def partner(record, loan, now, medians):
    if record is None:
        names = ("id", "name", "status", "years", "rating") + RATES + tuple(medians)
        return dict.fromkeys(names, None) | {"id": loan.get("partner_id")}
    rating = number(record.get("rating"))
    return {
        "id": loan["partner_id"],
        "name": record["name"],
        "status": record["status"],
        "years": quotient(now - time(record["start_date"]), YEAR),
        "rating": rating if rating is not None and 0 < rating <= 5 else None,
        **{rate: number(record.get(rate)) for rate in RATES},
        **medians,
    }


KEYS = {
    "in_country": lambda one: one["location"]["country_code"],
    "in_sector": lambda one: one["sector"],
    "in_partner": lambda one: one.get("partner_id"),
}


def counts_of(own):
    """Returns the ids of the lender's loans, and for each key the number of those that a portfolio counts."""
    counted = [one for one in own if one["status"] not in ("expired", "refunded")]
    return {one["id"] for one in own}, {field: Counter(map(key, counted)) for field, key in KEYS.items()}


def mine(loan, own):
    ids, counts = own
    fields = {field: counts[field][key(loan)] for field, key in KEYS.items()}
    if loan.get("partner_id") is None:
        fields["in_partner"] = None
    lent = loan["id"] in ids
    return {"lent": lent, **fields, "why": "lent already" if lent else why(loan, fields)}


def why(loan, fields):
    nth = fields["in_country"] + 1
    ending = "th" if nth // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(nth % 10, "th")
    country = loan["location"]["country"]
    parts = ["your %s%s in %s" % (f"{nth:,}", ending, country if len(country) <= 18 else "its country")]
    if fields["in_sector"] == 0:
        parts.append("new sector")
    elif fields["in_partner"] == 0:
        parts.append("new partner")
    return " · ".join(parts)
