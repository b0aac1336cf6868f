"""The desk once more, written from the text of its rules alone: an oracle for differential tests."""

from tests.reference.desk.desk import compute

__all__ = ["compute"]
