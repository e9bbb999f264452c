import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PACKAGE_ROOT } from '../../src/config.ts';
import { residentMb, type Service, startService } from '../bench/service-process.ts';
import { type Area, runCase, runSeries, type Target } from './area.ts';
import { bytesArea } from './bytes.ts';
import { endLoader, modelsArea } from './damaged-models.ts';
import { askVerdict, assertVerdict, send } from './exchange.ts';
import { endReader, filesArea } from './files.ts';
import { headersArea } from './headers.ts';
import { jobsArea } from './jobs.ts';
import { jsonArea } from './json.ts';
import { textsArea } from './texts.ts';
import { complaintsOf, type VitalSigns } from './vital-signs.ts';

export const AREAS: readonly Area[] = [bytesArea, jsonArea, textsArea, headersArea, jobsArea, filesArea, modelsArea];

export interface Plan {
  readonly areas: readonly Area[];
  readonly seed: number;
  /** One case of each area, and no more. */
  readonly number: number | undefined;
  readonly ms: number;
  readonly signal: AbortSignal;
}

const COMPACT = join(PACKAGE_ROOT, 'models', 'claim-nli-compact');
/** Caches, pools and pages that come with the first requests are not growth. */
const WARM_UP_REQUESTS = 30;

/** Starts the service on the compact model, fuzzes it and stops it; resolves with what did not hold. */
export async function fuzz(plan: Plan, say: Running['say']): Promise<string[]> {
  const secrets = { ADMIN_TOKEN: randomBytes(24).toString('hex') };
  const models = { MODEL_DIR: COMPACT, EVIDENCE_MODEL_DIR: COMPACT };
  // A day's worth of files in minutes.
  const jobs = { JOB_ROWS_PER_DAY: '1000000000000' };
  const env = { ...models, ...jobs, LOG_LEVEL: 'info', REQUEST_TIMEOUT_MS: '5000' };
  const service = await startService({ ...env, ...secrets, FAILED_LOGINS_PER_MINUTE: '1000000' }, plan.signal);
  try {
    const target = {
      url: service.url,
      port: Number(new URL(service.url).port),
      key: service.key,
      adminToken: secrets.ADMIN_TOKEN,
    };
    await warmUp(target);
    return await fuzzBesideNeighbour(plan, { service, target, say });
  } finally {
    endLoader();
    await endReader();
    await service.stop();
  }
}

async function warmUp(target: Target): Promise<void> {
  for (let number = 0; number < WARM_UP_REQUESTS; number++) {
    await askVerdict(target, `It was founded in ${number}.`, 'Acme was founded in 1990.');
  }
}

interface Running {
  readonly service: Service;
  readonly target: Target;
  readonly say: (line: string) => void;
}

async function fuzzBesideNeighbour(plan: Plan, running: Running): Promise<string[]> {
  const { service, target, say } = running;
  const neighbour = startNeighbour({ ...target, key: await anotherKey(target) });
  const failures: string[] = [];
  for (const area of plan.areas) {
    if (plan.signal.aborted || service.ending() !== undefined) break;
    failures.push(...(await fuzzArea(plan, area, running)));
  }
  const { ms, failure } = await neighbour.end();
  say(`another customer: ${ms.length} answers, ${latencies(ms)}`);
  return failure === undefined ? failures : [...failures, failure];
}

async function fuzzArea(plan: Plan, area: Area, { service, target, say }: Running): Promise<string[]> {
  const { seed, number, signal } = plan;
  const before = await vitalSigns(service);
  const until = Date.now() + plan.ms / plan.areas.length;
  const { cases, failure } =
    number === undefined
      ? await runSeries(area, target, { seed, until, signal })
      : await runCase(area, target, { seed, number });
  const failures = failure === undefined ? [] : [failure];
  const again = `  again: npm run fuzz -- --seed ${seed} --only ${area.name}`;
  const { complaints, signs } = await afterwards(service, before);
  say(`${area.name}: ${cases} cases${signs}`);
  return [...failures, ...complaints.map((complaint) => `${area.name}, afterwards: ${complaint}\n${again}`)];
}

