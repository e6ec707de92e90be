"""The derived fields of teams."""
from values import MONTH, number, quotient, time


def team(record, now):
    members = number(record["member_count"])
    age = now - time(record["team_since"])
    return {
        "loans_per_member": quotient(number(record["loan_count"]), members) if members else None,
        "dollars_per_member": quotient(number(record["loaned_amount"]), members) if members else None,
        "members_per_month": quotient(members * MONTH, age) if age > 0 else None,
    }
