import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifier, type Verifier } from '../../src/index.ts';
import { PATIENT } from '../support/patient.ts';
import { DOCUMENTS, documentOf, fillerWithout } from './documents.ts';

let verifier: Verifier;
beforeAll(async () => {
  verifier = await createVerifier(PATIENT);
});
afterAll(() => verifier?.close());

const names = Object.keys(DOCUMENTS);

describe('a source about something else leaves a claim uncertain, never contradicted', () => {
  it.each(names)('claims about the %s against every other text', async (name) => {
    const claims = DOCUMENTS[name]!;
    const others = names.filter((candidate) => candidate !== name);
    // Each claim meets one or two of the other texts: all pairs of them would take a minute.
    const answers = others.map(async (other, place) => {
      const claim = claims[place % claims.length]!;
      const { verdict } = await verifier.verify({ claim, source: documentOf(other) });
      return verdict === 'UNCERTAIN' ? [] : [`${verdict}: ${claim} (${other})`];
    });
    const verdicts = (await Promise.all(answers)).flat();
    expect(verdicts).toEqual([]);
  });

  it.each(names)('one claim about the %s against 9,500 characters about everything else', async (name) => {
    const { verdict, reasoning } = await verifier.verify({
      claim: DOCUMENTS[name]![0]!,
      source: fillerWithout(name, 9_500),
    });
    expect(verdict, reasoning).toBe('UNCERTAIN');
  });
});
