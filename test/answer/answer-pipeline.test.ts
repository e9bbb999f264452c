import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { AnswerBody, PlaceBody } from '../../src/contract/answer.ts';
import type { AnswerRequestBody } from '../../src/contract/answer-request.ts';
import { OFFSET_UNITS, type OffsetUnit } from '../../src/contract/answer-request.ts';
import { OUTCOMES } from '../../src/contract/verify.ts';
import type { CrossEncoder } from '../../src/nli/types.ts';
import { withRisk } from '../../src/verify/decide/risk.ts';
import { CANDIDATES } from '../../src/verify/decision-constants.ts';
import { byWords, failing, fakeEncoder, PLAIN_CALIBRATION, type ReadPair, scores } from '../support/fake-encoder.ts';
import { anyText } from '../text/arbitrary-text.ts';
import { type AnsweringOnParts, answeringOn, sourcesOf, told } from './support/answer-on.ts';

const MILL = 'The mill closed in June. Its owner, Ada Brandt, sold the land to the town.';
const BANK = 'Nobody was hurt in the fire. The bank lent the town four million euros.';
const silent: ReadPair = () => scores('neutral');

function ask(
  body: Partial<AnswerRequestBody> & { answer: string },
  { read = byWords, ...parts }: AnsweringOnParts & { readonly read?: ReadPair } = {},
) {
  return answeringOn(fakeEncoder({ read }), parts).verifyAnswer({ sources: sourcesOf(MILL, BANK), ...body });
}

/** Contradicted where the premise has a word, else by words. */
const against =
  (word: string): ReadPair =>
  (premise, hypothesis) =>
    premise.includes(word) ? scores('contradiction') : byWords(premise, hypothesis);

