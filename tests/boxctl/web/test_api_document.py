"""docs/web-api.json describes what is served, and the state fits it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import boxctl.web
from boxctl.web.api_document import api_document
from tests.support.web.served_table import ServedTable

KEPT = Path(__file__).parents[3] / "docs" / "web-api.json"
TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str, "integer": int, "number": (int, float), "boolean": bool, "object": dict,
    "array": list, "null": type(None),
}  # fmt: skip


def fits(value: Any, schema: dict[str, Any], document: dict[str, Any]) -> bool:
    """Whether a value is as its schema has it: the few words of JSON Schema that are used."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return fits(value, document["components"]["schemas"][name], document)
    if "enum" in schema:
        return value in schema["enum"]
    if "anyOf" in schema:
        return any(fits(value, each, document) for each in schema["anyOf"])
    is_type = isinstance(value, TYPES[schema["type"]])
    if not is_type or (isinstance(value, bool) and schema["type"] != "boolean"):
        return False
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        return all(fits(each, schema["items"], document) for each in value)
    if isinstance(value, dict) and "properties" in schema:
        known = schema["properties"]
        return set(schema["required"]) <= set(value) <= set(known) and all(
            fits(each, known[name], document) for name, each in value.items()
        )
    return True


def test_the_kept_description_is_that_of_the_code() -> None:
    document = json.loads(KEPT.read_text(encoding="utf-8"))
    assert document == api_document(), "run: python -m boxctl.web docs"


def test_the_state_fits_its_description(pages: ServedTable) -> None:
    document = api_document()
    schema = {"$ref": "#/components/schemas/TableSnapshot"}
    assert fits(pages.state, schema, document)
    pages.table.throws(1, 2)
    pages.table.shuts(9)
    assert fits(pages.state, schema, document)
    assert not fits({**pages.state, "phase": "asleep"}, schema, document)
    assert not fits({**pages.state, "more": 1}, schema, document)


def test_the_description_can_be_asked_for(pages: ServedTable) -> None:
    assert pages.asks("/openapi.json")[1] == api_document()


def test_where_something_is_sent_there_is_somebody_to_take_it(pages: ServedTable) -> None:
    for path, known in api_document()["paths"].items():
        if "post" in known:
            assert pages.asks(path, "POST")[0] in (400, 401, 409)


def test_every_address_is_described() -> None:
    sources = Path(boxctl.web.__file__).parent.rglob("*.py")
    text = "".join(source.read_text(encoding="utf-8") for source in sources)
    served = re.findall(r'\bAddress\(\s*"(/[^"]+)"', text)
    assert sorted(served) == sorted(api_document()["paths"])
    # Whoever makes a route otherwise leaves its address out of the document.
    assert re.findall(r'Route\("(/[^"]+)"', text) == ["/{path:path}"]
