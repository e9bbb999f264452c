import { expect, test } from 'vitest';
import { type PeerTimes, peersSection } from '../../../scripts/bench/peers.ts';

const times = (name: string, pairs: PeerTimes['pairs'], ms: number): PeerTimes => ({
  name,
  pairs,
  isElsewhere: false,
  wallMs: [ms],
  cpuMs: [ms],
});

test('the promise is about the best batches of transformers.js over all pairs', () => {
  const { targets, tables } = peersSection({
    times: [
      times('product', 'text', 100),
      times('onnxruntime-node', 'candidates', 110),
      times('transformers.js, batches of 8', 'candidates', 300),
      times('transformers.js, batches of 8', 'all', 2_000),
      times('transformers.js, batches of 32', 'all', 1_500),
    ],
    rounds: [{ candidates: { length: 40 }, all: { length: 300 } }],
    logits: new Map([
      ['onnxruntime-node', Float32Array.of(1, 2, 3)],
      ['transformers.js, batches of 8', Float32Array.of(1, 2.5, 2.75)],
    ]),
    notes: [],
  });
  expect(targets).toEqual([
    { what: 'times slower over all pairs: transformers.js, batches of 32', atLeast: 10, got: 15 },
  ]);
  expect(tables[0]!.title).toContain('40 candidates of 300 pairs');
  expect(tables[0]!.rows.map((row) => row['logits differ by'])).toEqual([undefined, 0, 0.5, undefined, undefined]);
});
