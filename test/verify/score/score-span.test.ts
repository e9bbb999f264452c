import { describe, expect, it } from 'vitest';
import { singleSentences } from '../../../src/verify/read/premises.ts';
import { byWords, type FakeEncoder, fakeEncoder, scores } from '../../support/fake-encoder.ts';
import { scoreClaim } from '../support/score-claim.ts';

const CLAIM = 'Hi! The red mill closed. Ada sold the blue land.';
const SOURCE = 'The red mill closed in June. Rain fell. Snow fell. Ada sold the blue land. Hail fell. Sun shone.';
const INPUT = { claim: CLAIM, source: SOURCE };
const ONE_SPAN = { claim: 'The red mill closed and Ada sold the land.', source: SOURCE };

const premisesOf = ({ asked }: FakeEncoder, phase: string) =>
  asked.filter((pair) => pair.phase === phase).map(({ premise }) => premise);

describe('without an evidence model', () => {
  it('the verdict model reads every asserting span with every source sentence, and greetings with none', async () => {
    const encoder = fakeEncoder();
    const { scored } = await scoreClaim(INPUT, encoder);
    const asked = new Set(encoder.asked.map(({ premise, hypothesis }) => `${premise} / ${hypothesis}`));
    for (const sentence of ['the red mill closed in june .', 'rain fell .', 'hail fell .', 'sun shone .']) {
      expect(asked).toContain(`${sentence} / the red mill closed .`);
      expect(asked).toContain(`${sentence} / ada sold the blue land .`);
    }
    expect(encoder.asked.filter(({ hypothesis }) => hypothesis.startsWith('hi'))).toEqual([]);
    expect(scored.map(({ span }) => span.text)).toEqual(['The red mill closed.', 'Ada sold the blue land.']);
  });

  it('the best scattered sentences are read together, without those between them that hold no word of the claim', async () => {
    const encoder = fakeEncoder();
    const { scored, pairs } = await scoreClaim(ONE_SPAN, encoder);
    expect(scored[0]!.premises.map(({ kind, sentences }) => [kind, ...sentences])).toEqual([
      ...[0, 1, 2, 3, 4, 5].map((i) => ['sentence', i]),
      ['top_sentences', 0, 3],
    ]);
    expect(premisesOf(encoder, 'verdict').slice(6)).toEqual(['the red mill closed in june . ada sold the blue land .']);
    expect(pairs).toEqual({ evidence: 0, verdict: 7, cut: 0 });
  });
});

describe('with an evidence model', () => {
  it('the verdict model reads the candidates, then the best together, and nothing else', async () => {
    const encoder = fakeEncoder({ evidence: byWords });
    const { scored, pairs } = await scoreClaim(ONE_SPAN, encoder, { candidates: 2 });
    expect(premisesOf(encoder, 'evidence')).toHaveLength(6);
    expect(premisesOf(encoder, 'verdict')).toEqual([
      'the red mill closed in june .',
      'ada sold the blue land .',
      'the red mill closed in june . ada sold the blue land .',
    ]);
    expect(pairs).toEqual({ evidence: 6, verdict: 3, cut: 0 });
    expect(scored[0]).toMatchObject({ sourceSentences: 2, sourceCoverage: expect.any(Number) });
  });

  it('candidates have the scores of the verdict model, those of the evidence model lie beside them', async () => {
    const encoder = fakeEncoder({ evidence: () => scores('contradiction'), read: () => scores('entailment') });
    const { scored } = await scoreClaim(ONE_SPAN, encoder, { candidates: 2 });
    expect(scored[0]!.premises.map((premise) => premise.scores)).toEqual(new Array(3).fill(scores('entailment')));
    expect(scored[0]!.evidence.map(({ sentences }) => sentences)).toEqual([[0], [1], [2], [3], [4], [5]]);
    expect(scored[0]!.evidence.map((sentence) => sentence.scores)).toEqual(new Array(6).fill(scores('contradiction')));
  });

  it('as many candidates as sentences give the very numbers of reading all pairs', async () => {
    const alone = await scoreClaim(INPUT, fakeEncoder());
    const both = await scoreClaim(INPUT, fakeEncoder({ evidence: () => scores('contradiction') }), { candidates: 6 });
    expect(both.scored).toEqual(alone.scored);
  });

  it('a candidate is read as it is when all pairs are read', async () => {
    const all = await scoreClaim(INPUT, fakeEncoder());
    const few = await scoreClaim(INPUT, fakeEncoder({ evidence: () => scores('contradiction') }), { candidates: 3 });
    for (const h of [0, 1]) {
      const { sourceCoverage } = few.scored[h]!;
      const sentences = singleSentences(few.scored[h]!.premises);
      expect(sentences).toHaveLength(3);
      for (const premise of sentences) expect(all.scored[h]!.premises).toContainEqual(premise);
      expect(sourceCoverage).toBe(all.scored[h]!.sourceCoverage);
    }
  });
});

describe('premises', () => {
  it('never are windows that a small model could not read', async () => {
    const source = Array.from({ length: 12 }, (_, i) => `word${i} `.repeat(30)).join('. ');
    const encoder = fakeEncoder({ maxPairTokens: 64 });
    const { scored, pairs } = await scoreClaim({ claim: 'word3 word4', source }, encoder);
    const { premises } = scored[0]!;
    expect(premises.length).toBeGreaterThanOrEqual(12);
    expect(premises.every(({ kind }) => kind === 'sentence')).toBe(true);
    expect(pairs.verdict).toBe(premises.length);
    expect(encoder.asked).toHaveLength(pairs.verdict);
  });

  it('know how much of a span they and the whole source cover', async () => {
    const { scored } = await scoreClaim(INPUT, fakeEncoder());
    const { premises: sentences, sourceCoverage } = scored[1]!;
    expect(sourceCoverage).toBe(1);
    expect(sentences[3]!.coverage).toBe(1);
    expect(sentences[1]!.coverage).toBe(0);
    const off = await scoreClaim({ claim: 'Otters sleep afloat.', source: SOURCE }, fakeEncoder());
    expect(off.scored[0]!.sourceCoverage).toBe(0);
  });

  it('find no word of a span in what is about something else: neither its grammar nor one by chance', async () => {
    const claim = 'The mill still has to be painted.';
    const read = async (source: string) => (await scoreClaim({ claim, source }, fakeEncoder())).scored[0]!;
    const about = 'The mill was built in June. It is old.';
    const alone = await read(about);
    expect((await read(`${about} Rain has to fall. Sun still shone.`)).sourceCoverage).toBe(alone.sourceCoverage);
    const { premises, sourceSentences, sourceCoverage } = await read(
      `${about} Rain fell. A nephew of the baker painted the cupboard.`,
    );
    expect(premises.map(({ coverage }) => coverage > 0)).toEqual([true, false, false, false, true]);
    expect(sourceSentences).toBe(1);
    expect(sourceCoverage).toBe(premises[0]!.coverage);
  });
});
