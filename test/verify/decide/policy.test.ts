import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { VERDICTS } from '../../../src/contract/verify.ts';
import {
  type Calibration,
  DEFAULT_CALIBRATION,
  OBJECTIONS,
  type Objection,
  withoutNamed,
} from '../../../src/verify/decide/calibration.ts';
import { decideClaim, decideSpan } from '../../../src/verify/decide/policy.ts';
import { type ExaminedSpan, FEATURES } from '../../../src/verify/examine/features.ts';
import { logOdds } from '../../../src/verify/score/scoring.ts';
import { PLAIN_CALIBRATION as plain, scores } from '../../support/fake-encoder.ts';
import { compareSurface } from '../rules/support/compare-surface.ts';
import { examinedSpan, features, premise } from '../support/examined-span.ts';

const entailed = { features: features({ entailment_best: 3 }) };
const contradicted = { features: features({ entailment_best: -3, contradiction_covered: 0.95 }) };
const unsettled = { features: features({ entailment_best: -3 }) };

const spanOf = (given: Partial<ExaminedSpan>, calibration = plain) => decideSpan(examinedSpan(given), calibration);
const matchOf = (given: Partial<ExaminedSpan>) => spanOf(given).matchType;
const decideAll = (...given: Partial<ExaminedSpan>[]) =>
  decideClaim(
    given.map((span) => examinedSpan(span)),
    plain,
  );
const verdictOf = (...given: Partial<ExaminedSpan>[]) => decideAll(...given).verdict;

const { strong, nearCopy, closer } = plain.thresholds;
const HYPOTHESIS = examinedSpan().hypothesis;
const found = (label: 'entailment' | 'contradiction', factuality?: 'denied', probability = 0.96) => ({
  span: { start: 0, end: 10 },
  premise: premise(scores(label, probability)),
  factuality,
  isSentence: false,
});
const copied = {
  premise: premise(scores('entailment')),
  differences: { facts: [], names: [], negation: true, exception: false, held: 1 },
};

const DIFFERS = compareSurface('It seats 12 people.', 'It seats 14 people.');

/** Of each objection, a span that meets it. */
const OBJECTED: Readonly<Record<Objection, Partial<ExaminedSpan>>> = {
  foreign_language: { hypothesis: { ...HYPOTHESIS, foreign: true } },
  copy_differs: { copied },
  facts_differ: { findings: { ...examinedSpan().findings, closest: DIFFERS } },
  closest_contradicts: {
    support: premise(scores('entailment', 0.99), 1, [0, 1, 2]),
    closest: premise(scores('contradiction', strong), nearCopy),
  },
  not_asserted_by_source: { surface: found('entailment', 'denied') },
  evidence_disagrees: {
    support: premise(scores('entailment', strong), 0.7, [0]),
    opposition: premise(scores('contradiction', strong), 0.7 - closer + 0.01, [4]),
  },
};

/** Objections that exclude entailment: what is left of its probability is far from the threshold of one half. */
const RULES_OUT: readonly Objection[] = ['copy_differs', 'facts_differ'];

