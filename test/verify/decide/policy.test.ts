import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { VERDICTS } from '../../../src/contract/verify.ts';
import type { NliScores } from '../../../src/nli/types.ts';
import { type Calibration, DEFAULT_CALIBRATION, withoutNamed } from '../../../src/verify/decide/calibration.ts';
import { decideClaim, decideSpan, scaled } from '../../../src/verify/decide/policy.ts';
import { PROMISES, type PromiseName } from '../../../src/verify/decide/promises.ts';
import { type ExaminedDocument, type ExaminedSpan, FEATURES } from '../../../src/verify/examine/features.ts';
import type { Computed } from '../../../src/verify/rules/index.ts';
import { logOdds } from '../../../src/verify/score/scoring.ts';
import { PLAIN_CALIBRATION as plain, scores } from '../../support/fake-encoder.ts';
import { examinedDocument, examinedSpan, features, premise, spanWith } from '../support/examined-span.ts';

const FOR = features({ passage_entailment: 4, passage_contradiction: -4 });
const AGAINST = features({ passage_entailment: -4, passage_contradiction: 4 });
const NEITHER = features({ passage_entailment: -4, passage_contradiction: -4 });

const entailed = spanWith(FOR);
const contradicted = spanWith(AGAINST);
const unsettled = spanWith(NEITHER);

/** A document of one sentence with this number. */
const document = (sentence: number, given: Partial<ExaminedDocument>): ExaminedDocument =>
  examinedDocument({ ...given, number: sentence, range: { first: sentence, end: sentence + 1 } });
const spanIn = (...documents: ExaminedDocument[]) => examinedSpan({ documents });

const decide = (span: ExaminedSpan, calibration = plain) => decideSpan(span, calibration);
const matchOf = (span: ExaminedSpan) => decide(span).matchType;
const decideAll = (...spans: ExaminedSpan[]) => decideClaim(spans, plain);
const verdictOf = (...spans: ExaminedSpan[]) => decideAll(...spans).verdict;

const HYPOTHESIS = examinedSpan().hypothesis;
const found = (label: 'entailment' | 'contradiction', factuality?: 'denied', probability = 0.96) => ({
  place: { source: 0, start: 0, end: 10 },
  premise: premise(scores(label, probability)),
  factuality,
  isSentence: false,
});
const copied = {
  premise: premise(scores('entailment')),
  differences: { facts: [], names: [], negation: true, exception: false, held: 1 },
};

/** That about several documents, that about contradiction alone, and that which weakens support. */
const OTHERS = ['evidence_disagrees', 'denies_unnamed', 'within_exception', 'within_limit', 'result_unproven'] as const;
type DocumentPromise = Exclude<PromiseName, (typeof OTHERS)[number]>;
const DOCUMENT_PROMISES = PROMISES.filter((name): name is DocumentPromise => !OTHERS.some((one) => one === name));

/** A span for which the promise holds, with these features. */
const HELD: Readonly<Record<DocumentPromise, (values: ExaminedDocument['features']) => ExaminedSpan>> = {
  value_absent: (values) => ({ ...spanWith(values), absentAmounts: 1 }),
  copy_differs: (values) => spanIn(document(0, { features: values, copied })),
  facts_differ: (values) => spanIn(document(0, { features: values, conflictingFacts: 1 })),
  not_asserted_by_source: (values) => ({ ...spanWith(values), surface: found('entailment', 'denied') }),
  ended_in_source: (values) =>
    spanIn(document(0, { features: values, objectionsInWords: new Set(['ended_in_source']) })),
  of_other_part: (values) => spanIn(document(0, { features: values, objectionsInWords: new Set(['of_other_part']) })),
  only_requested: (values) => spanIn(document(0, { features: values, objectionsInWords: new Set(['only_requested']) })),
  other_name: (values) => spanIn(document(0, { features: values, objectionsInWords: new Set(['other_name']) })),
  other_relation: (values) => spanIn(document(0, { features: values, objectionsInWords: new Set(['other_relation']) })),
  overstated: (values) => spanIn(document(0, { features: values, objectionsInWords: new Set(['overstated']) })),
  other_period: (values) => spanIn(document(0, { features: values, objectionsInWords: new Set(['other_period']) })),
  other_value: (values) => spanIn(document(0, { features: values, objectionsInWords: new Set(['other_value']) })),
  says_nothing: (values) => spanIn(document(0, { features: values, objectionsInWords: new Set(['says_nothing']) })),
  excepted: (values) => spanIn(document(0, { features: values, objectionsInWords: new Set(['excepted']) })),
  parts_exchanged: (values) =>
    spanIn(document(0, { features: values, objectionsInWords: new Set(['parts_exchanged']) })),
  roles_exchanged: (values) =>
    spanIn(document(0, { features: values, objectionsInWords: new Set(['roles_exchanged']) })),
  undated: (values) => spanIn(document(0, { features: values, isUndated: true })),
  numbers_alone: (values) => spanIn(document(0, { features: values, isOfNumbers: true })),
  denies_saying: (values) => spanIn(document(0, { features: values, objectionsInWords: new Set(['denies_saying']) })),
  foreign_language: (values) => ({ ...spanWith(values), hypothesis: { ...HYPOTHESIS, foreign: true } }),
};

