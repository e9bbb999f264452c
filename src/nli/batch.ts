import { ServiceError } from '../contract/errors.ts';
import { type PairTemplate, pairLength } from './pair-template.ts';
import { NLI_LABELS, type NliLabel, type NliScores, type Pair } from './types.ts';

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
  const lengths = pairs.map((pair) => pairLength(template, pair));
  const length = Math.max(...lengths);
  const plane = pairs.length * length;
  const buffer = new ArrayBuffer(plane * 3 * BigInt64Array.BYTES_PER_ELEMENT);
  // Ids are small and never negative: writing the low half of each little-endian int64 is enough.
  const words = new Int32Array(buffer);
  let at = 0;
  const write = (ids: ArrayLike<number>, types: number | readonly number[]) => {
    for (let i = 0; i < ids.length; i++, at++) {
      words[2 * at] = ids[i]!;
      words[2 * (plane + at)] = 1;
      words[2 * (2 * plane + at)] = typeof types === 'number' ? types : types[i]!;
    }
  };
  const { before, between, after, types } = template;
  for (const [row, { premise, hypothesis }] of pairs.entries()) {
    write(before, types[0]);
    write(premise.ids, types[1]);
    write(between, types[2]);
    write(hypothesis.ids, types[3]);
    write(after, types[4]);
    for (; at < (row + 1) * length; at++) words[2 * at] = padTokenId;
  }
  return { rows: pairs.length, length, buffer };
}

/** For each of NLI_LABELS, the index of its logit in the model's output. */
export type LabelOrder = readonly [number, number, number];

/** The order of labels in `id2label`. Throws `invalid_model` unless it names all: a guess would invert verdicts. */
export function labelOrder(id2label: Readonly<Record<string, unknown>>): LabelOrder {
  const names = new Map<string, number>();
  for (const [id, name] of Object.entries(id2label)) names.set(String(name).trim().toLowerCase(), Number(id));
  const indices = NLI_LABELS.map((label: NliLabel) => names.get(label));
  const [entailment, neutral, contradiction] = indices;
  const complete = names.size === 3 && new Set(indices).size === 3 && Object.keys(id2label).length === 3;
  if (!complete || entailment === undefined || neutral === undefined || contradiction === undefined) {
    const expected = 'config.json: id2label must name exactly entailment, neutral and contradiction';
    throw new ServiceError('invalid_model', `${expected}; got ${JSON.stringify(id2label)}.`);
  }
  if ([entailment, neutral, contradiction].some((index) => ![0, 1, 2].includes(index))) {
    throw new ServiceError('invalid_model', `config.json: the ids of id2label must be 0, 1 and 2.`);
  }
  return [entailment, neutral, contradiction];
}

/** Softmax of the three logits at `offset`, the true maximum subtracted so that no exponential overflows. */
export function toScores(logits: Float32Array, offset: number, order: LabelOrder): NliScores {
  const entailment = logits[offset + order[0]];
  const neutral = logits[offset + order[1]];
  const contradiction = logits[offset + order[2]];
  if (!Number.isFinite(entailment) || !Number.isFinite(neutral) || !Number.isFinite(contradiction)) {
    throw new ServiceError('internal_error', 'The model returned a logit that is not a finite number.');
  }
  const top = Math.max(entailment!, neutral!, contradiction!);
  const e = Math.exp(entailment! - top);
  const n = Math.exp(neutral! - top);
  const c = Math.exp(contradiction! - top);
  const sum = e + n + c;
  return { entailment: e / sum, neutral: n / sum, contradiction: c / sum };
}
