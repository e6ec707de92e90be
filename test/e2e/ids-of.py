"""Prints the ids of the loans in a file, one a line, as python's own parsers read it. Fails where it is not whole.

    python3 ids-of.py ndjson|json|xml FILE
"""
import json
import sys
from xml.etree.ElementTree import iterparse


def id_of(record):
    """In place of the record: a hundred thousand of them would fill the memory."""
    return record.get("id")


def ids_in(kind, path):
    if kind == "xml":
        for _, element in iterparse(path):
            if element.tag == "loan":
                yield element.findtext("id")
                element.clear()
        return
    with open(path, encoding="utf-8") as file:
        if kind == "json":
            yield from json.load(file, object_hook=id_of)
            return
        for line in file:
            if not line.endswith("\n"):
                raise ValueError("The last line has no end")
            yield json.loads(line, object_hook=id_of)


for one in ids_in(*sys.argv[1:]):
    print(one)
