import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../../src/config.ts';
import type { ModelDirectory } from '../../../src/nli/models/directory.ts';
import type { AskedPair } from '../pair-source.ts';
import type { OpenedPeers, Peer } from './peer.ts';

const SCRIPT = join(PACKAGE_ROOT, 'scripts', 'bench', 'peers', 'cross_encoder.py');
const PYTHON = process.env.BENCH_PYTHON ?? 'python3';

/** As in the script. */
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
