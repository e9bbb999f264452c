import { describe, expect, it } from 'vitest';
import { SourcesOnce } from '../../src/answer/sources.ts';
import type { SourceSet } from '../../src/verify/read/read-source.ts';
import type { TextPiece } from '../../src/verify/read/text-pieces.ts';
import { type FakeEncoder, fakeEncoder } from '../support/fake-encoder.ts';
import { sourcesOf } from './support/answer-on.ts';

const pause = async () => undefined;
/** A hypothesis of so many words, which the fake models read as a token each. */
const ofWords = (words: number): TextPiece[] => {
  const text = Array(words).fill('mill').join(' ');
  return [{ span: { start: 0, end: text.length }, text, normalised: text }];
};
const readFor = (shared: SourcesOnce, encoder: FakeEncoder, words: number) =>
  shared.read({ encoder, parts: ofWords(words) }, pause);
/** What an answer is checked against, without what was read of it on the way. */
const toldOf = ({ sentences, standingAlone, maxPremiseTokens }: SourceSet) => ({
  sentences,
  standingAlone,
  maxPremiseTokens,
});

const SENTENCES = Array.from({ length: 500 }, (_, i) => `The mill of the year ${1500 + i} closed.`);
const LONG = 'The mill closed because the river was low and the bank of the town would not lend it any more money.';

describe('sources that are read several times', () => {
  it('are read once, with all that was read of their words', async () => {
    const encoder = fakeEncoder();
    const shared = new SourcesOnce(sourcesOf(SENTENCES.join(' ')));
    const first = await readFor(shared, encoder, 3);
    const tokenized = encoder.tokenized.length;
    const second = await readFor(shared, encoder, 5);
    expect(new Set(encoder.tokenized.slice(tokenized))).toEqual(new Set([ofWords(5)[0]!.normalised]));
    expect(second.readings).toBe(first.readings);
    expect(second.maxPremiseTokens).toBe(first.maxPremiseTokens - 2);
  });

  it.each([
    ['longer and shorter sentences', [3, 18, 3, 4]],
    ['sentences that leave room for no whole source sentence', [20, 19, 20]],
  ])('are each time what they are alone: %s', async (_, words) => {
    const encoder = fakeEncoder({ maxPairTokens: 30 });
    const sources = sourcesOf(`${LONG} It burnt.`, 'The bank closed.');
    const shared = new SourcesOnce(sources);
    for (const count of words) {
      const alone = await readFor(new SourcesOnce(sources), encoder, count);
      expect(toldOf(await readFor(shared, encoder, count))).toEqual(toldOf(alone));
    }
  });
});
