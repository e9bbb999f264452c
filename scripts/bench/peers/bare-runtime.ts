import { join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { assembleBatch } from '../../../src/nli/batch.ts';
import { feedsOf, toFloat32 } from '../../../src/nli/tensors.ts';
import { inRows } from '../batches.ts';
import type { BareModel } from '../bench-context.ts';
import type { Peer } from './peer.ts';

/** onnxruntime-node with its own defaults, on ids that were made before: tokenization costs it nothing. */
export async function bareRuntime({ directory, tokenizer }: BareModel): Promise<Peer[]> {
  const session = await InferenceSession.create(join(directory.dir, directory.model.path));
  const [output] = session.outputNames;
  const peer = (name: string, rows: number): Peer => ({
    name: `onnxruntime-node, ${name}, ready ids`,
    score: async ({ pairs }) => {
      const logits = new Float32Array(3 * pairs.length);
      for (const [i, batch] of inRows(pairs, rows).entries()) {
        const padded = assembleBatch(batch, tokenizer.template, directory.padTokenId);
        const results = await session.run(feedsOf(session.inputMetadata, padded));
        logits.set(toFloat32(results[output!]!)!, 3 * rows * i);
      }
      return logits;
    },
    close: async () => undefined,
  });
  return [peer('one pair a call', 1), peer('padded batches of 32', 32)];
}
