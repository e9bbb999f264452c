import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { sentenceWords } from '../../../src/text/index.ts';
import { coverages, weighWords } from '../../../src/verify/read/source-readings.ts';
import { premisesOf } from '../../../src/verify/score/score-span.ts';
import { byWords, type FakeEncoder, fakeEncoder, type ReadPair, scores } from '../../support/fake-encoder.ts';
import { examineDocuments, scoreClaim } from '../support/score-claim.ts';

const CLAIM = 'Hi! The red mill closed. Ada sold the blue land.';
const SENTENCES = [
  'Rain fell on the hills.',
  'The red mill closed in June.',
  'Snow lay.',
  'Ada sold the blue land.',
  'Hail came.',
];
const INPUT = { claim: CLAIM, source: SENTENCES.join(' ') };

const asked = ({ asked: pairs }: FakeEncoder, phase: string) =>
  pairs.filter((pair) => pair.phase === phase).map(({ premise, hypothesis }) => `${premise} / ${hypothesis}`);
const pieceOf = (sentence: string) => sentence.toLowerCase().replace(/\.$/, ' .');

describe('the evidence model', () => {
  it('reads every sentence for every span, and no greeting', async () => {
    const encoder = fakeEncoder({ evidence: byWords });
    const { pairs } = await scoreClaim(INPUT, encoder);
    const expected = ['the red mill closed .', 'ada sold the blue land .'].flatMap((hypothesis) =>
      SENTENCES.map((sentence) => `${pieceOf(sentence)} / ${hypothesis}`),
    );
    expect(asked(encoder, 'evidence').sort()).toEqual(expected.sort());
    expect(pairs.evidence).toBe(10);
  });

  it('is not asked where the verdict model reads all sentences of one document', async () => {
    const encoder = fakeEncoder({ evidence: byWords });
    const source = SENTENCES.slice(0, 2).join(' ');
    expect((await scoreClaim({ ...INPUT, source }, encoder)).pairs).toEqual({ evidence: 0, verdict: 6 });
    expect(asked(encoder, 'evidence')).toEqual([]);
  });

  it('ranks the sentences of several documents, however few they are', async () => {
    const encoder = fakeEncoder({ evidence: byWords });
    const { spans } = await examineDocuments('The red mill closed.', ['Rain fell.', 'The mill closed.'], encoder);
    expect(asked(encoder, 'evidence')).toHaveLength(2);
    expect(spans[0]!.documents.map(({ number }) => number)).toEqual([1, 0]);
  });
});

describe('the verdict model', () => {
  it('reads a passage and two sentences about the same of a document, and its scores are used', async () => {
    const encoder = fakeEncoder({ evidence: () => scores('contradiction'), read: () => scores('entailment') });
    const claim = 'The red mill closed and Ada sold the land.';
    const { spans, pairs } = await scoreClaim({ ...INPUT, claim }, encoder);
    expect(asked(encoder, 'verdict')).toHaveLength(3);
    expect(pairs).toEqual({ evidence: 5, verdict: 3 });
    const [{ passage, sentences }] = spans[0]!.documents as [(typeof spans)[0]['documents'][0]];
    expect(passage.sentences).toEqual([1, 2, 3]);
    expect(sentences.map((one) => one.sentences)).toEqual([[1], [3]]);
    expect(premisesOf(spans[0]!).map((one) => one.scores)).toEqual(new Array(3).fill(scores('entailment')));
  });

  it('ranks the sentences itself where there is no evidence model', async () => {
    const encoder = fakeEncoder();
    const { pairs } = await scoreClaim({ ...INPUT, claim: 'The red mill closed.' }, encoder);
    expect(asked(encoder, 'verdict')).toHaveLength(5 + 1);
    expect(pairs).toEqual({ evidence: 0, verdict: 1 });
  });

  it('reads a source of one sentence once', async () => {
    const encoder = fakeEncoder({ evidence: byWords });
    const { spans, pairs } = await scoreClaim({ claim: 'The mill closed.', source: 'The red mill closed.' }, encoder);
    expect(asked(encoder, 'verdict')).toEqual(['the red mill closed . / the mill closed .']);
    expect(pairs).toEqual({ evidence: 0, verdict: 1 });
    const [{ passage, sentences }] = spans[0]!.documents as [(typeof spans)[0]['documents'][0]];
    expect(sentences).toEqual([passage]);
  });

  it('reads a sentence once where the passage is that sentence alone', async () => {
    const long = (word: string) => `${`${word} `.repeat(40)}stays.`;
    const encoder = fakeEncoder({ maxPairTokens: 64 });
    const { spans } = await scoreClaim({ claim: 'Red stays.', source: `${long('red')} ${long('blue')}` }, encoder);
    expect(asked(encoder, 'verdict')).toHaveLength(2);
    expect(spans[0]!.documents[0]).toMatchObject({ passage: { sentences: [0] } });
    expect(premisesOf(spans[0]!)).toHaveLength(2);
  });

  it('reads a passage as its sentences one after the other', async () => {
    const encoder = fakeEncoder();
    await scoreClaim({ claim: 'It closed.', source: 'The mill closed. It was old.' }, encoder);
    expect(asked(encoder, 'verdict')[0]).toBe('the mill closed . it was old . / it closed .');
  });

  it('reads at most three documents', async () => {
    const encoder = fakeEncoder({ evidence: byWords });
    const documents = ['The mill burnt.', 'The mill closed.', 'Snow fell.', 'The red mill closed.'];
    const { spans } = await examineDocuments('The red mill closed.', documents, encoder);
    expect(spans[0]!.documents.map(({ number }) => number)).toEqual([3, 1, 0]);
    expect(asked(encoder, 'verdict')).toHaveLength(3);
  });
});