describe('the sentences of an answer', () => {
  it('are judged by all sources together and shown with the source that decided', async () => {
    const answer = 'Hello! The mill closed in June. Nobody was hurt in the fire. Unicorns graze on Mars.';
    const { verdict, outcome, counts, grounding_score, sentences } = await ask({ answer, uncertain: 'fail' });
    expect(sentences.map(({ text, check_required, verdict: own }) => [text, check_required, own])).toEqual([
      ['Hello!', false, null],
      ['The mill closed in June.', true, 'SUPPORTED'],
      ['Nobody was hurt in the fire.', true, 'SUPPORTED'],
      ['Unicorns graze on Mars.', true, 'UNCERTAIN'],
    ]);
    expect(sentences.map(({ evidence }) => evidence.map(({ source_id, text }) => [source_id, text]))).toEqual([
      [],
      [['1', 'The mill closed in June.']],
      [['2', 'Nobody was hurt in the fire.']],
      [],
    ]);
    expect(sentences.map(({ reasons }) => reasons.map(({ code }) => code))).toEqual([[], [], [], ['not_stated']]);
    expect({ verdict, outcome, counts, grounding_score }).toEqual({
      ...{ verdict: 'UNCERTAIN', outcome: 'fail', grounding_score: 2 / 3 },
      counts: { sentences: 4, checked: 3, supported: 2, unsupported: 0, uncertain: 1, passed: 2 },
    });
    expect(sentences.map((one) => one.outcome)).toEqual([null, 'pass', 'pass', 'fail']);
  });

  it.each(OFFSET_UNITS)('leave out reasoning, with the offsets of the answer as sent in %s', async (offsets) => {
    const thought = '<think>🤔 The mill closed in May [1]. No: “in June”.</think>';
    const answer = `${thought}\nThe mill closed in June [1]. It closed.`;
    const { outcome, counts, sentences } = await ask({ answer, offsets, citations: 'brackets' });
    expect(
      sentences.map(({ text, check_required, skipped, verdict, citation }) => [
        text,
        check_required,
        skipped,
        verdict,
        citation?.cited,
      ]),
    ).toEqual([
      [thought, false, 'reasoning', null, undefined],
      ['The mill closed in June [1].', true, undefined, 'SUPPORTED', ['1']],
      ['It closed.', true, undefined, 'SUPPORTED', []],
    ]);
    expect(sentences.map((one) => 'skipped' in one)).toEqual([true, false, false]);
    expect(sentences.every((one) => one.quotations.length === 0)).toBe(true);
    expect([outcome, counts.sentences, counts.checked]).toEqual(['pass', 3, 2]);
    const ends = { utf16: 60, code_point: 59, utf8: 66 };
    expect([sentences[0]!.start, sentences[0]!.end]).toEqual([0, ends[offsets]]);
    expect(sentences[1]!.start).toBe(ends[offsets] + 1);
  });

  it('end where reasoning begins and ends', async () => {
    const { sentences } = await ask({ answer: 'I guess May.</think>The mill closed in June.' });
    expect(sentences.map(({ text, verdict }) => [text, verdict])).toEqual([
      ['I guess May.</think>', null],
      ['The mill closed in June.', 'SUPPORTED'],
    ]);
  });

  it('are checked behind a tag of reasoning that is not closed', async () => {
    const { outcome, sentences } = await ask({ answer: '<think>Unicorns graze on Mars.' });
    expect(sentences.map(({ text, check_required }) => [text, check_required])).toEqual([
      ['<think>', false],
      ['Unicorns graze on Mars.', true],
    ]);
    expect(outcome).toBe('review');
  });

  it.each(['Hello!', '<think>The mill closed in June.</think>', '[1]'])(
    'of which none is checked are to be reviewed, whatever the caller lets pass: %s',
    async (answer) => {
      for (const uncertain of OUTCOMES)
        expect(await ask({ answer, uncertain })).toMatchObject({ outcome: 'review', verdict: 'UNCERTAIN' });
    },
  );

  it('keep their subject over reasoning, also where others are removed', async () => {
    const kept = 'Ada Brandt sold the land to the town. <think>Hm.</think> She sold the land.';
    const { repaired } = await ask({ answer: `${kept} Unicorns graze on Mars.`, repair: 'remove' });
    expect(repaired!.text).toBe(kept);
  });

  it('pass from the least confidence on: of the request, else of the operator, else of the calibration, else 0', async () => {
    const passed = async (parts: AnsweringOnParts, asked?: number) => {
      const body = { answer: 'The mill closed in June.', sources: sourcesOf(MILL), min_confidence: asked };
      const { min_confidence, counts } = await answeringOn(fakeEncoder({ read: byWords }), parts).verifyAnswer(body);
      return [min_confidence, counts.passed];
    };
    const calibration = { ...PLAIN_CALIBRATION, minConfidence: 1 };
    expect(await passed({})).toEqual([0, 1]);
    expect(await passed({ calibration })).toEqual([1, 0]);
    expect(await passed({ calibration: { ...calibration, answerMinConfidence: 0.2 } })).toEqual([0.2, 1]);
    expect(await passed({ calibration, minConfidence: 0.1 })).toEqual([0.1, 1]);
    expect(await passed({ calibration, minConfidence: 0.1 }, 0.999)).toEqual([0.999, 0]);
    expect(await passed({ calibration }, 0)).toEqual([0, 1]);
  });

  it('carry the risk of the calibration only at the confidence that it was measured at, and if UNCERTAIN does not pass', async () => {
    const encoder = fakeEncoder({ read: byWords });
    const risk = { max_wrong: 0.05, coverage: 0.4, rows: 240 };
    const basis = { model: encoder.verdict.info, evidenceModel: encoder.evidence?.info, version: '0.0.1' };
    const calibration = withRisk({ ...PLAIN_CALIBRATION, minConfidence: 0.5 }, risk, basis);
    const riskOf = async (parts: AnsweringOnParts, asked: Partial<AnswerRequestBody> = {}) => {
      const body = { answer: 'The mill closed in June.', sources: sourcesOf(MILL), ...asked };
      return (await answeringOn(encoder, parts).verifyAnswer(body)).risk;
    };
    expect(await riskOf({ calibration })).toEqual(risk);
    expect(await riskOf({ calibration }, { min_confidence: 0.5 })).toEqual(risk);
    expect(await riskOf({ calibration }, { min_confidence: 0.4 })).toBeUndefined();
    expect(await riskOf({ calibration }, { uncertain: 'pass' })).toBeUndefined();
    expect(await riskOf({ calibration, minConfidence: 0.9 })).toBeUndefined();
    expect(await riskOf({ calibration: { ...calibration, name: 'edited' } })).toBeUndefined();
    expect(await riskOf({})).toBeUndefined();
  });

  it('are settled by a source that plainly states them, unless the model contradicts it; else a passage is read', async () => {
    const passageRead = async (answer: string, read: ReadPair = byWords) => {
      const encoder = fakeEncoder({ read });
      await answeringOn(encoder).verifyAnswer({
        answer,
        sources: sourcesOf(`${MILL} ${BANK} It is false that rain fell.`),
      });
      return encoder.asked.some(({ premise }) => premise.split(' . ').length > 1);
    };
    expect(await passageRead('The mill closed in June.')).toBe(false);
    expect(await passageRead('The mill closed in May.')).toBe(true);
    expect(await passageRead('The mill closed in June.', against('june'))).toBe(true);
    expect(await passageRead('Rain fell.')).toBe(true);
  });

  it('are given one by one, in order, as the answer has them at the end', async () => {
    const given: unknown[] = [];
    const verifier = answeringOn(fakeEncoder());
    const body = { answer: `Well? ${MILL} ${BANK}`, sources: sourcesOf(MILL, BANK) };
    const { sentences, ...rest } = await verifier.verifyAnswer(body, {
      onSentence: (sentence) => given.push(sentence),
    });
    expect(given).toEqual(sentences);
    expect(given).toHaveLength(5);
    expect(Object.keys(rest).slice(0, 6)).toEqual([
      ...['outcome', 'verdict', 'offsets', 'min_confidence', 'counts', 'grounding_score'],
    ]);
  });

  it('are byte for byte the same on every call, whatever came before', async () => {
    const body = {
      answer: `${BANK} ${MILL} It burnt [2].`,
      sources: sourcesOf(MILL, BANK),
      citations: 'brackets' as const,
    };
    const verifier = answeringOn(fakeEncoder());
    const first = JSON.stringify(await verifier.verifyAnswer(body));
    await verifier.verifyAnswer({ ...body, answer: 'Something else.' });
    expect(JSON.stringify(await verifier.verifyAnswer(body))).toBe(first);
    expect(JSON.stringify(await answeringOn(fakeEncoder()).verifyAnswer(body))).toBe(first);
  });

  it('that a source supports and another one contradicts show both', async () => {
    const [one, other] = ['Ada Brandt sold the land to the town.', 'Ada Brandt never sold the land to the town.'];
    const { sentences } = await ask(
      { answer: 'Ada Brandt sold the land to the town today.', sources: sourcesOf(one, other) },
      { read: against('never') },
    );
    expect(sentences[0]!.verdict).toBe('UNCERTAIN');
    expect(sentences[0]!.reasons[0]!.code).toBe('sources_disagree');
    expect(sentences[0]!.evidence.map(({ source_id, text }) => [source_id, text])).toEqual([
      ['1', one],
      ['2', other],
    ]);
  });

  it('that a source says word for word and another one denies show both, also beside sentences of both', async () => {
    const copied = 'The mill closed in June.';
    const sources = sourcesOf(`${copied} It was old.`, 'The mill never closed in June.');
    const denied: ReadPair = (premise) => scores(/never/.test(premise) ? 'contradiction' : 'entailment');
    const { sentences } = await ask({ answer: copied, sources }, { read: denied });
    expect(sentences[0]).toMatchObject({ verdict: 'UNCERTAIN', evidence: [{ source_id: '1' }, { source_id: '2' }] });
    const agreed = await ask({ answer: copied, sources }, { read: () => scores('entailment') });
    expect(agreed.sentences[0]).toMatchObject({ verdict: 'SUPPORTED', evidence: [{ match_type: 'exact_match' }] });
  });

  it('that one source has word for word are settled by one pair', async () => {
    const encoder = fakeEncoder({ evidence: byWords });
    const sources = sourcesOf('Rain fell. Snow fell. Hail fell. The mill closed in June. Nobody was hurt.');
    const { sentences } = await answeringOn(encoder).verifyAnswer({ answer: 'The mill closed in June.', sources });
    expect(sentences[0]).toMatchObject({ verdict: 'SUPPORTED', evidence: [{ match_type: 'exact_match' }] });
    expect(encoder.asked.map(({ phase, premise }) => [phase, premise])).toEqual([
      ['verdict', 'the mill closed in june .'],
    ]);
  });

  it('that only a title has word for word show the text that it was read with', async () => {
    const sources = [{ id: '1', title: 'Acme is closing its plant.', text: 'It is said. Nothing is known.' }];
    const { sentences } = await ask({ answer: 'Acme is closing its plant.', sources });
    expect(sentences[0]!.evidence).toMatchObject([{ source_id: '1', match_type: 'paraphrase_match' }]);
    expect(sources[0]!.text).toContain(sentences[0]!.evidence[0]!.text);
  });

  it('in another language are never put to a model', async () => {
    const answer = 'Die Mühle wurde im Juni von ihrer Eigentümerin geschlossen. The mill closed in June.';
    const encoder = fakeEncoder();
    const { sentences } = await answeringOn(encoder).verifyAnswer({ answer, sources: sourcesOf(MILL) });
    expect(sentences[0]).toMatchObject({
      verdict: 'UNCERTAIN',
      reasons: [{ code: 'language', expected: null, found: null }],
      evidence: [],
    });
    expect(encoder.asked.length).toBeGreaterThan(0);
    expect(encoder.asked.filter(({ hypothesis }) => hypothesis.includes('juni'))).toEqual([]);
  });

  it('that refer back are read with the name they refer to, without marks', async () => {
    const encoder = fakeEncoder({ read: silent });
    const answer = '- **Valtek AG** makes valves [1].\n- It *employs* 350 people.\n\nThe law is old. It fell.';
    await answeringOn(encoder).verifyAnswer({ answer, sources: sourcesOf(MILL), citations: 'brackets' });
    const hypotheses = [...new Set(encoder.asked.map(({ hypothesis }) => hypothesis))];
    // Sentences are in work together: which of them is first put to a model is not settled.
    expect(hypotheses.sort()).toEqual([
      'it fell .',
      'the law is old .',
      'valtek ag employs 350 people .',
      'valtek ag makes valves .',
    ]);
  });

  it('are shown as they are written, with what the source says instead', async () => {
    const answer = '😀 It employs **900** [1] people.';
    const text = '😀 Valtek makes valves. It employs 350 people.';
    const { sentences } = await ask({ answer, sources: sourcesOf(text), citations: 'brackets' });
    const [{ code, expected, found }] = sentences[0]!.reasons as [AnswerBody['sentences'][0]['reasons'][0]];
    expect([code, expected?.text, expected?.source_id]).toEqual(['number_differs', '350', '1']);
    expect(found?.text).toBe('900');
  });
});

