# npm run build: everything into dist/. The commands become executable last, by which run-built.sh knows that the build is complete.
set -e
echo 'Building, which takes up to two minutes.' >&2
# Everything in these folders is served, so nothing of an earlier build stays. Without its record the compiler writes all anew.
rm -rf dist/src/web dist/src/client dist/.tsbuildinfo
tsc -p tsconfig.json
# The client that the pages import is built above, and lint has checked the types.
tsc -p src/web --noResolve --noCheck
# Spreadsheets and Parquet are read by the page itself. A page may neither start workers nor compile wasm: what would is replaced.
esbuild src/files/page.ts --bundle --format=esm --platform=browser --minify --legal-comments=eof --log-level=warning \
  --alias:fflate=./scripts/page-libraries/unzip.mjs --alias:hysnappy=./scripts/page-libraries/no-snappy.mjs --outfile=dist/src/web/file-rows.js
# The pages that commands write are one file, so their scripts import nothing.
esbuild src/web/decisions.ts --bundle --format=esm --platform=browser --minify --legal-comments=eof --log-level=warning \
  --outfile=dist/src/web/decisions.js --allow-overwrite
cp src/web/*.html src/web/*.css src/web/*.svg dist/src/web/
cp src/web/try/*.json dist/src/web/try/
mkdir -p dist/scripts/contrast
cp scripts/contrast/contrast.jsonl dist/scripts/contrast/
node dist/scripts/reference/write.js
chmod +x dist/src/cli/claim-verifier.js
