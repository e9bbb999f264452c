# Checks a claim and a whole answer with a running service: CLAIM_VERIFIER_URL=... CLAIM_VERIFIER_API_KEY=... python verify.py
# The client: pip install ./scripts/python
import sys

from claim_verifier import ClaimVerifierError, Client

REPORT = "Acme opened its Lyon plant in 2014. The plant employs 350 people and makes valves."
ANSWER = "The plant makes valves [1]. It employs 530 people [1]."

try:
    with Client() as client:
        print(client.verify("The plant employs 530 people.", REPORT).verdict)
        checked = client.verify_answer(ANSWER, [REPORT], citations="brackets")
        for sentence in checked.sentences:
            print(sentence.verdict, ANSWER[sentence.start : sentence.end])
        print(checked.outcome)
except ClaimVerifierError as error:
    sys.exit(f"{error.code}: {error}")
