"""Checks what a LlamaIndex query engine answers. Run with llama-index-core 0.14.25."""

from llama_index.core import PromptTemplate
from llama_index.core.llms import MockLLM
from llama_index.core.query_engine import CustomQueryEngine, RetrieverQueryEngine
from llama_index.core.response_synthesizers import get_response_synthesizer
from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from claim_verifier import Client

REPORT = "Acme opened its Lyon plant in 2014. The plant employs 350 people and makes valves."


class CheckedQueryEngine(CustomQueryEngine):
    """Answers as another engine does, with the check of the answer in the metadata of the response."""

    engine: RetrieverQueryEngine
    client: Client

    def custom_query(self, query_str: str):
        response = self.engine.query(query_str)
        sources = [{"id": node.node_id, "text": node.get_content()} for node in response.source_nodes]
        response.metadata = {**(response.metadata or {}), "check": self.client.verify_answer(str(response), sources)}
        return response


class OneDocument(BaseRetriever):
    """Stands for your retriever."""

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return [NodeWithScore(node=TextNode(id_="report", text=REPORT), score=1.0)]


# MockLLM repeats its prompt; the template makes it say this sentence. Put your model in its place.
synthesizer = get_response_synthesizer(
    llm=MockLLM(), text_qa_template=PromptTemplate("The plant employs 530 people.")
)
with Client() as client:
    engine = CheckedQueryEngine(engine=RetrieverQueryEngine(OneDocument(), synthesizer), client=client)
    checked = engine.query("How many people work in Lyon?").metadata["check"]
    print(checked.outcome, [(one.text, one.verdict) for one in checked.sentences])
