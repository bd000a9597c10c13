"""The page's texts over the web: `en.json` for each language, `languages.json` for their names."""

from __future__ import annotations

from os import stat_result

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from boardpi.texts.files import package_folder
from boardpi.texts.languages import LANGUAGES, NAMES
from boardpi.web.requests import JsonAnswer


class PageTexts(StaticFiles):
    """Files as they are in the package, with all that StaticFiles does for browsers' caches."""

    def __init__(self) -> None:
        super().__init__(directory=package_folder())

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A language's texts, or what every language calls itself."""
        if path == "languages.json" and scope["method"] in ("GET", "HEAD"):
            return JsonAnswer(NAMES)
        return await super().get_response(path, scope)

    def lookup_path(self, path: str) -> tuple[str, stat_result | None]:
        """Nothing of the folder but these files is served."""
        for language in LANGUAGES:
            if path == f"{language}.json":
                return super().lookup_path(f"{language}/page.json")
        return "", None
