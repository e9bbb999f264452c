import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutPause } from '../../../src/text/pausing.ts';
import { describeFinding } from '../../../src/verify/rules/compare/describe-finding.ts';
import { PairBudget, pausingComparison } from '../../../src/verify/rules/index.ts';
import { compareSurface, readSurface } from './support/compare-surface.ts';

describe('a claim beside a passage', () => {
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
    const compared = (premise: string) =>
      withoutPause(pausingComparison(claim, readSurface(premise), new PairBudget()));
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

describe('findings in words', () => {
  const sentences = (claim: string, source: string) => {
    const findings = compareSurface(claim, source);
    return [...findings.facts, ...findings.names].map((finding) => describeFinding(finding, { claim, source }));
  };

  it('says both values of a conflict', () => {
    expect(sentences('it employs 530 people', 'it employs 350 people')).toEqual([
      'the source says 350 people where the claim says 530 people',
    ]);
  });

  it('says that two agree where their values are equal or one lies within a bound', () => {
    expect(sentences('350 people', '350 people')).toEqual(['both say 350 people']);
    expect(sentences('more than 300 people', '350 people')).toEqual(['350 is more than 300']);
    expect(sentences('at most two weeks', 'within 14 days')).toEqual(['14 days is at most two weeks']);
    expect(sentences('before 2023', 'on 14 March 2022')).toEqual(['14 March 2022 is before 2023']);
    expect(sentences('it employs 530 people', 'it is old')).toEqual([undefined]);
  });

  it.each([
    ['The club is open until 5 p.m. Plus gives access.', 'The club is open until 4 p.m. Plus gives access.', '4 p.m.'],
    ['The closure of the mill ended in June.', 'The closure of the mill ended in May. The company itself grew.', 'May'],
    ['The strike began on 9 August', 'The strike began on 8 August unless the airline resumes talks', '8 August'],
    ['It has 40 employees', 'It has 350 full-time employees work there', '350 full-time employees'],
  ])('end a phrase where its sentence ends: %s', (claim, source, shown) => {
    expect(sentences(claim, source)[0]).toContain(`the source says ${shown} where the claim says `);
  });
});
