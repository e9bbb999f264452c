import type { BenchContext } from './bench-context.ts';
import { closedLoad } from './closed-load.ts';
import type { Section } from './report.ts';
import { RequestSource } from './requests.ts';
import { startService } from './service-process.ts';
import { median } from './statistics.ts';

const CONNECTIONS = 8;
const LONGEST_SHARE = 0.1;
const SAMPLES = 20;
/** Lines of the table. */
const LINES = 10;

interface Sample {
  readonly minute: number;
  readonly rssMiB: number;
  readonly heapMiB: number;
  readonly answers: number;
}

/** Mixed requests for a long time against the service as it is configured: its memory has to level off. */
export async function benchSoak({ seconds, signal }: BenchContext): Promise<Section> {
  const service = await startService({}, signal);
  const requests = new RequestSource(8);
  const samples: Sample[] = [];
  try {
    for (let sample = 1; sample <= SAMPLES; sample++) {
      signal.throwIfAborted();
      const length = Math.max(1, Math.round(seconds / SAMPLES));
      const answers = await closedLoad(service, {
        connections: CONNECTIONS,
        seconds: length,
        next: () => requests.mixed(LONGEST_SHARE),
      });
      const metrics = await service.metrics();
      samples.push({
        minute: (sample * length) / 60,
        rssMiB: metrics.get('process_resident_memory_bytes')! / 2 ** 20,
        heapMiB: metrics.get('nodejs_heap_size_used_bytes')! / 2 ** 20,
        answers: answers.length,
      });
    }
  } finally {
    await service.stop();
  }
  return section(samples);
}

function section(samples: readonly Sample[]): Section {
  const tenth = samples.length / LINES;
  const rss = samples.map(({ rssMiB }) => rssMiB);
  const early = rss[Math.ceil(tenth) - 1]!;
  const late = median(rss.slice(-Math.ceil(tenth)));
  const rows = samples
    .filter((_, i) => (i + 1) % tenth === 0)
    .map(({ minute, rssMiB, heapMiB, answers }) => ({ minute, 'RSS MiB': rssMiB, 'heap MiB': heapMiB, answers }));
  const { minute } = samples[Math.ceil(tenth) - 1]!;
  return {
    name: 'soak',
    tables: [{ title: `${CONNECTIONS} connections, ${100 * LONGEST_SHARE} % longest requests`, rows }],
    targets: [{ what: `RSS at the end against minute ${minute.toFixed(1)}`, atMost: 1.1, got: late / early }],
    notes: [],
  };
}
