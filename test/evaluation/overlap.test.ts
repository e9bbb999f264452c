import { describe, expect, it } from 'vitest';
import type { LabelledRow } from '../../src/evaluation/labelled-rows.ts';
import { overlapJudge, type TextTools, windowsOf } from '../../src/evaluation/overlap.ts';
import { sentenceWords, splitSentences } from '../../src/text/index.ts';

const tools: TextTools = { splitSentences, sentenceWords };
const rowOf = (claim: string, source: string): LabelledRow => ({
  set: 's',
  id: '1',
  claim,
  source,
  label: 'SUPPORTED',
});
const judge = async (claim: string, source: string) =>
  overlapJudge([rowOf(claim, source)], tools)(rowOf(claim, source));

describe('overlapJudge', () => {
  const source = 'Ada Lovelace wrote notes. They were long. Bees hum. Cats sleep. Dogs bark loudly.';

  it('scores 1 when all words of the claim stand in one window and 0 when none does', async () => {
    expect(await judge('Bees hum.', source)).toMatchObject({ supported: 1, verdict: 'SUPPORTED' });
    expect(await judge('Purple elephants.', source)).toMatchObject({
      supported: 0,
      verdict: 'UNCERTAIN',
      confidence: 1,
    });
  });

  it('looks no further than three neighbouring sentences', async () => {
    expect((await judge('Lovelace bees', source)).supported).toBe(1);
    expect((await judge('Lovelace dogs', source)).supported).toBeCloseTo(0.5, 12);
  });

  it("takes the least of the claim's sentences", async () => {
    const { supported, auditTrail } = await judge('Bees hum. Purple elephants.', source);
    expect(supported).toBe(0);
    expect(auditTrail.map(({ matchType, sourceSpan }) => [matchType, sourceSpan !== undefined])).toEqual([
      ['paraphrase_match', true],
      ['insufficient_evidence', false],
    ]);
  });

  it('weighs rare words more than common ones', async () => {
    const rows = ['the bees hum', 'the cats sleep', 'the dogs bark'].map((text) => rowOf('the bees', text));
    const onlyThe = await overlapJudge(rows, tools)(rows[1]!);
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
