# The npm form of a command: sh scripts/run-built.sh COMMAND [ARGUMENTS]. It never compiles: a running server may have the
# files open. The build makes the file executable last.
if [ ! -x dist/src/cli/claim-verifier.js ]; then
  echo 'Expected a built service, got no dist/src/cli/claim-verifier.js; run: npm run build' >&2
  exit 1
fi
exec node dist/src/cli/claim-verifier.js "$@"
