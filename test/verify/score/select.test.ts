import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { MOST_DOCUMENTS, PASSAGE_TOKENS, SENTENCES } from '../../../src/verify/decision-constants.ts';
import { type ScoredPremise, singleSentence } from '../../../src/verify/read/premises.ts';
import type { SourceSet } from '../../../src/verify/read/read-source.ts';
import type { SourceSentence } from '../../../src/verify/read/source.ts';
import { chooseForVerdict, growPassage } from '../../../src/verify/score/select.ts';
import { scores } from '../../support/fake-encoder.ts';
import { premise } from '../support/examined-span.ts';

type Sentences = Pick<SourceSet, 'sentences' | 'maxPremiseTokens'>;

const always = () => true;
const never = () => false;

/** A source with documents of so many sentences. */
function sourceOf(lengths: readonly number[], maxPremiseTokens = 500): Sentences {
  let first = 0;
  const sentences = lengths.flatMap((length, number) => {
    const document = { number, first, end: first + length };
    first += length;
    const piece = { span: { start: 0, end: 1 }, text: 'x', normalised: 'x', document, record: 0 };
    return Array.from({ length }, (): SourceSentence => piece);
  });
  return { sentences, maxPremiseTokens };
}

/** One document of sentences about the same, "+", or about something else, "-"; "~" continues from the sentence before. */
function marked(marks: string): Sentences {
  const source = sourceOf([marks.length]);
  return {
    ...source,
    sentences: source.sentences.map((one, i) => ({ ...one, text: marks[i] === '~' ? GOES_ON : 'x' })),
  };
}

const GOES_ON = 'It is so.';
const aboutIn = (marks: string) => (sentence: number) => marks[sentence] === '+';

/** The passage around a sentence of one document whose sentences have so many tokens. */
function grown(seed: number, tokens: readonly number[], maxPremiseTokens?: number): readonly number[] {
  return growPassage(seed, sourceOf([tokens.length], maxPremiseTokens), {
    tokensOf: (i) => tokens[i]!,
    isAbout: always,
  }).sentences;
}

describe('a passage', () => {
  it('is the whole document where it fits', () => {
    expect(grown(1, [60, 60, 60])).toEqual([0, 1, 2]);
    expect(grown(0, [10, 10, 10, 10])).toEqual([0, 1, 2, 3]);
  });

  it('grows to both sides in turn, below first', () => {
    expect(grown(2, [60, 60, 60, 60, 60])).toEqual([1, 2, 3]);
    expect(grown(2, [60, 100, 60, 60, 60])).toEqual([2, 3, 4]);
    expect(grown(2, [40, 40, 40, 40, 40, 40, 40])).toEqual([0, 1, 2, 3, 4]);
  });

  it('stops on the side of a sentence that has no room, and never skips it', () => {
    expect(grown(2, [10, 10, 100, 250, 10])).toEqual([0, 1, 2]);
    expect(grown(1, [250, 100, 10, 10])).toEqual([1, 2, 3]);
  });

  it('is one sentence where no neighbor has room', () => {
    expect(growPassage(1, sourceOf([3]), { tokensOf: () => 200, isAbout: always })).toEqual({ sentences: [1] });
    expect(growPassage(0, sourceOf([1, 1]), { tokensOf: () => 1, isAbout: always })).toEqual({ sentences: [0] });
  });

  it('has at most 200 tokens, fewer where the model reads fewer next to the claim', () => {
    expect(grown(0, [100, 100, 1])).toEqual([0, 1]);
    expect(grown(0, [60, 60, 60], 125)).toEqual([0, 1]);
  });
});

describe('a passage among sentences about something else', () => {
  /** The passage around the first sentence about the same. */
  const among = (marks: string) =>
    growPassage(marks.indexOf('+'), marked(marks), { tokensOf: () => 10, isAbout: aboutIn(marks) }).sentences;

  it('ends before two of them', () => {
    expect(among('--+++--')).toEqual([2, 3, 4]);
    expect(among('+--+')).toEqual([0]);
  });

  it('leaves out the sentence to cross where there is no room for both', () => {
    const tokensOf = (i: number) => [100, 150, 60][i]!;
    expect(growPassage(0, marked('+-+'), { tokensOf, isAbout: aboutIn('+-+') }).sentences).toEqual([0]);
  });

  it('crosses one of them to reach another about the same', () => {
    expect(among('--+-+-')).toEqual([2, 3, 4]);
  });

  it('includes the sentence that continues it and the one that it continues', () => {
    expect(among('-+~-')).toEqual([1, 2]);
    expect(among('--~+')).toEqual([1, 2, 3]);
  });
});

/** Documents by the tokens of their sentences. */
const anyDocument = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 12 });
const anyDocuments = fc.array(anyDocument, { minLength: 1, maxLength: 4 });
const anyLimit = fc.integer({ min: 200, max: 500 });

