import type { BenchContext } from './bench-context.ts';
import type { Section } from './bench-report.ts';
import { median, spread } from './rounds.ts';
import { residentMb, startService } from './service-process.ts';

const MIN_ROUNDS = 3;
const AS_CONFIGURED = 'as configured';

interface Found {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly readyMs: number[];
  readonly rssMb: number[];
}

/** Time from process start to ready, and memory at that point, with both models and with each alone. */
export async function benchStart({ settings, info, seconds, signal }: BenchContext): Promise<Section> {
  const { evidenceModelDir } = settings;
  const compact = { MODEL_DIR: evidenceModelDir, EVIDENCE_MODEL_DIR: evidenceModelDir };
  const variant = (name: string, env: Found['env']): Found => ({ name, env, readyMs: [], rssMb: [] });
  const alone = [
    variant('verdict model alone', { EVIDENCE_CANDIDATES: '0' }),
    // Empty means unset: the graph and calibration of the verdict model do not fit the evidence model.
    variant('evidence model alone', { ...compact, MODEL_FILE: '', CALIBRATION_FILE: '' }),
  ];
  const variants = [variant(AS_CONFIGURED, {}), ...(info.evidenceModel === undefined ? [] : alone)];
  const endsAt = performance.now() + 1000 * seconds;
  for (let round = 1; round <= MIN_ROUNDS || performance.now() < endsAt; round++) {
    for (const { env, readyMs, rssMb } of variants) {
      signal.throwIfAborted();
      const service = await startService(env, signal);
      readyMs.push(service.readyMs);
      rssMb.push(residentMb(await service.metrics()));
      await service.stop();
    }
  }
  const rows = variants.map(({ name, readyMs, rssMb }) => ({
    models: name,
    starts: readyMs.length,
    'ready after s': spread(readyMs.map((ms) => ms / 1000)),
    'RSS MB': spread(rssMb),
  }));
  return {
    name: 'start',
    tables: [{ title: 'from the start of the process to /health/ready; median [quartiles]', rows }],
    targets: [{ what: 'ready after s (median)', atMost: 6, got: median(variants[0]!.readyMs) / 1000 }],
    notes: [],
  };
}