describe('a claim span', () => {
  it('follows what the models read when nothing objects', () => {
    expect(spanOf(entailed)).toMatchObject({ matchType: 'paraphrase_match', objections: [] });
    expect(matchOf(contradicted)).toBe('contradiction');
    expect(matchOf(unsettled)).toBe('insufficient_evidence');
  });

  it('is not contradicted by a premise that is about something else', () => {
    const { relevance } = plain.thresholds;
    const against = (coverage: number) => ({ ...contradicted, opposition: premise(scores('neutral'), coverage) });
    expect(matchOf(against(relevance))).toBe('contradiction');
    expect(matchOf(against(relevance - 0.01))).toBe('insufficient_evidence');
  });

  it('has the probabilities of its curves: contradiction is of what is not entailed', () => {
    const { entailed: e, contradicted: c } = spanOf({
      features: features({ entailment_best: -1, contradiction_covered: 0.15 }),
    });
    expect(e).toBeCloseTo(1 / (1 + Math.exp(1)), 9);
    expect(c).toBeCloseTo((1 - e) / (1 + Math.exp(-4)), 9);
  });

  it.each(OBJECTIONS)('is not entailed in spite of the objection %s, however sure the models are', (objection) => {
    const span = { features: features({ entailment_best: 7 }), ...OBJECTED[objection] };
    const { matchType, objections, entailed: probability } = spanOf(span);
    expect(objections).toEqual([objection]);
    expect(matchType).toBe('insufficient_evidence');
    const [least, most] = RULES_OUT.includes(objection) ? [0.05, 0.1] : [0.45, 0.5];
    expect(probability).toBeGreaterThan(least);
    expect(probability).toBeLessThan(most);
    expect(spanOf(span, withoutNamed(plain, [objection]))).toMatchObject({
      matchType: 'paraphrase_match',
      objections: [],
    });
  });

  it.each(RULES_OUT)(
    'is contradicted as probably as one that is not entailed where the source differs: %s',
    (objection) => {
      const span = { features: features({ entailment_best: 0, contradiction_covered: 0.15 }) };
      expect(spanOf(span)).toMatchObject({ matchType: 'paraphrase_match', entailed: 0.5 });
      const { matchType, entailed: e, contradicted: c } = spanOf({ ...span, ...OBJECTED[objection] });
      expect(matchType).toBe('contradiction');
      expect(e).toBeCloseTo(0.05, 9);
      expect(c).toBeCloseTo(0.95 / (1 + Math.exp(-4)), 9);
    },
  );

  it.each(OBJECTIONS)('objected to keeps its order among others: %s', (objection) => {
    const at = (entailment_best: number) =>
      spanOf({ ...OBJECTED[objection], features: features({ entailment_best }) }).entailed;
    expect(at(-2)).toBeLessThan(at(2));
    expect(at(2)).toBeLessThan(at(6));
  });

  it.each([
    ['foreign_language', 'insufficient_evidence'],
    ['evidence_disagrees', 'insufficient_evidence'],
    ['copy_differs', 'contradiction'],
    ['facts_differ', 'contradiction'],
    ['closest_contradicts', 'contradiction'],
    ['not_asserted_by_source', 'contradiction'],
  ] as const)('that the models read as contradicted is, in spite of %s: %s', (objection, expected) => {
    expect(matchOf({ ...contradicted, ...OBJECTED[objection] })).toBe(expected);
  });
});

describe('an objection is not made', () => {
  it('to a foreign span whose very words the source states', () => {
    const given = { ...entailed, ...OBJECTED.foreign_language };
    expect(spanOf({ ...given, surface: found('contradiction') }).objections).toEqual([]);
  });

  it.each([
    ['a contradiction that is not strong', { closest: premise(scores('contradiction', strong - 0.01), nearCopy) }],
    ['few words in common', { closest: premise(scores('contradiction', strong), nearCopy - 0.01) }],
    ['support by the closest sentence itself', { support: premise(scores('entailment'), nearCopy, [0]) }],
  ])('to the closest sentence: %s', (_, given) => {
    expect(spanOf({ ...entailed, ...OBJECTED.closest_contradicts, ...given }).objections).toEqual([]);
  });

  it('to the closest sentence contradicting only where the support is as close, or a wider premise', () => {
    const given = { ...entailed, ...OBJECTED.closest_contradicts };
    const further = premise(scores('entailment'), nearCopy - 0.01, [5]);
    expect(spanOf({ ...given, support: further }).objections).toEqual(['closest_contradicts']);
  });

  it.each([
    ['weak support', { support: premise(scores('entailment', strong - 0.01), 0.7, [0]) }],
    ['weak opposition', { opposition: premise(scores('contradiction', strong - 0.01), 0.7, [4]) }],
    ['clearly closer support', { support: premise(scores('entailment'), 0.7 + closer, [0]) }],
    ['clearly closer opposition', { opposition: premise(scores('contradiction'), 0.71 + closer, [4]) }],
  ])('to evidence that disagrees: %s', (_, given) => {
    expect(spanOf({ ...entailed, ...OBJECTED.evidence_disagrees, ...given }).objections).toEqual([]);
  });

  it('to places that speak of different subjects', () => {
    const given = { ...OBJECTED.evidence_disagrees, sharesSubject: () => false };
    expect(spanOf({ ...entailed, ...given }).objections).toEqual([]);
  });

  it('is made to two documents that disagree, whichever is closer', () => {
    const closerSupport = { support: premise(scores('entailment'), 0.7 + closer, [0]), ofTwoDocuments: true };
    const { objections } = spanOf({ ...entailed, ...OBJECTED.evidence_disagrees, ...closerSupport });
    expect(objections).toEqual(['evidence_disagrees']);
  });

  it('goes with the clearly closer of two places that disagree', () => {
    const { evidence_disagrees: disagree } = OBJECTED;
    expect(matchOf({ ...entailed, ...disagree, support: premise(scores('entailment'), 0.7 + closer, [0]) })).toBe(
      'paraphrase_match',
    );
    expect(
      matchOf({ ...entailed, ...disagree, opposition: premise(scores('contradiction'), 0.71 + closer, [4]) }),
    ).toBe('contradiction');
  });
});

