import { join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { assembleBatch } from '../../../src/nli/batch.ts';
import { feedsOf, toFloat32 } from '../../../src/nli/workers/onnx-session.ts';
import { inRows } from '../batches.ts';
import type { BareModel } from '../bench-context.ts';
import type { OpenedPeers, Peer } from './peer.ts';

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