describe('a passage', () => {
  it('is the same pair whatever other documents are sent', async () => {
    const own = 'Rain fell. The red mill closed in June. It was old.';
    const read = async (...documents: string[]) => {
      const encoder = fakeEncoder({ evidence: byWords });
      await examineDocuments('The red mill closed.', documents, encoder);
      return asked(encoder, 'verdict');
    };
    const alone = await read(own);
    const among = await read('The barn burnt. It was old.', own, 'Hail fell. Wind rose.');
    expect(alone.length).toBeGreaterThan(1);
    for (const pair of alone) expect(among).toContain(pair);
  });

  const passageOf = async (source: string) => {
    const given = { claim: 'The red mill closed.', source };
    const { spans } = await scoreClaim(given, fakeEncoder({ evidence: byWords }));
    return spans[0]!.documents[0]!.passage.sentences;
  };
  const start = 'The red mill closed in 2014.';

  it('crosses one sentence about something else, not two; a number in common does not count', async () => {
    const others = 'Snow lay. Hail came. Wind rose.';
    expect(await passageOf(`${start} Rain fell. The mill was sold. ${others} Fog stayed.`)).toEqual([0, 1, 2]);
    expect(await passageOf(`${start} Rain fell. Fog stayed. The mill was sold. ${others}`)).toEqual([0]);
    expect(await passageOf(`${start} Rain fell in 2014. ${others}`)).toEqual([0]);
    expect(await passageOf(`${start} Rain fell on the reds and the mills. ${others} Fog stayed.`)).toEqual([0, 1]);
  });

  it('is all of a text that hangs together', async () => {
    expect(await passageOf(`${start} Rain fell. Snow fell. Hail fell.`)).toEqual([0, 1, 2, 3]);
  });

  it('has headings in it, which are never read alone', async () => {
    const encoder = fakeEncoder({ evidence: byWords });
    const source = '# The red mill\n\nIt closed in June. Rain fell. Snow fell. Hail fell.';
    const { spans } = await scoreClaim({ claim: 'The red mill closed.', source }, encoder);
    const [{ passage, sentences }] = spans[0]!.documents as [(typeof spans)[0]['documents'][0]];
    expect(passage.sentences).toContain(0);
    expect(sentences.flatMap((one) => one.sentences)).not.toContain(0);
  });
});

describe('coverage', () => {
  it('is the share of the words of a span that a premise contains', async () => {
    const { spans } = await scoreClaim(INPUT, fakeEncoder());
    const { documents } = spans[1]!;
    expect(documents[0]!.passage.coverage).toBe(1);
    expect(documents[0]!.sentences[0]).toMatchObject({ sentences: [3], coverage: 1 });
    const off = await scoreClaim({ claim: 'Otters sleep afloat.', source: INPUT.source }, fakeEncoder());
    expect(premisesOf(off.spans[0]!).map(({ coverage }) => coverage)).toEqual([0]);
  });

  it('does not change with sentences about something else', async () => {
    const claim = 'The mill still has to be painted.';
    const read = async (source: string) => {
      const { sources } = await scoreClaim({ claim, source }, fakeEncoder());
      const words = sources.readings.words();
      return coverages(weighWords(sentenceWords(claim), words), words);
    };
    const about = 'The mill was built in June. It is old.';
    const alone = await read(about);
    expect((await read(`${about} Rain fell. Snow fell.`)).slice(0, 2)).toEqual(alone);
  });
});

const phrase = fc.constantFrom(
  'The mill closed. ',
  'Rain fell. ',
  'Ada sold it. ',
  '# Land\n\n',
  `${'hum '.repeat(90)}. `,
);
const anyDocument = fc.array(phrase, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));

test.prop([fc.array(anyDocument, { minLength: 1, maxLength: 4 }), fc.boolean()], { numRuns: 60 })(
  'the verdict model reads at most a passage and three sentences of the best document and two of two more, no pair twice',
  async (documents, hasEvidence) => {
    const read: ReadPair = byWords;
    const encoder = fakeEncoder({ read, ...(hasEvidence && { evidence: byWords }) });
    const { spans } = await examineDocuments('The mill closed.', documents, encoder);
    expect(spans).toHaveLength(1);
    const premises = premisesOf(spans[0]!);
    expect(new Set(premises.map(({ sentences }) => sentences.join())).size).toBe(premises.length);
    expect(premises.length).toBeLessThanOrEqual(8);
    expect(premises.filter(({ sentences }) => sentences.length > 1).length).toBeLessThanOrEqual(1);
    if (hasEvidence) expect(encoder.asked.filter(({ phase }) => phase === 'verdict')).toHaveLength(premises.length);
  },
);
