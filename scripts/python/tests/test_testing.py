from __future__ import annotations

import pytest
from conftest import REPORT

from claim_verifier import Client
from claim_verifier.testing import assert_supported


def test_it_returns_the_answer_when_all_of_it_is_supported(client: Client) -> None:
    assert assert_supported(client, "The plant employs 350 people.", [REPORT]).counts.passed == 1


def test_it_names_each_sentence_that_is_not(client: Client) -> None:
    with pytest.raises(AssertionError, match=r'UNSUPPORTED: "The plant employs 530 people." \(number_differs\)'):
        assert_supported(client, "The plant employs 350 people. The plant employs 530 people.", [REPORT])


def test_an_answer_without_a_factual_statement_fails(client: Client) -> None:
    with pytest.raises(AssertionError, match="factual statement"):
        assert_supported(client, "Anything else?", [REPORT])
