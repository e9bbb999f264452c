import { describe, expect, it } from 'vitest';
import { decidedEvidence } from '../../../src/verify/explain/evidence.ts';
import { reasonsOf } from '../../../src/verify/explain/reasons.ts';
import { type DecidedSpanPlan, decidedSpan } from '../support/decided-span.ts';

const AGAINST = { entailment: 0.01, neutral: 0.01, contradiction: 0.98 };
const contradicted = { matchType: 'contradiction', opposition: { sentences: [0], scores: AGAINST } } as const;
const unsettled = { matchType: 'insufficient_evidence', closest: { sentences: [0], scores: AGAINST } } as const;

/** Each reason with the words that it points at. */
function reasons(claim: string, source: string, plan: DecidedSpanPlan) {
  const built = decidedSpan({ claim, source }, plan);
  return reasonsOf(built.span, decidedEvidence(built.span, built.source), built.source).map(
    ({ code, expected, found }) => [
      code,
      expected && source.slice(expected.start, expected.end),
      found && claim.slice(found.start, found.end),
    ],
  );
}

describe('the reasons of a span', () => {
  it.each([
    ['a number', 'It employs 530 people.', 'It employs 350 people.', [['number_differs', '350', '530']]],
    ['a year', 'It was founded in 1991.', 'It was founded in 1990.', [['date_differs', '1990', '1991']]],
    [
      'a name',
      'It was directed by Ann Lee.',
      'It was directed by Bo Grant.',
      [['name_differs', 'Bo Grant', 'Ann Lee']],
    ],
    ['a negation', 'Assessors were aware of it.', 'Assessors were not aware of it.', [['negated', 'not', undefined]]],
    ['an opposite', 'Its turnover fell.', 'Its turnover rose.', [['antonym', 'rose', 'fell']]],
    [
      'no negation that both texts have',
      'No ore is not sold.',
      'Ore is not sold.',
      [['contradicted', undefined, undefined]],
    ],
    ['what no rule knows', 'It makes rubber ducks.', 'It makes valves.', [['contradicted', undefined, undefined]]],
  ])('name %s', (_, claim, source, expected) => {
    expect(reasons(claim, source, contradicted)).toEqual(expected);
  });

  it('say that a number belongs to something else where the source has it for something else', () => {
    const source = 'The works in Ghent burn 50 tons of wood. The works in Lyon burn 75 tons of wood.';
    expect(reasons('The works in Ghent burn 75 tons of wood.', source, contradicted)).toEqual([
      ['wrong_owner', '50 tons', '75 tons'],
    ]);
    expect(reasons('The works in Ghent burn 60 tons of wood.', source, contradicted)).toEqual([
      ['number_differs', '50 tons', '60 tons'],
    ]);
  });

  it('distinguish an amount from the currency name that starts at the same place', () => {
    expect(reasons('Hotels cost up to EUR 180.', 'Hotels cost up to EUR 150.', contradicted)).toEqual([
      ['number_differs', 'EUR 150', 'EUR 180'],
    ]);
  });

  it('are the language alone, or what the source does with the words', () => {
    expect(reasons('Das Werk.', 'The works.', { ...unsettled, objections: ['foreign_language'] })).toEqual([
      ['language', undefined, undefined],
    ]);
    const surface = {
      place: { source: 0, start: 15, end: 30 },
      factuality: 'denied' as const,
      premise: { sentences: [0], scores: AGAINST },
    };
    const denied = { ...unsettled, surface, objections: ['not_asserted_by_source'] as const };
    expect(reasons('the mill closed', 'He denied that the mill closed.', denied)).toEqual([
      ['not_asserted', 'the mill closed', 'the mill closed'],
    ]);
  });

  it('are what was exchanged in the sentence that a span copies, also where nothing else relates the two', () => {
    const copied = { ...unsettled, copied: { sentences: [0], scores: AGAINST }, objections: ['copy_differs'] as const };
    const source = 'The night train leaves from platform 7 every morning.';
    expect(reasons('The night train leaves from platform 4 every morning.', source, copied)).toEqual([
      ['number_differs', 'platform 7', 'platform 4'],
    ]);
    const all = 'All rooms of the old mill were opened to visitors except the attic.';
    expect(reasons('All rooms of the old mill were opened to visitors.', all, copied)).toEqual([
      ['quantifier_differs', undefined, undefined],
    ]);
  });

  it('are the disagreement and what the other document says', () => {
    const opposing = { sentences: [1], scores: AGAINST };
    const disagrees = { ...unsettled, opposing, objections: ['evidence_disagrees'] as const };
    const source = 'It employs 350 people. It employs 400 people.';
    expect(reasons('It employs 350 people.', source, disagrees)).toEqual([
      ['sources_disagree', undefined, undefined],
      [expect.any(String), '400', '350'],
    ]);
  });

  it('are none where the span is supported', () => {
    const plan = { matchType: 'paraphrase_match', support: { sentences: [0], scores: AGAINST } } as const;
    expect(reasons('It rose.', 'It rose.', plan)).toEqual([]);
  });
});

