"""A Haystack component that checks answers in a pipeline. Run with haystack-ai 3.4.0."""

from haystack import Document, Pipeline, component

from claim_verifier import Answer, Client

REPORT = "Acme opened its Lyon plant in 2014. The plant employs 350 people and makes valves."


@component
class AnswerCheck:
    """Checks every reply against the documents that it was written from."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @component.output_types(checks=list[Answer])
    def run(self, replies: list[str], documents: list[Document]) -> dict[str, list[Answer]]:
        sources = [{"id": document.id, "text": document.content or ""} for document in documents]
        return {"checks": [self._client.verify_answer(reply, sources) for reply in replies]}


@component
class StubGenerator:
    """Stands for your generator."""

    @component.output_types(replies=list[str])
    def run(self, documents: list[Document]) -> dict[str, list[str]]:
        return {"replies": ["The plant employs 530 people."]}


with Client() as client:
    pipeline = Pipeline()
    pipeline.add_component("generator", StubGenerator())
    pipeline.add_component("check", AnswerCheck(client))
    pipeline.connect("generator.replies", "check.replies")
    documents = [Document(content=REPORT)]
    result = pipeline.run({"generator": {"documents": documents}, "check": {"documents": documents}})
    for checked in result["check"]["checks"]:
        print(checked.outcome, [(one.text, one.verdict) for one in checked.sentences])
