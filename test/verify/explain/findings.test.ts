import { describe, expect, it } from 'vitest';
import { REASON_CODES } from '../../../src/contract/verify.ts';
import { clauseOf } from '../../../src/verify/explain/finding.ts';
import { valueFinding } from '../../../src/verify/explain/value-findings.ts';
import { readWritten } from '../../../src/verify/read/written-text.ts';
import { compareSurface, readSurface } from '../rules/support/compare-surface.ts';
import { examinedSpan } from '../support/examined-span.ts';

describe('findings in words', () => {
  const sentences = (claim: string, source: string) => {
    const { facts, names } = compareSurface(claim, source);
    const words = { claim: readWritten(claim), source: readWritten(source) };
    const readings = { claim: readSurface(claim), source: readSurface(source) };
    const compared = { examined: examinedSpan(), texts: { claim, source }, words, readings };
    return [...facts, ...names].map((finding) => valueFinding(finding, compared)?.text);
  };

  it('says both values of a conflict', () => {
    expect(sentences('it employs 530 people', 'it employs 350 people')).toEqual([
      'the source says 350 people where the claim says 530 people',
    ]);
  });

  it('says that two agree where their values are equal or one lies within a bound', () => {
    expect(sentences('350 people', '350 people')).toEqual(['both say 350 people']);
    expect(sentences('more than 300 people', '350 people')).toEqual(['350 is more than 300']);
    expect(sentences('at most two weeks', 'within 14 days')).toEqual(['at most two weeks agrees with within 14 days']);
    expect(sentences('before 2023', 'on 14 March 2022')).toEqual(['14 March 2022 is before 2023']);
    expect(sentences('it employs 530 people', 'it is old')).toEqual([undefined]);
  });

  it.each([
    ['a rate of the same amount', 'it falls to 12.82 euros', 'it rises to 12.82 euros an hour'],
    ['a year of a decade', 'a series of the 1960s', 'a series of 1966'],
    ['a part of a written number', 'the 2013-14 season', 'the 2013-14 season'],
    ['a number in a name', 'for the PlayStation 3', 'on the PlayStation 3'],
  ])('say nothing of %s', (_, claim, source) => {
    expect(sentences(claim, source).filter((text) => text !== undefined)).toEqual([]);
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

describe('the clause of a code', () => {
  it('has what is said of it in the place of its braces, and keeps braces of the texts', () => {
    expect(clauseOf('number_differs', { expected: '{found} $& 3', found: '4' })).toBe(
      'the source says {found} $& 3 where the claim says 4',
    );
    expect(clauseOf('sources_disagree')).toBe('the sources disagree');
  });

  it('is empty where other findings say it', () => {
    expect(REASON_CODES.filter((code) => clauseOf(code) === '')).toEqual([
      ...[
        'quantifier_differs',
        'nearly_supported',
        'nearly_contradicted',
        'ambiguous_passage',
        'quotation_differs',
        'not_settled',
        'needs_date',
        'needs_arithmetic',
        'needs_two_passages',
        'unreadable',
      ],
    ]);
  });
});