describe('the reasons of a span without a finding of a rule', () => {
  const FOR = { entailment: 0.6, neutral: 0.2, contradiction: 0.2 };
  const sides = { matchType: 'insufficient_evidence', support: { sentences: [0], scores: FOR } } as const;
  const source = 'The bakery sells bread. The shop sells cakes.';
  const claim = 'The bakery sells cakes.';

  it.each([
    ['nearly_supported', { entailed: 0.4, contradicted: 0.2 }],
    ['nearly_contradicted', { entailed: 0.2, contradicted: 0.4 }],
    ['conflicting_passages', { entailed: 0.4, contradicted: 0.4 }],
    ['not_settled', { entailed: 0.3, contradicted: 0.3 }],
  ])('are what the probabilities say: %s', (code, probabilities) => {
    const opposition = { sentences: [1], scores: AGAINST };
    const found = reasons(claim, source, { ...sides, opposition, ...probabilities });
    expect(found).toEqual([[code, undefined, undefined]]);
  });

  it('say nothing of a side that the model itself does not read in its place', () => {
    const unread = { sentences: [0], scores: { entailment: 0.29, neutral: 0.5, contradiction: 0.21 } };
    const found = reasons(claim, source, { ...sides, support: unread, entailed: 0.4, contradicted: 0.3 });
    expect(found).toEqual([['not_settled', undefined, undefined]]);
  });

  it('say nothing of a side whose place has too few of its words', () => {
    const opposition = { sentences: [1], scores: AGAINST, coverage: 0.09 };
    const found = reasons(claim, source, { ...sides, opposition, entailed: 0.2, contradicted: 0.4 });
    expect(found).toEqual([['not_settled', undefined, undefined]]);
  });

  it('say that a source contradicts it by half, though few of its words are there', () => {
    const opposition = { sentences: [1], scores: AGAINST, coverage: 0.09 };
    const found = reasons(claim, source, { ...sides, opposition, entailed: 0.2, contradicted: 0.6 });
    expect(found).toEqual([['nearly_contradicted', undefined, undefined]]);
  });

  it('do not blame the threshold where an objection kept it from being supported', () => {
    const plan = { ...sides, entailed: 0.4, contradicted: 0.2, objections: ['numbers_alone'] as const };
    expect(reasons(claim, source, plan)).toEqual([['not_settled', undefined, undefined]]);
    const opposition = { sentences: [1], scores: AGAINST };
    const opposed = { ...plan, opposition, contradicted: 0.4 };
    expect(reasons(claim, source, opposed)).toEqual([['nearly_contradicted', undefined, undefined]]);
  });

  it('say that one place speaks for it and against it', () => {
    const opposition = { sentences: [0, 1], scores: AGAINST };
    const found = reasons(claim, source, { ...sides, opposition, entailed: 0.4, contradicted: 0.4 });
    expect(found).toEqual([['ambiguous_passage', undefined, undefined]]);
  });

  it('name the words that the source does not hold, where it is about the same', () => {
    const lacking = ['words_not_in_source', undefined, 'biscuits'];
    const near = { ...sides, closest: { sentences: [0], scores: FOR, coverage: 0.1 } };
    expect(reasons('The bakery sells biscuits.', source, near)).toEqual([lacking]);
    const far = { ...sides, closest: { sentences: [0], scores: FOR, coverage: 0.09 } };
    expect(reasons('The bakery sells biscuits.', source, far)).toEqual([['not_stated', undefined, undefined]]);
    const supported = { ...sides, matchType: 'paraphrase_match' } as const;
    expect(reasons('The bakery sells biscuits.', source, supported)).toEqual([]);
  });
});
