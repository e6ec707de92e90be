"""Prints the ids of the loans in a file, one per line, with Python's own parsers.

Fails if the file is incomplete.

    python3 ids-of.py ndjson|json|xml|csv|tsv|yaml|geojson FILE
"""
import csv
import json
import sys
from xml.etree.ElementTree import iterparse


def id_of(record):
    """Replaces a record by its id: a hundred thousand records would fill the memory."""
    return record.get("id")


def ids_in(kind, path):
    if kind == "xml":
        for _, element in iterparse(path):
            if element.tag == "loan":
                yield element.findtext("id")
                element.clear()
        return
    with open(path, encoding="utf-8", newline="") as file:
        if kind == "csv":
            yield from (row["id"] for row in csv.DictReader(file, strict=True))
            return
        if kind == "tsv":
            header = next(file).split("\t")
            yield from (line.split("\t")[header.index("id")] for line in file)
            return
        if kind == "yaml":
            yield from (line.split()[1] for line in file if line.startswith("id: "))
            return
        if kind == "geojson":
            yield from (one["properties"]["id"] for one in json.load(file)["features"])
            return
        if kind == "json":
            yield from json.load(file, object_hook=id_of)
            return
        for line in file:
            if not line.endswith("\n"):
                raise ValueError("The last line has no end")
            yield json.loads(line, object_hook=id_of)


for one in ids_in(*sys.argv[1:]):
    print(one)