describe('citations', () => {
  const statuses = async (answer: string, parts: Parameters<typeof ask>[1] = {}) =>
    (await ask({ answer, citations: 'brackets' }, parts)).sentences.map(told);

  it('are judged by the cited sources alone, and name another one that supports', async () => {
    expect(
      await statuses(
        'The mill closed in June [1]. The mill closed in June [2]. The mill closed in June. The mill closed in June [9]. ' +
          'The mill closed in June [1][9]. Unicorns graze on Mars [2]. The mill closed in June [1][2].',
      ),
    ).toEqual([
      ['The mill closed in June [1].', 'SUPPORTED', 'supported_by_cited', null],
      ['The mill closed in June [2].', 'SUPPORTED', 'supported_elsewhere', '1'],
      ['The mill closed in June.', 'SUPPORTED', 'missing', '1'],
      ['The mill closed in June [9].', 'SUPPORTED', 'unknown_id', '1'],
      ['The mill closed in June [1][9].', 'SUPPORTED', 'unknown_id', null],
      ['Unicorns graze on Mars [2].', 'UNCERTAIN', 'not_supported', null],
      ['The mill closed in June [1][2].', 'SUPPORTED', 'supported_by_cited', null],
    ]);
  });

  it('are contradicted where the cited source says otherwise, whatever the others say', async () => {
    const body = {
      answer: 'The mill closed in June [2].',
      sources: sourcesOf('The mill closed in June.', 'The old mill never closed in June.'),
      citations: 'brackets' as const,
    };
    const { sentences } = await ask(body, { read: against('never') });
    expect(sentences[0]!.citation).toMatchObject({ status: 'contradicted_by_cited', cited: ['2'] });
  });

  it('of unknown ids are reported for unchecked sentences, too; those of known ids are not', async () => {
    expect(await statuses('Did the mill close? [9]\n\nDid the mill close? [1]\n\nHello!')).toEqual([
      ['Did the mill close?', null, 'unknown_id', null],
      ['Did the mill close?', null, undefined, undefined],
      ['Hello!', null, undefined, undefined],
    ]);
  });

  it('are null where the request says that there are none', async () => {
    const { sentences } = await ask({ answer: 'The mill closed in June [9].' });
    expect(sentences[0]).toMatchObject({ text: 'The mill closed in June [9].', citation: null });
  });
});

