// Fails a build when fewer than 95 % of the checked sentences pass:
//   node ci-gate.mjs answers.jsonl 0.95
// Each line is a request of POST /v1/verify/answer. With URL (and API_KEY) a service checks, without it this process.
import { readFile } from 'node:fs/promises';
import { createVerifier } from 'claim-verification-service';
import { createClient } from 'claim-verification-service/client';

const [path, least = '0.95'] = process.argv.slice(2);
if (path === undefined || !(Number(least) >= 0 && Number(least) <= 1)) {
  console.error('Expected: node ci-gate.mjs answers.jsonl [share from 0 to 1]');
  process.exit(2);
}

const { URL: url, API_KEY: key, MODEL_DIR: modelDir, EVIDENCE_MODEL_DIR: evidenceModelDir } = process.env;
const checks =
  url === undefined
    ? await createVerifier({ ...(modelDir && { modelDir }), ...(evidenceModelDir && { evidenceModelDir }) })
    : createClient({ url, key });

const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
let checked = 0;
let passed = 0;
for (const [index, line] of lines.entries()) {
  const { answer, sources, citations } = JSON.parse(line);
  const { sentences, counts } = await checks.verifyAnswer({ answer, sources, citations });
  checked += counts.checked;
  passed += counts.passed;
  for (const { outcome, verdict, text, reasons } of sentences) {
    if (outcome === null || outcome === 'pass') continue;
    console.log(`line ${index + 1}: ${outcome}, ${verdict}: ${text} ${reasons.map(({ code }) => code).join(', ')}`);
  }
}
await checks.close?.();

const share = checked === 0 ? 1 : passed / checked;
console.log(`${passed} of ${checked} sentences pass: ${(100 * share).toFixed(1)} %, expected ${100 * Number(least)} %`);
process.exitCode = share >= Number(least) ? 0 : 1;
