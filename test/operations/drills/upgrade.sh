#!/usr/bin/env bash
# Installs the bundle of 2.0.0, makes customers, keys and a job with it, upgrades it while it runs, looks for all of them, fetches
# a model with the installed command, and goes back: upgrade.sh [OLD.tar.gz NEW.tar.gz]. Without archives it makes them, 2.0.0
# from the history (npm and its registry are needed). Ends with 1 at the first thing that is not as it should be.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
work=$(mktemp -d)
port=${PORT:-18801} hub_port=${HUB_PORT:-18802}
url=http://127.0.0.1:$port
# The folder has a space in its name, as the least of what a path may have.
target="$work/an installation"
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT

said() { echo "ok: $*"; }
wrong() { echo "WRONG: $*" >&2; exit 1; }
field() { node -e 'let v = JSON.parse(require("fs").readFileSync(0)); for (const n of process.argv[1].split(".")) v = v[n]; console.log(v)' "$1"; }
operator() { curl -fsS -H 'authorization: Bearer the-token-of-the-drill' -H 'content-type: application/json' "$url/admin/v1/$1" ${2:+-d "$2"}; }
# Verifies a claim with a key; the limit that the answer tells.
limit_of() {
  curl -fsS -D - -o /dev/null -H "authorization: Bearer $1" -H 'content-type: application/json' "$url/v1/verify" \
    -d '{"claim":"It is tall.","grounding_source":"It is tall and old."}' | tr -d '\r' | sed -n 's/^x-ratelimit-limit: //ip'
}
rows='id,claim,grounding_source
1,It is tall.,It is tall and old.
2,It is short.,
3,"open
'
# The results of a job as CSV, once it has ended.
results_of() {
  for _ in $(seq 240); do
    [ "$(curl -fsS -H "authorization: Bearer $first" "$url/v1/jobs/$1" | field status)" = completed ] && break
    sleep 0.5
  done
  curl -fsS -H "authorization: Bearer $first" "$url/v1/jobs/$1/results?format=csv"
}
# Columns of CSV by their names, or all of them in the order of their names. 2.0.0 told an error row's line, 3.0.0 tells its row.
columns() {
  node -e 'const cells = [...require("fs").readFileSync(0, "utf8").matchAll(/("(?:[^"]|"")*"|[^",\n]*)(,|\n)/g)];
    const rows = [[]];
    for (const [, cell, end] of cells) { rows.at(-1).push(cell); if (end === "\n") rows.push([]); }
    const [names, ...records] = rows.slice(0, -1);
    const asked = process.argv.slice(1);
    for (const record of records) {
      const named = names.map((name, at) => [name === "line" ? "row" : name, record[at]]).sort();
      console.log(JSON.stringify(named.filter(([name]) => asked.length === 0 || asked.includes(name))));
    }' "$@"
}
start() {
  "$target/start" >"$work/$1.log" 2>&1 &
  service=$!
  for _ in $(seq 120); do curl -fs "$url/health/ready" >/dev/null && return; sleep 0.5; done
  tail -n 5 "$work/$1.log" >&2
  wrong "$1 is not ready after a minute"
}
stop() { kill -TERM "$service"; wait "$service" || wrong "the service ended with $?"; }
unpack() { mkdir "$work/unpacked-$1" && tar -xzf "$2" -C "$work/unpacked-$1" && "$work/unpacked-$1"/*/install.sh "$target" >"$work/$1-install.log" 2>&1 || { cat "$work/$1-install.log" >&2; wrong "$1 was not installed"; }; }

old=${1:-} new=${2:-}
if [ -z "$old" ]; then
  mkdir "$work/source" && git -C "$root" archive 6bc83e3 | tar -x -C "$work/source"
  (cd "$work/source" && npm ci --silent && npm run --silent build && npm run --silent bundle -- --output "$work") >/dev/null
  old="$work/claim-verification-service-2.0.0-linux-x64.tar.gz"
fi
if [ -z "$new" ]; then
  (cd "$root" && npm run --silent build && npm run --silent bundle -- --output "$work/new") >/dev/null
  new=$(echo "$work"/new/*.tar.gz)
fi

unpack old "$old"
sed -i "s/^PORT=.*/PORT=$port/" "$target/service.env"
printf '%s\n' ADMIN_TOKEN=the-token-of-the-drill RATE_LIMIT_PER_MINUTE=77 >>"$target/service.env"
start old
first=$(grep -om1 'cvs_[0-9A-Za-z]*' "$work/old.log")
customer=$(operator customers '{"name":"Acme","email":"a@acme.test"}' | field id)
subscription=$(operator subscriptions "{\"customer_id\":\"$customer\",\"plan\":\"standard\"}" | field subscription.id)
limited=$(operator keys "{\"name\":\"limited\",\"subscription_id\":\"$subscription\",\"limit\":5}" | field key)
[ "$(limit_of "$first") $(limit_of "$limited")" = '77 5' ] || wrong 'the keys of 2.0.0 do not work there'
job=$(curl -fsS -H "authorization: Bearer $first" -H 'content-type: text/csv' --data-binary "$rows" "$url/v1/jobs" | field id)
results=$(results_of "$job")
said 'the bundle of 2.0.0 is installed, has three keys, a setting and a job'

unpack new "$new"
[ "$(limit_of "$limited")" = 5 ] || wrong 'the version that runs noticed the upgrade'
"$target/claim-verifier" keys list >/dev/null 2>"$work/refused" && wrong 'a command of the new version changed the schema'
grep -q 'got version 6' "$work/refused" || wrong "$(cat "$work/refused")"
"$target/claim-verifier" backup "$work/before.sqlite" >/dev/null
stop
said 'upgraded beside the version that runs; it was backed up and ended with 0'

start new
[ "$(limit_of "$first") $(limit_of "$limited")" = '77 5' ] || wrong 'a key or its limit is gone'
[ "$(operator "customers?search=acme" | field customers.0.working_keys)" = 2 ] || wrong 'the customer is gone'
[ "$("$target/claim-verifier" keys list | grep -c ' active ')" = 3 ] || wrong 'keys list does not show three keys'
"$target/claim-verifier" keys create --name after >/dev/null
diff <(columns <<<"$results") <(results_of "$job" | columns) >&2 || wrong 'the results of the job are not what they were'
again=$(curl -fsS -H "authorization: Bearer $first" -H 'content-type: text/csv' --data-binary "$rows" "$url/v1/jobs" | field id)
# 3.0.0 tells the claim of an error row too.
parts=(id verdict error_code)
diff <(columns "${parts[@]}" <<<"$results") <(results_of "$again" | columns "${parts[@]}") >&2 || wrong 'a new job has other rows'
said "version $(curl -fsS "$url/info" | field version): keys, limits, customer, settings and the job are there"

node "$root/test/operations/drills/hub.mjs" "$hub_port" "$root/models/claim-nli-compact" &
sleep 1
HF_ENDPOINT=http://127.0.0.1:$hub_port "$target/claim-verifier" model fetch someone/nli --output "$target/models/nli" >/dev/null
[ -e "$target/models/nli/manifest.json" ] || wrong 'no model was fetched'
said 'the installed command fetched a model, sealed it and verified a claim with it'
if command -v systemd-analyze >/dev/null; then
  systemd-analyze verify "$target/claim-verification-service.service" || wrong 'the unit is not valid'
  said 'systemd reads the unit'
fi

stop
"$target/claim-verifier" restore "$work/before.sqlite" --replace --keep-schema >/dev/null
ln -sfn 2.0.0 "$target/current"
start rollback
[ "$(limit_of "$first") $(limit_of "$limited")" = '77 5' ] || wrong 'a key is gone after going back'
stop
said 'back on 2.0.0 with the keys of the backup'
