"""A Raspberry Pi of models, with its board's memory in a file, and one with an FRAM."""

from pathlib import Path

import pytest

from tests.host.pi.model_pi import ModelPi


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelPi:
    return ModelPi(tmp_path, monkeypatch)


@pytest.fixture
def fram_pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelPi:
    return ModelPi(tmp_path, monkeypatch, fram=True)
