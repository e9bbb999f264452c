import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PairBudget, surfaceFindings } from '../../../src/verify/rules/index.ts';
import { compareSurface, readSurface } from './support/compare-surface.ts';

describe('a claim against a passage', () => {
  it('says what matches, conflicts and is absent', () => {
    const findings = compareSurface(
      'Ada Moss hired 350 people and 12 cooks in 2015.',
      'Ada Moss hired 350 people and 21 cooks.',
    );
    expect(findings.facts.map(({ status }) => status)).toEqual(['match', 'conflict', 'absent']);
    expect(findings.names.map(({ status }) => status)).toEqual(['match']);
  });

  it('gives the same findings from readings made once', () => {
    const claim = readSurface('The firm employs 530 people.');
    const compared = (premise: string) => surfaceFindings(claim, readSurface(premise), new PairBudget());
    const first = compared('The firm employs 350 people.');
    compared('Another text of 12 words.');
    expect(compared('The firm employs 350 people.')).toEqual(first);
  });

  it('finds nothing between empty texts', () => {
    const findings = compareSurface('', '');
    expect(findings).toMatchObject({ facts: [], names: [], negation: false });
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
        expect(findings.facts.map(({ status }) => status)).not.toContain('conflict');
        expect(findings.names.map(({ status }) => status)).not.toContain('conflict');
      }),
      { numRuns: 200 },
    );
  });
});
