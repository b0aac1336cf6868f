"""Random scripts, put to the desk and to the oracle: whole objects must be the same, and so must be refusals."""

import pytest

from tests.harness.campaign import form
from tests.reference.desk.compare import compare
from tests.reference.desk.scripts import random_script

SEEDS = form(1_500, 20_000, 500)
CHUNK = 100  # seeds of one test, so that they are spread over all processors


@pytest.mark.sample
@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_the_desk_says_what_the_oracle_says(first: int) -> None:
    for seed in range(first, first + CHUNK):
        script = random_script(seed)
        found = compare(script.text, script.answer)
        assert found is None, f"seed {seed}: {found}\n\n{script.text}"
