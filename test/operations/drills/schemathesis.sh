#!/usr/bin/env bash
# Asks a service of its own everything that its description allows and forbids, and compares the answers with it:
# schemathesis.sh [CASES], each operation CASES times (400: 10,000 cases in all). Needs `npm run build` and schemathesis 4:
# python3 -m venv /tmp/st && /tmp/st/bin/pip install schemathesis; SCHEMATHESIS=/tmp/st/bin/st.
set -euo pipefail
cases=${1:-400}
root=$(cd "$(dirname "$0")/../../.." && pwd)
here=$root/test/operations/drills
work=$(mktemp -d)
export PORT=${PORT:-18803} HOST=127.0.0.1 DATA_DIR=$work/data ADMIN_TOKEN=the-token-of-the-drill
export SERVICE_URL=http://127.0.0.1:$PORT
model=$root/models/claim-nli-compact

MODEL_DIR=$model EVIDENCE_MODEL_DIR=$model GATEWAY_ROUTES=litellm \
  RATE_LIMIT_PER_MINUTE=100000 FAILED_LOGINS_PER_MINUTE=100000 MAX_QUEUE_MS=60000 \
  node "$root/dist/src/server/main.js" >"$work/service.log" &
service=$!
trap 'kill $service 2>/dev/null || true; wait $service 2>/dev/null || true; rm -rf "$work"' EXIT
for _ in $(seq 120); do curl -fs "$SERVICE_URL/health/ready" >/dev/null && break; sleep 0.5; done

# Left out: rotation of the very key in use. Two checks do not fit: what a schema cannot say is refused with a sentence
# (positive_data_acceptance), and a missing header is answered with 401 or 422, where 406 is expected
# (missing_required_header).
cd "$work" # schemathesis keeps its examples in the working folder
PYTHONPATH=$here SCHEMATHESIS_HOOKS=schemathesis_hooks "${SCHEMATHESIS:-st}" run "$SERVICE_URL/openapi.json" \
  --phases examples,coverage,fuzzing --max-examples "$cases" --workers 2 --continue-on-failure \
  --exclude-checks positive_data_acceptance,missing_required_header \
  --exclude-path-regex "${EXCLUDE:-account/rotate\$}" --suppress-health-check all --request-timeout 30