describe('a passage of any source', () => {
  const grownIn = (documents: readonly (readonly number[])[], seed: number, limit: number) => {
    const tokens = documents.flat();
    const source = sourceOf(
      documents.map(({ length }) => length),
      limit,
    );
    return {
      ...growPassage(seed, source, { tokensOf: (i) => tokens[i]!, isAbout: always }),
      tokens,
      document: source.sentences[seed]!.document,
    };
  };
  const anySeed = fc.nat(1_000);

  test.prop([anyDocuments, anySeed, anyLimit])(
    'is consecutive, in one document, around its sentence, and as long as fits',
    (documents, at, limit) => {
      const seed = at % documents.flat().length;
      const { sentences, tokens, document } = grownIn(documents, seed, limit);
      const [first, last] = [sentences[0]!, sentences.at(-1)!];
      expect(sentences).toEqual(Array.from({ length: last - first + 1 }, (_, i) => first + i));
      expect(sentences).toContain(seed);
      expect(first).toBeGreaterThanOrEqual(document.first);
      expect(last).toBeLessThan(document.end);
      const read = sentences.reduce((sum, i) => sum + tokens[i]!, 0);
      const most = Math.min(PASSAGE_TOKENS, limit);
      expect(read).toBeLessThanOrEqual(most);
      if (first > document.first) expect(read + tokens[first - 1]!).toBeGreaterThan(most);
      if (last + 1 < document.end) expect(read + tokens[last + 1]!).toBeGreaterThan(most);
    },
  );

  test.prop([anyDocument, anySeed, anyLimit, anyDocuments, anyDocuments])(
    'is the same whatever other documents are sent',
    (document, at, limit, before, after) => {
      const seed = at % document.length;
      const offset = before.flat().length;
      const alone = grownIn([document], seed, limit).sentences;
      const among = grownIn([...before, document, ...after], seed + offset, limit).sentences;
      expect(among.map((i) => i - offset)).toEqual(alone);
    },
  );

  test.prop([anyDocument, anySeed, anyLimit, anyDocument])(
    'is the same with any text outside its reach in its document',
    (document, at, limit, other) => {
      const seed = at % document.length;
      const { sentences } = grownIn([document], seed, limit);
      const [first, past] = [sentences[0]!, sentences.at(-1)! + 1];
      // The sentence at either end that had no room stays; beyond it everything is other text.
      const kept = document.slice(Math.max(0, first - 1), past + 1);
      const before = first > 0 ? other : [];
      const after = past < document.length ? other : [];
      const moved = before.length - Math.max(0, first - 1);
      const again = grownIn([[...before, ...kept, ...after]], seed + moved, limit).sentences;
      expect(again.map((i) => i - moved)).toEqual(sentences);
    },
  );
});

describe('the premises of a span', () => {
  const neutral = scores('neutral', 1);
  const read = (coverages: readonly number[]): ScoredPremise[] =>
    coverages.map((coverage, i) => premise(neutral, coverage, [i]));
  const choose = (
    candidates: readonly ScoredPremise[],
    {
      lengths = [candidates.length],
      tokens = 10,
      isAbout = always as (sentence: number) => boolean,
      isCoherent = never as (document: number) => boolean,
    } = {},
  ) =>
    chooseForVerdict(candidates, sourceOf(lengths), { tokensOf: () => tokens, aboutAs: () => isAbout, isCoherent }).map(
      ({ number, passage, sentences }) => ({
        number,
        passage: passage.sentences,
        sentences: sentences.map((one) => one.sentences[0]),
      }),
    );

  it('are of the three documents with the best-ranked sentences, the best first', () => {
    const documents = choose(read([0.1, 0.9, 0.5, 0.2, 0.6]), { lengths: [1, 1, 2, 1] });
    expect(documents.map(({ number }) => number)).toEqual([1, 3, 2]);
  });

  it('are the two best sentences by entailment and words', () => {
    const candidates = read([0.1, 0.9, 0.5, 0.6, 0.2]);
    expect(choose(candidates)[0]!.sentences).toEqual([1, 3]);
    const entailing = candidates.with(4, premise(scores('entailment', 0.9), 0.2, [4]));
    expect(choose(entailing)[0]!.sentences).toEqual([1, 4]);
  });

  it('weigh words in common twice as much as entailment', () => {
    const entailing = (coverage: number) => [
      premise(scores('entailment', 1), coverage, [1]),
      premise(neutral, 0.6, [0]),
    ];
    expect(choose(entailing(0))[0]!.sentences[0]).toBe(0);
    expect(choose(entailing(0.2))[0]!.sentences[0]).toBe(1);
  });

  it('are none about something else outside the passage', () => {
    const against = premise(scores('contradiction', 0.9), 0.2, [3]);
    const candidates = [...read([0.9, 0.1, 0.1]), against];
    expect(choose(candidates, { isAbout: (i) => i === 0 })).toEqual([{ number: 0, passage: [0], sentences: [0] }]);
    expect(choose(candidates, { isAbout: (i) => i === 0 || i === 3 })[0]!.sentences).toEqual([0, 3]);
  });

  it('are a passage of all that surrounds the best sentence in a document that hangs together', () => {
    const candidates = read([0.9, 0.1, 0.1, 0.1]);
    const isAbout = (i: number) => i === 0;
    expect(choose(candidates, { isAbout, isCoherent: (number) => number === 0 })).toEqual([
      { number: 0, passage: [0, 1, 2, 3], sentences: [0, 1] },
    ]);
    expect(choose(candidates, { isAbout, isCoherent: (number) => number === 1 })[0]!.passage).toEqual([0]);
  });

  it('weigh a contradiction half as much as entailment', () => {
    const against = (coverage: number) => [
      premise(scores('contradiction', 1), coverage, [1]),
      premise(scores('entailment', 1), 0, [0]),
    ];
    expect(choose(against(0.2))[0]!.sentences[0]).toBe(0);
    expect(choose(against(0.3))[0]!.sentences[0]).toBe(1);
  });

  it('are the first sentences where all are equal', () => {
    expect(choose(read([0.5, 0.5, 0.5, 0.5]))[0]!.sentences).toEqual([0, 1]);
  });

  it('of one sentence are that sentence', () => {
    expect(choose(read([0.5]))).toEqual([{ number: 0, passage: [0], sentences: [0] }]);
  });
});

