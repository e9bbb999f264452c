"""Keys for schemathesis.sh: the run revokes keys, deletes customers and changes plans, those that it uses itself among them."""

import json
import os
import urllib.request

import schemathesis

URL = os.environ["SERVICE_URL"] + "/admin/v1/"
OPERATOR = os.environ["ADMIN_TOKEN"]


def send(method, path, body):
    headers = {"authorization": f"Bearer {OPERATOR}", "content-type": "application/json"}
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


@schemathesis.serializer("application/x-ndjson", "application/jsonl", "text/csv")
def as_bytes(context, value):
    """Files of jobs: texts as they are, anything else as one line of JSON."""
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else json.dumps(value)).encode("utf-8", "surrogatepass")


@schemathesis.auth(refresh_interval=2)
class OwnKey:
    """A key of its own every two seconds for the API, the operator's token for /admin."""

    def get(self, case, context):
        customer = send("POST", "customers", {"name": "schemathesis"})["id"]
        subscription = send("POST", "subscriptions", {"customer_id": customer, "plan": "standard"})["subscription"]["id"]
        # With a limit of its own: the run changes those of the plans.
        key = {"name": "schemathesis", "subscription_id": subscription, "limit": 1_000_000}
        return send("POST", "keys", key)["key"]

    def set(self, case, data, context):
        token = OPERATOR if case.operation.path.startswith("/admin") else data
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}
