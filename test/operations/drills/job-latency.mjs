// How long people wait while a job runs on the same machine: short requests one after the other, alone and beside a job,
// on the bundled models and the embedded database. Needs a build.
//   node test/operations/drills/job-latency.mjs --requests 100
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: { requests: { type: 'string', default: '100' }, rows: { type: 'string', default: '20000' } },
});
const PAUSE_MS = 100;
const SENTENCES = Array.from(
  { length: 10 },
  (_, at) => `The ${at + 2}th hall of the museum holds ${at * 30 + 12} maps.`,
);

const folder = await mkdtemp(join(tmpdir(), 'drill-latency-'));
const service = spawn(process.execPath, ['dist/src/server/main.js'], {
  env: { ...process.env, DATA_DIR: folder, PORT: '0', RATE_LIMIT_PER_MINUTE: '1000000', JOB_ROWS_PER_DAY: '10000000' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let text = '';
service.stdout.on('data', (chunk) => {
  text += chunk;
});
const seen = async (pattern) => {
  for (;;) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
    if (service.exitCode !== null) throw new Error(`The service ended with ${service.exitCode}: ${text}`);
    await sleep(100);
  }
};

/** Milliseconds of each of some requests, none of which the score cache knows. */
async function timeRequests(url, headers, first) {
  const times = [];
  for (let at = first; at < first + Number(options.requests); at += 1) {
    const body = JSON.stringify({
      claim: `The museum has ${at} maps.`,
      grounding_source: `${SENTENCES.join(' ')} Case ${at}.`,
    });
    const startedAt = performance.now();
    const answer = await fetch(`${url}/v1/verify`, { method: 'POST', headers, body });
    await answer.text();
    if (answer.status !== 200) throw new Error(`POST /v1/verify: ${answer.status}`);
    times.push(performance.now() - startedAt);
    await sleep(PAUSE_MS);
  }
  times.sort((left, right) => left - right);
  const share = (part) => Math.round(times[Math.floor(part * (times.length - 1))]);
  return { median: share(0.5), p95: share(0.95), slowest: share(1) };
}

try {
  const url = await seen(/listening at (http:[^"]+)"/);
  const key = await seen(/^ {2}(cvs_\w+)$/m);
  await seen(/("msg":"ready")/);
  const authorization = `Bearer ${key}`;
  const json = { authorization, 'content-type': 'application/json' };
  const alone = await timeRequests(url, json, 0);
  const row = (at) => ({
    id: at,
    claim: `Hall ${at} has ${at} maps.`,
    grounding_source: `${SENTENCES.join(' ')} Row ${at}.`,
  });
  const body = Array.from({ length: Number(options.rows) }, (_, at) => `${JSON.stringify(row(at))}\n`).join('');
  const headers = { authorization, 'content-type': 'application/x-ndjson' };
  const { id } = await (await fetch(`${url}/v1/jobs`, { method: 'POST', headers, body })).json();
  const rowsDone = async () => (await (await fetch(`${url}/v1/jobs/${id}`, { headers })).json()).rows_done;
  while ((await rowsDone()) === 0) await sleep(200);
  const [before, startedAt] = [await rowsDone(), performance.now()];
  const beside = await timeRequests(url, json, 1e6);
  const rate = ((await rowsDone()) - before) / ((performance.now() - startedAt) / 1000);
  await sleep(2000);
  const [quiet, quietAt] = [await rowsDone(), performance.now()];
  await sleep(15_000);
  const rateAlone = ((await rowsDone()) - quiet) / ((performance.now() - quietAt) / 1000);
  process.stdout.write(
    `${JSON.stringify({ alone, beside, rowsPerSecond: { beside: +rate.toFixed(1), alone: +rateAlone.toFixed(1) } })}\n`,
  );
} finally {
  service.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}