describe('an exact match', () => {
  it('needs the very words, plainly stated, and a model that agrees', () => {
    expect(matchOf({ ...unsettled, surface: found('entailment') })).toBe('exact_match');
    expect(matchOf({ ...unsettled, surface: found('contradiction') })).toBe('insufficient_evidence');
    expect(matchOf({ ...unsettled, surface: found('entailment', 'denied') })).toBe('insufficient_evidence');
    const { exactEntailment } = plain.thresholds;
    const agreeing = (entailment: number, contradiction: number) => ({
      ...found('entailment'),
      premise: premise({ entailment, neutral: 1 - entailment - contradiction, contradiction }),
    });
    expect(matchOf({ ...unsettled, surface: agreeing(exactEntailment, 0.1) })).toBe('exact_match');
    expect(matchOf({ ...unsettled, surface: agreeing(exactEntailment - 0.01, 0.1) })).toBe('insufficient_evidence');
    expect(matchOf({ ...unsettled, surface: agreeing(0.4, 0.4) })).toBe('insufficient_evidence');
  });

  it('is a whole sentence of the source whatever the model says of it, unless it is not asserted there', () => {
    const copy = { ...found('contradiction'), isSentence: true };
    expect(spanOf({ ...contradicted, surface: copy })).toMatchObject({ matchType: 'exact_match', entailed: 0.9 });
    expect(matchOf({ ...contradicted, surface: { ...copy, factuality: 'denied' } })).toBe('contradiction');
  });

  it('is at least .9 sure, and what is left is shared', () => {
    expect(spanOf({ surface: found('entailment', undefined, 0.6) })).toMatchObject({ entailed: 0.9 });
    const { entailed: e, contradicted: c } = spanOf({ surface: found('entailment', undefined, 0.98) });
    expect([e, c]).toEqual([0.98, (1 - 0.98) / 2]);
  });
});

describe('a claim', () => {
  it('is supported when every asserting span is entailed', () => {
    expect(verdictOf(entailed, entailed)).toBe('SUPPORTED');
    expect(verdictOf(entailed, { ...unsettled, surface: found('entailment') })).toBe('SUPPORTED');
  });

  it('is unsupported when one span is contradicted, whatever the others are', () => {
    expect(verdictOf(entailed, contradicted, entailed)).toBe('UNSUPPORTED');
    expect(verdictOf(contradicted, unsettled)).toBe('UNSUPPORTED');
  });

  it('is not supported by support for a part of it', () => {
    expect(verdictOf(entailed, unsettled)).toBe('UNCERTAIN');
  });

  it('is uncertain when its evidence disagrees or it is in another language', () => {
    expect(verdictOf({ ...entailed, ...OBJECTED.evidence_disagrees })).toBe('UNCERTAIN');
    expect(verdictOf({ ...contradicted, ...OBJECTED.foreign_language })).toBe('UNCERTAIN');
  });

  it('is decided by the spans that assert something', () => {});

  it('that asserts nothing is uncertain, and surely so', () => {
    const nothing = {
      verdict: 'UNCERTAIN',
      confidence: 0.95,
      confidenceSigns: undefined,
      probabilities: { SUPPORTED: 0, UNSUPPORTED: 0, UNCERTAIN: 1 },
    };
    expect(decideAll()).toEqual(nothing);
    expect(decideAll()).toEqual(nothing);
  });

  it('is as entailed as its least entailed span and as contradicted as its most contradicted one', () => {
    const weak = { features: features({ entailment_best: 1 }) };
    const { probabilities: p } = decideAll(entailed, weak, entailed);
    expect(p.SUPPORTED).toBe(spanOf(weak).entailed);
    expect(p.UNSUPPORTED).toBe(spanOf(weak).contradicted);
    expect(decideAll(weak, contradicted).probabilities).toMatchObject({
      SUPPORTED: spanOf(contradicted).entailed,
      UNSUPPORTED: spanOf(contradicted).contradicted,
    });
  });
});

