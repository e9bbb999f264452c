import { describe, expect, it } from 'vitest';
import { splitSources } from '../../../src/answer/sources.ts';
import type { AnswerSource } from '../../../src/contract/answer-request.ts';
import { admitRequest } from '../../../src/verify/pipeline.ts';
import { readClaim } from '../../../src/verify/read/read-claim.ts';
import { readSources } from '../../../src/verify/read/read-source.ts';
import { REQUEST_KINDS } from '../../../src/verify/request-kinds.ts';
import { byWords, fakeEncoder, PLAIN_CALIBRATION, type ReadPair, scores } from '../../support/fake-encoder.ts';

const SOURCE = 'The mill closed in June. Ada Brandt sold the land for 4 million euros.';
const pause = async () => undefined;

async function check(sentence: string, read: ReadPair = byWords, source: AnswerSource = { id: '1', text: SOURCE }) {
  const encoder = fakeEncoder({ read });
  const claim = readClaim(sentence, encoder);
  const sources = await readSources(await splitSources([source], pause), { encoder, parts: claim.parts }, pause);
  const parts = { encoder, calibration: PLAIN_CALIBRATION, maxRequestMs: Number.POSITIVE_INFINITY };
  const admitted = await admitRequest(REQUEST_KINDS.answer, { claims: [], sources: [] }, parts, {});
  const { value } = await admitted.check([{ claim, sources }]).next();
  admitted.end();
  const { decision, isRefused, spans } = value!.all!;
  const at = (span: { start: number; end: number } | undefined, text: string) =>
    span && text.slice(span.start, span.end);
  return {
    verdict: decision.verdict,
    isRefused,
    reasons: spans.flatMap(({ reasons }) =>
      reasons.map(({ code, expected, found }) => [code, at(expected, SOURCE), at(found, sentence)]),
    ),
    quoted: spans.flatMap(({ evidence }) => evidence.map(({ place }) => at(place, SOURCE))),
    asked: encoder.asked.length,
  };
}

describe('a sentence of an answer', () => {
  it('that the source says has the place and no reason', async () => {
    expect(await check('The mill closed in June.')).toMatchObject({
      verdict: 'SUPPORTED',
      reasons: [],
      quoted: ['The mill closed in June.'],
    });
  });

  it('that only a title has is judged by the models', async () => {
    const sentence = 'The mill closed in June.';
    const silent = () => scores('neutral');
    const titled = { id: '1', title: sentence, text: 'It was an old mill.' };
    expect((await check(sentence, silent, { id: '1', text: sentence })).verdict).toBe('SUPPORTED');
    expect((await check(sentence, silent, titled)).verdict).toBe('UNCERTAIN');
    expect((await check(sentence, silent, { ...titled, text: sentence })).verdict).toBe('SUPPORTED');
  });

  it('with another number has what the source says and what it says itself', async () => {
    const { verdict, reasons, quoted } = await check('Ada Brandt sold the land for 9 million euros.');
    expect(verdict).not.toBe('SUPPORTED');
    expect(reasons).toEqual([['number_differs', '4 million euros', '9 million euros']]);
    expect(quoted).toEqual(['Ada Brandt sold the land for 4 million euros.']);
  });

  it('of which the source has no word is not stated', async () => {
    expect(await check('Unicorns graze on Mars.')).toMatchObject({
      verdict: 'UNCERTAIN',
      reasons: [['not_stated', undefined, undefined]],
      quoted: [],
    });
  });

  it.each([
    'Die Mühle wurde im Juni von ihrer Eigentümerin geschlossen.',
    'Мельница была закрыта её владелицей в июне прошлого года.',
  ])('in another language is not scored: %s', async (sentence) => {
    expect(await check(sentence)).toEqual({
      verdict: 'UNCERTAIN',
      isRefused: true,
      reasons: [],
      quoted: [],
      asked: 0,
    });
  });
});
