import { describe, expect, it } from 'vitest';
import { allPremises } from '../../src/verify/score-premises.ts';
import { byWords, type FakeEncoder, fakeEncoder, scores } from '../support/fake-encoder.ts';
import { scoreTexts } from './support/score-texts.ts';

const CLAIM = 'Hi! The red mill closed. Ada sold the blue land.';
const SOURCE = 'The red mill closed in June. Rain fell. Snow fell. Ada sold the blue land. Hail fell. Sun shone.';
const INPUT = { claim: CLAIM, source: SOURCE };
const ONE_SPAN = { claim: 'The red mill closed and Ada sold the land.', source: SOURCE };

const premisesOf = ({ asked }: FakeEncoder, phase: string) =>
  asked.filter((pair) => pair.phase === phase).map(({ premise }) => premise);

describe('without an evidence model', () => {
  it('the verdict model reads every asserting span with every source sentence, and greetings with none', async () => {
    const encoder = fakeEncoder();
    const { run } = await scoreTexts(INPUT, encoder);
    const asked = new Set(encoder.asked.map(({ premise, hypothesis }) => `${premise} / ${hypothesis}`));
    for (const sentence of ['the red mill closed in june .', 'rain fell .', 'hail fell .', 'sun shone .']) {
      expect(asked).toContain(`${sentence} / the red mill closed .`);
      expect(asked).toContain(`${sentence} / ada sold the blue land .`);
    }
    expect(encoder.asked.filter(({ hypothesis }) => hypothesis.startsWith('hi'))).toEqual([]);
    expect(run.hypotheses[0]).toMatchObject({ sentences: [], windows: [], digest: undefined });
  });

  it('windows around the best sentences are read, and the best scattered ones as a digest', async () => {
    const encoder = fakeEncoder();
    const { run } = await scoreTexts(ONE_SPAN, encoder);
    const { sentences, windows, digest } = run.hypotheses[0]!;
    expect(sentences.map((premise) => premise.sentences)).toEqual([[0], [1], [2], [3], [4], [5]]);
    expect(windows.map((premise) => premise.sentences)).toEqual([
      [0, 1, 2],
      [2, 3, 4],
    ]);
    expect(digest?.sentences).toEqual([0, 1, 3]);
    expect(premisesOf(encoder, 'verdict').slice(6)).toEqual([
      'the red mill closed in june . rain fell . snow fell .',
      'snow fell . ada sold the blue land . hail fell .',
      'the red mill closed in june . rain fell . ada sold the blue land .',
    ]);
    expect(run.pairs).toEqual({ evidence: 0, verdict: 9, cut: 0 });
  });
});

describe('with an evidence model', () => {
  it('the verdict model reads the candidates, then windows and a digest around the best, and nothing else', async () => {
    const encoder = fakeEncoder({ evidence: byWords });
    const { run } = await scoreTexts(ONE_SPAN, encoder, { candidates: 2 });
    expect(premisesOf(encoder, 'evidence')).toHaveLength(6);
    expect(premisesOf(encoder, 'verdict')).toEqual([
      'the red mill closed in june .',
      'ada sold the blue land .',
      'the red mill closed in june . rain fell . snow fell .',
      'snow fell . ada sold the blue land . hail fell .',
      'the red mill closed in june . ada sold the blue land .',
    ]);
    expect(run.pairs).toEqual({ evidence: 6, verdict: 5, cut: 0 });
    expect(run.hypotheses[0]).toMatchObject({ sourceSentences: 6, sourceCoverage: expect.any(Number) });
  });

  it('candidates have the scores of the verdict model, those of the evidence model lie beside them', async () => {
    const encoder = fakeEncoder({ evidence: () => scores('contradiction'), read: () => scores('entailment') });
    const { run } = await scoreTexts(ONE_SPAN, encoder, { candidates: 2 });
    expect(allPremises(run.hypotheses[0]!).map((premise) => premise.scores)).toEqual(
      new Array(5).fill(scores('entailment')),
    );
    expect(run.hypotheses[0]!.evidence).toEqual(new Array(6).fill(scores('contradiction')));
  });

  it('as many candidates as sentences give the very numbers of reading all pairs', async () => {
    const alone = await scoreTexts(INPUT, fakeEncoder());
    const both = await scoreTexts(INPUT, fakeEncoder({ evidence: () => scores('contradiction') }), { candidates: 6 });
    expect(both.run).toEqual(alone.run);
  });

  it('a candidate is read as it is when all pairs are read', async () => {
    const all = await scoreTexts(INPUT, fakeEncoder());
    const few = await scoreTexts(INPUT, fakeEncoder({ evidence: () => scores('contradiction') }), { candidates: 3 });
    for (const h of [1, 2]) {
      const { sentences, sourceCoverage } = few.run.hypotheses[h]!;
      expect(sentences).toHaveLength(3);
      for (const premise of sentences) expect(all.run.hypotheses[h]!.sentences).toContainEqual(premise);
      expect(sourceCoverage).toBe(all.run.hypotheses[h]!.sourceCoverage);
    }
  });
});

describe('premises', () => {
  it('never are windows that a small model could not read', async () => {
    const source = Array.from({ length: 12 }, (_, i) => `word${i} `.repeat(30)).join('. ');
    const encoder = fakeEncoder({ maxPairTokens: 64 });
    const { run } = await scoreTexts({ claim: 'word3 word4', source }, encoder);
    expect(run.hypotheses[0]!.sentences.length).toBeGreaterThanOrEqual(12);
    expect(run.hypotheses[0]).toMatchObject({ windows: [], digest: undefined });
    expect(run.pairs.verdict).toBe(run.hypotheses[0]!.sentences.length);
    expect(encoder.asked).toHaveLength(run.pairs.verdict);
  });

  it('know how much of a span they and the whole source cover', async () => {
    const { run } = await scoreTexts(INPUT, fakeEncoder());
    const { sentences, sourceCoverage } = run.hypotheses[2]!;
    expect(sourceCoverage).toBe(1);
    expect(sentences[3]!.coverage).toBe(1);
    expect(sentences[1]!.coverage).toBe(0);
    const off = await scoreTexts({ claim: 'Otters sleep afloat.', source: SOURCE }, fakeEncoder());
    expect(off.run.hypotheses[0]!.sourceCoverage).toBe(0);
  });
});
