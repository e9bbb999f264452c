import { describe, expect, it } from 'vitest';
import { auditTrail } from '../../../src/verify/explain/audit-trail.ts';
import { decidedEvidence } from '../../../src/verify/explain/evidence.ts';
import { type DecidedSpanPlan, decidedSpan } from '../support/decided-span.ts';

const SOURCE = 'Ann left in May. Bo left in June. It rained. Ann left in July.';
const CLAIM = 'Ann left in April.';
const scores = { entailment: 0.2, neutral: 0.7, contradiction: 0.1 };
const FOR = { entailment: 0.6, neutral: 0.2, contradiction: 0.2 };
const AGAINST = { entailment: 0.2, neutral: 0.2, contradiction: 0.6 };
const at = (...sentences: number[]) => ({ sentences, scores });
const PLACES = { support: at(0), opposition: at(1), closest: at(2), copied: at(3), passage: at(2) };

function trail(plan: DecidedSpanPlan) {
  const { source, span } = decidedSpan({ claim: CLAIM, source: SOURCE }, { ...PLACES, ...plan });
  const evidence = decidedEvidence(span, source);
  const explained = { parts: [span.examined.hypothesis], spans: [{ decided: span, evidence, reasons: [] }] };
  const { auditTrail: entries, spans } = auditTrail(explained, { claim: CLAIM, source: SOURCE });
  expect(spans.map(({ source: at }) => (at === null ? '' : SOURCE.slice(at.start, at.end)))).toEqual(
    entries.map(({ source_span }) => source_span),
  );
  return entries.map(({ source_span, match_type }) => [source_span, match_type]);
}

const insufficient = 'insufficient_evidence';

describe('the audit trail', () => {
  it.each([
    ['paraphrase_match', 'Ann left in May.'],
    ['contradiction', 'Bo left in June.'],
    [insufficient, 'It rained.'],
  ] as const)('holds the sentence that decided: %s', (matchType, expected) => {
    expect(trail({ matchType })).toEqual([[expected, matchType]]);
  });

  it('holds the sentence with most words of the claim among those that speak equally for it', () => {
    const support = { sentences: [0], scores: FOR, coverage: 0.2 };
    const closest = { sentences: [3], scores: { ...FOR, entailment: 0.55 }, coverage: 0.9 };
    expect(trail({ matchType: 'paraphrase_match', support, closest })[0]![0]).toBe('Ann left in July.');
    const weaker = { ...closest, scores: { ...FOR, entailment: 0.45 } };
    expect(trail({ matchType: 'paraphrase_match', support, closest: weaker })[0]![0]).toBe('Ann left in May.');
  });

  it('also holds the sentence with the other words of the claim where the one that decides has few', () => {
    const passage = { sentences: [0, 1], scores: AGAINST };
    const opposition = { sentences: [1], scores: AGAINST, coverage: 0.4 };
    const contradicted = { matchType: 'contradiction', passage, opposition } as const;
    expect(trail(contradicted)).toEqual([
      ['Bo left in June.', 'contradiction'],
      ['Ann left in May.', 'contradiction'],
    ]);
    expect(trail({ ...contradicted, opposition: { ...opposition, coverage: 0.5 } })).toHaveLength(1);
  });

  it('holds the very words of an exact match', () => {
    const surface = { place: { source: 0, start: 20, end: 32 }, factuality: undefined, premise: at(1) };
    expect(trail({ matchType: 'exact_match', surface })).toEqual([['left in June', 'exact_match']]);
  });

  it('has an entry for the document that supports a span and one for the document that contradicts it', () => {
    expect(trail({ matchType: insufficient, objections: ['evidence_disagrees'], opposing: at(3) })).toEqual([
      ['Ann left in May.', 'paraphrase_match'],
      ['Ann left in July.', 'contradiction'],
    ]);
  });

  it('holds both sides of one document where its probabilities are near to both', () => {
    const near = { matchType: insufficient, entailed: 0.4, contradicted: 0.4 } as const;
    const [support, opposition] = [FOR, AGAINST].map((read, i) => ({ sentences: [i], scores: read }));
    expect(trail({ ...near, support: support!, opposition: opposition! })).toEqual([
      ['Ann left in May.', 'paraphrase_match'],
      ['Bo left in June.', 'contradiction'],
    ]);
    expect(trail({ ...near, support: support!, opposition: { ...opposition!, sentences: [0] } })).toEqual([
      ['Ann left in May.', insufficient],
    ]);
  });

  it('holds the place that the first objection is about', () => {
    const surface = { place: { source: 0, start: 0, end: 16 }, factuality: 'denied' as const, premise: at(0) };
    const unsettled = { matchType: insufficient, surface } as const;
    const by = (...objections: NonNullable<DecidedSpanPlan['objections']>) => trail({ ...unsettled, objections });
    expect(by('copy_differs', 'facts_differ', 'not_asserted_by_source')).toEqual([['Ann left in July.', insufficient]]);
    expect(by('facts_differ')).toEqual([['It rained.', insufficient]]);
    expect(by('facts_differ', 'not_asserted_by_source')).toEqual([['Ann left in May.', insufficient]]);
    expect(by('not_asserted_by_source')).toEqual([['Ann left in May.', insufficient]]);
    expect(by('foreign_language')).toEqual([['It rained.', insufficient]]);
  });

  it('names no place where the closest sentence speaks of something else, or nothing is asserted', () => {
    expect(trail({ matchType: insufficient, closest: { ...at(2), coverage: 0.09 } })).toEqual([['', insufficient]]);
    const closest = { ...at(2), coverage: 0.1 };
    expect(trail({ matchType: insufficient, closest, passage: at(2) })[0]![0]).toBe('It rained.');
    // The passage has a sentence with more of its words.
    expect(trail({ matchType: insufficient, closest, passage: at(0) })[0]![0]).toBe('Ann left in May.');
    const { span } = decidedSpan({ claim: CLAIM, source: SOURCE }, { matchType: insufficient });
    const part = span.examined.hypothesis;
    expect(auditTrail({ parts: [part], spans: [] }, { claim: CLAIM, source: SOURCE })).toEqual({
      auditTrail: [{ claim_span: CLAIM, source_span: '', match_type: insufficient }],
      spans: [{ claim: part.span, source: null, reasons: [] }],
    });
  });
});