describe('confidence', () => {
  const signs = { coverage_closest: 0.6, coverage_source: 0.9, source_size: 2.5 };

  it('is told from the span that decides and from the likelier of the other verdicts', () => {
    const given = { features: features({ entailment_best: 3, ...signs }) };
    const { probabilities: p, confidenceSigns } = decideAll(given);
    expect(confidenceSigns).toEqual({
      probability: logOdds(p.SUPPORTED),
      runner_up: logOdds(Math.max(p.UNSUPPORTED, p.UNCERTAIN)),
      ...signs,
    });
  });

  it('of UNSUPPORTED is told from the most contradicted span, else from the least entailed', () => {
    const against = { features: { ...contradicted.features, ...signs } };
    const lesser = { features: features({ entailment_best: 2, coverage_closest: 0.4 }) };
    expect(decideAll(entailed, against, lesser).confidenceSigns).toMatchObject(signs);
    expect(decideAll(entailed, lesser).confidenceSigns).toMatchObject({ coverage_closest: 0.4 });
    expect(decideAll(lesser, entailed).confidenceSigns).toMatchObject({ coverage_closest: 0.4 });
  });

  it('in what stands in the source word for word is as sure in any context', () => {
    const exact = { ...unsettled, surface: found('entailment') };
    const long = { ...exact, features: features({ coverage_closest: 0.4, coverage_source: 0.5, source_size: 5 }) };
    expect(decideAll(long)).toEqual(decideAll(exact));
    expect(decideAll(exact).confidenceSigns).toMatchObject({ coverage_closest: 1, source_size: Math.log(2) });
  });

  it('follows the curves of its own verdict, to four decimals', () => {
    const curve = (height: number): Calibration['confidence']['SUPPORTED'] => ({
      bias: 0.5,
      curves: {
        coverage_closest: [
          [0, 0],
          [1, height],
        ],
      },
    });
    const calibration = { ...plain, confidence: { SUPPORTED: curve(2), UNSUPPORTED: curve(-2), UNCERTAIN: curve(0) } };
    const confidenceOf = (given: Partial<ExaminedSpan>) =>
      decideClaim([examinedSpan({ features: { ...given.features!, coverage_closest: 0.5 } })], calibration).confidence;
    expect([entailed, contradicted, unsettled].map(confidenceOf)).toEqual([0.8176, 0.3775, 0.6225]);
  });

  it("is the verdict's own probability where it was not measured", () => {
    const { confidence, probabilities: p } = decideAll(entailed);
    expect(confidence).toBe(Math.round(p.SUPPORTED * 1e4) / 1e4);
  });
});

const anyFeatures = fc
  .array(fc.double({ min: -7, max: 7, noNaN: true }), { minLength: FEATURES.length, maxLength: FEATURES.length })
  .map((values) => features(Object.fromEntries(FEATURES.map((name, i) => [name, values[i]!]))));
const anyObjection = fc.constantFrom({}, ...OBJECTIONS.map((objection) => OBJECTED[objection]));
const anySpan = fc
  .tuple(anyFeatures, anyObjection)
  .map(([given, objected]) => examinedSpan({ features: given, ...objected }));
const calibrations = fc.constantFrom(plain, DEFAULT_CALIBRATION);

test.prop([fc.array(anySpan, { maxLength: 6 }), calibrations])(
  'a claim has one of three verdicts, and a confidence and probabilities in [0, 1]',
  (spans, calibration) => {
    const { verdict, confidence, probabilities: p } = decideClaim(spans, calibration);
    expect(VERDICTS).toContain(verdict);
    expect(confidence).toBeGreaterThanOrEqual(0);
    expect(confidence).toBeLessThanOrEqual(1);
    for (const each of VERDICTS) {
      expect(p[each]).toBeGreaterThanOrEqual(0);
      expect(p[each]).toBeLessThanOrEqual(1);
    }
    expect(p.SUPPORTED + p.UNSUPPORTED + p.UNCERTAIN).toBeCloseTo(1, 9);
  },
);

test.prop([fc.array(anySpan, { maxLength: 6 })])('the order of the spans does not matter', (spans) => {
  const { verdict, probabilities: p } = decideClaim(spans, plain);
  expect(decideClaim([...spans].reverse(), plain)).toMatchObject({ verdict, probabilities: p });
});
