"""The check of records and frames: the platform's CRC-32, and the table for platforms that have none."""

import binascii
import importlib.util
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.journal import crc
from shared_rules.journal.crc import table_crc32


def test_the_check_value_of_the_standard() -> None:
    assert crc.crc32(b"123456789") == table_crc32(b"123456789") == 0xCBF43926
    assert table_crc32(b"") == 0


@given(st.binary(max_size=300))
def test_the_table_is_binascii(data: bytes) -> None:
    assert table_crc32(data) == binascii.crc32(data)
    assert table_crc32(memoryview(bytearray(data))) == binascii.crc32(data)


@given(st.binary(max_size=50), st.binary(max_size=50))
def test_a_check_can_be_continued(one: bytes, other: bytes) -> None:
    assert table_crc32(other, table_crc32(one)) == binascii.crc32(one + other)
    assert table_crc32(other, binascii.crc32(one)) == binascii.crc32(one + other)


def test_without_binascii_the_table_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "binascii", None)  # importing it raises ImportError
    spec = importlib.util.spec_from_file_location("crc_of_a_small_board", crc.__file__)
    assert spec is not None and spec.loader is not None
    small = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(small)
    assert small.crc32 is small.table_crc32
    assert small.crc32(b"123456789") == 0xCBF43926
