#!/bin/sh
# Installs the service from this unpacked bundle: ./install.sh [FOLDER], by default /opt/claim-verification-service.
# Needs Linux x64 with glibc and Node 20.19 or newer, but no network. To upgrade, run it from a newer bundle: data and
# service.env are kept, and the previous version stays installed.
set -eu

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

target=${1:-/opt/claim-verification-service}
cd "$(dirname "$0")"

command -v node >/dev/null || fail 'expected Node 20.19 or newer in PATH, but there is no node.'
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
  fail "expected Node 20.19 or newer, got $(node --version)."
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
settings="$target/service.env"
rm -rf "$partial"
trap 'rm -rf "$partial"' EXIT

# The value of a setting in service.env, without quotes; empty when it is not there.
value() {
  [ ! -e "$settings" ] || sed -n "s/^[[:space:]]*$1[[:space:]]*=[[:space:]]*//p" "$settings" | tail -n 1 |
    sed -e 's/[[:space:]]*$//' -e 's/^"\(.*\)"$/\1/' -e "s/^'\(.*\)'\$/\1/"
}

refuse() {
  fail "expected $settings to work with version $version; $1=$(value "$1") does not: $2 Nothing was changed."
}

data_dir=$(value DATA_DIR)
case $data_dir in
  '' | "$target/data" | "$target/data/"*) ;;
  "$target/"*) refuse DATA_DIR "it lies in the folder of a version. Stop the service, move it to $target/data and write DATA_DIR=$target/data" ;;
  /*) ;;
  *) refuse DATA_DIR "it depends on the folder that the service is started in. Write the absolute path, such as DATA_DIR=$target/data" ;;
esac

# Where a model directory of service.env will be once this version is current.
model_dir() {
  dir=$(value "$1")
  case $dir in
    '') dir="app/models/$2" ;;
    "$target/current/"*) dir="app/${dir#"$target/current/"}" ;;
    /*) ;;
    *) refuse "$1" "it depends on the folder that the service is started in. Write the absolute path, or $1=$target/current/models/$2" ;;
  esac
  if [ ! -e "$dir/manifest.json" ]; then
    refuse "$1" "there is no model in version $version. Write $1=$target/current/models/$2, or move a model of your own to $target/models and name it there."
  fi
  (cd "$dir" && pwd)
}
verdict_dir=$(model_dir MODEL_DIR "$model") || exit 1
evidence_dir=$(model_dir EVIDENCE_MODEL_DIR "$evidence_model") || exit 1

graph=$(value MODEL_FILE)
[ -z "$graph" ] || [ -e "$verdict_dir/$graph" ] ||
  refuse MODEL_FILE "the model has no such file. Delete the line: the manifest of the model names the graph of each provider."

cp -R app "$partial"
if [ -e "$settings" ]; then
  from="--env-file=$settings"
  set -- MODEL_DIR="$verdict_dir" EVIDENCE_MODEL_DIR="$evidence_dir"
else
  from=--no-warnings
  set -- MODEL_DIR="$verdict_dir" EVIDENCE_MODEL_DIR="$evidence_dir" MODEL_FILE="$model_file"
fi
echo 'Verifying a claim with the installed files...'
echo '{"claim": "The tower is tall.", "grounding_source": "The tower is tall."}' |
  env -i PATH="$PATH" EXECUTION_PROVIDER=cpu "$@" node "$from" "$partial/dist/src/cli/claim-verifier.js" verify --input - ||
  fail 'the installed service could not verify a claim on this machine, with the settings that are here. Nothing was changed.'

# Service managers hide the homes of users, where version managers keep Node: such a Node is copied.
node=$(node -p process.execPath)
hides_homes=yes
case $node in
  /home/* | /root/* | /run/user/*)
    mkdir -p "$partial/bin"
    cp "$node" "$partial/bin/node"
    node="$target/current/bin/node"
    ;;
esac
case $target in /home/* | /root/* | /run/user/*) hides_homes=no ;; esac

mv "$partial" "$target/$version"
ln -sfn "$version" "$target/current"

if [ ! -e "$settings" ]; then
  (umask 077 && cat >"$settings" <<EOF
# Settings of the service: NAME=value lines; claim-verifier serve --help lists them all. The environment wins over this file.
HOST=127.0.0.1
PORT=8080
MODEL_DIR=$target/current/models/$model
EVIDENCE_MODEL_DIR=$target/current/models/$evidence_model
EOF
    [ -z "$model_file" ] || echo "MODEL_FILE=$model_file" >>"$settings"
  )
fi

printf '%s\n' '# Written by install.sh; service.env wins over this file.' "DATA_DIR=$target/data" >"$target/defaults.env"
# A program that runs a file of the current version with the settings.
program() {
  cat >"$target/$1" <<EOF
#!/bin/sh
# $2
[ -n "\${DATA_DIR:-}" ] || unset DATA_DIR
exec '$node' --env-file='$target/defaults.env' --env-file='$settings' '$target/current/dist/$3' "\$@"
EOF
  chmod 755 "$target/$1"
}
program start 'Starts the service with the settings of service.env; variables of the environment win over the file.' src/server/main.js
program claim-verifier 'keys, doctor, backup and the other commands, with the same settings as ./start.' src/cli/claim-verifier.js
# As systemd wants paths: a percent sign begins a placeholder. As sed wants them: so do these three.
in_unit() { printf '%s' "$1" | sed -e 's/%/%%/g' -e 's/[|&\\]/\\&/g'; }
sed -e "s|@TARGET@|$(in_unit "$target")|g" -e "s|@NODE@|$(in_unit "$node")|g" -e "s|@HIDES_HOMES@|$hides_homes|" claim-verification-service.service >"$target/claim-verification-service.service"

cat <<EOF
Installed version $version in $target.
  settings   $target/service.env
  start      $target/start
  commands   $target/claim-verifier --help
  systemd    $target/claim-verification-service.service (see README.md)
The first start prints an API key. It is not shown again.
EOF
