import { basename, dirname } from 'node:path';
import { AutoModelForSequenceClassification, AutoTokenizer, env, type Tensor } from '@huggingface/transformers';
import type { VerifierOptions } from '../../../src/index.ts';
import { inRows } from '../batches.ts';
import type { AskedPair } from '../scored-pairs.ts';
import type { Peer, PeerWork } from './peer.ts';

/** Sizes tried; the best counts. */
const BATCHES = [8, 32, 128];

/** As its documentation runs a sequence classifier on pairs: its tokenizer, its padding, its session. */
export async function transformersJs({ modelDir }: VerifierOptions): Promise<Peer[]> {
  env.allowRemoteModels = false;
  env.localModelPath = dirname(modelDir!);
  const name = basename(modelDir!);
  const tokenizer = await AutoTokenizer.from_pretrained(name, { local_files_only: true });
  const model = await AutoModelForSequenceClassification.from_pretrained(name, {
    local_files_only: true,
    dtype: 'fp32',
    device: 'cpu',
  });
  const score = async (pairs: readonly AskedPair[]): Promise<Float32Array> => {
    const inputs = tokenizer(
      pairs.map(({ premiseText }) => premiseText),
      { text_pair: pairs.map(({ hypothesisText }) => hypothesisText), padding: true, truncation: true },
    );
    const { logits } = (await model(inputs)) as { logits: Tensor };
    return logits.data as Float32Array;
  };
  const inTurn =
    (rows: number) =>
    async ({ pairs }: PeerWork) => {
      const parts: Float32Array[] = [];
      for (const batch of inRows(pairs, rows)) parts.push(await score(batch));
      return Float32Array.from(parts.flatMap((part) => [...part]));
    };
  return [
    { name: 'transformers.js, one pair a call', score: inTurn(1), close: async () => undefined },
    ...BATCHES.map((rows, i) => ({
      name: `transformers.js, batches of ${rows}`,
      score: inTurn(rows),
      close: async () => void (i === 0 && (await model.dispose())),
    })),
  ];
}
