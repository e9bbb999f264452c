import { describe, expect, it } from 'vitest';
import { overlapJudge, windowsOf } from '../../../scripts/board/overlap.ts';
import { splitSentences } from '../../../src/text/index.ts';

const judge = (claim: string, source: string) => overlapJudge([{ source }])({ claim, source });

describe('overlapJudge', () => {
  const source = 'Ada Lovelace wrote notes. They were long. Bees hum. Cats sleep. Dogs bark loudly.';

  it('scores 1 when all words of the claim are in one window and 0 when none is', () => {
    expect(judge('Bees hum.', source)).toMatchObject({ supported: 1, verdict: 'SUPPORTED' });
    expect(judge('Purple elephants.', source)).toMatchObject({
      supported: 0,
      verdict: 'UNCERTAIN',
      confidence: 1,
    });
  });

  it('looks no further than three neighbouring sentences', () => {
    expect(judge('Lovelace bees', source).supported).toBe(1);
    expect(judge('Lovelace dogs', source).supported).toBeCloseTo(0.5, 12);
  });

  it("takes the least of the claim's sentences", () => {
    expect(judge('Bees hum. Purple elephants.', source).supported).toBe(0);
  });

  it('weighs rare words more than common ones', () => {
    const sources = ['the bees hum', 'the cats sleep', 'the dogs bark'].map((source) => ({ source }));
    const onlyThe = overlapJudge(sources)({ claim: 'the bees', source: 'the cats sleep' });
    expect(onlyThe.supported).toBeGreaterThan(0);
    expect(onlyThe.supported).toBeLessThan(0.5);
  });
});

describe('windowsOf', () => {
  const text = 'One ran. Two ran. Three ran.';
  const sentences = splitSentences(text);

  it('makes every window of two to the given number of neighbours', () => {
    const windows = windowsOf(sentences, 3).map(({ start, end }) => text.slice(start, end));
    expect(windows).toEqual(['One ran. Two ran.', 'One ran. Two ran. Three ran.', 'Two ran. Three ran.']);
  });

  it('never repeats a single sentence', () => {
    expect(windowsOf(sentences, 1)).toEqual([]);
    expect(windowsOf(sentences.slice(0, 1), 3)).toEqual([]);
  });
});
