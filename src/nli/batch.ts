import type { Pair } from './nli-interface.ts';
import type { PairTemplate } from './pair-template.ts';

/**
 * A padded batch, row by row, as int64 words: `buffer` holds three planes of rows x length,
 * input_ids, attention_mask and token_type_ids. One buffer: one copy to a thread.
 */
export interface PaddedBatch {
  readonly rows: number;
  readonly length: number;
  readonly buffer: ArrayBuffer;
}

/** Assembles pairs from token ids; short rows are filled with the padding token, which is masked out. */
export function assembleBatch(pairs: readonly Pair[], template: PairTemplate, padTokenId: number): PaddedBatch {
  const lengths = pairs.map((pair) => template.overhead + pair.premise.ids.length + pair.hypothesis.ids.length);
  const length = Math.max(...lengths);
  const plane = pairs.length * length;
  const buffer = new ArrayBuffer(plane * 3 * BigInt64Array.BYTES_PER_ELEMENT);
  // Ids are small and never negative: writing the low half of each little-endian int64 is enough.
  const words = new Int32Array(buffer);
  pairs.forEach((pair, row) => {
    const end = writeRow(words, { pair, template, start: row * length, plane });
    for (let i = end; i < (row + 1) * length; i++) words[2 * i] = padTokenId;
  });
  return { rows: pairs.length, length, buffer };
}

interface Row {
  readonly pair: Pair;
  readonly template: PairTemplate;
  readonly start: number;
  readonly plane: number;
}

function writeRow(words: Int32Array, { pair, template, start, plane }: Row): number {
  let at = start;
  const write = (ids: ArrayLike<number>, types: number | readonly number[]) => {
    for (let i = 0; i < ids.length; i++, at++) {
      words[2 * at] = ids[i]!;
      words[2 * (plane + at)] = 1;
      words[2 * (2 * plane + at)] = typeof types === 'number' ? types : types[i]!;
    }
  };
  write(template.before, template.types[0]);
  write(pair.premise.ids, template.types[1]);
  write(template.between, template.types[2]);
  write(pair.hypothesis.ids, template.types[3]);
  write(template.after, template.types[4]);
  return at;
}