describe('what is refused or given up', () => {
  /** The encoder with a count of the permits that were given and not ended. */
  function counting(encoder: CrossEncoder) {
    let held = 0;
    const admit: CrossEncoder['admit'] = (...asked) => {
      const permit = encoder.admit(...asked);
      held += 1;
      return {
        ...permit,
        end: () => {
          held -= 1;
          permit.end();
        },
      };
    };
    return { encoder: { ...encoder, admit }, held: () => held };
  }
  const body = { answer: `${MILL} ${BANK}`, sources: sourcesOf(MILL, BANK) };

  it('ends with the reason of the signal in the middle, and gives its place back', async () => {
    const controller = new AbortController();
    const { encoder, held } = counting(fakeEncoder());
    const given: string[] = [];
    const onSentence = ({ text }: { text: string }) => {
      given.push(text);
      controller.abort(new Error('gone'));
    };
    const asked = answeringOn(encoder).verifyAnswer(body, { signal: controller.signal, onSentence });
    await expect(asked).rejects.toThrow('gone');
    expect([given, held()]).toEqual([['The mill closed in June.'], 0]);
  });

  it('ends with the failure of a model, and gives its place back', async () => {
    const { encoder, held } = counting(failing(fakeEncoder(), new Error('the model failed')));
    await expect(answeringOn(encoder).verifyAnswer(body)).rejects.toThrow('the model failed');
    expect(held()).toBe(0);
  });

  it('refuses what would take too long before any model is asked', async () => {
    const fake = fakeEncoder();
    const { encoder, held } = counting(fake);
    const asked = answeringOn(encoder, { maxRequestMs: 10 }).verifyAnswer(body);
    await expect(asked).rejects.toMatchObject({
      code: 'invalid_request',
      details: { estimated_ms: expect.any(Number), max_ms: 10 },
    });
    expect([fake.asked, held()]).toEqual([[], 0]);
  });
});

