import { resolve } from 'node:path';
import { type ModelDirectory, openModelDirectory } from './models/directory.ts';
import { OnnxCrossEncoder } from './onnx-cross-encoder.ts';
import { PhaseModel } from './phase-model.ts';
import { PROVIDERS, type ProviderInUse } from './providers.ts';
import type { CrossEncoder, NliModel, ScoreStore } from './types.ts';
import { warmUp } from './warm-up.ts';
import type { SessionModel, WorkerOptions } from './workers/onnx-session.ts';
import { countWorkers, memoryLimit, planWorkers } from './workers/plan.ts';
import { WorkerPool } from './workers/pool.ts';

export interface ChoiceOptions {
  /** The deciding model; `file` is an ONNX graph to use instead of the manifest's. */
  readonly verdict: { readonly dir: string; readonly file: string | undefined };
  readonly evidence: { readonly dir: string };
}

export interface CrossEncoderOptions extends ChoiceOptions {
  readonly provider: 'auto' | ProviderInUse;
  /** 0: from the CPU quota, the size of the models and the memory. */
  readonly workers: number;
  readonly threadsPerWorker: number;
  /** Maximum model time waiting or reserved, per worker. */
  readonly maxQueueMs: number;
  readonly scoreCachePairs: number;
  readonly scoreStore?: ScoreStore | undefined;
}

export interface OpenedModels {
  readonly encoder: CrossEncoder;
  /** The calibration file of the verdict model's directory, unread; undefined when it has none. */
  readonly calibration: unknown;
  readonly notices: readonly string[];
}

/**
 * Maximum time of a batch: how long a short request may have to wait for the batch before it, in each phase. For the
 * verdict model two pairs of 56 tokens in one batch cost 8 % less than two batches of one; larger batches save no more.
 */
export const MAX_BATCH_MS = 50;
/** A batch of `MAX_BATCH_MS` that takes this long hangs in native code, on the slowest of machines too. */
const RUN_TIMEOUT_MS = 60_000;

/** Opens, starts and warms up the models. Throws `invalid_model` or `invalid_configuration`. */
export async function openCrossEncoder(options: CrossEncoderOptions): Promise<OpenedModels> {
  const chosen = await chooseModels(options);
  const models = [new PhaseModel('verdict', chosen.verdict)];
  if (chosen.evidence) models.push(new PhaseModel('evidence', chosen.evidence));
  const { encoder, notices } = await startWorkers(models, options);
  const all = chosen.languageUnstated ? [...notices, unrankedNotice(encoder.verdict)] : notices;
  return { encoder, calibration: chosen.verdict.calibration, notices: all };
}

async function startWorkers(models: readonly PhaseModel[], options: CrossEncoderOptions) {
  const plan = planWorkers(
    models.map(({ directory }) => directory),
    options,
  );
  const before = process.memoryUsage.rss();
  const worker = { models: sessionModels(models), provider: options.provider, threads: plan.threads };
  const pool = await WorkerPool.open({ worker, runTimeoutMs: RUN_TIMEOUT_MS });
  try {
    const warm = { pool, maxBatchMs: MAX_BATCH_MS, maxBatchTokens: PROVIDERS[pool.provider].batchTokens };
    const alone = await warmUp(models, warm);
    const first = { provider: pool.provider, before, after: process.memoryUsage.rss(), limit: memoryLimit() };
    const { count, notice } = countWorkers(plan, options.workers, first);
    await pool.grow(count);
    const msPerToken = count === 1 ? alone : await warmUp(models, warm);
    const encoder = new OnnxCrossEncoder({ models, options, threads: plan.threads, msPerToken, ...warm });
    return { encoder, notices: notice === undefined ? [] : [notice] };
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/** Only what the workers need of the models, because it is copied to each worker. */
function sessionModels(models: readonly PhaseModel[]): WorkerOptions['models'] {
  const pick = ({ dir, graphs, seals }: ModelDirectory): SessionModel => ({ dir, graphs, seals });
  return Object.fromEntries(models.map(({ phase, directory }) => [phase, pick(directory)]));
}

function unrankedNotice({ info, msPerToken }: NliModel): string {
  return (
    `The manifest of ${info.id} does not say that the model reads English ("languages": ["en"]), so it ranks the sentences ` +
    `of a source itself; one pair of 64 tokens takes ${(64 * msPerToken).toPrecision(2)} ms.`
  );
}

/**
 * Decides which models are used and opens only those. The evidence model reads English, so by default it is used only
 * with a verdict model whose manifest names English too; without one the verdict model ranks the sentences itself.
 * Throws `invalid_model`.
 * @internal
 */
export async function chooseModels(options: ChoiceOptions) {
  const verdict = await openModelDirectory(options.verdict.dir, options.verdict.file);
  const alone = { verdict, evidence: undefined, languageUnstated: false };
  if (resolve(options.evidence.dir) === resolve(options.verdict.dir)) return alone;
  if (!verdict.languages?.includes('en')) return { ...alone, languageUnstated: true };
  const evidence = await openModelDirectory(options.evidence.dir, undefined);
  if (evidence.sha256 === verdict.sha256) return alone;
  return { verdict, evidence, languageUnstated: false };
}
