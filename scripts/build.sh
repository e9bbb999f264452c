# npm run build: everything into dist/. The commands become executable last, which tells run-built.sh that the build is whole.
set -e
tsc -p tsconfig.json
# The client that the pages import is built above, and lint has checked the types.
tsc -p src/web --noResolve --noCheck
cp src/web/*.html src/web/*.css src/web/*.svg dist/src/web/
mkdir -p dist/scripts/contrast
cp scripts/contrast/contrast.jsonl dist/scripts/contrast/
chmod +x dist/src/cli/claim-verifier.js dist/scripts/claim-verifier.js
