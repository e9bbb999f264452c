// One job on several replicas and one PostgreSQL while they are killed: the results must be those of an undisturbed run,
// byte for byte. Needs a build, and PostgreSQL's programs under /usr/lib/postgresql.
//   node test/operations/drills/jobs.mjs --rows 100000 --replicas 3 --kill-every 20
//   node test/operations/drills/jobs.mjs --rows 5000 --replicas 4 --kill-every 0 --restart-at 0 --namespaces
//   node test/operations/drills/jobs.mjs --rows 5000 --replicas 3 --kill-every 0 --cut-every 20 --namespaces
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { limitCpus, removeLimit } from './cpu-quota.mjs';
import {
  addNamespaces,
  addressOf,
  inNamespace,
  OUTSIDE,
  removeNamespaces,
  SUBNET,
  setConnected,
} from './namespaces.mjs';
import { startPostgres } from './postgres.mjs';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '3000' },
    replicas: { type: 'string', default: '3' },
    /** Seconds between two kills at least, and until all replicas are ready again; 0: none. */
    'kill-every': { type: 'string', default: '20' },
    /** Each replica in a network namespace of its own, as on a machine of its own. Needs root. */
    namespaces: { type: 'boolean', default: false },
    /** CPUs that each replica may use, such as 0.4; 0: all. Needs root. */
    cpus: { type: 'string', default: '0' },
    /** Seconds between two cuts of a replica from the network, for half of that time; 0: none. Needs --namespaces. */
    'cut-every': { type: 'string', default: '0' },
    /** Restarts the database when this share of the rows is done; 0: never. */
    'restart-at': { type: 'string', default: '0.5' },
    /** Keeps the result of the undisturbed run there, and takes it from there when it exists. */
    reference: { type: 'string' },
  },
});
const rows = Number(options.rows);
const replicas = Number(options.replicas);
const killEveryMs = Number(options['kill-every']) * 1000;
const cutEveryMs = Number(options['cut-every']) * 1000;
const restartAt = Number(options['restart-at']);
const cpus = Number(options.cpus);
const isApart = options.namespaces;

const run = promisify(execFile);
const compact = resolve('models/claim-nli-compact');
const environment = { ...process.env, MODEL_DIR: compact, EVIDENCE_MODEL_DIR: compact, WORKERS: '1' };
const folder = await mkdtemp(join(tmpdir(), 'drill-jobs-'));
await chmod(folder, 0o711);
const say = (line) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

// --- the file ---------------------------------------------------------------------------------------------------------

const NAMES = ['Ada', 'Ben', 'Cleo', 'Dov', 'Eve', 'Finn', 'Gil', 'Hana'];
const PLACES = ['Oslo', 'Lima', 'Cairo', 'Quito', 'Perth', 'Turin', 'Kyoto'];

/** One row in twenty is odd: empty, too long, of a wrong type, no JSON. */
function line(at) {
  if (at % 20 === 7) {
    return ['{}', 'no JSON', '[1]', `{"id":${at},"claim":5}`, `{"claim":"","grounding_source":"x"}`][
      ((at / 20) % 5) | 0
    ];
  }
  const [name, place] = [NAMES[at % 8], PLACES[at % 7]];
  const claim = `${name} sold ${at} lamps in ${PLACES[(at + (at % 3 === 0 ? 1 : 0)) % 7]}.`;
  const source = `In spring ${name} opened a shop in ${place}. ${name} sold ${at} lamps in ${place}. Case ${at} was closed.`;
  return JSON.stringify({ id: at, claim, grounding_source: source });
}

const input = join(folder, 'input.jsonl');
await writeFile(input, Array.from({ length: rows }, (_, at) => `${line(at)}\n`).join(''));

// --- the undisturbed run ----------------------------------------------------------------------------------------------

