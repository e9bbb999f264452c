# Checks an answer against its sources and stores the result as scores of the Langfuse trace:
# pip install ./scripts/python langfuse
# LANGFUSE_HOST=... LANGFUSE_PUBLIC_KEY=... LANGFUSE_SECRET_KEY=... CLAIM_VERIFIER_API_KEY=... python langfuse_scores.py
from claim_verifier import Client
from claim_verifier.testing import failures
from langfuse import get_client

QUESTION = "How many people work in Lyon?"
SOURCES = ["Acme opened its Lyon plant in 2014. The plant employs 350 people and makes valves."]
ANSWER = "The plant employs 530 people. It makes valves."  # the output of your model

langfuse = get_client()
with Client() as client, langfuse.start_as_current_observation(name="answer", input=QUESTION) as span:
    span.update(output=ANSWER)
    checked = client.verify_answer(ANSWER, SOURCES)
    # pass, review or fail: filter traces by it. The comment has a line for each sentence that does not pass.
    langfuse.score_current_trace(
        name="groundedness", value=checked.outcome, data_type="CATEGORICAL", comment="\n".join(failures(checked))
    )
    if checked.grounding_score is not None:  # None: the answer has no factual statement
        langfuse.score_current_trace(name="grounding_score", value=checked.grounding_score, data_type="NUMERIC")
langfuse.flush()
print(checked.outcome)
