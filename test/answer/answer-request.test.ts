import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerRequestReader } from '../../src/answer/answer-request.ts';
import { ANSWER_LIMITS, answerRequestSchemas, OFFSET_UNITS } from '../../src/contract/answer-request.ts';
import { ServiceError } from '../../src/contract/errors.ts';
import { OUTCOMES } from '../../src/contract/verify.ts';

const sources = [
  { id: 'a', text: 'The company employs 350 people.' },
  { id: 'b', text: 'It was sold in May.', title: 'Sale' },
];
const body = { answer: 'It employs 350 people.', sources };

const readAnswerRequest = answerRequestReader();

function refusal(request: unknown, read = readAnswerRequest): { message: string; details: unknown } {
  try {
    read(request);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'invalid_request')
      return { message: error.message, details: error.details };
    throw error;
  }
  throw new Error('expected a refusal');
}

describe('a request for a whole answer', () => {
  it('is read with the defaults, its texts untouched', () => {
    const answer = ' It employs 350\u0000 people. \ud83d\ude00 ';
    expect(readAnswerRequest({ answer, sources })).toEqual({
      ...{ answer, sources, citations: 'none', uncertain: 'review', minConfidence: undefined, offsets: 'utf16' },
    });
  });

  it.each(OUTCOMES)('is read with every value of its fields, UNCERTAIN as %s', (uncertain) => {
    for (const offsets of OFFSET_UNITS) {
      const citations = [{ start: 0, end: 2, source_ids: ['a', 'unknown'] }];
      const request = { ...body, citations, uncertain, min_confidence: 1, offsets };
      expect(readAnswerRequest(request)).toEqual({ ...body, citations, uncertain, minConfidence: 1, offsets });
    }
    expect(readAnswerRequest({ ...body, citations: 'brackets' }).citations).toBe('brackets');
  });

  it('takes a repair', () => {
    expect(readAnswerRequest({ ...body, repair: 'mark' }).repair).toBe('mark');
  });

  it('takes sources of every format, and refuses another format', () => {
    const formatted = [
      { id: 'a', text: '{"n": 1}', format: 'json' },
      { id: 'b', text: '{"n": 1}\n{"n": 2}', format: 'jsonl' },
      { id: 'c', text: 'n\n1', format: 'csv' },
    ];
    const text = { id: 'd', text: 'x', format: 'text' };
    expect(readAnswerRequest({ ...body, sources: [...formatted, text] }).sources).toEqual([
      ...formatted,
      { id: 'd', text: 'x' },
    ]);
    expect(refusal({ ...body, sources: [{ ...text, format: 'xml' }] })).toEqual({
      message: 'sources[0].format must be text, json, jsonl or csv, got "xml".',
      details: { field: 'sources[0].format' },
    });
  });

  it('takes an empty title for none', () => {
    const untitled = [{ id: 'a', text: 'x', title: ' ' }];
    expect(readAnswerRequest({ ...body, sources: untitled }).sources).toEqual([{ id: 'a', text: 'x' }]);
  });

  it('counts characters, not UTF-16 units, up to the very limits', () => {
    const { answerLength, sourcesLength, idLength, titleLength } = ANSWER_LIMITS;
    const wide = (count: number) => '😀'.repeat(count);
    const largest = { id: wide(idLength), text: wide(sourcesLength - 1), title: wide(titleLength) };
    const request = { answer: wide(answerLength), sources: [largest, { id: ' ', text: 'x' }] };
    expect(readAnswerRequest(request)).toMatchObject(request);
    expect(refusal({ ...request, answer: wide(answerLength + 1) })).toEqual({
      message: 'answer must be a string of 1 to 10000 characters, got 10001.',
      details: { field: 'answer', max_length: 10_000, received_length: 10_001 },
    });
    expect(refusal({ ...request, sources: [largest, { id: 'b', text: 'xy' }] })).toEqual({
      message: 'sources must have texts of at most 100000 characters together, got 100001.',
      details: { field: 'sources', max_length: 100_000, received_length: 100_001 },
    });
    expect(refusal({ ...request, sources: [{ ...largest, id: wide(idLength + 1) }] }).details).toEqual({
      ...{ field: 'sources[0].id', max_length: 200, received_length: 201 },
    });
    expect(
      refusal({ ...request, sources: [sources[0], { ...largest, title: wide(titleLength + 1) }] }).details,
    ).toEqual({ field: 'sources[1].title', max_length: 500, received_length: 501 });
  });

  it('needs sources, and no more than 200', () => {
    const many = Array.from({ length: 201 }, (_, i) => ({ id: `s${i}`, text: 'x' }));
    expect(readAnswerRequest({ ...body, sources: many.slice(1) }).sources).toHaveLength(200);
    for (const [wrong, got, received] of [
      [many, 'an array of 201', 201],
      [[], 'an array of 0', 0],
    ] as const)
      expect(refusal({ ...body, sources: wrong })).toEqual({
        message: `sources must be an array of 1 to 200 sources, got ${got}.`,
        details: { field: 'sources', max_length: 200, received_length: received },
      });
    expect(refusal({ answer: 'x' })).toEqual({
      message: 'sources must be an array of 1 to 200 sources, got nothing.',
      details: { field: 'sources', max_length: 200 },
    });
  });

  it('names an id that comes twice, and both places', () => {
    const twice = [...sources, { id: 'a', text: 'Other.' }];
    expect(refusal({ ...body, sources: twice })).toEqual({
      message: 'sources[2].id must differ from the ids before it, got "a", the id of sources[0].',
      details: { field: 'sources[2].id' },
    });
  });

  it.each([
    ['answer', 'got white space only'],
    ['sources[0].text', 'got white space only'],
  ])('refuses a text of nothing visible as %s', (field, what) => {
    const blank = '\u200b \u0000';
    const request = field === 'answer' ? { ...body, answer: blank } : { ...body, sources: [{ id: 'a', text: blank }] };
    expect(refusal(request)).toMatchObject({ message: expect.stringContaining(what), details: { field } });
  });

  it.each(['answer', 'sources[0].id', 'sources[0].text', 'sources[0].title', 'citations[0].source_ids[0]'])(
    'refuses a lone surrogate in %s: it is no text and cannot be sent back',
    (field) => {
      const at = (name: string) => (name === field ? 'a\ud800b' : 'ab');
      const request = {
        answer: at('answer'),
        sources: [{ id: at('sources[0].id'), text: at('sources[0].text'), title: at('sources[0].title') }],
        citations: [{ start: 0, end: 1, source_ids: [at('citations[0].source_ids[0]')] }],
      };
      expect(refusal(request)).toMatchObject({
        message: expect.stringMatching(/got a lone surrogate, which is not Unicode text\.$/),
        details: { field },
      });
    },
  );

  it.each([
    [
      { citations: 'footnotes' },
      'citations must be "none", "brackets" or an array of at most 1000 spans, got "footnotes".',
    ],
    [{ citations: null }, 'citations must be "none", "brackets" or an array of at most 1000 spans, got null.'],
    [{ citations: ['a'] }, 'citations[0] must be an object with the fields start, end and source_ids, got "a".'],
    [{ citations: [{ start: 0, end: 1 }] }, 'citations[0].source_ids must be an array of 1 to 200 ids, got nothing.'],
    [
      { citations: [{ start: -1, end: 1, source_ids: ['a'] }] },
      'citations[0].start must be a whole number from 0, got -1.',
    ],
    [
      { citations: [{ start: 0, end: 0.5, source_ids: ['a'] }] },
      'citations[0].end must be a whole number from 0, got 0.5.',
    ],
    [{ uncertain: 'maybe' }, 'uncertain must be pass, review or fail, got "maybe".'],
    [{ min_confidence: 1.01 }, 'min_confidence must be a number from 0 to 1, got 1.01.'],
    [{ min_confidence: '1' }, 'min_confidence must be a number from 0 to 1, got "1".'],
    [{ offsets: 'utf-8' }, 'offsets must be utf16, code_point or utf8, got "utf-8".'],
    [{ repair: true }, 'repair must be remove or mark, got a boolean.'],
    [{ answer: 7 }, 'answer must be a string of 1 to 10000 characters, got 7.'],
    [{ sources: {} }, 'sources must be an array of 1 to 200 sources, got an object.'],
    [
      { sources: [null] },
      'sources[0] must be an object with the fields id, text and, where it has them, title and format, got null.',
    ],
    [{ sources: [{ id: 1, text: 'x' }] }, 'sources[0].id must be a string of 1 to 200 characters, got 1.'],
    [{ sources: [{ id: '', text: 'x' }] }, 'sources[0].id must be a string of 1 to 200 characters, got 0.'],
    [{ sources: [{ id: 'a', text: '' }] }, 'sources[0].text must be a string of 1 to 100000 characters, got 0.'],
  ])('names the field, its constraint and what came: %j', (change, message) => {
    const { message: got, details } = refusal({ ...body, ...change });
    expect(got).toBe(message);
    expect(details).toMatchObject({ field: message.split(' ', 1)[0] });
  });

  it.each([
    ['utf16', 4, 'which is inside a character when counted in utf16'],
    ['utf8', 2, 'which is inside a character when counted in utf8'],
    ['code_point', 5, 'but the text goes from 0 to 4 when counted in code_point'],
  ] as const)('refuses a cited span that ends within no edge of the answer in %s', (offsets, end, problem) => {
    const citations = [
      { start: 0, end: 1, source_ids: ['a'] },
      { start: 0, end, source_ids: ['a'] },
    ];
    expect(refusal({ answer: 'aé漢😀', sources, citations, offsets })).toEqual({
      message: `citations[1].end must be the offset of an edge between characters of answer, got ${end}, ${problem}.`,
      details: { field: 'citations[1].end' },
    });
  });

  it('refuses a cited span without a character', () => {
    const citations = [{ start: 2, end: 2, source_ids: ['a'] }];
    expect(refusal({ ...body, citations }).message).toBe(
      'citations[0].end must be greater than the start of its span, 2, got 2.',
    );
  });

  it('names an unknown field at any depth and with any name', () => {
    for (const name of ['extra', '__proto__', 'constructor', 'toString', '']) {
      const extra = JSON.parse(`{${JSON.stringify(name)}:1}`) as Record<string, number>;
      const spread = (known: object) =>
        JSON.parse(JSON.stringify(known).replace(/}$/, `,${JSON.stringify(extra).slice(1)}`));
      expect(refusal(spread(body)).details).toEqual({ field: name });
      expect(refusal({ ...body, sources: [sources[0], spread(sources[1]!)] }).details).toEqual({
        field: `sources[1].${name}`,
      });
    }
    expect(refusal({ ...body, ['k'.repeat(9_000)]: 1 }).message.length).toBeLessThan(300);
  });

  it.each([[[]], [null], ['text'], [1], [undefined]])('refuses a body that is no object: %j', (request) => {
    expect(refusal(request).message).toMatch(/^Expected a JSON object with the fields answer, sources, .*, got /);
  });

  it('is read within other limits as well', () => {
    const read = answerRequestReader({ ...ANSWER_LIMITS, answerLength: 5 });
    expect(refusal(body, read).message).toBe('answer must be a string of 1 to 5 characters, got 22.');
  });

  it('has a JSON Schema with its limits', () => {
    const schema = z.toJSONSchema(answerRequestSchemas().AnswerRequestBody, { io: 'input' });
    expect(schema).toMatchObject({
      required: ['answer', 'sources'],
      additionalProperties: false,
      properties: {
        answer: { maxLength: 10_000 },
        sources: { minItems: 1, maxItems: 200 },
        offsets: { default: 'utf16' },
      },
    });
  });

  property.prop([fc.anything()])('never throws anything but a refusal', (request) => {
    expect(() => readAnswerRequest(request)).toThrow(ServiceError);
  });

  const odd = fc.oneof(
    fc.anything(),
    fc.constantFrom('a', 'none', 0, 1, [], [{ id: 'a', text: 'x' }], [{ start: 0, end: 1, source_ids: ['a'] }]),
  );
  property.prop([
    fc.record(
      { answer: odd, sources: odd, citations: odd, uncertain: odd, min_confidence: odd, offsets: odd },
      { requiredKeys: [] },
    ),
  ])('never throws anything but a refusal that names a field, for a body of odd values', (request) => {
    try {
      readAnswerRequest(request);
    } catch (error) {
      expect(error).toBeInstanceOf(ServiceError);
      expect((error as ServiceError).details).toHaveProperty('field');
    }
  });
});