const anyScores = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([a, b]) => ({ entailment: Math.min(a, b), neutral: Math.abs(a - b), contradiction: 1 - Math.max(a, b) }));
const anyCandidate = fc.record({
  read: fc.boolean(),
  scores: anyScores,
  coverage: fc.double({ min: 0, max: 1, noNaN: true }),
});
const anySource = fc
  .array(fc.array(anyCandidate, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 })
  .filter((documents) => documents.flat().some(({ read }) => read));

test.prop([anySource])(
  'no more is chosen than is announced, each sentence once, all from its document',
  (documents) => {
    const source = sourceOf(documents.map(({ length }) => length));
    const candidates = documents.flat().flatMap((one, i) => (one.read ? [premise(one.scores, one.coverage, [i])] : []));
    const chosen = chooseForVerdict(candidates, source, {
      tokensOf: () => 40,
      aboutAs: () => always,
      isCoherent: never,
    });
    expect(chosen.length).toBeLessThanOrEqual(MOST_DOCUMENTS);
    expect(new Set(chosen.map(({ number }) => number)).size).toBe(chosen.length);
    for (const [place, { number, passage, sentences }] of chosen.entries()) {
      const indices = sentences.map((one) => one.sentences[0]!);
      const ofDocument = candidates.filter((one) => source.sentences[one.sentences[0]!]!.document.number === number);
      expect(indices).toHaveLength(place === 0 ? Math.min(SENTENCES, ofDocument.length) : 1);
      expect(new Set(indices).size).toBe(indices.length);
      for (const i of indices) expect(ofDocument.map((one) => one.sentences[0])).toContain(i);
      const grown = growPassage(indices[0]!, source, { tokensOf: () => 40, isAbout: always });
      expect(passage).toEqual(place === 0 ? grown : singleSentence(indices[0]!));
    }
  },
);

test.prop([anySource, anySource])('the best document has the same premises whatever others are sent', (own, others) => {
  const [first] = own.filter((document) => document.some(({ read }) => read));
  const choose = (documents: typeof own) => {
    const source = sourceOf(documents.map(({ length }) => length));
    const candidates = documents.flat().flatMap((one, i) => (one.read ? [premise(one.scores, one.coverage, [i])] : []));
    return chooseForVerdict(candidates, source, { tokensOf: () => 40, aboutAs: () => always, isCoherent: never })[0]!;
  };
  const best = choose([first!, ...others]);
  if (best.number === 0) expect(best).toEqual(choose([first!]));
});

const anyMarked = fc
  .array(fc.record({ mark: fc.constantFrom('+', '-', '~'), scores: anyScores }), { minLength: 1, maxLength: 8 })
  // A sentence that continues from the text before it belongs to that text.
  .filter((sentences) => sentences[0]!.mark !== '~' && sentences.some(({ mark }) => mark === '+'));

test.prop([anyMarked, fc.nat(4), fc.nat(4)])(
  'text about something else before and behind changes neither passage nor sentences',
  (own, before, behind) => {
    const choose = (around: { before: number; behind: number }) => {
      const marks = `${'-'.repeat(around.before)}${own.map(({ mark }) => mark).join('')}${'-'.repeat(around.behind)}`;
      const candidates = [...marks].map((mark, i) =>
        premise(own[i - around.before]?.scores ?? scores('neutral', 1), mark === '+' ? 0.5 : 0, [i]),
      );
      const given = { tokensOf: () => 40, aboutAs: () => aboutIn(marks), isCoherent: never };
      const [chosen, ...more] = chooseForVerdict(candidates, marked(marks), given);
      expect(more).toEqual([]);
      const moved = ({ sentences }: { sentences: readonly number[] }) => sentences.map((i) => i - around.before);
      return { passage: moved(chosen!.passage), sentences: chosen!.sentences.map(moved) };
    };
    expect(choose({ before, behind })).toEqual(choose({ before: 0, behind: 0 }));
  },
);