describe('sources of many sentences', () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, i) => `Fact ${i} is about item ${i}.`);

  it('have those ranked that share most words with a sentence', async () => {
    const encoder = fakeEncoder({ read: byWords, evidence: byWords });
    const halves = [numbered(400).slice(0, 150), numbered(400).slice(150)].map((half) => half.join(' '));
    const fact = 'Fact 399 is about item 399.';
    const answer = fact.replace('is', 'surely is');
    const { sentences } = await answeringOn(encoder).verifyAnswer({ answer, sources: sourcesOf(...halves) });
    expect(encoder.asked.filter(({ phase }) => phase === 'evidence')).toHaveLength(CANDIDATES);
    expect(sentences[0]).toMatchObject({ verdict: 'SUPPORTED', evidence: [{ source_id: '2', text: fact }] });
  });

  it('are read for what they are cited for as well', async () => {
    const encoder = fakeEncoder({ read: byWords, evidence: byWords });
    const texts = [numbered(450), numbered(20).map((text) => text.replace('Fact', 'Guess'))].map((all) =>
      all.join(' '),
    );
    const answer = 'Fact 440 pleases two old dogs [2].';
    const sources = sourcesOf(...texts);
    const { sentences } = await answeringOn(encoder).verifyAnswer({ answer, sources, citations: 'brackets' });
    // These models remember nothing: sentences of both sources are ranked, then those of the cited one.
    expect(encoder.asked.filter(({ phase }) => phase === 'evidence')).toHaveLength(2 * CANDIDATES);
    expect(sentences[0]!.citation?.status).toBe('not_supported');
  });
});

