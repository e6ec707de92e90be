"""What the loans of a lender are spread over, how they are repaid, and when the rest is due."""
from collections import Counter
from fractions import Fraction
from math import floor

from loans import people, schedule_of
from values import BEHIND_AFTER, day, iso, number, quotient, rounded, time

COUNTED = {"fundraising", "funded", "in_repayment", "paid", "ended_with_loss"}
OVER = 10
SECTORS = (
    "Agriculture Arts Clothing Construction Education Entertainment Food Health Housing Manufacturing "
    "Personal_Use Retail Services Transportation Wholesale"
).split()


def loans_of(documents):
    """Returns the loans, with their details, and the time of the list."""
    path = next((path for path, _, _ in documents.pages if path.startswith("/lenders/") and path.endswith("/loans")))
    details = documents.by_id("/loans/", "loans")
    loans = [{**one, **details.get(one["id"], {})} for one in documents.only(path, "loans")]
    return loans, documents.time_of("/loans")


def portfolio_of(documents, share):
    loans, now = loans_of(documents)
    counted = [one for one in loans if one["status"] in COUNTED]
    partners = documents.only("/partners", "partners")
    names = {one["id"]: one["name"] for one in partners}
    kinds = {
        "sector": lambda one: (one["sector"], one["sector"]),
        "country": lambda one: (one["location"]["country_code"], one["location"]["country"]),
        "partner": lambda one: (text(one.get("partner_id")), names.get(one.get("partner_id"))),
        "status": lambda one: (one["status"], one["status"].replace("_", " ")),
        "year": lambda one: (one["posted_date"][:4],) * 2,
        "gender": lambda one: (people(one)["majority"],) * 2,
    }
    by = {kind: groups_of(counted, of) for kind, of in kinds.items()}
    return {
        "as_of": iso(now),
        "loans": len(counted),
        "apart": {"expired": 0, "refunded": 0, **Counter(one["status"] for one in loans if one not in counted)},
        "by": by,
        "even": {kind: effective(groups) for kind, groups in by.items()},
        "over": [
            {"by": kind, **group}
            for kind in ("sector", "country", "partner")
            for group in by[kind]
            if group["key"] is not None and group["loans"] * 100 > OVER * len(counted)
        ],
        "gaps": gaps_of(counted, partners, loans),
        "repayment": {"assumes": {"dollars_per_loan": share}, **repayment_of(counted, now)},
    }


def text(value):
    return None if value is None else str(value)


def groups_of(loans, of):
    counts = Counter(of(one)[0] for one in loans)
    names = dict(of(one) for one in loans)

    def order(item):
        key, count = item
        return (-count, key is None, int(key) if key and key.isdigit() else 0, key or "")

    return [
        {"key": key, "name": names[key], "loans": count, "percent": quotient(100 * count, len(loans))}
        for key, count in sorted(counts.items(), key=order)
    ]


def effective(groups):
    total = sum(group["loans"] for group in groups)
    return rounded(1 / sum(Fraction(group["loans"], total) ** 2 for group in groups)) if groups else None


def gaps_of(counted, partners, loans):
    lent = {one["location"]["country_code"] for one in counted}
    countries = {
        country["iso_code"]: country["name"]
        for one in partners
        if one["status"] in ("active", "pilot")
        for country in one["countries"]
    }
    missing = sorted(((name, code) for code, name in countries.items() if code not in lent))
    sectors = {one["sector"] for one in counted}
    return {
        # A lender without loans needs no request for partners.
        "country": [{"key": code, "name": name} for name, code in missing] if loans else None,
        "sector": [{"key": name, "name": name} for name in map(spaced, SECTORS) if name not in sectors],
    }


def spaced(name):
    return name.replace("_", " ")


def share_repaid(loan):
    funded, paid = number(loan["funded_amount"]), number(loan.get("paid_amount"))
    return None if not funded or paid is None else min(1, max(0, Fraction(paid) / funded))


