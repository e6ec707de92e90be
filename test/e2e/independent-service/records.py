"""Records with the fields that the live service sends. Each is made from its id alone."""
from typing import Any, Dict

NAMES = ["Amina", "Đặng", "José Luis", "นงลักษณ์", "Grace's Group", "Ana & María", "Олена", "مريم"]
SECTORS = ["Agriculture", "Arts", "Food", "Personal Use", "Retail", "Transportation"]
COUNTRIES = [("KE", "Kenya"), ("VN", "Viet Nam"), ("EC", "Ecuador"), ("TH", "Thailand"), ("UA", "Ukraine")]


def loan_listing(loan: int) -> Dict[str, Any]:
    code, country = COUNTRIES[loan % 5]
    amount = 25 * (1 + loan % 80)
    return {
        "id": loan,
        "name": NAMES[loan % 8],
        "description": {"languages": ["en"]},
        "status": "fundraising",
        "funded_amount": amount * (loan % 4) / 4,
        "basket_amount": 0,
        "image": {"id": loan + 1000000, "template_id": 1},
        "activity": "Farming",
        "sector": SECTORS[loan % 6],
        "use": "to buy \"seed\" <and> fertiliser\r\nfor the long rains",
        "location": {"country_code": code, "country": country, "geo": {"level": "town", "pairs": "0.5 36.1", "type": "point"}},
        "partner_id": 100 + loan % 60,
        "posted_date": "2026-01-%02dT%02d:%02d:00Z" % (1 + loan % 28, loan % 24, loan % 60),
        "loan_amount": amount,
        "borrower_count": 1,
        "tags": [],
    }


def brief_loan(loan: int) -> Dict[str, Any]:
    """The service omits keys without a value, and old records lack newer fields: this is a minimal record."""
    return {"id": loan, "name": NAMES[loan % 8], "status": "fundraising", "loan_amount": 25 * (1 + loan % 80)}


def loan_detail(loan: int) -> Dict[str, Any]:
    listed = loan_listing(loan)
    del listed["borrower_count"]
    return {
        **listed,
        "description": {"languages": ["en"], "texts": {"en": "A story.<br />It goes on."}},
        "borrowers": [{"first_name": listed["name"], "last_name": "", "gender": "F", "pictured": True}],
        "terms": {"repayment_term": 14, "loan_amount": listed["loan_amount"], "scheduled_payments": []},
        "journal_totals": {"entries": 0, "bulkEntries": 0},
    }


def lender_listing(number: int) -> Dict[str, Any]:
    """Every seventh lender is anonymous and has no id."""
    if number % 7 == 0:
        return {"name": "Anonymous", "image": {"id": 726677, "template_id": 1}}
    return lender_named("lender%d" % number)


def lender_named(lender: str) -> Dict[str, Any]:
    return {"lender_id": lender, "name": lender.title(), "uid": lender, "country_code": "US", "whereabouts": ""}


def partner_listing(number: int) -> Dict[str, Any]:
    return {
        "id": number,
        "name": "Partner %d" % number,
        "status": "active",
        "rating": "3.5",
        "start_date": "2006-05-01T00:00:00Z",
        "countries": [{"iso_code": "KE", "region": "Africa", "name": "Kenya"}],
        "delinquency_rate": 0.25,
        "loans_posted": 12 * number,
    }