/** Promises that exclude entailment: its probability is then far below the threshold. */
const RULES_OUT: readonly PromiseName[] = ['copy_differs', 'facts_differ'];
/** Those that give it to a contradiction. */
const CONTRADICTS: readonly PromiseName[] = [
  'ended_in_source',
  'other_period',
  'excepted',
  'parts_exchanged',
  'roles_exchanged',
];

const byValues = (stance: Computed['stance'], isWhole = true): Computed => ({
  ...{ stance, isWhole, operation: 'cell', operands: [], result: '', formula: '', places: [], found: undefined },
  reason: stance === 'open' ? 'ambiguous_reference' : undefined,
});

describe('a result that no calculation proves', () => {
  const unproven = (features: ExaminedDocument['features']) =>
    decide(spanIn(document(0, { features, isUnproven: true })));

  it('is supported at even odds, and not more likely contradicted than before', () => {
    const decided = unproven(FOR);
    expect(decided).toMatchObject({ matchType: 'paraphrase_match', entailed: 0.5, objections: ['result_unproven'] });
    expect(decided.contradicted).toBeLessThan(0.5);
  });

  it('is open where no numbers give it', () => {
    const open = (features: ExaminedDocument['features']) =>
      decide(spanIn(document(0, { features, isUnproven: true, isUnderivable: true }))).matchType;
    expect([FOR, AGAINST].map(open)).toEqual(['insufficient_evidence', 'insufficient_evidence']);
  });

  it('is not contradicted by another value where numbers with its words may give it', () => {
    const following = (copied?: ExaminedDocument['copied']) =>
      decide(spanIn(document(0, { features: AGAINST, isUnproven: true, mayFollow: true, copied }))).matchType;
    expect([following(), following(copied)]).toEqual(['insufficient_evidence', 'contradiction']);
  });

  it('is contradicted by a sentence that it copies with another value', () => {
    const underivable = document(0, { features: AGAINST, isUnproven: true, isUnderivable: true, copied });
    expect(decide(spanIn(underivable)).matchType).toBe('contradiction');
  });

  it('is contradicted or open as without it', () => {
    expect(unproven(AGAINST).matchType).toBe('contradiction');
    expect(unproven(NEITHER).matchType).toBe('insufficient_evidence');
  });
});

describe('values of a table', () => {
  const withValues = (values: ExaminedDocument['features'], computed: Computed) =>
    spanIn(document(0, { features: values, computed }));

  it('decide whatever the model reads', () => {
    expect(matchOf(withValues(AGAINST, byValues('for')))).toBe('paraphrase_match');
    expect(matchOf(withValues(FOR, byValues('against')))).toBe('contradiction');
    expect(matchOf(withValues(FOR, byValues('open')))).toBe('insufficient_evidence');
  });

  it('support a claim with other words only where the model leans to it', () => {
    expect(matchOf(withValues(AGAINST, byValues('for', false)))).toBe('contradiction');
    expect(matchOf(withValues(features({ passage_entailment: 0.2 }), byValues('for', false)))).toBe('paraphrase_match');
  });

  it('decide nothing where two documents have different ones', () => {
    const span = spanIn(
      document(0, { features: NEITHER, computed: byValues('for') }),
      document(1, { features: NEITHER, computed: byValues('against') }),
    );
    expect(matchOf(span)).toBe('insufficient_evidence');
    expect(decide(span).computed).toBeUndefined();
  });

  it('can be left out', () => {
    const without = withoutNamed(plain, ['values_settle']);
    expect(decide(withValues(FOR, byValues('against')), without).matchType).toBe('paraphrase_match');
  });
});

