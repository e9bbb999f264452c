import { describe, expect, it } from 'vitest';
import { readExamples } from '../../../src/evaluation/loading/read-examples.ts';

const example = (fields: Record<string, unknown>) => {
  const reading = readExamples(fields);
  return 'examples' in reading ? reading.examples[0] : reading.leftOut;
};

describe('readExamples', () => {
  it('reads rows of this service', () => {
    expect(example({ id: 7, claim: 'c', grounding_source: 's', label: 'NOT_SUPPORTED' })).toEqual({
      id: '7',
      set: undefined,
      claim: 'c',
      source: 's',
      label: 'NOT_SUPPORTED',
    });
  });

  it('reads LLM-AggreFact rows into their own sets', () => {
    const row = { dataset: 'RAGTruth', doc: 's', claim: 'c', label: 1, contamination_identifier: 'x' };
    expect(example(row)).toMatchObject({ set: 'RAGTruth', claim: 'c', source: 's', label: 'SUPPORTED' });
    expect(example({ ...row, label: 0 })).toMatchObject({ label: 'NOT_SUPPORTED' });
    expect(example({ ...row, label: 2 })).toBe('unknown label');
  });

  it('reads a claim and its altered version, of one row each or of one source with all its pairs', () => {
    const row = { claim: 'c', grounding_source: 's', label: 'SUPPORTED', category: 'date', pair: 4 };
    expect(example(row)).toMatchObject({ category: 'date', pair: '4' });
    const pair = { id: 'p', attack: 'date', twin: 'in May', altered: 'in June', label: 'UNSUPPORTED' };
    const names = { set: undefined, source: 's', category: 'date', pair: 'p' };
    expect(readExamples({ id: 'x', grounding_source: 's', pairs: [pair] })).toEqual({
      examples: [
        { ...names, id: 'p-twin', claim: 'in May', label: 'SUPPORTED' },
        { ...names, id: 'p-altered', claim: 'in June', label: 'UNSUPPORTED' },
      ],
    });
    expect(example({ grounding_source: 's', pairs: [pair, { ...pair, label: 'maybe' }] })).toBe('unknown label');
    expect(example({ grounding_source: 's', pairs: ['p'] })).toBe('a pair is not an object');
  });

  it('reads pairs of premise and hypothesis', () => {
    expect(example({ premise: 's', hypothesis: 'c', label: 'neutral' })).toMatchObject({ label: 'UNCERTAIN' });
    expect(example({ sentence1: 's', sentence2: 'c', gold_label: 'contradiction' })).toMatchObject({
      claim: 'c',
      source: 's',
      label: 'UNSUPPORTED',
    });
    expect(example({ sentence1: 's', sentence2: 'c', gold_label: '-' })).toBe('unknown label');
  });

  it.each([
    [{ claim: 'c', evidence: 's', label: 'SUPPORTS' }, 's', 'SUPPORTED'],
    [{ claim: 'c', evidence: ['s', 't', 's'], label: 'REFUTES' }, 's\nt', 'UNSUPPORTED'],
    [{ claim: 'c', claim_label: 'NOT_ENOUGH_INFO', evidences: [{ evidence: 's' }] }, 's', 'UNCERTAIN'],
    [{ text: 'c', gold_evidence: [{ text: 's' }, { text: 't' }], label: 'SUPPORTS' }, 's\nt', 'SUPPORTED'],
  ])('reads the family of FEVER with its evidence as text', (fields, source, label) => {
    expect(example(fields)).toMatchObject({ claim: 'c', source, label });
  });

  it('says what it does not know', () => {
    expect(example({ question: 'q' })).toBe('unknown format');
    expect(example({ claim: 'c', label: 'SUPPORTS', evidence: [[[9, 9, 'Ada', 1]]] })).toBe('no evidence text');
    expect(example({ claim: 'c', grounding_source: 's', label: 'maybe' })).toBe('unknown label');
  });
});
