import { describe, expect, it } from 'vitest';
import { assembleBatch } from '../../src/nli/batch.ts';
import { tokenizedText } from '../../src/nli/tokenizer.ts';

const TEMPLATE = {
  before: [101],
  between: [102, 103],
  after: [104],
  types: [[0], 0, [0, 1], 1, [1]],
  overhead: 4,
} as const;
const template = { ...TEMPLATE, types: [[0], 0, [0, 1], 1, [1]] as [number[], number, number[], number, number[]] };
const read = (...ids: number[]) => tokenizedText(Int32Array.from(ids), 0);
const planes = ({ buffer, rows, length }: ReturnType<typeof assembleBatch>) => {
  const words = Array.from(new BigInt64Array(buffer), Number);
  return [0, 1, 2].map((plane) =>
    Array.from({ length: rows }, (_, row) => words.slice((plane * rows + row) * length).slice(0, length)),
  );
};

describe('assembleBatch', () => {
  it('writes ids, mask and types row by row, short rows padded and masked out', () => {
    const batch = assembleBatch(
      [
        { premise: read(1, 2, 3), hypothesis: read(4) },
        { premise: read(), hypothesis: read(70_000) },
      ],
      template,
      9,
    );
    expect({ rows: batch.rows, length: batch.length, bytes: batch.buffer.byteLength }).toEqual({
      rows: 2,
      length: 8,
      bytes: 384,
    });
    expect(planes(batch)).toEqual([
      [
        [101, 1, 2, 3, 102, 103, 4, 104],
        [101, 102, 103, 70_000, 104, 9, 9, 9],
      ],
      [
        [1, 1, 1, 1, 1, 1, 1, 1],
        [1, 1, 1, 1, 1, 0, 0, 0],
      ],
      [
        [0, 0, 0, 0, 0, 1, 1, 1],
        [0, 0, 1, 1, 1, 0, 0, 0],
      ],
    ]);
  });
});
