#!/usr/bin/env bash
# One or two Kubernetes nodes on a plain Debian machine, each in a network namespace, with the service, its stores and
# metrics-server: for the drill beside this folder. README.md tells what it needs and what it leaves.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(cd "$here/../../.." && pwd)
for part in settings packages compile image network certificates configuration control-plane machines stores site take-down; do
  # shellcheck source=/dev/null
  . "$here/parts/$part.sh"
done

usage() {
  cat >&2 <<'USAGE'
Usage: STATE=FOLDER node.sh COMMAND
  up                       packages, binaries, image, stores, cluster: whatever is missing, until the nodes are ready
  run COMMAND...           runs a command where the cluster is reached: KUBECONFIG, PATH and the drill's variables are set
  stop|start redis|postgres
  kill CONTAINER           SIGKILL to the main process of a container, by its id
  down                     ends all of it; binaries and images stay in FOLDER
Variables: STATE (required), NODES (2), NAME (claims), REGISTRY (of base images; without it stand-ins are made),
           BUILD=no (the image that is there, whatever has changed since)
USAGE
  exit 2
}

up() {
  if [ -e "$live/up" ]; then echo "It is up already ($live); 'down' comes first." >&2; exit 1; fi
  mkdir -p "$STATE/bin" "$STATE/log" "$live/pids"
  step packages install_packages
  step binaries compile_all
  step image build_image
  step network make_networks
  step certificates make_certificates
  step configuration write_configuration
  step stores start_stores
  step 'control plane' start_control_plane
  step nodes start_machines
  step metrics-server start_metrics
  step policies start_enforcing
  step site make_site
  touch "$live/up"
  k get nodes -o wide
}

case "${1:-}" in
up) up ;;
run) shift; run_inside "$@" ;;
stop | start) [ $# = 2 ] || usage; "$1_$2" ;;
kill) [ $# = 2 ] || usage; kill_container "$2" ;;
down) take_down ;;
*) usage ;;
esac
