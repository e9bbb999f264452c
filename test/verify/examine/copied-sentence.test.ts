import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../../src/text/index.ts';
import { findCopy, premiseFindingsOf } from '../../../src/verify/examine/examine-claim.ts';
import { PairBudget } from '../../../src/verify/rules/index.ts';
import { fakeEncoder, scores, verifierOn } from '../../support/fake-encoder.ts';
import { readSurface } from '../rules/support/compare-surface.ts';
import { premise } from '../support/examined-span.ts';
import { plainSource } from '../support/plain-source.ts';

/** The sentence of the source that the claim copies with something changed. */
function copiedOf(
  claim: string,
  sentences: readonly string[],
  coverages: readonly number[] = sentences.map(() => 0.8),
) {
  const premises = sentences.map((_, i) => premise(scores('entailment'), coverages[i], [i]));
  const lines = sentences.map((sentence, i) => {
    const start = sentences.slice(0, i).join('\n').length + (i > 0 ? 1 : 0);
    return { start, end: start + sentence.length };
  });
  const source = plainSource(sentences.join('\n'), lines);
  const given = { sources: source, budget: new PairBudget() };
  const reading = readSurface(claim);
  const span = { claim: reading, premiseFindings: premiseFindingsOf(reading, given) };
  const found = findCopy(span, premises, source);
  return found && sentences[found.premise.sentences[0]!];
}

const CLAIM = 'The bolts of the bridge are 75 mm long.';
const OTHER = 'The bolts of the bridge are 50 mm long.';

describe('the sentence that a span copies with something changed', () => {
  it('is the closest such sentence', async () => {
    const same = 'The bolts of the old bridge are 60 mm long.';
    expect(copiedOf(CLAIM, ['Rain fell.', OTHER, same], [0, 0.7, 0.8])).toBe(same);
    expect(copiedOf(CLAIM, ['Rain fell.', OTHER, same], [0, 0.8, 0.8])).toBe(OTHER);
  });

  it('is none where another sentence has all of the span', async () => {
    expect(copiedOf(CLAIM, [OTHER, 'In the end the bolts of the bridge are 75 mm long.'])).toBeUndefined();
    expect(copiedOf(CLAIM, [CLAIM])).toBeUndefined();
  });

  it('is none where another sentence says the same in another unit', async () => {
    expect(copiedOf(CLAIM, [OTHER, 'The bolts of the bridge are 7.5 cm long.'])).toBeUndefined();
  });

  it('is one although another sentence has the number for something else in nearly the same words', async () => {
    const north = 'The valve of the north pump opens at 50 bar.';
    const south = 'The valve of the south pump opens at 75 bar.';
    expect(copiedOf('The valve of the north pump opens at 75 bar.', [south, north])).toBe(north);
  });

  it('is one although another sentence repeats the words and leaves the number out', async () => {
    expect(copiedOf(CLAIM, [OTHER, 'The bolts of the bridge are very long.'])).toBe(OTHER);
  });

  it('has a fair share of the words in common', async () => {
    expect(copiedOf(CLAIM, [OTHER], [0.4])).toBe(OTHER);
    expect(copiedOf(CLAIM, [OTHER], [0.39])).toBeUndefined();
  });
});

describe('a claim that exchanges something in a sentence it copies', () => {
  const verdictOn = async (claim: string, source: string) => {
    const read = () => scores('entailment', 0.99);
    expect(splitSentences(source).length).toBeGreaterThan(1);
    const { verdict } = await verifierOn(fakeEncoder({ read })).verify({ claim, source });
    return verdict;
  };

  it.each([
    ['75 mm', CLAIM, `${OTHER} The planks are 75 mm wide.`],
    [
      '99.0 %',
      'The test has a sensitivity of 99.0 % in adults.',
      'The test has a sensitivity of 95.0 % in adults. Its specificity is 99.0 %.',
    ],
    [
      '4 MiB',
      'Each upload of a user is limited to 4 MiB.',
      'Each upload of a user is limited to 1 MiB. The whole form may have 4 MiB.',
    ],
    [
      '2015',
      'The mill at the river closed in 2015.',
      'The mill at the river closed in 2014. Its land was sold in 2015.',
    ],
    [
      'Ada Brandt',
      'The film about the mill was directed by Ada Brandt.',
      'The film about the mill was directed by Carl Moss. The music is by Ada Brandt.',
    ],
    [
      'not',
      'The trust has not sold the land that lies beside the river.',
      'The trust has sold the land that lies beside the river. It has not sold the mill.',
    ],
  ])(
    'is never supported, although the source has it somewhere else and the model is sure: %s',
    async (_, claim, source) => {
      expect(await verdictOn(claim, source)).toBe('UNCERTAIN');
    },
  );

  it('is supported where the source says it too', async () => {
    expect(await verdictOn(CLAIM, `${OTHER} Since June the bolts of the bridge are 75 mm long.`)).toBe('SUPPORTED');
  });
});

describe('a premise', () => {
  it('is compared once, however often it is asked for', async () => {
    const source = plainSource('It is 75 mm long.');
    const given = { sources: source, budget: new PairBudget() };
    const premiseFindings = premiseFindingsOf(readSurface('It is 50 mm long.'), given);
    const first = premiseFindings({ sentences: [0] });
    expect(first.facts.map(({ status }) => status)).toEqual(['conflict']);
    expect(premiseFindings({ sentences: [0] })).toBe(first);
  });
});
