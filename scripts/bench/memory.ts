import type { BenchContext } from './bench-context.ts';
import type { Section } from './bench-report.ts';
import { closedLoad, RequestSource } from './load.ts';
import { median, spread } from './rounds.ts';
import { residentMb, type Service, startService } from './service-process.ts';

const CONNECTIONS = 8;
/** One of this many requests is a longest one. */
const REQUESTS_PER_LONGEST = 10;
const SAMPLES = 20;
/** Lines of the table, in addition to the start. */
const LINES = 10;

interface Sample {
  readonly minute: number;
  readonly rssMb: number;
  readonly heapMb: number;
  readonly answers: number;
}

/** Mixed requests for some minutes against the service with its settings: its memory must level off. */
export async function benchSoak({ seconds, signal }: BenchContext): Promise<Section> {
  const service = await startService({}, signal);
  const requests = new RequestSource(8);
  try {
    const atStart = await sample(service, { minute: 0, answers: 0 });
    const samples: Sample[] = [];
    const length = Math.max(1, Math.round(seconds / SAMPLES));
    for (let count = 1; count <= SAMPLES; count++) {
      signal.throwIfAborted();
      const next = () => requests.mixed(REQUESTS_PER_LONGEST);
      const { length: answers } = await closedLoad(service, { connections: CONNECTIONS, seconds: length, next });
      samples.push(await sample(service, { minute: (count * length) / 60, answers }));
    }
    return section(atStart, samples);
  } finally {
    await service.stop();
  }
}

async function sample(service: Service, of: Pick<Sample, 'minute' | 'answers'>): Promise<Sample> {
  const metrics = await service.metrics();
  return { ...of, rssMb: residentMb(metrics), heapMb: metrics.get('nodejs_heap_size_used_bytes')! / 1e6 };
}

function section(atStart: Sample, samples: readonly Sample[]): Section {
  const tenth = samples.length / LINES;
  const rss = samples.map(({ rssMb }) => rssMb);
  const early = rss[Math.ceil(tenth) - 1]!;
  const late = median(rss.slice(-Math.ceil(tenth)));
  const shown = [atStart, ...samples.filter((_, i) => (i + 1) % tenth === 0)];
  const rows = shown.map(({ minute, rssMb, heapMb, answers }) => ({
    minute,
    'RSS MB': rssMb,
    'heap MB': heapMb,
    answers,
  }));
  const { minute } = samples[Math.ceil(tenth) - 1]!;
  return {
    tables: [{ title: `${CONNECTIONS} connections, one of ${REQUESTS_PER_LONGEST} requests a longest one`, rows }],
    targets: [
      { what: 'RSS at the end, MB', atMost: 900, got: late },
      { what: `RSS at the end against minute ${minute.toFixed(1)}`, atMost: 1.1, got: late / early },
    ],
  };
}

const MIN_ROUNDS = 3;
const AS_CONFIGURED = 'as configured';

interface Found {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly readyMs: number[];
  readonly cpuSeconds: number[];
  readonly rssMb: number[];
}

export async function benchStart({ settings, info, seconds, signal }: BenchContext): Promise<Section> {
  const { modelDir, evidenceModelDir } = settings;
  const compact = { MODEL_DIR: evidenceModelDir, EVIDENCE_MODEL_DIR: evidenceModelDir };
  const variant = (name: string, env: Found['env']): Found => ({ name, env, readyMs: [], cpuSeconds: [], rssMb: [] });
  const alone = [
    variant('verdict model alone', { EVIDENCE_MODEL_DIR: modelDir }),
    // Empty means unset: the graph and calibration of the verdict model do not fit the evidence model.
    variant('evidence model alone', { ...compact, MODEL_FILE: '', CALIBRATION_FILE: '' }),
  ];
  const variants = [variant(AS_CONFIGURED, {}), ...(info.evidenceModel === undefined ? [] : alone)];
  const endsAt = performance.now() + 1000 * seconds;
  for (let round = 1; round <= MIN_ROUNDS || performance.now() < endsAt; round++) {
    for (const { env, readyMs, cpuSeconds, rssMb } of variants) {
      signal.throwIfAborted();
      const service = await startService(env, signal);
      readyMs.push(service.readyMs);
      const metrics = await service.metrics();
      cpuSeconds.push(metrics.get('process_cpu_seconds_total') ?? Number.NaN);
      rssMb.push(residentMb(metrics));
      await service.stop();
    }
  }
  const rows = variants.map(({ name, readyMs, cpuSeconds, rssMb }) => ({
    models: name,
    starts: readyMs.length,
    'ready after s': spread(readyMs.map((ms) => ms / 1000)),
    'CPU s': spread(cpuSeconds),
    'RSS MB': spread(rssMb),
  }));
  return {
    tables: [{ title: 'from the start of the process to /health/ready; median [quartiles]', rows }],
    targets: [{ what: 'ready after s (median)', atMost: 6, got: median(variants[0]!.readyMs) / 1000 }],
  };
}
