#!/usr/bin/env bash
# One claim, then a whole answer sentence by sentence, by curl. Needs CLAIM_VERIFIER_API_KEY.
set -euo pipefail
: "${CLAIM_VERIFIER_URL:=http://127.0.0.1:8080}" "${CLAIM_VERIFIER_API_KEY:?Expected a key of the service (URL and API_KEY are not read)}"

post() {
  curl --silent --show-error --fail-with-body "$CLAIM_VERIFIER_URL$1" -H "Authorization: Bearer $CLAIM_VERIFIER_API_KEY" \
    -H 'Content-Type: application/json' "${@:2}"
}

post /v1/verify -d '{
  "claim": "The Lyon plant employs 530 people.",
  "grounding_source": "The Lyon plant opened in 2014. It employs 350 people and makes valves."
}'
echo

# An event for each sentence as soon as it is decided, then the whole answer.
post /v1/verify/answer --no-buffer -H 'Accept: text/event-stream' -d '{
  "answer": "The plant makes valves [report]. It opened in 1999 [report].",
  "sources": [{"id": "report", "text": "The Lyon plant opened in 2014. It employs 350 people and makes valves."}],
  "citations": "brackets"
}'
