import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { AutoModelForSequenceClassification, AutoTokenizer, env, type Tensor } from '@huggingface/transformers';
import { InferenceSession } from 'onnxruntime-node';
import { PACKAGE_ROOT } from '../../../src/config.ts';
import { assembleBatch } from '../../../src/nli/batch.ts';
import type { ModelDirectory } from '../../../src/nli/models/directory.ts';
import { feedsOf, toFloat32 } from '../../../src/nli/workers/onnx-session.ts';
import type { BareModel } from '../bench-context.ts';
import { type AskedPair, inRows } from '../pairs.ts';

export interface Peer {
  readonly name: string;
  readonly rows: number;
  /** Measured over all pairs too, as it would read them without a first phase. */
  readonly readsAll?: boolean;
  /** Runs in another process, whose CPU time is not seen here. */
  readonly isElsewhere?: boolean;
  /** Logits of all pairs, three a pair in the order of the model's labels, pairs in the order given. */
  score(pairs: readonly AskedPair[]): Promise<Float32Array>;
}

export interface OpenedPeers {
  readonly peers: readonly Peer[];
  /** Why there are fewer than there might be. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

/** onnxruntime-node with its own defaults on the graph for CPUs, on ids that were made before: tokenization costs it nothing. */
export async function bareRuntime({ directory, tokenizer }: BareModel): Promise<OpenedPeers> {
  const session = await InferenceSession.create(join(directory.dir, directory.graphs.cpu.path));
  const output = session.outputNames.includes('logits') ? 'logits' : session.outputNames[0]!;
  const peer = (name: string, rows: number): Peer => ({
    name: `onnxruntime-node, ${name}, ready ids`,
    rows,
    score: async (pairs) => {
      const logits = new Float32Array(3 * pairs.length);
      for (const [i, batch] of inRows(pairs, rows).entries()) {
        // The session takes of the batch what its model asks for: not every one has token types.
        const padded = assembleBatch(batch, tokenizer.template, directory.padTokenId);
        const results = await session.run(feedsOf(session.inputMetadata, padded));
        logits.set(toFloat32(results[output]!)!, 3 * rows * i);
      }
      return logits;
    },
  });
  return {
    peers: [peer('one pair a call', 1), peer('batches of 8', 8)],
    notes: [],
    close: () => session.release(),
  };
}

/** Sizes tried; the best counts. */
const BATCHES = [1, 4, 8, 32];

/** A sequence classifier on pairs as in the library's documentation, with the graph in floats. */
export async function transformersJs({ dir, graphs }: ModelDirectory): Promise<OpenedPeers> {
  env.allowRemoteModels = false;
  env.localModelPath = dirname(dir);
  const name = basename(dir);
  const { path } = graphs.cuda;
  const tokenizer = await AutoTokenizer.from_pretrained(name, { local_files_only: true });
  const model = await AutoModelForSequenceClassification.from_pretrained(name, {
    local_files_only: true,
    subfolder: dirname(path),
    model_file_name: basename(path, '.onnx'),
    dtype: 'fp32',
    device: 'cpu',
  });
  const scoreBatch = async (pairs: readonly AskedPair[]): Promise<Float32Array> => {
    const inputs = tokenizer(
      pairs.map(({ premiseText }) => premiseText),
      { text_pair: pairs.map(({ hypothesisText }) => hypothesisText), padding: true, truncation: true },
    );
    const { logits } = (await model(inputs)) as { logits: Tensor };
    return logits.data as Float32Array;
  };
  const peers = BATCHES.map((rows): Peer => {
    const score = async (pairs: readonly AskedPair[]) => {
      const parts: Float32Array[] = [];
      for (const batch of inRows(pairs, rows)) parts.push(await scoreBatch(batch));
      return Float32Array.from(parts.flatMap((part) => [...part]));
    };
    return {
      name: `transformers.js, ${rows === 1 ? 'one pair a call' : `batches of ${rows}`}`,
      rows,
      // One pair a call is never the best, and over all pairs it would take a minute.
      readsAll: rows > 1,
      score,
    };
  });
  return { peers, notes: [], close: async () => void (await model.dispose()) };
}

const SCRIPT = join(PACKAGE_ROOT, 'scripts', 'bench', 'peers', 'cross_encoder.py');
const PYTHON = process.env.BENCH_PYTHON ?? 'python3';

/** Batch size, as in the script. */
const ROWS = 32;

/** Peers in Python, where it and their packages are installed. BENCH_PYTHON names another interpreter. */
export async function startPython({ dir, graphs }: ModelDirectory, signal: AbortSignal): Promise<OpenedPeers> {
  const found = await promisify(execFile)(PYTHON, [SCRIPT, '--list']).then(
    ({ stdout }) => JSON.parse(stdout) as Record<string, string>,
    (): Record<string, string> => ({}),
  );
  const names = Object.keys(found);
  if (names.length === 0) {
    const notes = [
      'Python peers not measured: sentence-transformers with onnxruntime is not installed (BENCH_PYTHON).',
    ];
    return { peers: [], notes, close: async () => undefined };
  }
  const child = spawn(PYTHON, [SCRIPT, dir, graphs.cpu.path], {
    stdio: ['pipe', 'pipe', 'inherit'],
    signal,
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await answers.next();
  const ask = async (contender: string, pairs: readonly AskedPair[]): Promise<Float32Array> => {
    const texts = pairs.map(({ premiseText, hypothesisText }) => [premiseText, hypothesisText]);
    child.stdin.write(`${JSON.stringify({ contender, pairs: texts })}\n`);
    const { value } = await answers.next();
    return Float32Array.from(JSON.parse(value as string) as number[]);
  };
  const peers = names.map(
    (name): Peer => ({
      name: `Python, ${found[name]}`,
      rows: ROWS,
      isElsewhere: true,
      score: (pairs) => ask(name, pairs),
    }),
  );
  return { peers, notes: [], close: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  child.stdin!.end();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
}
