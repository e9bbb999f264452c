import { describe, expect, it } from 'vitest';
import { logOdds } from '../../../src/verify/score/scoring.ts';
import { byWords, fakeEncoder, type ReadPair, scores } from '../../support/fake-encoder.ts';
import { examineDocuments } from '../support/score-claim.ts';

const LYON = 'Rain fell. Snow fell. The plant in Lyon employs 350 people. It opened in 2014.';
const TURIN = 'The plant in Turin employs 500 people. It opened in 2014.';

async function examined(claim: string, documents: readonly string[], read: ReadPair = byWords) {
  const { spans, sources } = await examineDocuments(claim, documents, fakeEncoder({ read }));
  const textOf = ({ sentences }: { sentences: readonly number[] }) =>
    sentences.map((i) => sources.sentences[i]!.text).join(' ');
  return { span: spans[0]!, textOf };
}

describe('an examined document', () => {
  it('has its own place, passage and closest sentence', async () => {
    const { span, textOf } = await examined('The plant in Lyon employs 350 people.', [TURIN, LYON]);
    expect(span.documents.map(({ number, range }) => [number, range])).toEqual([
      [1, { first: 2, end: 6 }],
      [0, { first: 0, end: 2 }],
    ]);
    expect(span.documents.map(({ passage }) => textOf(passage))).toEqual([
      LYON,
      'The plant in Turin employs 500 people.',
    ]);
    expect(span.documents.map(({ closest }) => textOf(closest))).toEqual([
      'The plant in Lyon employs 350 people.',
      'The plant in Turin employs 500 people.',
    ]);
  });

  it('has features of its words: facts of the closest sentence, names of the whole document', async () => {
    const documents = ['The plant employs 350 people. Ada Brandt runs it.', 'The plant employs 500 people. It is old.'];
    const { span } = await examined('The plant of Ada Brandt employs 350 people.', documents);
    const [first, second] = span.documents.map(({ features }) => features);
    expect(first).toMatchObject({ facts_matching: 1, facts_conflicting: 0, names_absent: 0 });
    expect(second).toMatchObject({ facts_matching: 0, facts_conflicting: 1, names_absent: 1 });
    expect(span.documents.map(({ conflictingFacts }) => conflictingFacts)).toEqual([0, 1]);
  });

  it('has no conflicting fact where its passage has the value of the span too', async () => {
    const other = 'The trip of the young king to Lund takes two days.';
    const conflicts = async (before: string) => {
      const { span } = await examined('The trip of the king to Lund takes five days.', [`${before} ${other}`]);
      const { closest, conflictingFacts } = span.documents[0]!;
      return [closest.sentences, conflictingFacts];
    };
    expect(await conflicts('A trip to Lund takes five days.')).toEqual([[1], 0]);
    expect(await conflicts('A trip to Lund takes six days.')).toEqual([[1], 1]);
  });

  it('has features of its scores', async () => {
    const read: ReadPair = (premise) => scores('entailment', premise.includes('opened') ? 0.8 : 0.6);
    const { span } = await examined('The plant employs people.', [LYON], read);
    expect(span.documents[0]!.features).toMatchObject({
      passage_entailment: logOdds(0.8),
      sentence_entailment: logOdds(0.8),
      sentence_contradiction: logOdds((1 - 0.6) / 2),
    });
  });

  it('has the sentence that carries a side alone, else the best-ranked one in its context', async () => {
    const claim = 'The plant in Lyon opened in 2014.';
    const wide: ReadPair = (premise) =>
      scores(premise.includes('employs') && premise.includes('opened') ? 'entailment' : 'neutral');
    const inContext = await examined(claim, [LYON], wide);
    const { support, passage } = inContext.span.documents[0]!;
    expect([inContext.textOf(support), support.inContext, support.scores]).toEqual([
      'The plant in Lyon employs 350 people.',
      true,
      passage.scores,
    ]);
    const alone = await examined(claim, [LYON], (premise) =>
      scores(premise.includes('opened') ? 'entailment' : 'neutral'),
    );
    const carries = alone.span.documents[0]!.support;
    expect([alone.textOf(carries), carries.inContext]).toEqual(['It opened in 2014.', false]);
  });

  it('has the sentence that the claim copies with another number, of this document only', async () => {
    const { span, textOf } = await examined('The plant in Lyon employs 530 people.', [LYON, 'It rains in Lyon.']);
    const [lyon, other] = span.documents;
    expect(textOf(lyon!.copied!.premise)).toBe('The plant in Lyon employs 350 people.');
    expect(other!.copied).toBeUndefined();
  });
});

describe('an examined span', () => {
  it('lists which of its names each document has', async () => {
    const { span } = await examined('The plant in Lyon employs 350 people.', [LYON, TURIN]);
    expect(span.documents.map(({ names }) => [...names])).toEqual([['lyon'], []]);
  });

  it('has its words in the source with the shortest premise that contains them', async () => {
    const claim = 'The plant in Lyon employs 350 people';
    const { span, textOf } = await examined(claim, [TURIN, LYON]);
    expect(span.surface).toMatchObject({ isSentence: true, factuality: undefined });
    expect(textOf(span.surface!.premise)).toBe(`${claim}.`);
    const part = await examined('Lyon employs 350 people', [LYON]);
    expect(part.span.surface).toMatchObject({ isSentence: false });
    expect((await examined('Lyon employs 351 people', [LYON])).span.surface).toBeUndefined();
  });

  it('is compared with the whole source too', async () => {
    const { span } = await examined('The plant in Lyon opened in 2014.', [TURIN, LYON]);
    expect(span.sourceFindings.names.map(({ status }) => status)).toEqual(['match']);
  });
});
