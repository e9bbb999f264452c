import { basename, dirname } from 'node:path';
import { AutoModelForSequenceClassification, AutoTokenizer, env, type Tensor } from '@huggingface/transformers';
import type { ModelDirectory } from '../../../src/nli/models/directory.ts';
import { inRows } from '../batches.ts';
import type { AskedPair } from '../pair-source.ts';
import type { OpenedPeers, Peer } from './peer.ts';

/** Sizes tried; the best counts. */
const BATCHES = [1, 4, 8, 32];

/**
 * As its documentation runs a sequence classifier on pairs: its tokenizer, its padding, its session on all CPUs, and the
 * graph in floats, as it is for every model that it converts.
 */
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
