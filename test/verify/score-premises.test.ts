import { describe, expect, it } from 'vitest';
import { askSentences } from '../../src/verify/ask-sentences.ts';
import { readClaim } from '../../src/verify/read-texts.ts';
import { scorePremises } from '../../src/verify/score-premises.ts';
import { type FakeEncoder, fakeEncoder } from '../support/fake-encoder.ts';

const CLAIM = 'Hi! The red mill closed. Ada sold the blue land.';
const SOURCE = 'The red mill closed in June. Rain fell. Snow fell. Ada sold the blue land. Hail fell. Sun shone.';

async function run(encoder: FakeEncoder, input = { claim: CLAIM, source: SOURCE }, windowSentences = 3) {
  const turn = encoder.admit(0);
  const asked = await askSentences(input, await readClaim(input.claim, encoder), { encoder, turn });
  return { texts: asked.texts, run: await scorePremises(asked, { encoder, turn, windowSentences }) };
}

describe('scoring', () => {
  it('puts every asserting span to the model with every source sentence, and greetings with none', async () => {
    const encoder = fakeEncoder();
    await run(encoder);
    const asked = new Set(encoder.asked.map(({ premise, hypothesis }) => `${premise} / ${hypothesis}`));
    for (const sentence of ['the red mill closed in june .', 'rain fell .', 'hail fell .', 'sun shone .']) {
      expect(asked).toContain(`${sentence} / the red mill closed .`);
      expect(asked).toContain(`${sentence} / ada sold the blue land .`);
    }
    expect(encoder.asked.filter(({ hypothesis }) => hypothesis.startsWith('hi'))).toEqual([]);
  });

  it('adds windows around the best sentences, and the best scattered ones as a digest', async () => {
    const encoder = fakeEncoder();
    const { run: scored } = await run(encoder, { claim: 'The red mill closed and Ada sold the land.', source: SOURCE });
    const { sentences, windows, digest } = scored.hypotheses[0]!;
    expect(sentences.map((premise) => premise.sentences)).toEqual([[0], [1], [2], [3], [4], [5]]);
    expect(windows.map((premise) => premise.sentences)).toContainEqual([0, 1, 2]);
    expect(windows.every((premise) => premise.sentences.length === 3)).toBe(true);
    expect(digest?.sentences.slice(0, 1)).toEqual([0]);
    expect(digest?.sentences).toContain(3);
    expect(encoder.asked.map(({ premise }) => premise)).toContain(
      'the red mill closed in june . rain fell . snow fell .',
    );
  });

  it('asks for no window when windows are one sentence long, and counts what it left out otherwise', async () => {
    const { run: single } = await run(fakeEncoder(), undefined, 1);
    expect(single.hypotheses.flatMap(({ windows }) => windows)).toEqual([]);
    const source = Array.from({ length: 30 }, (_, i) => `Sentence number ${i} stands here.`).join(' ');
    const { run: many } = await run(fakeEncoder(), { claim: 'Sentence number 7 stands here.', source });
    const { windows } = many.hypotheses[0]!;
    expect(windows.length + many.pairs.skipped).toBe(28);
    expect(many.pairs.skipped).toBeGreaterThan(0);
  });

  it('never builds a window that a small model could not read', async () => {
    const source = Array.from({ length: 12 }, (_, i) => `word${i} `.repeat(30)).join('. ');
    const encoder = fakeEncoder({ maxPairTokens: 64 });
    const { run: scored } = await run(encoder, { claim: 'word3 word4', source });
    expect(scored.hypotheses[0]!.sentences.length).toBeGreaterThanOrEqual(12);
    expect(encoder.asked.length).toBe(scored.pairs.scored);
  });

  it('measures how much of a span the whole source covers', async () => {
    const { run: scored } = await run(fakeEncoder());
    expect(scored.hypotheses[1]!.sourceCoverage).toBe(1);
    const { run: off } = await run(fakeEncoder(), { claim: 'Otters sleep afloat.', source: SOURCE });
    expect(off.hypotheses[0]!.sourceCoverage).toBe(0);
  });
});
