"""Compares the files of a folder, as read by parsers that are independent of kiva.

    python3 read-back.py FOLDER

Beside each NAME.json are NAME.ndjson, .xml, .csv, .tsv, .yaml and .geojson with the same records. Fails at the
first difference.
"""
import csv
import json
import subprocess
import sys
from pathlib import Path

import yaml

csv.field_size_limit(2**30)
ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}


def run(*words, text=None):
    return subprocess.run(words, input=text, check=True, capture_output=True, text=True).stdout


def unescaped(cell):
    pieces, signs = [], iter(cell)
    for sign in signs:
        pieces.append(ESCAPES[next(signs)] if sign == "\\" else sign)
    return "".join(pieces)


def check(condition, *what):
    if not condition:
        raise SystemExit(f"not the same: {what}")


def leaves(value, header, path=""):
    """Yields each value of a record with its column: an object without a column has one for each of its keys."""
    if path in header or not isinstance(value, dict):
        yield path, value
    else:
        for key, item in value.items():
            yield from leaves(item, header, f"{path}.{key}" if path else key)


def check_cells(records, header, rows, what):
    check(len(rows) == len(records), what, len(rows), len(records))
    # Objects that have columns of their own.
    divided = {name[:at] for name in header for at, sign in enumerate(name) if sign == "."}
    check(divided.isdisjoint(header) and len(set(header)) == len(header), what, header)
    for record, row in zip(records, rows):
        check(len(row) == len(header), what, record, row)
        values = {name: value for name, value in leaves(record, header) if value is not None or name not in divided}
        check(set(values) <= set(header), what, record, header)
        for name, cell in zip(header, row):
            value = values.get(name)
            expected = "" if value is None else value
            check(expected == (cell if isinstance(expected, str) else json.loads(cell)), what, name, cell)


def check_features(records, path):
    features = json.loads(path.read_text("utf-8"))["features"]
    check([feature["properties"] for feature in features] == records, path)
    if not records:
        return
    told = run("ogrinfo", "-ro", "-al", "-q", str(path))
    check(told.count("\nOGRFeature(") == len(records), path, told)
    points = sum(feature["geometry"] is not None for feature in features)
    check(told.count("\n  POINT (") + told.count("\n  MULTIPOINT (") == points, path, told)


def check_all(path):
    whole = json.loads(path.read_text("utf-8"))
    records = whole if isinstance(whole, list) else [whole]
    beside = path.with_suffix
    with open(beside(".csv"), encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file, strict=True)
    check_cells(records, header, rows, beside(".csv"))
    table = run("sqlite3", ":memory:", f".import --csv '{beside('.csv')}' t", ".mode json", "select * from t")
    check([list(row.values()) for row in json.loads(table or "[]")] == rows, "sqlite3", path)
    lines = beside(".tsv").read_bytes().decode().split("\n")
    check(lines.pop() == "", "the end of", beside(".tsv"))
    header, *rows = [[unescaped(cell) for cell in line.split("\t")] for line in lines]
    check_cells(records, header, rows, beside(".tsv"))
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    check(list(yaml.load_all(beside(".yaml").read_text("utf-8"), loader)) == records, beside(".yaml"))
    lines = run("jq", "-c", ".", str(beside(".ndjson"))).splitlines()
    check([json.loads(line) for line in lines] == records, beside(".ndjson"))
    run("xmllint", "--noout", "--huge", str(beside(".xml")))
    check_features(records, beside(".geojson"))


for one in sorted(Path(sys.argv[1]).glob("*.json")):
    check_all(one)
