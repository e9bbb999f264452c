# npm run build: everything into dist/. The commands become executable last, which tells run-built.sh that the build is whole.
set -e
pages=src/server/pages/browser
tsc -p tsconfig.json
tsc -p $pages
cp $pages/*.html $pages/*.css $pages/*.svg dist/$pages/
mkdir -p dist/scripts/contrast
cp scripts/contrast/contrast.jsonl dist/scripts/contrast/
chmod +x dist/src/cli/claim-verifier.js dist/scripts/claim-verifier.js
