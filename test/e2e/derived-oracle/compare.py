"""Compares records and counts what was compared."""
from collections import Counter


class Report:
    def __init__(self):
        self.records = Counter()
        self.values = 0
        self.nulls = 0
        self.problems = []

    def count(self, kind):
        self.records[kind] += 1

    def compare_groups(self, name, derived, expected):
        """Returns the number of values, of nulls, and the differences. Each null needs a reason, and no other value has one."""
        differences = []
        values = nulls = 0
        reasons = dict(derived["why"])
        for group, fields in expected.items():
            found = derived.get(group, {})
            for field, value in fields.items():
                values += 1
                nulls += value is None
                if field not in found or found[field] != value or isinstance(found[field], bool) != isinstance(value, bool):
                    differences.append("%s: %s.%s is %s, expected %s" % (name, group, field, found.get(field, "missing"), value))
                reason = reasons.pop("%s.%s" % (group, field), None)
                if (reason is None) != (value is not None):
                    differences.append("%s: the reason of %s.%s is %s" % (name, group, field, reason))
            for field in found:
                if field not in fields:
                    differences.append("%s: %s.%s is unexpected" % (name, group, field))
        differences += ["%s: a reason for %s" % (name, path) for path in reasons]
        return values, nulls, differences

    def add_best(self, tries):
        """Adds the result with the fewest differences: kiva printed one of the versions of the record."""
        self.add(min(tries, key=lambda result: len(result[2])))

    def add(self, result):
        values, nulls, differences = result
        self.values += values
        self.nulls += nulls
        self.problems += differences

    def result(self):
        return {
            "records": self.records,
            "values": self.values,
            "nulls": self.nulls,
            "problems": self.problems[:20],
        }
