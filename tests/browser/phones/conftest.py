"""`hall`: a laptop with two tables open to phones. `phones`: browsers' windows for them. `faces`: the face alone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Page, ViewportSize

from tests.browser.phones.composed import composed_page
from tests.browser.phones.face import RECORDER, Faces, FaceTable, address
from tests.browser.phones.hall import Hall
from tests.browser.phones.phone import Phone
from tests.browser.windows import PHONE, Windows


class PageTab:
    """A tab of Chromium or Firefox, see Tab."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def go(self, address: str) -> None:
        if self.page.url.split("#")[0] == address.split("#")[0]:
            self.page.goto("about:blank")  # else only the fragment changes
        self.page.goto(address)

    def run(self, script: str) -> Any:
        try:
            return self.page.evaluate(f"() => ({script})")
        except Error as error:
            if "context was destroyed" in str(error):
                return None  # it goes on to another page
            raise

    def reload(self) -> None:
        self.page.reload()


class PagePhone(Phone):
    """A phone whose tab can do more."""

    def __init__(self, page: Page) -> None:
        super().__init__(PageTab(page))
        self.page = page

    def again(self) -> "PagePhone":
        """One more tab of the same browser."""
        return PagePhone(self.page.context.new_page())


Phones = Callable[[], PagePhone]


@pytest.fixture
def hall(phone_page: object, tmp_path: Path) -> Iterator[Hall]:
    """Made once the page can be."""
    with Hall(tmp_path, "Table 4", "Table 5") as serving:
        yield serving


@pytest.fixture
def phones(windows: Windows) -> Phones:
    """Somebody with a phone of their own, each time."""
    return lambda: PagePhone(windows.open("about:blank", PHONE))


@pytest.fixture(scope="session")
def face_file(phone_page: object, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page with a face over a box; made once the VM can be."""
    path: Path = tmp_path_factory.mktemp("face") / "face.html"
    path.write_text(composed_page(), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def faces(windows: Windows, face_file: str) -> Faces:
    """The face in a window of somebody else each time: faces("crokinole-official", sides=2, size=PHONE, …)."""

    def open_face(game: str, sides: int = 2, size: ViewportSize = PHONE, **options: Any) -> FaceTable:
        context = windows.open("about:blank", size, bypass_csp=False, **options).context
        context.add_init_script(RECORDER)
        page = context.pages[0]
        page.goto(address(face_file, game, sides))
        return FaceTable(page)

    return open_face
