"""The documents of the service in a trace (HAR), with the time of each response. Numbers are exact fractions."""
import json
from collections import defaultdict
from email.utils import parsedate_to_datetime
from fractions import Fraction


def parse(text):
    return json.loads(text, parse_float=Fraction)


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return parse(file.read())


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return [parse(line) for line in file]


class Documents:
    """The responses of one run, by path."""

    def __init__(self, trace):
        with open(trace, encoding="utf-8") as file:
            entries = json.load(file)["log"]["entries"]
        self.pages = []
        for entry in entries:
            path = entry["request"]["url"].split("?")[0].split("/v1", 1)[1]
            dates = [one["value"] for one in entry["response"]["headers"] if one["name"].lower() == "date"]
            now = int(parsedate_to_datetime(dates[0]).timestamp()) * 1000
            self.pages.append((path.rsplit(".json", 1)[0], parse(entry["response"]["content"]["text"]), now))

    def lists(self, prefix, key):
        """Yields the records and the time of each response whose path begins so."""
        for path, document, now in self.pages:
            if path.startswith(prefix) and key in document:
                yield document[key], now

    def records(self, prefix, key):
        """Returns the records with their times, by id. A list that was read again has several."""
        found = defaultdict(list)
        for records, now in self.lists(prefix, key):
            for record in records:
                found[record["id"]].append((record, now))
        return found

    def by_id(self, prefix, key):
        return {id: versions[-1][0] for id, versions in self.details(prefix, key).items()}

    def details(self, prefix, key):
        """Like records, without the search that has the same beginning."""
        found = defaultdict(list)
        for path, document, now in self.pages:
            if path.startswith(prefix) and not path.startswith("/loans/search") and key in document:
                for record in document[key]:
                    found[record["id"]].append((record, now))
        return found

    def only(self, path, key):
        """Returns the records of a list, each once."""
        found = {}
        for records, _ in self.lists(path, key):
            for record in records:
                found[record["id"]] = record
        return list(found.values())

    def time_of(self, ending):
        """Returns the time of the first response whose path ends so."""
        return next(now for path, _, now in self.pages if path.endswith(ending))
