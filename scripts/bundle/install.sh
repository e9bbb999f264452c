#!/bin/sh
# Installs the service from this unpacked bundle: ./install.sh [FOLDER], by default /opt/claim-verification-service.
# Needs Linux x64 with glibc and Node 20.11 or newer, but no network. To upgrade, run it from a newer bundle: data and
# service.env are kept, and the previous version stays installed.
set -eu

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

target=${1:-/opt/claim-verification-service}
cd "$(dirname "$0")"

command -v node >/dev/null || fail 'expected Node 20.11 or newer in PATH, but there is no node.'
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 11) ? 0 : 1)' ||
  fail "expected Node 20.11 or newer, got $(node --version)."
[ "$(node -p 'process.platform + " " + process.arch')" = 'linux x64' ] ||
  fail "expected Node for linux x64, got $(node -p 'process.platform + " " + process.arch')."
[ "$(node -p 'process.report.getReport().header.glibcVersionRuntime ? "glibc" : "another"')" = glibc ] ||
  fail 'expected a system with glibc, such as Debian, Ubuntu or Red Hat, got another C library.'
sha256sum --check --strict --quiet SHA256SUMS || fail 'the files above differ from SHA256SUMS; copy the bundle again.'

version=$(node -p 'require("./app/package.json").version')
model=$(sed -n 1p MODEL)
evidence_model=$(sed -n 2p MODEL)
# Empty: the manifest names the graph of each provider.
model_file=$(sed -n 3p MODEL)
mkdir -p "$target"
target=$(cd "$target" && pwd)
[ ! -e "$target/$version" ] || fail "version $version is installed in $target already; remove $target/$version to install it again."

partial="$target/.$version.partial"
rm -rf "$partial"
trap 'rm -rf "$partial"' EXIT
cp -R app "$partial"

echo 'Verifying a claim with the installed files...'
echo '{"claim": "The tower is tall.", "grounding_source": "The tower is tall."}' |
  env -i PATH="$PATH" EXECUTION_PROVIDER=cpu MODEL_DIR="$partial/models/$model" MODEL_FILE="$model_file" \
    EVIDENCE_MODEL_DIR="$partial/models/$evidence_model" \
    node "$partial/dist/scripts/claim-verifier.js" verify --input - || fail 'the installed service could not verify a claim on this machine.'
mv "$partial" "$target/$version"
ln -sfn "$version" "$target/current"

if [ ! -e "$target/service.env" ]; then
  (umask 077 && cat >"$target/service.env" <<EOF
# Settings of the service: NAME=value lines; README.md of the service lists them all.
HOST=127.0.0.1
PORT=8080
MODEL_DIR=$target/current/models/$model
EVIDENCE_MODEL_DIR=$target/current/models/$evidence_model
EOF
    [ -z "$model_file" ] || echo "MODEL_FILE=$model_file" >>"$target/service.env"
  )
fi
cat >"$target/start" <<EOF
#!/bin/sh
set -a
DATA_DIR='$target/data'
. '$target/service.env'
exec '$(command -v node)' '$target/current/dist/src/server/main.js'
EOF
chmod 755 "$target/start"
sed -e "s|@TARGET@|$target|g" -e "s|@NODE@|$(command -v node)|g" claim-verification-service.service >"$target/claim-verification-service.service"

cat <<EOF
Installed version $version in $target.
  settings   $target/service.env
  start      $target/start
  systemd    $target/claim-verification-service.service (see README.md)
The first start prints an API key. It is not shown again.
EOF