/** The slice of a text as a caller in another language cuts it. */
function slice(unit: OffsetUnit, text: string, { start, end }: PlaceBody): string {
  if (unit === 'utf16') return text.slice(start, end);
  if (unit === 'code_point') return [...text].slice(start, end).join('');
  return Buffer.from(text, 'utf8').subarray(start, end).toString('utf8');
}

const wellFormed = (text: string) => Buffer.from(text, 'utf8').toString('utf8');
/** Unicode text with something to read in it, as requests must have it. */
const someText = anyText.map(wellFormed).filter((text) => /[^\s\p{Z}\p{Cc}\p{Cf}]/u.test(text));
const anyTitle = fc.option(anyText.map(wellFormed), { nil: undefined });
/** Texts that have words in common with their sources, so that there are evidence and reasons to look at. */
const anyRequest = fc
  .record({
    own: fc.array(someText, { maxLength: 3 }),
    sources: fc.array(fc.record({ text: someText, title: anyTitle }), { minLength: 1, maxLength: 3 }),
    marks: fc.array(fc.constantFrom('', ' [1]', '[2] ', ' [9]. '), { minLength: 6, maxLength: 6 }),
    offsets: fc.constantFrom(...OFFSET_UNITS),
  })
  .map(({ own, sources, marks, offsets }) => {
    const parts = [...own, ...sources.map(({ text }) => text), 'The firm employs 351 people.'];
    return {
      answer: parts.map((part, i) => part + (marks[i] ?? '')).join('\n'),
      sources: sources.map((source, i) => ({ id: String(i + 1), ...source })),
      ...{ citations: 'brackets' as const, offsets },
    };
  });

describe('an answer of any Unicode text', () => {
  property.prop([anyRequest])('has slices that are the text, and is complete', async (body) => {
    const { sentences, counts } = await answeringOn(fakeEncoder()).verifyAnswer(body);
    const textOf = new Map(body.sources.map(({ id, text }) => [id, text]));
    const inSource = (place: PlaceBody & { source_id: string }) =>
      expect(slice(body.offsets, textOf.get(place.source_id)!, place)).toBe(place.text);
    const inAnswer = (place: PlaceBody) => expect(slice(body.offsets, body.answer, place)).toBe(place.text);
    let end = 0;
    for (const sentence of sentences) {
      inAnswer(sentence);
      expect(sentence.start).toBeGreaterThanOrEqual(end);
      expect(sentence.text).not.toBe('');
      end = sentence.end;
      sentence.evidence.forEach(inSource);
      for (const { expected, found } of sentence.reasons) {
        if (expected !== null) inSource(expected);
        if (found !== null) inAnswer(found);
      }
      expect(sentence.check_required).toBe(sentence.verdict !== null);
      const told = sentence.reasons.map(({ code }) => code);
      if (sentence.verdict === 'SUPPORTED')
        expect(new Set([...told, 'words_not_in_source', 'quotation_differs']).size).toBe(2);
      else expect(told.length > 0).toBe(sentence.check_required);
      if (sentence.verdict === 'SUPPORTED' || sentence.verdict === 'UNSUPPORTED')
        expect(sentence.evidence.length).toBeGreaterThan(0);
      for (const { text } of sentence.evidence) expect(text.trim()).not.toBe('');
    }
    expect(counts.sentences).toBe(sentences.length);
  });
});