describe('a span in one document', () => {
  it('follows the probabilities of its features', () => {
    expect(decide(entailed)).toMatchObject({ matchType: 'paraphrase_match', objections: [], opposing: undefined });
    expect(matchOf(contradicted)).toBe('contradiction');
    expect(matchOf(unsettled)).toBe('insufficient_evidence');
  });

  it.each(['entailed', 'contradicted'] as const)('is %s from the threshold on', (side) => {
    const { thresholds } = plain;
    const name = side === 'entailed' ? 'passage_entailment' : 'passage_contradiction';
    const other = side === 'entailed' ? 'passage_contradiction' : 'passage_entailment';
    const at = (probability: number) => spanWith({ [name]: logOdds(probability), [other]: -50 });
    const calibration = { ...plain, thresholds: { ...thresholds, [side]: 0.7 } };
    const decided = (probability: number) => decide(at(probability), calibration).matchType;
    expect(decided(0.701)).toBe(side === 'entailed' ? 'paraphrase_match' : 'contradiction');
    expect(decided(0.699)).toBe('insufficient_evidence');
  });

  it('is not entailed where another of the three is likelier, however low the threshold is', () => {
    const low = { ...plain, thresholds: { ...plain.thresholds, entailed: 0.1, contradicted: 0.9 } };
    const neither = spanWith({ passage_entailment: -1, passage_contradiction: -50 });
    const against = spanWith({ passage_entailment: 1, passage_contradiction: 2 });
    expect(decide(neither, low).matchType).toBe('insufficient_evidence');
    expect(decide(against, low).matchType).toBe('insufficient_evidence');
    expect(decide(spanWith({ passage_entailment: 1 }), low).matchType).toBe('paraphrase_match');
  });

  it('is not contradicted by a document whose closest sentence has few of its words', () => {
    const { relevance, contradicted: threshold } = plain.thresholds;
    const against = (coverage: number) =>
      spanIn(document(0, { features: AGAINST, closest: premise(scores('contradiction'), coverage) }));
    expect(matchOf(against(relevance))).toBe('contradiction');
    expect(decide(against(relevance - 0.01))).toMatchObject({ matchType: 'insufficient_evidence' });
    expect(decide(against(relevance - 0.01)).contradicted).toBeLessThan(threshold);
  });
});

describe('the default calibration', () => {
  const readAs = (read: NliScores) =>
    decide(
      spanWith({
        passage_entailment: logOdds(read.entailment),
        passage_neutral: logOdds(read.neutral),
        passage_contradiction: logOdds(read.contradiction),
        sentence_entailment: logOdds(read.entailment),
        sentence_contradiction: logOdds(read.contradiction),
      }),
      DEFAULT_CALIBRATION,
    ).matchType;

  it.each([
    ['paraphrase_match', { entailment: 0.6, neutral: 0.39, contradiction: 0.01 }],
    ['paraphrase_match', { entailment: 0.6, neutral: 0.2, contradiction: 0.2 }],
    ['insufficient_evidence', { entailment: 0.39, neutral: 0.6, contradiction: 0.01 }],
    ['insufficient_evidence', { entailment: 0.01, neutral: 0.6, contradiction: 0.39 }],
    ['insufficient_evidence', { entailment: 0.2, neutral: 0.6, contradiction: 0.2 }],
    ['contradiction', { entailment: 0.01, neutral: 0.29, contradiction: 0.7 }],
  ] as const)('follows the label that the model finds likeliest: %s, %j', (expected, read) => {
    expect(readAs(read)).toBe(expected);
  });
});

