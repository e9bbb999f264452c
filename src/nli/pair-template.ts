import { ServiceError } from '../contract/errors.ts';
import type { Pair } from './types.ts';

/** The special tokens that a tokenizer puts around and between the two texts of a pair, with their type ids. */
export interface PairTemplate {
  readonly before: readonly number[];
  readonly between: readonly number[];
  readonly after: readonly number[];
  /** Type ids of: before, premise, between, hypothesis, after. */
  readonly types: readonly [number[], number, number[], number, number[]];
  readonly overhead: number;
}

export interface TemplateSource {
  encode(text: string): readonly number[];
  encodePair(premise: string, hypothesis: string): { ids: readonly number[]; types: readonly number[] | undefined };
}

const PROBES = [
  ['first side of a pair', 'second half'],
  ['A man.', 'The plant employs 350 people, and more.'],
] as const;

/**
 * Learns the template by encoding a pair of known texts, so that every tokenizer's own rule holds
 * (RoBERTa puts two separators between the texts), and checks it on a second pair.
 * Throws `invalid_model` when the texts cannot be found again in the encoded pair.
 */
export function learnPairTemplate(source: TemplateSource): PairTemplate {
  const template = templateOf(source, ...PROBES[0]);
  const [premise, hypothesis] = PROBES[1];
  const expected = source.encodePair(premise, hypothesis);
  const ids = pairIds(template, source.encode(premise), source.encode(hypothesis));
  if (ids.join() !== expected.ids.join()) throw unreadable();
  return template;
}

function templateOf(source: TemplateSource, premise: string, hypothesis: string): PairTemplate {
  const a = source.encode(premise);
  const b = source.encode(hypothesis);
  const { ids, types } = source.encodePair(premise, hypothesis);
  const aStart = indexOfRun(ids, a, 0);
  const bStart = indexOfRun(ids, b, aStart + a.length);
  if (a.length === 0 || b.length === 0 || aStart < 0 || bStart < 0) throw unreadable();
  // Without a separator no model can know where the premise ends.
  if (bStart === aStart + a.length || !ids.every(Number.isInteger)) throw unreadable();
  const type = (start: number, end: number) => ids.slice(start, end).map((_, i) => types?.[start + i] ?? 0);
  const aEnd = aStart + a.length;
  const bEnd = bStart + b.length;
  return {
    before: ids.slice(0, aStart),
    between: ids.slice(aEnd, bStart),
    after: ids.slice(bEnd),
    types: [type(0, aStart), types?.[aStart] ?? 0, type(aEnd, bStart), types?.[bStart] ?? 0, type(bEnd, ids.length)],
    overhead: ids.length - a.length - b.length,
  };
}

function indexOfRun(ids: readonly number[], run: readonly number[], from: number): number {
  for (let start = from; start + run.length <= ids.length; start++) {
    if (run.every((id, i) => ids[start + i] === id)) return start;
  }
  return -1;
}

function unreadable(): ServiceError {
  return new ServiceError(
    'invalid_model',
    'tokenizer.json: cannot determine how it joins the two texts of a pair. Use the tokenizer.json that belongs to the model.',
  );
}

export function pairIds(template: PairTemplate, premise: ArrayLike<number>, hypothesis: ArrayLike<number>): number[] {
  return [
    ...template.before,
    ...Array.from(premise),
    ...template.between,
    ...Array.from(hypothesis),
    ...template.after,
  ];
}

/** Ids of the special tokens, which only a template may place. */
export function specialIds({ before, between, after }: PairTemplate): ReadonlySet<number> {
  return new Set([...before, ...between, ...after]);
}

export function pairLength(template: PairTemplate, pair: Pair): number {
  return template.overhead + pair.premise.ids.length + pair.hypothesis.ids.length;
}
