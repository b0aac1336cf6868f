"""The page as this installation has it: a wheel carries it, a checkout makes it."""

from tallyboard.play.build import page
from tallyboard.play.files import READY
from tallyboard.system.laptop import cache_folder


def ready_page() -> str:
    """The page. Raises TallyboardError where it has to be made and the VM for it cannot be fetched."""
    return READY.read_text(encoding="utf-8") if READY.is_file() else page(cache_folder())