describe('a promise', () => {
  it.each(DOCUMENT_PROMISES)('keeps a span from being entailed, however high the scores are: %s', (name) => {
    const span = HELD[name](features({ passage_entailment: 7, passage_contradiction: -7 }));
    const { matchType, objections, entailed: probability } = decide(span);
    const expected = CONTRADICTS.includes(name) ? 'contradiction' : 'insufficient_evidence';
    expect({ matchType, objections }).toEqual({ matchType: expected, objections: [name] });
    const { entailed: threshold } = plain.thresholds;
    const [least, most] = [...RULES_OUT, ...CONTRADICTS].includes(name) ? [0.05, 0.1] : [0.9 * threshold, threshold];
    expect(probability).toBeGreaterThan(least);
    expect(probability).toBeLessThan(most);
  });

  it.each(DOCUMENT_PROMISES)('that is left out keeps nothing from being entailed: %s', (name) => {
    const { matchType, objections } = decide(HELD[name](FOR), withoutNamed(plain, [name]));
    expect({ matchType, objections }).toEqual({ matchType: 'paraphrase_match', objections: [] });
  });

  it.each(RULES_OUT)('gives most of the entailment to the two others, as the scores share it: %s', (name) => {
    const span = HELD[name as DocumentPromise](features({ passage_entailment: 3, passage_contradiction: 2 }));
    const sum = Math.exp(3) + Math.exp(2) + 1;
    const { matchType, entailed: e, contradicted: c } = decide(span);
    expect(e).toBeCloseTo((0.1 * Math.exp(3)) / sum, 9);
    expect(c / (1 - e)).toBeCloseTo(Math.exp(2) / (Math.exp(2) + 1), 9);
    expect(matchType).toBe('contradiction');
  });

  it.each(CONTRADICTS)('gives most of the entailment to a contradiction: %s', (name) => {
    const span = HELD[name as DocumentPromise](features({ passage_entailment: 3, passage_contradiction: 2 }));
    const sum = Math.exp(3) + Math.exp(2) + 1;
    const { entailed, contradicted } = decide(span);
    expect(entailed).toBeCloseTo((0.1 * Math.exp(3)) / sum, 9);
    expect(1 - entailed - contradicted).toBeCloseTo(1 / sum, 9);
  });

  it.each(DOCUMENT_PROMISES)('keeps the order of probabilities: %s', (name) => {
    const at = (passage_entailment: number) => decide(HELD[name](features({ passage_entailment }))).entailed;
    expect(at(-2)).toBeLessThan(at(2));
    expect(at(2)).toBeLessThan(at(6));
  });

  it.each([
    ['copy_differs', 'contradiction'],
    ['facts_differ', 'contradiction'],
    ['not_asserted_by_source', 'contradiction'],
    ['value_absent', 'contradiction'],
    ['ended_in_source', 'contradiction'],
    ['foreign_language', 'insufficient_evidence'],
  ] as const)('leaves a contradicted span as %s: %s', (name, expected) => {
    expect(matchOf(HELD[name](AGAINST))).toBe(expected);
  });

  it.each([
    ['denies_unnamed', { deniesUnnamed: { support: false, opposition: true } }],
    ['within_limit', { isWithinLimit: true }],
    ['within_exception', { isWithinException: true }],
  ])('about a silent document changes contradiction alone: %s', (name, found) => {
    const silent = (values: ExaminedDocument['features']) =>
      decide(spanIn(document(0, { features: values, ...found })));
    const against = silent(AGAINST);
    expect([against.matchType, against.objections]).toEqual(['insufficient_evidence', [name]]);
    expect([silent(FOR).matchType, silent(FOR).objections]).toEqual(['paraphrase_match', []]);
  });

  it('about a denial of something unnamed leaves open what only sentences about other things support', () => {
    const decided = (support: boolean, values: ExaminedDocument['features']) =>
      decide(spanIn(document(0, { features: values, deniesUnnamed: { support, opposition: true } }))).matchType;
    expect([decided(true, FOR), decided(true, AGAINST)]).toEqual(['insufficient_evidence', 'insufficient_evidence']);
    expect(decided(false, FOR)).toBe('paraphrase_match');
  });

  it('does not hold for a foreign span whose exact words the source states', () => {
    const foreign = HELD.foreign_language(FOR);
    expect(decide({ ...foreign, surface: found('contradiction') }).objections).toEqual([]);
  });

  it('about words that are not asserted holds in the document that has them', () => {
    const surface = found('entailment', 'denied');
    const span = { ...spanIn(document(0, { features: NEITHER }), document(1, { features: FOR })), surface };
    expect(decide(span)).toMatchObject({ matchType: 'paraphrase_match', objections: [] });
  });
});

