# Checks an answer against its sources and stores the result as an annotation of its span in Phoenix:
# pip install ./scripts/python arize-phoenix-client
# PHOENIX_BASE_URL=http://127.0.0.1:6006 CLAIM_VERIFIER_API_KEY=... python phoenix_annotations.py SPAN_ID
import sys

from claim_verifier import Client
from claim_verifier.testing import failures
from phoenix.client import Client as Phoenix

SOURCES = ["Acme opened its Lyon plant in 2014. The plant employs 350 people and makes valves."]
ANSWER = "The plant employs 530 people. It makes valves."  # the output of your model in this span

with Client() as client:
    checked = client.verify_answer(ANSWER, SOURCES)
Phoenix().spans.log_span_annotations(
    span_annotations=[
        {
            "name": "groundedness",
            "annotator_kind": "CODE",
            "span_id": sys.argv[1],
            # pass, review or fail; the share of sentences that pass; a line for each sentence that does not.
            "result": {
                "label": checked.outcome,
                "score": checked.grounding_score,
                "explanation": "\n".join(failures(checked)),
            },
        }
    ]
)
print(checked.outcome)
