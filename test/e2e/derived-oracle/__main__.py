"""Computes derived fields and portfolios from the service's own documents, and compares them with kiva's output.

    python3 -B derived-oracle < job.json

The job names files: {"loans": [output, trace], "lender": id, "teams": [output, trace],
"portfolios": [{"show": [output, trace], "calendar": [output, trace], "share": dollars}, …]}. Prints
{"records": {…}, "values": n, "nulls": n, "problems": […]}. It shares no code with kiva, and counts in fractions.
"""
import json
import sys

from compare import Report
from documents import Documents, read_json, read_lines
from loans import counts_of, funding, medians_of, mine, partner, people, repayment
from portfolio import calendar_of, portfolio_of
from teams import team


def check_loans(report, output, trace, lender):
    documents = Documents(trace)
    listed = documents.records("/loans/search", "loans")
    details = documents.by_id("/loans/", "loans")
    partners = documents.by_id("/partners", "partners")
    medians = medians_of(partners.values())
    own = counts_of(documents.only("/lenders/%s/loans" % lender, "loans"))
    for record in read_lines(output):
        report.count("loans")
        id = record["id"]
        # A page may have been requested again, because the list changed.
        tries = []
        for loan, now in listed[id]:
            detail = details[id]
            expected = {
                "funding": funding({**loan, "funded_date": detail.get("funded_date")}, now),
                "repayment": repayment(detail, now),
                "people": people(detail),
                "partner": partner(partners.get(loan.get("partner_id")), loan, now, medians),
                "mine": mine(loan, own),
            }
            tries.append(report.compare_groups("loan %s" % id, record["derived"], expected))
        report.add_best(tries)


def check_teams(report, output, trace):
    listed = Documents(trace).records("/teams/search", "teams")
    for record in read_lines(output):
        report.count("teams")
        tries = [
            report.compare_groups("team %s" % record["id"], record["derived"], {"team": team(document, now)})
            for document, now in listed[record["id"]]
        ]
        report.add_best(tries)


def check_portfolio(report, show, calendar, share):
    for (output, trace), compute in ((show, portfolio_of), (calendar, calendar_of)):
        report.count("portfolios")
        found = read_json(output)
        documents = Documents(trace)
        report.add(compare_portfolio(found, compute(documents, share)))


def compare_portfolio(found, expected):
    name = found["lender"]["lender_id"]
    differences = [
        "%s: %s is %s, expected %s" % (name, key, found.get(key, "missing"), value)
        for key, value in expected.items()
        if found.get(key, "missing") != value
    ]
    unexpected = [key for key in found if key not in expected and key != "lender"]
    return len(expected), 0, differences + ["%s: %s is unexpected" % (name, key) for key in unexpected]


def main():
    job = json.load(sys.stdin)
    report = Report()
    check_loans(report, *job["loans"], job["lender"])
    check_teams(report, *job["teams"])
    for one in job["portfolios"]:
        check_portfolio(report, one["show"], one["calendar"], one["share"])
    print(json.dumps(report.result()))


main()