describe('a span in several documents', () => {
  const support = document(1, { features: FOR });
  const against = document(0, { features: AGAINST });

  it('is not outvoted by a document about another subject', () => {
    const named = { ...support, names: new Set(['lyon']) };
    const span = spanIn({ ...against, names: new Set(['turin']) }, named);
    expect(decide(span)).toMatchObject({ matchType: 'paraphrase_match', document: named, opposing: undefined });
  });

  it('is uncertain where a document with the same names contradicts the one that supports it', () => {
    const decided = decide(spanIn(against, support));
    expect(decided).toMatchObject({ matchType: 'insufficient_evidence', document: support, opposing: against });
    expect(decided.objections).toEqual(['evidence_disagrees']);
    expect(decided.entailed).toBeLessThan(plain.thresholds.entailed);
    expect(decided.contradicted).toBeLessThan(plain.thresholds.contradicted);
    expect(verdictOf(spanIn(against, support))).toBe('UNCERTAIN');
  });

  it('is uncertain where that document would contradict it alone, and not among several', () => {
    const thresholds = { ...plain.thresholds, contradictedByOneOfSeveral: 1.1 };
    const decided = decide(spanIn(against, support), { ...plain, thresholds });
    expect(decided).toMatchObject({ objections: ['evidence_disagrees'], opposing: against });
  });

  it('asks whether the document that contradicts it has the names of the one that supports it', () => {
    const [few, more] = [new Set(['lyon']), new Set(['lyon', 'acme'])];
    const opposingOf = (ofSupport: Set<string>, ofAgainst: Set<string>) =>
      decide(spanIn({ ...against, names: ofAgainst }, { ...support, names: ofSupport })).opposing;
    expect(opposingOf(few, more)).toBeDefined();
    expect(opposingOf(more, few)).toBeUndefined();
  });

  it('is uncertain where the document that contradicts it has more of its names, whatever their titles and words are', () => {
    const [one, other] = [
      { ...support, titleWords: new Set(['acme']) },
      { ...against, titleWords: new Set(['turin']) },
    ];
    expect(decide(spanIn(other, one)).opposing).toBeUndefined();
    const named = { ...other, names: new Set(['turin']), opposition: { ...other.opposition, coverage: 0 } };
    expect(decide(spanIn(named, one))).toMatchObject({ objections: ['evidence_disagrees'], opposing: named });
  });

  it('is supported where the promise about disagreement is left out', () => {
    const { matchType } = decide(spanIn(against, support), withoutNamed(plain, ['evidence_disagrees']));
    expect(matchType).toBe('paraphrase_match');
  });

  it('is decided by a current document that contradicts what a replaced one supports, and the other way round', () => {
    const replaced = (features: ExaminedDocument['features']) => document(2, { features, isReplaced: true });
    expect(decide(spanIn(replaced(FOR), against))).toMatchObject({ matchType: 'contradiction', document: against });
    expect(decide(spanIn(replaced(AGAINST), support))).toMatchObject({
      matchType: 'paraphrase_match',
      opposing: undefined,
    });
  });

  it('is decided by a replaced document where no other decides', () => {
    const old = document(2, { features: FOR, isReplaced: true });
    const silent = document(0, { features: NEITHER });
    expect(decide(spanIn(silent, old))).toMatchObject({ matchType: 'paraphrase_match', document: old });
  });

  it('is contradicted by the document that contradicts it where none supports it', () => {
    const neutral = document(1, { features: NEITHER });
    expect(decide(spanIn(neutral, against))).toMatchObject({ matchType: 'contradiction', document: against });
  });

  it('is shown in the first document where neither decides', () => {
    const [first, second] = [document(0, { features: NEITHER }), document(1, { features: NEITHER })];
    expect(decide(spanIn(first, second))).toMatchObject({ matchType: 'insufficient_evidence', document: first });
  });

  it('is shown in the document that alone would contradict it, where several documents do not', () => {
    const thresholds = { ...plain.thresholds, contradictedByOneOfSeveral: 1.1 };
    const neutral = document(1, { features: NEITHER });
    const decided = decide(spanIn(neutral, against), { ...plain, thresholds });
    expect(decided).toMatchObject({ matchType: 'insufficient_evidence', document: against });
  });

  it('that a promise keeps from being entailed in one document is entailed by the other', () => {
    const held = document(0, { features: FOR, conflictingFacts: 1 });
    const decided = decide(spanIn(held, support));
    expect(decided).toMatchObject({ matchType: 'paraphrase_match', document: support, objections: [] });
  });

  it('has the objections of the document that nearly supports it', () => {
    const held = document(1, { features: FOR, copied });
    const decided = decide(spanIn(document(0, { features: NEITHER }), held));
    expect(decided).toMatchObject({ document: held, objections: ['copy_differs'] });
  });
});

