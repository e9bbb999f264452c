import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import type { Premise, ScoredPremise } from '../../../src/verify/read/premises.ts';
import type { SourceSentence } from '../../../src/verify/read/read-source.ts';
import { choosePremises, WIDER_PREMISES } from '../../../src/verify/score/scoring.ts';
import { scores } from '../../support/fake-encoder.ts';
import { premise } from '../support/examined-span.ts';

/** Sentences that were read, the whole source unless places are given. */
function sentences(worth: readonly number[], places = worth.map((_, i) => i)): ScoredPremise[] {
  return worth.map((coverage, i) => premise(scores('neutral', 1), coverage, [places[i]!]));
}
interface Choice {
  readonly windowSentences?: number;
  /** The share of the span's words that each sentence holds. */
  readonly coverages?: readonly number[];
  readonly texts?: Readonly<Record<number, string>>;
  /** Places of signatures and the like. */
  readonly furniture?: readonly number[];
}

/** The windows and the top sentences chosen from documents of so many sentences, all about the matter unless told. */
function choose(
  read: readonly ScoredPremise[],
  lengths: readonly number[] = [read.length],
  { windowSentences = 3, coverages, texts = {}, furniture = [] }: Choice = {},
) {
  const piece = { span: { start: 0, end: 1 }, text: 'The mill', normalised: 'The mill', asserts: true };
  let first = 0;
  const sentences = lengths.flatMap((length) => {
    const document = { number: 0, first, end: first + length };
    first += length;
    return Array.from({ length }, (_, i): SourceSentence => {
      const text = texts[document.first + i] ?? piece.text;
      const isFurniture = furniture.includes(document.first + i);
      return { ...piece, text, document, ...(isFurniture && { kind: 'furniture' as const, asserts: false }) };
    });
  });
  const options = { windowSentences, coverages: coverages ?? sentences.map(() => 1) };
  const chosen = choosePremises(read, { sentences }, options);
  const of = (wanted: Premise['kind']) => chosen.filter(({ kind }) => kind === wanted).map((one) => one.sentences);
  return { windows: of('window'), top: of('top_sentences')[0] };
}

it('takes windows around the two best sentences only', () => {
  expect(choose(sentences([0, 0, 0.9, 0, 0, 0, 0.8, 0, 0.7])).windows).toEqual([
    [1, 2, 3],
    [5, 6, 7],
  ]);
});

it('ranks by entailment and words in common together', () => {
  const read = sentences([0.5, 0, 0, 0, 0, 0.2, 0, 0, 0.1]);
  const entailing = read.map((one, i) => (i === 8 ? { ...one, scores: scores('entailment', 0.9) } : one));
  expect(choose(entailing).windows).toEqual([
    [6, 7, 8],
    [0, 1, 2],
  ]);
});

it('takes neighbours from the whole source, read or not', () => {
  const { windows, top } = choose(sentences([0.9, 0.8, 0.1], [4, 20, 30]), [40]);
  expect(windows).toEqual([
    [3, 4, 5],
    [19, 20, 21],
  ]);
  expect(top).toEqual([4, 20, 30]);
});

it('moves the window of a sentence at the border inwards', () => {
  expect(choose(sentences([0.9, 0, 0, 0, 0.8])).windows).toEqual([
    [0, 1, 2],
    [2, 3, 4],
  ]);
});

it('reads the best sentences together unless a window holds them', () => {
  expect(choose(sentences([0.9, 0, 0, 0.8, 0, 0.7])).top).toEqual([0, 3, 5]);
  expect(choose(sentences([0, 0.8, 0.9, 0.7, 0])).top).toBeUndefined();
  expect(choose(sentences([0, 0.9, 0.7, 0.8, 0])).top).toEqual([1, 2, 3]);
  expect(choose(sentences([0.9]))).toEqual({ windows: [], top: undefined });
});

it('never takes a window across the end of a document', () => {
  expect(choose(sentences([0, 0, 0.9, 0.8, 0]), [3, 2]).windows).toEqual([
    [0, 1, 2],
    [3, 4],
  ]);
  expect(choose(sentences([0.9, 0.8]), [1, 1])).toEqual({ windows: [], top: [0, 1] });
});

it('takes no window where windows are one sentence long', () => {
  expect(choose(sentences([0.9, 0.8, 0.7, 0.6]), [4], { windowSentences: 1 })).toEqual({ windows: [], top: [0, 1, 2] });
});

it('reads a sentence about something else with no other', () => {
  const coverages = [0.1, 0.9, 0.1, 0.1, 0.8, 0.7];
  expect(choose(sentences(coverages), [6], { coverages })).toEqual({ windows: [[4, 5]], top: [1, 4, 5] });
  expect(choose(sentences([0.1, 0.9, 0.1]), [3], { coverages: [0.1, 0.9, 0.1] })).toEqual({
    windows: [],
    top: undefined,
  });
});

it('reads a sentence with its neighbour where it goes on from it, whatever its words', () => {
  const coverages = [0.1, 0.9, 0.1, 0.1];
  const choice = (texts: Choice['texts'] = {}) => choose(sentences(coverages), [4], { coverages, texts }).windows;
  expect(choice()).toEqual([]);
  expect(choice({ 2: 'It was sold.' })).toEqual([[1, 2]]);
  expect(choice({ 1: '"They" sold it.' })).toEqual([[0, 1]]);
  expect(choice({ 2: 'Item 2 was sold.' })).toEqual([]);
});

it('takes what the model reads as evidence, whatever its words', () => {
  const coverages = [0.9, 0, 0, 0, 0];
  const read = sentences(coverages).map((one, i) => (i === 4 ? { ...one, scores: scores('entailment', 0.9) } : one));
  expect(choose(read, [5], { coverages }).top).toEqual([0, 4]);
});

test.prop([fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), fc.integer({ min: 1, max: 5 })], {
  numRuns: 60,
})('every window is a run of as many neighbours as asked, none twice, and never more than announced', (worth, size) => {
  const { windows, top } = choose(sentences(worth), [worth.length], { windowSentences: size });
  const length = Math.min(size, worth.length);
  for (const window of windows) {
    expect(window.length).toBe(length);
    expect(window.at(-1)! - window[0]!).toBe(length - 1);
    expect(window[0]!).toBeGreaterThanOrEqual(0);
    expect(window.at(-1)!).toBeLessThan(worth.length);
  }
  expect(new Set(windows.map((window) => window.join())).size).toBe(windows.length);
  expect(windows.length + Number(top !== undefined)).toBeLessThanOrEqual(WIDER_PREMISES);
});

it('reads furniture together with nothing, whatever words it holds', () => {
  const texts = { 2: 'It closed.' };
  expect(choose(sentences([0.9, 0.8], [2, 3]), [4], { texts, furniture: [1] }).windows).toEqual([[2, 3]]);
  expect(choose(sentences([0.9, 0.8], [2, 3]), [4], { texts }).windows).toEqual([[1, 2, 3]]);
});