def repayment_of(loans, now):
    begun = [one for one in loans if one["status"] in ("in_repayment", "paid", "ended_with_loss")]
    shares = [(one, share_repaid(one)) for one in begun]
    known = [(one, share) for one, share in shares if share is not None]
    ended = [(one, share) for one, share in known if one["status"] != "in_repayment"]
    repaying = [one for one in begun if one["status"] == "in_repayment"]
    scheduled = [one for one in repaying if schedule_of(one) and number(one.get("paid_amount")) is not None]
    behind = sum(
        sum(amount for when, amount in schedule_of(one) if when <= now - BEHIND_AFTER) > number(one["paid_amount"])
        for one in scheduled
    )
    return {
        "repaid_percent": mean([share for _, share in known]),
        "repaid_of": len(known),
        "late": sum(one.get("delinquent") is True for one in repaying),
        "behind": None if repaying and not scheduled else behind,
        "lost": sum(one["status"] == "ended_with_loss" for one, _ in ended),
        "lost_of": len(ended),
        "lost_percent": mean([1 - share for _, share in ended]),
        "unknown": len(begun) - len(known),
    }


def mean(shares):
    return quotient(100 * sum(shares), len(shares)) if shares else None


def cents(value):
    return floor(value + Fraction(1, 2))


def borrowers_days(loan):
    """When the borrowers are to pay the field partner, in order."""
    return sorted(time(row["due_date"]) for row in (loan.get("terms") or {}).get("local_payments") or [])


def month_after(when):
    """Lenders get in the middle of a month what was paid in the month before."""
    year, month = int(day(when)[:4]), int(day(when)[5:7])
    return f"{year + month // 12}-{month % 12 + 1:02}"


def calendar_of(documents, dollars):
    """Places a share in each loan. Running sums are rounded to cents, so that all parts add up."""
    loans, now = loans_of(documents)
    share = 100 * dollars
    sums = Counter()
    months, of_month = Counter(), Counter()
    undated, unknown, overdue_loans = [], [], 0
    loans_out, due_dates_only = 0, 0
    counted = [one for one in loans if one["status"] in COUNTED]
    for loan in counted:
        status, part = loan["status"], share_repaid(loan)
        if status == "fundraising":
            sums["raising"] += share
            loans_out += 1
            continue
        if status != "funded" and part is None:
            unknown.append(str(loan["id"]))
            continue
        repaid = 0 if status == "funded" else cents(share * part)
        sums["repaid"] += repaid
        if status in ("paid", "ended_with_loss"):
            sums["lost"] += share - repaid
            continue
        schedule = schedule_of(loan)
        if schedule is None:
            sums["undated"] += share - repaid
            if share > repaid:
                undated.append(str(loan["id"]))
                loans_out += 1
            continue
        paid_on = borrowers_days(loan)
        known_days = len(paid_on) == len(schedule)
        total = sum(amount for _, amount in schedule)
        running, covered, overdue, seen = 0, repaid, 0, set()
        for place, (when, amount) in enumerate(schedule):
            running += amount
            until = cents(Fraction(share * running) / total)
            rest = max(0, until - covered)
            covered = max(covered, until)
            if when <= now - BEHIND_AFTER:
                overdue += rest
            elif rest:
                due = day(when)[:7]
                arrives = min(due, month_after(paid_on[place])) if known_days else due
                month = max(arrives, day(now)[:7])
                months[month] += rest
                seen.add(month)
        sums["overdue"] += overdue
        overdue_loans += overdue > 0
        loans_out += overdue > 0 or len(seen) > 0
        due_dates_only += len(seen) > 0 and not known_days
        of_month.update(seen)
    known = len(counted) - len(unknown)
    to_come = sums["undated"] + sum(months.values())
    if sum(sums[part] for part in ("repaid", "lost", "overdue", "raising")) + to_come != share * known:
        raise ValueError("the parts do not add up")
    in_dollars = lambda amount: Fraction(amount, 100)
    return {
        "as_of": iso(now),
        "assumes": {"dollars_per_loan": dollars},
        "loans": known,
        **{part: in_dollars(sums[part]) for part in ("repaid", "lost", "overdue", "raising")},
        "overdue_loans": overdue_loans,
        "loans_out": loans_out,
        "due_dates_only": due_dates_only,
        "to_come": in_dollars(to_come),
        "months": [
            {"month": month, "dollars": in_dollars(months[month]), "loans": of_month[month]} for month in sorted(months)
        ],
        "later": {"dollars": 0, "months": 0},
        "unscheduled": {"dollars": in_dollars(sums["undated"]), "ids": undated},
        "unknown": unknown,
    }