describe('an exact match', () => {
  const surfaceOf = (surface: ExaminedSpan['surface']) => ({ ...unsettled, surface });

  it('needs the exact words, plainly stated, and a model that agrees', () => {
    expect(matchOf(surfaceOf(found('entailment')))).toBe('exact_match');
    expect(matchOf(surfaceOf(found('contradiction')))).toBe('insufficient_evidence');
    expect(matchOf(surfaceOf(found('entailment', 'denied')))).toBe('insufficient_evidence');
    const { exactEntailment } = plain.thresholds;
    const agreeing = (entailment: number, contradiction: number) => ({
      ...found('entailment'),
      premise: premise({ entailment, neutral: 1 - entailment - contradiction, contradiction }),
    });
    expect(matchOf(surfaceOf(agreeing(exactEntailment, 0.1)))).toBe('exact_match');
    expect(matchOf(surfaceOf(agreeing(exactEntailment - 0.01, 0.1)))).toBe('insufficient_evidence');
    expect(matchOf(surfaceOf(agreeing(0.4, 0.4)))).toBe('insufficient_evidence');
  });

  it('is a whole sentence of the source whatever the model says, unless the source does not assert it', () => {
    const copy = { ...found('contradiction'), isSentence: true };
    expect(decide({ ...contradicted, surface: copy })).toMatchObject({ matchType: 'exact_match', entailed: 0.97 });
    expect(matchOf({ ...contradicted, surface: { ...copy, factuality: 'denied' } })).toBe('contradiction');
  });

  it('has a probability of at least .97, and the two others share the rest', () => {
    expect(decide(surfaceOf(found('entailment', undefined, 0.6)))).toMatchObject({ entailed: 0.97 });
    const { entailed: e, contradicted: c } = decide(surfaceOf(found('entailment', undefined, 0.98)));
    expect([e, c]).toEqual([0.98, (1 - 0.98) / 2]);
  });

  it('is in the document that has the words, and a document with the same names may contradict it', () => {
    const holds = document(0, { features: NEITHER });
    const other = document(1, { features: AGAINST });
    const span = { ...spanIn(holds, other), surface: found('entailment') };
    expect(decide(span)).toMatchObject({ objections: ['evidence_disagrees'], document: holds, opposing: other });
    const named = { ...holds, names: new Set(['lyon']) };
    const apart = decide({ ...span, documents: [named, other] });
    expect(apart).toMatchObject({ matchType: 'exact_match', document: named, objections: [] });
  });
});

