// Fails a build when fewer than 95 % of the checked sentences pass:
//   node ci-gate.mjs answers.jsonl 0.95
// Each line is a request of POST /v1/verify/answer. With CLAIM_VERIFIER_URL (and CLAIM_VERIFIER_API_KEY) a service checks,
// without it this process. It ends with 0 when enough pass, 1 when too few do, 2 when it could not check.
import { readFile } from 'node:fs/promises';
import { createVerifier } from 'claim-verification-service';
import { createClient } from 'claim-verification-service/client';

function stop(message) {
  console.error(message);
  process.exit(2);
}

const [path, least = '0.95'] = process.argv.slice(2);
if (path === undefined || !(Number(least) >= 0 && Number(least) <= 1))
  stop('Expected: node ci-gate.mjs answers.jsonl [share from 0 to 1]');

const { CLAIM_VERIFIER_URL: url, CLAIM_VERIFIER_API_KEY: key, MODEL_DIR, EVIDENCE_MODEL_DIR, API_KEY } = process.env;
if (url === undefined && API_KEY !== undefined)
  stop('Expected CLAIM_VERIFIER_URL and CLAIM_VERIFIER_API_KEY, got API_KEY: URL and API_KEY are not read.');

const text = await readFile(path, 'utf8').catch(({ message }) => stop(`Expected a file of answers; ${message}`));
const requests = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [requestOf(line, index + 1)]));
if (requests.length === 0) stop(`Expected at least one answer in ${path}, got an empty file.`);

function requestOf(line, number) {
  try {
    const { answer, sources, citations } = JSON.parse(line);
    return { number, request: { answer, sources, citations } };
  } catch ({ message }) {
    return stop(`${path}, line ${number}: expected a JSON object; ${message}`);
  }
}

const models = {
  ...(MODEL_DIR && { modelDir: MODEL_DIR }),
  ...(EVIDENCE_MODEL_DIR && { evidenceModelDir: EVIDENCE_MODEL_DIR }),
};
const checks = url ? createClient({ url, key }) : await createVerifier(models);

let checked = 0;
let passed = 0;
for (const { number, request } of requests) {
  const answer = await checks
    .verifyAnswer(request)
    .catch(({ code, message }) => stop(`${path}, line ${number}: ${code}: ${message}`));
  checked += answer.counts.checked;
  passed += answer.counts.passed;
  for (const { outcome, verdict, text: sentence, reasons } of answer.sentences) {
    if (outcome === null || outcome === 'pass') continue;
    console.log(`line ${number}: ${outcome}, ${verdict}: ${sentence} ${reasons.map(({ code }) => code).join(', ')}`);
  }
}
await checks.close?.();

const share = checked === 0 ? 1 : passed / checked;
console.log(`${passed} of ${checked} sentences pass: ${(100 * share).toFixed(1)} %, expected ${100 * Number(least)} %`);
process.exitCode = share >= Number(least) ? 0 : 1;
