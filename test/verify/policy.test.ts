import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CALIBRATION } from '../../src/verify/calibration.ts';
import type { ExaminedSpan } from '../../src/verify/examine.ts';
import { FEATURES } from '../../src/verify/features.ts';
import { judge, judgeClaim, judgeSpan, probabilities, type SpanJudgement } from '../../src/verify/policy.ts';
import { compareSurface } from '../../src/verify/rules/index.ts';
import { MATCH_TYPES, VERDICTS } from '../../src/verify/types.ts';
import { PLAIN_CALIBRATION as plain, scores } from '../support/fake-encoder.ts';
import { examinedSpan, features, NOTHING_FOUND, premise } from './support/examined-span.ts';

const entailed = { features: features({ entailment_window: 3, coverage_premise: 1 }) };
const contradicted = { features: features({ entailment_window: -3, contradiction_window: 0.95 }) };
const unsettled = { features: features({ entailment_window: -3 }) };

const DIFFERS = compareSurface('It seats 12 people.', 'It seats 14 people.');

const matchOf = (given: Partial<ExaminedSpan>) => judgeSpan(examinedSpan(given), plain).matchType;
const verdictOf = (...given: (Partial<ExaminedSpan> | undefined)[]) =>
  judge(
    given.map((span) => span && examinedSpan(span)),
    plain,
  ).verdict;

describe('a claim span', () => {
  it('follows what the network reads when no rule objects', () => {
    expect(matchOf(entailed)).toBe('paraphrase_match');
    expect(matchOf(contradicted)).toBe('contradiction');
    expect(matchOf(unsettled)).toBe('insufficient_evidence');
  });

  it('is not contradicted by a premise that is about something else', () => {
    const coverage = plain.thresholds.relevance - 0.01;
    expect(matchOf({ ...contradicted, opposition: premise(scores('contradiction'), coverage) })).toBe(
      'insufficient_evidence',
    );
  });

  it.each([
    ['a number that differs', { premise: DIFFERS, source: DIFFERS }],
    ['a number the source lacks', { premise: NOTHING_FOUND, source: { ...NOTHING_FOUND, factsAbsent: 1 } }],
    ['a negation on one side', { premise: { ...NOTHING_FOUND, negation: true }, source: NOTHING_FOUND }],
    ['an opposite word', { premise: { ...NOTHING_FOUND, direction: true }, source: NOTHING_FOUND }],
    ['exchanged parts', { premise: NOTHING_FOUND, source: { ...NOTHING_FOUND, roles: true } }],
    [
      'a question in the source',
      { premise: NOTHING_FOUND, source: { ...NOTHING_FOUND, stance: 'questioned' as const } },
    ],
    [
      'a name the source lacks',
      { premise: NOTHING_FOUND, source: { ...NOTHING_FOUND, names: { matched: 0, absent: 1, conflicting: 0 } } },
    ],
  ])('in other respects a copy is not entailed with %s, however sure the network is', (_, findings) => {
    const sure = features({ entailment_window: 7, coverage_premise: 1 });
    expect(['contradiction', 'insufficient_evidence']).toContain(matchOf({ findings, features: sure }));
  });

  it('with words the model cannot read is not entailed unless its text is found', () => {
    expect(matchOf({ ...entailed, unreadable: true })).toBe('insufficient_evidence');
  });

  it('whose words the source has without asserting them is not entailed', () => {
    const surface = {
      span: { start: 0, end: 10 },
      premise: premise(scores('entailment')),
      frame: 'denied' as const,
    };
    expect(matchOf({ ...entailed, surface })).toBe('insufficient_evidence');
  });

  it('found word for word is exact only when the network agrees', () => {
    const found = (label: 'entailment' | 'contradiction') => ({
      span: { start: 0, end: 10 },
      premise: premise(scores(label)),
      frame: undefined,
    });
    expect(matchOf({ ...unsettled, surface: found('entailment') })).toBe('exact_match');
    expect(matchOf({ ...unsettled, surface: found('contradiction') })).not.toBe('exact_match');
  });
});

describe('a claim', () => {
  it('is supported when every asserting span is entailed', () => {
    expect(verdictOf(entailed, entailed)).toBe('SUPPORTED');
  });

  it('is unsupported when one span is contradicted, whatever the others are', () => {
    expect(verdictOf(entailed, contradicted, entailed)).toBe('UNSUPPORTED');
    expect(verdictOf(contradicted, unsettled)).toBe('UNSUPPORTED');
  });

  it('is not supported by support for a part of it', () => {
    expect(verdictOf(entailed, unsettled)).toBe('UNCERTAIN');
  });

  it('is decided by the spans that assert something', () => {
    expect(verdictOf(undefined, entailed)).toBe('SUPPORTED');
    expect(verdictOf(contradicted, undefined)).toBe('UNSUPPORTED');
  });

  it('that asserts nothing is uncertain', () => {
    expect(verdictOf(undefined)).toBe('UNCERTAIN');
    expect(verdictOf(undefined, undefined)).toBe('UNCERTAIN');
    expect(verdictOf()).toBe('UNCERTAIN');
  });
});

const anyFeatures = fc
  .array(fc.double({ min: -7, max: 7, noNaN: true }), { minLength: FEATURES.length, maxLength: FEATURES.length })
  .map((values) => features(Object.fromEntries(FEATURES.map((name, i) => [name, values[i]!]))));
const anyJudgement: fc.Arbitrary<SpanJudgement> = fc
  .record({
    matchType: fc.constantFrom(...MATCH_TYPES),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    rest: fc.double({ min: 0, max: 1, noNaN: true }),
    silent: fc.boolean(),
  })
  .map(({ matchType, share, rest, silent }) => ({
    matchType: silent ? 'insufficient_evidence' : matchType,
    entailed: silent ? 0 : share,
    contradicted: silent ? 0 : (1 - share) * rest,
    objections: silent ? (['asserts_nothing'] as const) : [],
  }));
const calibrations = fc.constantFrom(plain, DEFAULT_CALIBRATION);

test.prop([anyFeatures, calibrations])('span probabilities never leave [0, 1] together', (given, calibration) => {
  const { entailed, contradicted } = probabilities(given, calibration);
  expect(entailed).toBeGreaterThanOrEqual(0);
  expect(contradicted).toBeGreaterThanOrEqual(0);
  expect(entailed + contradicted).toBeLessThanOrEqual(1 + 1e-9);
});

test.prop([fc.array(anyJudgement, { maxLength: 6 }), calibrations])(
  'a claim has one of three verdicts, a confidence in [0, 1] and probabilities that sum to 1',
  (spans, calibration) => {
    const { verdict, confidence, probabilities: p } = judgeClaim(spans, calibration);
    expect(VERDICTS).toContain(verdict);
    expect(confidence).toBeGreaterThanOrEqual(0);
    expect(confidence).toBeLessThanOrEqual(1);
    expect(p.SUPPORTED + p.UNSUPPORTED + p.UNCERTAIN).toBeCloseTo(1, 9);
    for (const verdict of VERDICTS) {
      expect(p[verdict]).toBeGreaterThanOrEqual(0);
      expect(p[verdict]).toBeLessThanOrEqual(1);
    }
  },
);

test.prop([fc.array(anyJudgement, { maxLength: 6 })])('the order of the spans does not matter', (spans) => {
  expect(judgeClaim([...spans].reverse(), plain)).toEqual(judgeClaim(spans, plain));
});
