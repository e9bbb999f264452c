import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareReadings, compareSurface, describeFinding, readSurface } from '../../../src/verify/rules/index.ts';

describe('a claim beside a passage', () => {
  it('counts what matches, conflicts and is absent', () => {
    const findings = compareSurface(
      'Ada Moss hired 350 people and 12 cooks in 2015.',
      'Ada Moss hired 350 people and 21 cooks.',
    );
    expect([findings.factsMatched, findings.factsConflicting, findings.factsAbsent]).toEqual([1, 1, 1]);
    expect(findings.names).toEqual({ matched: 1, absent: 0, conflicting: 0 });
  });

  it('gives the same findings from readings made once', () => {
    const claim = readSurface('The firm employs 530 people.');
    const first = compareReadings(claim, readSurface('The firm employs 350 people.'));
    compareReadings(claim, readSurface('Another text of 12 words.'));
    expect(compareReadings(claim, readSurface('The firm employs 350 people.'))).toEqual(first);
  });

  it('finds nothing between empty texts', () => {
    const findings = compareSurface('', '');
    expect(findings).toMatchObject({ facts: [], nameFindings: [], negation: false });
  });

  it('never contradicts a text with itself', () => {
    const word = fc.constantFrom(
      'not',
      'rose',
      'fell',
      '12',
      '$5',
      'May',
      '2014',
      'Ada',
      'Moss',
      'firm',
      'paid',
      'more',
      'than',
      '.',
      ',',
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 15 }), (pieces) => {
        const text = pieces.join(' ');
        const findings = compareSurface(text, text);
        expect(findings.factsConflicting).toBe(0);
        expect(findings.names.conflicting).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});

describe('findings in words', () => {
  const sentences = (claim: string, source: string) => {
    const findings = compareSurface(claim, source);
    return [...findings.facts, ...findings.nameFindings].map(describeFinding);
  };

  it('says both values of a conflict', () => {
    expect(sentences('it employs 530 people', 'it employs 350 people')).toEqual([
      'claim says 530 people, source says 350 people',
    ]);
  });

  it('says what is missing', () => {
    expect(sentences('it employs 530 people', 'it is old')).toEqual(['530 people is not stated in the source']);
    expect(sentences('it joined NATO', 'it is old')).toEqual(['NATO is not named in the source']);
  });

  it('says what agrees', () => {
    expect(sentences('more than 300 people', '350 people')).toEqual([
      'more than 300 people agrees with 350 people in the source',
    ]);
    expect(sentences('350 people', '350 people')).toEqual(['claim and source both say 350 people']);
  });
});
