"""The files of the pages as they are sent: packed, and kept by browsers until they change."""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Callable
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response

from groundwork.frozen_dataclass import frozen_dataclass

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Media types by the ending of a file."""

WORTH_PACKING = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".webmanifest")
INDEX = "index.html"

KEPT = "public, max-age=31536000, immutable"
EMPTY = b"<main></main>"
WITH_FIRST_PAINT = b"<main data-served>%s</main>"
"""The part of a page that its scripts draw: as its file has it, and as it is sent."""

NAMED_BY_A_PAGE = re.compile(rb'((?:href|src)=")/((?:script|style)/)')


@frozen_dataclass
class StaticFile:
    """A file as it is sent; ``packed`` is None where packing is not worth it."""

    media_type: str
    body: bytes
    packed: bytes | None
    tag: str


class StaticPages:
    """The files below ``boxctl/web/pages``; ``/tv`` is ``tv.html`` and ``/`` is ``index.html``.

    Only files that are there can be asked for: no request becomes a path. A page names its scripts
    and styles by an address that begins with the :attr:`edition` of all files. A browser keeps
    what is there for a year, and asks for nothing but the page when it is loaded again.
    ``first_paint`` returns what a page, by the name of its file, shows before its scripts run.
    """

    def __init__(
        self,
        folder: Traversable | None = None,
        first_paint: Callable[[str], str] = lambda _page: "",
    ) -> None:
        self._first_paint = first_paint
        self._files = dict(_files_below(folder or files("boxctl.web") / "pages"))
        self._read: dict[str, StaticFile] = {}

    @cached_property
    def edition(self) -> str:
        """The first part of the addresses, another as soon as any file is another."""
        contents = (f"{name} ".encode() + file.read_bytes() for name, file in self._files.items())
        whole = sorted(sha256(content).digest() for content in contents)
        return f"~{sha256(b''.join(whole)).hexdigest()[:12]}"

    def answer(self, request: Request) -> Response | None:
        """Return the file that is asked for; None if there is none."""
        path = request.url.path.lstrip("/")
        edition, _, within = path.partition("/")
        # One of another edition, that a page from before an update names, is that of today.
        found = self._find((within or edition) if edition.startswith("~") else path)
        if found is None:
            return None
        is_page = found.media_type == TYPES[".html"]
        kept = KEPT if edition == self.edition and not is_page else "no-cache"
        headers = {"etag": found.tag, "cache-control": kept, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == found.tag:
            return Response(status_code=304, headers=headers)
        body = found.body
        if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["content-encoding"] = found.packed, "gzip"
        return Response(body, headers=headers, media_type=found.media_type)

    def _find(self, path: str) -> StaticFile | None:
        for name in (path or INDEX, f"{path}.html"):
            if name in self._files:
                if name not in self._read:
                    self._read[name] = _read(name, self._of_this_edition(name))
                return self._with_first_paint(name, self._read[name])
        return None

    def _with_first_paint(self, name: str, read: StaticFile) -> StaticFile:
        if not name.endswith(".html") or not (paint := self._first_paint(name)):
            return read
        return _read(name, read.body.replace(EMPTY, WITH_FIRST_PAINT % paint.encode()))

    def _of_this_edition(self, name: str) -> bytes:
        body = self._files[name].read_bytes()
        if not name.endswith(".html"):
            return body
        return NAMED_BY_A_PAGE.sub(rb"\1/%s/\2" % self.edition.encode(), body)


def _files_below(folder: Traversable, before: str = "") -> list[tuple[str, Traversable]]:
    found: list[tuple[str, Traversable]] = []
    for each in folder.iterdir():
        if each.is_dir():
            found += _files_below(each, f"{before}{each.name}/")
        elif not each.name.startswith((".", "__")):
            found.append((before + each.name, each))
    return found


def _read(name: str, body: bytes) -> StaticFile:
    ending = name[name.rfind(".") :]
    known = TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(body, mtime=0) if ending in WORTH_PACKING else None
    smaller = packed if packed is not None and len(packed) < len(body) else None
    return StaticFile(known, body, smaller, f'"{sha256(body).hexdigest()[:20]}"')