describe('a claim', () => {
  it('is supported when every span is entailed', () => {
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

  it('without a factual statement is uncertain, with a fixed confidence', () => {
    expect(decideAll()).toEqual({
      verdict: 'UNCERTAIN',
      confidence: 0.95,
      probabilities: { SUPPORTED: 0, UNSUPPORTED: 0, UNCERTAIN: 1 },
    });
  });

  it('is as entailed as its least entailed span and as contradicted as its most contradicted one', () => {
    const weak = spanWith({ passage_entailment: 2, passage_contradiction: 0 });
    const { probabilities: p } = decideAll(entailed, weak, entailed);
    expect(p.SUPPORTED).toBe(decide(weak).entailed);
    expect(p.UNSUPPORTED).toBe(decide(weak).contradicted);
    expect(decideAll(weak, contradicted).probabilities).toMatchObject({
      SUPPORTED: decide(contradicted).entailed,
      UNSUPPORTED: decide(contradicted).contradicted,
    });
  });
});

describe('confidence', () => {
  it("is the verdict's own probability where it was not measured, to four decimals", () => {
    const { confidence, probabilities: p } = decideAll(entailed);
    expect(confidence).toBe(Math.round(p.SUPPORTED * 1e4) / 1e4);
  });

  it('is scaled by the two numbers of its own verdict', () => {
    const confidence: Calibration['confidence'] = {
      SUPPORTED: { slope: 0.5, offset: 1 },
      UNSUPPORTED: { slope: 0, offset: -1 },
      UNCERTAIN: { slope: 0, offset: 0 },
    };
    const confidenceOf = (span: ExaminedSpan) => decideClaim([span], { ...plain, confidence }).confidence;
    const { SUPPORTED } = decideAll(entailed).probabilities;
    expect(confidenceOf(entailed)).toBeCloseTo(1 / (1 + Math.exp(-(0.5 * logOdds(SUPPORTED) + 1))), 4);
    expect(confidenceOf(contradicted)).toBe(0.2689);
    expect(confidenceOf(unsettled)).toBe(0.5);
    expect(scaled(0.5, { slope: 3, offset: 0 })).toBe(0.5);
  });
});

const anyFeatures = fc
  .array(fc.double({ min: -7, max: 7, noNaN: true }), { minLength: FEATURES.length, maxLength: FEATURES.length })
  .map((values) => features(Object.fromEntries(FEATURES.map((name, i) => [name, values[i]!]))));
const anyDocument = fc
  .record({
    features: anyFeatures,
    conflictingFacts: fc.nat(1),
    hasCopy: fc.boolean(),
    names: fc.subarray(['lyon', 'turin']).map((names) => new Set(names)),
    coverage: fc.double({ max: 1, min: 0, noNaN: true }),
  })
  .map(({ hasCopy, coverage, ...given }) => ({
    ...given,
    copied: hasCopy ? copied : undefined,
    closest: premise(scores('neutral'), coverage),
  }));
const anySpan = fc
  .record({
    documents: fc
      .array(anyDocument, { minLength: 1, maxLength: 2 })
      .map((all) => all.map((one, i) => document(i, one))),
    foreign: fc.boolean(),
    surface: fc.constantFrom(undefined, found('entailment'), found('contradiction'), found('entailment', 'denied')),
  })
  .map(({ documents, foreign, surface }) =>
    examinedSpan({ documents, surface, hypothesis: { ...HYPOTHESIS, foreign } }),
  );
const calibrations = fc.constantFrom(plain, DEFAULT_CALIBRATION);

test.prop([anySpan, calibrations])('the probabilities of a span are in [0, 1], and so is their sum', (span, given) => {
  const { entailed: e, contradicted: c } = decide(span, given);
  for (const value of [e, c, e + c]) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThanOrEqual(1 + 1e-9);
  }
});

test.prop([fc.array(anySpan, { maxLength: 6 }), calibrations])(
  'a claim has one of three verdicts, and a confidence and probabilities in [0, 1] that sum to 1',
  (spans, calibration) => {
    const { verdict, confidence, probabilities: p } = decideClaim(spans, calibration);
    expect(VERDICTS).toContain(verdict);
    for (const value of [confidence, ...VERDICTS.map((each) => p[each])]) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
    }
    expect(p.SUPPORTED + p.UNSUPPORTED + p.UNCERTAIN).toBeCloseTo(1, 9);
  },
);

test.prop([fc.array(anySpan, { maxLength: 6 })])('the order of the spans does not matter', (spans) => {
  const { verdict, probabilities: p } = decideClaim(spans, plain);
  expect(decideClaim([...spans].reverse(), plain)).toMatchObject({ verdict, probabilities: p });
});

test.prop([anySpan])('the match type agrees with the probabilities and the thresholds', (span) => {
  const { matchType, entailed: e, contradicted: c, objections } = decide(span);
  if (matchType === 'paraphrase_match') {
    expect(e).toBeGreaterThanOrEqual(plain.thresholds.entailed);
    expect(objections).toEqual([]);
  }
  if (matchType === 'contradiction') expect(c).toBeGreaterThan(e);
  if (matchType === 'insufficient_evidence' && objections.length > 0) expect(e).toBeLessThan(plain.thresholds.entailed);
});