/** The faults of the service once an area is through, and its state, to be said after the number of cases. */
async function afterwards(service: Service, before: VitalSigns) {
  try {
    const { complaints, now } = await unrestful(service, before);
    const [was, is] = [before, now].map(
      ({ residentMb, descriptors }) => `${Math.round(residentMb)} MB and ${descriptors} descriptors`,
    );
    return { complaints, signs: `; ${was} before, ${is} and ${now.inFlight} requests in flight afterwards` };
  } catch (error) {
    const ending = service.ending();
    const complaint =
      ending === undefined
        ? `expected the service to tell its metrics, got ${(error as Error).message}`
        : `expected the service to live on, but it ended with ${ending}`;
    return { complaints: [complaint], signs: '' };
  }
}

function latencies(ms: readonly number[]): string {
  const sorted = [...ms].sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return `median ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms, slowest ${at(1)} ms`;
}

/** The key of its own customer. */
async function anotherKey(target: Target): Promise<string> {
  const headers = { authorization: `Bearer ${target.adminToken}` };
  const body = JSON.stringify({ name: 'another customer', limit: 1_000_000 });
  const answer = await send(target, { path: '/admin/v1/keys', headers, body });
  if (answer.status !== 201) throw new Error(`Expected a key for another customer, got ${answer.body}`);
  return (JSON.parse(answer.body) as { key: string }).key;
}

const PAUSE_MS = 200;
/** Longer than any pause of a machine that is busy with other work, shorter than work by the square of a file. */
const MAX_MS = 15_000;
const SOURCE = 'Acme opened its Lyon plant in 2014. The plant employs 350 people.';

interface Neighbour {
  /** Ends it; resolves with how long each answer took, in milliseconds, and what went wrong first. */
  end(): Promise<{ readonly ms: readonly number[]; readonly failure: string | undefined }>;
}

/** `target` holds the customer's own key. */
export function startNeighbour(target: Target): Neighbour {
  const ended = new AbortController();
  const ms: number[] = [];
  let failure: string | undefined;
  const asking = (async () => {
    for (let number = 0; !ended.signal.aborted && failure === undefined; number++) {
      const start = performance.now();
      // A number that changes, so that no cache answers.
      const claim = `The plant employs ${number} people.`;
      try {
        const { status, body } = await askVerdict(target, claim, SOURCE);
        if (status !== 200) throw new Error(`expected status 200, got ${status} with ${body}`);
        assertVerdict(body, claim, SOURCE);
        const took = performance.now() - start;
        if (took > MAX_MS) throw new Error(`expected an answer within ${MAX_MS} ms, got it after ${took.toFixed()} ms`);
        ms.push(took);
      } catch (error) {
        failure = `another customer: ${(error as Error).message}`;
      }
      await sleep(PAUSE_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  })();
  return {
    end: async () => {
      ended.abort();
      await asking;
      return { ms, failure };
    },
  };
}

const CALM_MS = 30_000;
const LOOK_MS = 250;

async function vitalSigns({ metrics, pid }: Service): Promise<VitalSigns> {
  const values = await metrics();
  const inFlight = (values.get('claim_verification_requests_in_flight') ?? Number.NaN) - 1;
  return { residentMb: residentMb(values), descriptors: descriptorsOf(pid), inFlight };
}

function descriptorsOf(pid: number): number {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0;
}

/** Waits for the service to come to rest; what did not come back, each as a sentence. */
async function unrestful(service: Service, before: VitalSigns) {
  const deadline = Date.now() + CALM_MS;
  for (;;) {
    const now = await vitalSigns(service);
    const complaints = complaintsOf(now, before);
    if (complaints.length === 0 || Date.now() > deadline) return { complaints, now };
    await sleep(LOOK_MS);
  }
}
