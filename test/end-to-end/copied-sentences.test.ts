import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifier, toResponseBody, type Verifier } from '../../src/index.ts';
import { PATIENT } from '../support/patient.ts';
import { DOCUMENTS, documentOf, fillerWithout } from './documents.ts';

let verifier: Verifier;
beforeAll(async () => {
  verifier = await createVerifier(PATIENT);
});
afterAll(() => verifier?.close());

async function outcome(claim: string, source: string): Promise<string> {
  const input = { claim, source };
  const { verdict, audit_trail } = toResponseBody(await verifier.verify(input));
  return [verdict, ...audit_trail.map((entry) => `${entry.match_type}: ${entry.source_span}`)].join(' | ');
}

const names = Object.keys(DOCUMENTS);
const copies = names.flatMap((name) => DOCUMENTS[name]!.map((sentence) => [name, sentence] as const));
const exact = (sentence: string) => `SUPPORTED | exact_match: ${sentence}`;

describe('a sentence copied from the source is supported as an exact match', () => {
  it.each(copies)('as it stands (%s: %s)', async (name, sentence) => {
    expect(await outcome(sentence, documentOf(name))).toBe(exact(sentence));
  });

  it.each(copies)('in capitals and in small letters (%s: %s)', async (name, sentence) => {
    expect(await outcome(sentence.toUpperCase(), documentOf(name))).toBe(exact(sentence));
    expect(await outcome(sentence.toLowerCase(), documentOf(name))).toBe(exact(sentence));
  });

  it.each(names)('in the middle of unrelated text, up to 10,000 characters (%s)', async (name) => {
    for (const [i, length] of [200, 1_500, 9_200].entries()) {
      const sentence = DOCUMENTS[name]![(i + name.length) % 5]!;
      const half = fillerWithout(name, length / 2);
      const source = `${half}${sentence} ${half}`.slice(0, 10_000);
      expect(await outcome(sentence, source)).toBe(exact(sentence));
    }
  });

  it.each(names)('at the very start and at the very end of a long source (%s)', async (name) => {
    const sentence = DOCUMENTS[name]![3]!;
    const filler = fillerWithout(name, 9_500);
    expect(await outcome(sentence, `${sentence} ${filler}`)).toBe(exact(sentence));
    expect(await outcome(sentence, `${filler}${sentence}`)).toBe(exact(sentence));
  });

  it.each(names)('alone, and two at once (%s)', async (name) => {
    const [first, second] = DOCUMENTS[name]!;
    expect(await outcome(first!, first!)).toBe(exact(first!));
    expect(await outcome(`${second} ${first}`, documentOf(name))).toBe(
      `SUPPORTED | exact_match: ${second} | exact_match: ${first}`,
    );
  });
});
