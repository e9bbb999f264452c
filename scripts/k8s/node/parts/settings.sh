# Versions, places and the few functions that all parts use.
KUBERNETES=1.33.13
METRICS_SERVER=0.9.0
HELM=3.22.0

if [ -z "${STATE:-}" ]; then usage; fi
mkdir -p "$STATE"
STATE=$(cd "$STATE" && pwd)
NODES=${NODES:-2}
NAME=${NAME:-claims}
# Everything that `down` removes. What took long to make lies beside it: bin, src, images.
live=$STATE/live
bin=$STATE/bin
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$repository/package.json")
image=claim-verification-service:$version
# The same image by another name, for an update.
other_image=claim-verification-service:$version-other
namespace=claims
single_namespace=claims-single

# The network between the nodes; it leads nowhere else.
address_of() { echo "10.250.0.$1"; }
pods_of() { echo "10.244.$(($1 - 1)).0/24"; }
SERVICES=10.96.0.0/16
PODS=10.244.0.0/16

# Not `ip netns exec`: it mounts another /sys, without the cgroups.
inside() { local node=$1; shift; nsenter --net="/var/run/netns/$NAME-$node" "$@"; }
k() { KUBECONFIG=$live/pki/admin.conf inside 1 "$bin/kubectl" "$@"; }

# Starts a program in the namespace of a node; it outlives this script.
start() {
  local node=$1 name=$2
  shift 2
  setsid nohup nsenter --net="/var/run/netns/$NAME-$node" "$@" >"$STATE/log/$name" 2>&1 </dev/null &
  echo $! >"$live/pids/$name"
}

# Ends what `start` started: a signal, then SIGKILL after ten seconds.
end() {
  local file=$live/pids/$1 signal=${2:-TERM} pid
  [ -f "$file" ] || return 0
  pid=$(cat "$file")
  kill "-$signal" "$pid" 2>/dev/null || true
  for _ in $(seq 100); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
  kill -KILL "$pid" 2>/dev/null || true
  rm "$file"
}

# Tries a command until it succeeds, for so many seconds.
until_ok() {
  local seconds=$1
  shift
  for _ in $(seq "$seconds"); do "$@" >/dev/null 2>&1 && return 0; sleep 1; done
  echo "Expected this to succeed within $seconds s: $*" >&2
  return 1
}

# Runs a part and says how long it took.
step() {
  local name=$1 from
  shift
  from=$(date +%s)
  "$@"
  printf '%-16s %5d s\n' "$name" $(($(date +%s) - from))
}

# A command beside the API server, with what the drill needs to know of this cluster.
run_inside() {
  local own="STATE=$STATE NODES=$NODES NAME=$NAME bash $here/node.sh"
  export KUBECONFIG=$live/pki/admin.conf PATH="$bin:$PATH"
  export DRILL_OVERLAY=$live/site/cpu DRILL_SINGLE_OVERLAY=$live/site/single DRILL_CHART_VALUES=$live/site/values.yaml
  export DRILL_OTHER_IMAGE=$other_image
  export DRILL_STOP_REDIS="$own stop redis" DRILL_START_REDIS="$own start redis"
  export DRILL_STOP_POSTGRES="$own stop postgres" DRILL_START_POSTGRES="$own start postgres"
  export DRILL_KILL_CONTAINER="$own kill"
  inside 1 "$@"
}
