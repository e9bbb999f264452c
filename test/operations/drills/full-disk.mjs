// A disk of 128 MB that one customer and then something else fills, in a namespace of its own:
//   npm run build && unshare --user --map-root-user --mount node test/operations/drills/full-disk.mjs
// Checks, before and after a restart on the full disk, what must work on it. Prints a line a check; ends with 1 if one fails.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const TOKEN = 'drill-of-a-full-disk';
const MB = 1024 * 1024;
const MODEL = join(ROOT, 'models', 'claim-nli-compact');
const disk = mkdtempSync(join(tmpdir(), 'full-disk-'));
if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128m', 'none', disk]).status !== 0) throw new Error('cannot mount');

const env = {
  ...{
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: '0',
    DATA_DIR: disk,
    ADMIN_TOKEN: TOKEN,
  },
  ...{ MODEL_DIR: MODEL, EVIDENCE_MODEL_DIR: MODEL, MIN_FREE_DISK: String(16 * MB) },
  ...{ RATE_LIMIT_PER_MINUTE: '10000' },
};
let failed = false;
function check(name, got, expected) {
  const holds = JSON.stringify(got) === JSON.stringify(expected);
  failed ||= !holds;
  const { bavail, bsize } = statfsSync(disk);
  console.log(
    `${holds ? 'ok   ' : 'WRONG'} ${name}: ${JSON.stringify(got)}${holds ? '' : `, expected ${JSON.stringify(expected)}`} (${Math.round((bavail * bsize) / MB)} MB free)`,
  );
}

async function start() {
  const child = spawn(process.execPath, [join(ROOT, 'dist/src/server/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  const port = await new Promise((found, gone) => {
    child.once('exit', (code) => gone(new Error(`ended with ${code}: ${log}`)));
    child.stdout.on('data', (text) => {
      log += text;
      const listening = /listening at http:\/\/[^"]*:(\d+)"/.exec(log);
      if (listening) found(listening[1]);
    });
  });
  const ask = async (method, path, { key = TOKEN, body, type = 'application/json' } = {}) => {
    const headers = { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': type }) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body });
    const text = await answer.text();
    return { status: answer.status, json: text.startsWith('{') ? JSON.parse(text) : {} };
  };
  while ((await ask('GET', '/health/ready')).status !== 200) await new Promise((go) => setTimeout(go, 100));
  return { ask, stop: () => stopped(child) };
}
function stopped(child) {
  child.kill('SIGTERM');
  return once(child, 'exit');
}
const command = (...args) =>
  spawnSync(process.execPath, [join(ROOT, 'dist/src/cli/claim-verifier.js'), ...args], { env, encoding: 'utf8' });
const eventually = async (holds) => {
  for (let tries = 0; tries < 600 && !(await holds()); tries += 1) await new Promise((go) => setTimeout(go, 100));
};
const fill = () =>
  spawnSync('dd', ['if=/dev/zero', `of=${disk}/filling`, 'bs=4k', 'oflag=append', 'conv=notrunc'], { stdio: 'ignore' });
const reserve = () => existsSync(join(disk, 'disk.reserve'));
const rows = (bytes) => `${JSON.stringify({ claim: '', grounding_source: 'b', x: 'a'.repeat(bytes) })}\n`;
const CLAIM = JSON.stringify({ claim: 'It rained.', grounding_source: 'It rained.' });

let service = await start();
await eventually(reserve);
check('the reserve is there', reserve(), true);
const made = [];
for (const name of ['attacker', 'leaked', 'other']) {
  const { json: customer } = await service.ask('POST', '/admin/v1/customers', { body: JSON.stringify({ name }) });
  const subscription = await service.ask('POST', '/admin/v1/subscriptions', {
    body: JSON.stringify({ customer_id: customer.id, plan: 'standard' }),
  });
  const { key, id } = subscription.json.key ?? {};
  made.push({ customer: customer.id, key, id });
}
const [attacker, leaked, other] = made;
const submit = (body, key = attacker.key) =>
  service.ask('POST', '/v1/jobs', { key, body, type: 'application/x-ndjson' });

const jobs = [];
for (let at = 0; at < 30; at += 1) {
  const { status, json } = await submit(rows(900_000).repeat(20));
  if (status === 507) break;
  jobs.push(json.id);
}
check(
  'uploads end with a 507 and leave the reserve',
  [(await submit(rows(900_000).repeat(20))).status, reserve()],
  [507, true],
);
fill();
const onFullDisk = async (when, { customer, id }) => {
  const verdict = await service.ask('POST', '/v1/verify', { key: other.key, body: CLAIM });
  check(`${when}: verdicts go on`, verdict.status, 200);
  check(`${when}: readiness`, (await service.ask('GET', '/health/ready')).json, { status: 'degraded', lost: ['disk'] });
  check(`${when}: another upload`, (await submit(CLAIM, other.key)).status, 507);
  check(`${when}: signing in`, (await service.ask('GET', '/admin/v1/keys?count=1')).status, 200);
  check(
    `${when}: revoking a key`,
    (await service.ask('POST', `/admin/v1/keys/${id}/revoke`, { body: '{}' })).status,
    200,
  );
  check(
    `${when}: deleting a job`,
    (await service.ask('DELETE', `/v1/jobs/${jobs.pop()}`, { key: attacker.key })).status,
    204,
  );
  check(`${when}: deleting a customer`, (await service.ask('DELETE', `/admin/v1/customers/${customer}`)).status, 200);
};
await eventually(async () => (await service.ask('GET', '/health/ready')).json.status === 'degraded');
await onFullDisk('full', leaked);
await service.stop();
fill();
service = await start();
await eventually(async () => (await service.ask('GET', '/health/ready')).json.status === 'degraded');
const list = command('keys', 'list');
check('a command reads the full disk', list.status, 0);
check(
  'after a restart: canceling or deleting a job',
  (await service.ask('DELETE', `/v1/jobs/${jobs.pop()}`, { key: attacker.key })).status,
  204,
);
check('after a restart: a command revokes a key', command('keys', 'revoke', other.id).status, 0);
check(
  'after a restart: the operator deletes the attacker',
  (await service.ask('DELETE', `/admin/v1/customers/${attacker.customer}`)).status,
  200,
);
rmSync(join(disk, 'filling'));
await eventually(async () => (await service.ask('GET', '/health/ready')).json.status === 'ready');
const ready = (await service.ask('GET', '/health/ready')).json;
await eventually(reserve);
check('with room again: ready, and the reserve is made again', [ready, reserve()], [{ status: 'ready' }, true]);
await service.stop();
spawnSync('umount', [disk]);
process.exitCode = failed ? 1 : 0;