/** The output of `claim-verifier verify` for the file; `path` keeps it for the next run. */
async function undisturbed(path) {
  if (existsSync(path)) return path;
  say('the undisturbed run ...');
  const args = ['dist/src/cli/claim-verifier.js', 'verify', '--input', input, '--output', path];
  const startedAt = performance.now();
  await run(process.execPath, args, { env: { ...environment, WORKERS: '2' } }).catch((error) => {
    // 2: some rows are error rows.
    if (error.code !== 2) throw error;
  });
  say(`done in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return path;
}

const reference = await undisturbed(resolve(options.reference ?? join(folder, 'reference.jsonl')));

// --- PostgreSQL -------------------------------------------------------------------------------------------------------

if (isApart) await addNamespaces(replicas);
const database = await startPostgres(folder, isApart ? { host: OUTSIDE, subnet: SUBNET } : {});

// --- replicas ---------------------------------------------------------------------------------------------------------

const adminToken = randomUUID();
/** Place of a replica -> its process and address. */
const running = new Map();
let isOver = false;

async function start(place) {
  const command = [process.execPath, 'dist/src/server/main.js'];
  const [program, ...args] = isApart ? inNamespace(place, ...command) : command;
  const child = spawn(program, args, {
    env: {
      ...environment,
      HOST: isApart ? addressOf(place) : '127.0.0.1',
      DATABASE_URL: database.url,
      PORT: '0',
      ADMIN_TOKEN: adminToken,
      REPLICAS: String(replicas),
      RATE_LIMIT_PER_MINUTE: '1000000',
      JOB_ROWS_PER_DAY: '100000000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (cpus > 0) await limitCpus(place, cpus, child.pid);
  let output = '';
  const seen = new Promise((found, lost) => {
    const read = (chunk) => {
      output = (output + chunk).slice(-20_000);
      const url = /listening at (http:[^"]+)"/.exec(output)?.[1];
      if (url !== undefined) found(url);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => lost(new Error(`A replica ended with ${code}: ${output}`)));
  });
  running.set(place, { child, url: undefined });
  const url = await seen;
  running.set(place, { child, url });
  return url;
}

/** As an orchestrator does, until it listens. */
async function startAgain(place) {
  await start(place).catch((error) => {
    say(error.message);
    if (!isOver) return startAgain(place);
  });
}

async function isReady(place) {
  const { url } = running.get(place);
  const answer =
    url && (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined));
  return answer?.ok === true;
}

async function kill(place) {
  const { child } = running.get(place);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((ended) => child.once('exit', ended));
  child.kill('SIGKILL');
  await gone;
}

/** Asks any replica that answers. */
async function ask(path, init = {}) {
  for (let attempt = 1; ; attempt += 1) {
    for (const { url } of running.values()) {
      const signal = AbortSignal.timeout(10_000);
      const answer = url && (await fetch(url + path, { signal, ...init }).catch(() => undefined));
      if (answer?.ok) return answer;
      if (answer !== undefined && answer.status < 500)
        throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    }
    if (attempt > 120) throw new Error(`${path}: no replica has answered for a minute.`);
    await sleep(500);
  }
}

// --- the job ----------------------------------------------------------------------------------------------------------

const found = { rows, replicas, kills: 0, cuts: 0, databaseRestarts: 0 };
let status = 1;
try {
  for (let place = 0; place < replicas; place += 1) await start(place);
  const json = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
  const created = await ask('/admin/v1/keys', { method: 'POST', headers: json, body: '{"name":"drill"}' });
  const authorization = `Bearer ${(await created.json()).key}`;
  const headers = { authorization, 'content-type': 'application/x-ndjson' };
  const body = createReadStream(input);
  const { url } = running.get(0);
  const sent = await fetch(`${url}/v1/jobs`, { method: 'POST', headers, body, duplex: 'half' });
  if (sent.status !== 202) throw new Error(`POST /v1/jobs: ${sent.status} ${await sent.text()}`);
  const { id } = await sent.json();
  const startedAt = performance.now();
  let [killedAt, victim] = [startedAt, 0];
  let [cutAt, cut] = [startedAt, undefined];
  let restarting;
  for (;;) {
    const job = await (await ask(`/v1/jobs/${id}`, { headers: { authorization } })).json();
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    say(`${job.rows_done} of ${job.rows} rows after ${seconds} s, ${found.kills} kills`);
    if (job.status === 'completed') {
      Object.assign(found, { seconds, errors: job.errors });
      break;
    }
    if (restartAt > 0 && restarting === undefined && job.rows_done > restartAt * rows) {
      found.databaseRestarts += 1;
      say('the database is restarted');
      restarting = database.restart();
    }
    const isDue = killEveryMs > 0 && performance.now() - killedAt > killEveryMs;
    if (isDue && (await Promise.all([...running.keys()].map(isReady))).every(Boolean)) {
      killedAt = performance.now();
      found.kills += 1;
      await kill(victim);
      void startAgain(victim);
      victim = (victim + 1) % replicas;
    }
    if (cut !== undefined && performance.now() - cutAt > cutEveryMs / 2) {
      await setConnected(cut, true);
      cut = undefined;
    }
    if (cutEveryMs > 0 && performance.now() - cutAt > cutEveryMs) {
      cutAt = performance.now();
      cut = found.cuts % replicas;
      found.cuts += 1;
      say(`replica ${cut} is cut off`);
      await setConnected(cut, false);
    }
    await sleep(1000);
  }
  await restarting;
  const patient = AbortSignal.timeout(600_000);
  const results = await ask(`/v1/jobs/${id}/results?format=jsonl`, { headers: { authorization }, signal: patient });
  found.equal = await isEqual(results.body, reference);
  status = found.equal ? 0 : 1;
} finally {
  isOver = true;
  for (const place of [...running.keys()]) await kill(place).catch(() => undefined);
  for (let place = 0; cpus > 0 && place < replicas; place += 1) await removeLimit(place);
  await database.stop();
  if (isApart) await removeNamespaces(replicas);
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(`${JSON.stringify(found)}\n`);
process.exit(status);

async function isEqual(body, file) {
  const expected = (await readFile(file, 'utf8')).split('\n');
  const got = (await text(body)).split('\n');
  const different = got.flatMap((line, at) => (line === expected[at] ? [] : [{ at, line, expected: expected[at] }]));
  if (different.length > 0) say(`${different.length} lines differ, the first: ${JSON.stringify(different[0])}`);
  return different.length === 0 && got.length === expected.length;
}
