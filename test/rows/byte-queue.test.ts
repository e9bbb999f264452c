import { expect, it } from 'vitest';
import { ByteQueue } from '../../src/rows/text-record.ts';

it('gives the bytes between two offsets, over blocks, and no more than have arrived', () => {
  const queue = new ByteQueue();
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251));
  for (let at = 0; at < bytes.length; at += 777) queue.push(bytes.subarray(at, at + 777));
  expect(queue.end).toBe(200_000);
  expect(queue.slice(65_000, 140_000).equals(bytes.subarray(65_000, 140_000))).toBe(true);
  expect(queue.slice(199_990, 300_000)).toEqual(bytes.subarray(199_990));
  expect(queue.slice(200_000, 300_000)).toHaveLength(0);
  queue.dropBefore(150_000);
  expect(queue.slice(150_000, 200_000).equals(bytes.subarray(150_000))).toBe(true);
});
