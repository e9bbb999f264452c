import { expect, it } from 'vitest';
import { FEATURES, featuresOf } from '../../../src/verify/examine/features.ts';
import { logOdds } from '../../../src/verify/score/scoring.ts';
import { scores } from '../../support/fake-encoder.ts';
import { compareSurface } from '../rules/support/compare-surface.ts';
import { NOTHING_FOUND, premise } from '../support/examined-span.ts';

const NEAR = premise({ entailment: 0.2, neutral: 0.7, contradiction: 0.1 }, 0.8, [0]);
const FAR = premise({ entailment: 0.7, neutral: 0.2, contradiction: 0.1 }, 0.3, [1]);
const AGAINST = premise({ entailment: 0.05, neutral: 0.15, contradiction: 0.8 }, 0.5, [2]);
const WIDE = premise({ entailment: 0.9, neutral: 0.04, contradiction: 0.06 }, 0.9, [0, 1, 2]);
const NARROW = premise({ entailment: 0.1, neutral: 0.2, contradiction: 0.7 }, 0.7, [2, 3, 4]);

const SCORED = { premises: [NEAR, FAR, AGAINST, WIDE, NARROW], sourceCoverage: 0.95, sourceSentences: 6 };
const FOUND = {
  support: WIDE,
  opposition: AGAINST,
  closest: NEAR,
  findings: { closest: NOTHING_FOUND, source: NOTHING_FOUND },
};

it('have the values that their names say', () => {
  expect(featuresOf(SCORED, FOUND)).toEqual({
    entailment_best: logOdds(0.9),
    entailment_sentence: logOdds(0.7),
    entailment_closest: logOdds(0.2),
    // AGAINST holds .5 of the words, at least .6 of the .8 that the closest sentence holds: it counts as relevant.
    entailment_unopposed: -logOdds(0.8),
    // NARROW holds .7 of the words, less than .8 of the .9 that the widest holds: it does not.
    entailment_unopposed_wide: logOdds(0.9),
    contradiction_best: logOdds(0.8),
    contradiction_sentence: logOdds(0.8),
    contradiction_closest: logOdds(0.1),
    contradiction_covered: 0.4,
    neutral_least: logOdds(0.04),
    support: logOdds(0.9) + 1.8,
    support_contradiction: logOdds(0.06),
    opposition: logOdds(0.8) + 1,
    opposition_entailment: logOdds(0.05),
    support_lead: logOdds(0.9) + 1.8 - (logOdds(0.8) + 1),
    coverage_source: 0.95,
    coverage_closest: 0.8,
    source_size: Math.log(7),
    facts_conflicting: 0,
    facts_conflicting_closest: 0,
    facts_absent: 0,
    facts_matching_closest: 0,
    facts_satisfied: 0,
    names_absent: 0,
  });
});

it('count the facts of the closest sentence that agree, and those of them that lie within a bound', () => {
  const closest = compareSurface('More than 300 people work there since 2014.', 'It employs 350 people since 2014.');
  const source = compareSurface('Acme is in Lyon.', 'Acme grew.');
  const { facts_matching_closest, facts_satisfied, names_absent } = featuresOf(SCORED, {
    ...FOUND,
    findings: { closest, source },
  });
  expect({ facts_matching_closest, facts_satisfied, names_absent }).toEqual({
    facts_matching_closest: 2,
    facts_satisfied: 1,
    names_absent: 1,
  });
});

it('are all there, under the names of the calibration file', () => {
  expect(Object.keys(featuresOf(SCORED, FOUND)).sort()).toEqual([...FEATURES].sort());
});

it('leave out of account a contradiction by a sentence that is about something else', () => {
  const aside = { ...AGAINST, coverage: 0.4 };
  const scored = { ...SCORED, premises: [NEAR, FAR, aside, WIDE, NARROW] };
  const { entailment_unopposed } = featuresOf(scored, FOUND);
  expect(entailment_unopposed).toBe(Math.min(logOdds(0.9), -logOdds(0.1)));
});

it('take the sentences for the windows where there is none', () => {
  const scored = { ...SCORED, premises: [NEAR, FAR, AGAINST] };
  expect(featuresOf(scored, FOUND).entailment_unopposed_wide).toBe(-logOdds(0.8));
});

it('look at the top sentences too', () => {
  const top = { ...premise(scores('entailment', 0.99), 0.9, [0, 2]), kind: 'top_sentences' as const };
  const scored = { ...SCORED, premises: [...SCORED.premises, top] };
  const { entailment_best, entailment_sentence } = featuresOf(scored, FOUND);
  expect([entailment_best, entailment_sentence]).toEqual([logOdds(0.99), logOdds(0.7)]);
});

it('count facts that differ and that are missing, up to three', () => {
  const claim = 'It seats 12 people, 34 dogs, 56 cats and 78 cows.';
  const findings = {
    closest: compareSurface('It seats 12 people.', 'It seats 14 people.'),
    source: compareSurface(claim, 'It seats nobody.'),
  };
  const { facts_conflicting, facts_conflicting_closest, facts_absent } = featuresOf(SCORED, { ...FOUND, findings });
  expect(findings.source.facts.map(({ status }) => status)).toEqual(['absent', 'absent', 'absent', 'absent']);
  expect({ facts_conflicting, facts_conflicting_closest, facts_absent }).toEqual({
    facts_conflicting: 0,
    facts_conflicting_closest: 1,
    facts_absent: 3,
  });
});
