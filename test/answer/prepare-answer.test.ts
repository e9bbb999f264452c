import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { AnswerInput } from '../../src/answer/answer-request.ts';
import { MOST_SENTENCE_CITATIONS } from '../../src/answer/citations/cited-ids.ts';
import {
  type PreparedAnswer,
  type PreparedPlace,
  prepareAnswer as preparedAnswer,
} from '../../src/answer/prepare-answer.ts';
import { type Citations, OFFSET_UNITS, type OffsetUnit } from '../../src/contract/answer-request.ts';
import { ServiceError } from '../../src/contract/errors.ts';
import { anyText } from '../text/arbitrary-text.ts';

const SOURCES = ['1', '2', '3'].map((id) => ({ id, text: 'It rose.' }));

function inputOf(answer: string, citations: Citations = 'brackets', offsets: OffsetUnit = 'utf16'): AnswerInput {
  return { answer, sources: SOURCES, citations, uncertain: 'review', minConfidence: 0, offsets };
}

const prepareAnswer = (input: AnswerInput) => preparedAnswer(input, async () => undefined);

function prepare(answer: string, citations?: Citations): Promise<PreparedAnswer> {
  return prepareAnswer(inputOf(answer, citations));
}

/** Each sentence without marks, and what it cites. */
async function cited(answer: string, citations?: Citations): Promise<[string, readonly string[]][]> {
  const { sentences } = await prepare(answer, citations);
  return sentences.map((sentence) => [sentence.text, sentence.cited]);
}

describe('an answer that cites by marks', () => {
  it.each([
    [
      'It rose [1]. It fell [2].',
      [
        ['It rose.', ['1']],
        ['It fell.', ['2']],
      ],
    ],
    [
      'It rose. [1] It fell. [2]',
      [
        ['It rose.', ['1']],
        ['It fell.', ['2']],
      ],
    ],
    [
      'It rose.[1] It fell.[2]',
      [
        ['It rose.', ['1']],
        ['It fell.', ['2']],
      ],
    ],
    ['It rose [1] and stayed [2, 3].', [['It rose and stayed.', ['1', '2', '3']]]],
    ['It rose [2][1][2].', [['It rose.', ['2', '1']]]],
    [
      '[1] It rose. It fell.',
      [
        ['It rose.', ['1']],
        ['It fell.', []],
      ],
    ],
    [
      'It rose.\n[1] It fell.\n[2] It stayed.',
      [
        ['It rose.', []],
        ['It fell.', ['1']],
        ['It stayed.', ['2']],
      ],
    ],
    [
      'It rose.\n[1]\nIt fell.',
      [
        ['It rose.', ['1']],
        ['It fell.', []],
      ],
    ],
    ['It rose.\n\n[1]', [['It rose.', ['1']]]],
    [
      '- It rose [1]\n- [2] It fell',
      [
        ['- It rose', ['1']],
        ['- It fell', ['2']],
      ],
    ],
    [
      'It rose [sic]. It fell [...] [9].',
      [
        ['It rose [sic].', []],
        ['It fell [...].', ['9']],
      ],
    ],
    ['[1]', []],
    ['Acme rose [1-3].', [['Acme rose.', ['1', '2', '3']]]],
    ['Acme rose [1–2].', [['Acme rose.', ['1', '2']]]],
    ['Acme rose in 2014[^1].', [['Acme rose in 2014.', ['1']]]],
    ['Acme rose in 2014 (1).', [['Acme rose in 2014.', ['1']]]],
    ['Acme has 350 (1).', [['Acme has 350 (1).', []]]],
    ['Acme employs 350 people (1).', [['Acme employs 350 people.', ['1']]]],
    [
      'Acme opened it in 2014.【1†source】 Brix employs 350 people【2:0†b.pdf】.',
      [
        ['Acme opened it in 2014.', ['1']],
        ['Brix employs 350 people.', []],
      ],
    ],
    [
      'Acme opened it in 2014.¹ Brix employs 350 people.²',
      [
        ['Acme opened it in 2014.', ['1']],
        ['Brix employs 350 people.', ['2']],
      ],
    ],
    [
      'The rules are clear. (1) Stop.',
      [
        ['The rules are clear.', []],
        ['Stop.', []],
      ],
    ],
  ] as const)('gives every mark of %j to its sentence', async (answer, expected) => {
    expect(await cited(answer)).toEqual(expected);
  });

  it('gives the places with the marks between the words, without those behind', async () => {
    const answer = 'Well. It rose [1] in May [2]. [3] “It fell [1] in June” [2], he said [9]';
    const prepared = await prepare(answer);
    const slice = ({ callerSpan: { start, end } }: PreparedPlace) => answer.slice(start, end);
    expect(prepared.sentences.map(slice)).toEqual([
      'Well.',
      'It rose [1] in May [2].',
      '“It fell [1] in June” [2], he said',
    ]);
    expect(prepared.sentences.map(({ cited: ids, unknown }) => [ids, unknown])).toEqual([
      [[], []],
      [['1', '2', '3'], []],
      [['1', '2', '9'], ['9']],
    ]);
    const [quotation] = prepared.sentences[2]!.quotations;
    expect(quotation).toMatchObject({ text: 'It fell in June', cited: ['1', '2', '9'] });
    expect(slice(quotation!)).toBe('It fell [1] in June');
    expect(prepared.placeBody(quotation!.span)).toEqual({ start: 35, end: 54, text: 'It fell [1] in June' });
  });

  it('gives a quotation of several sentences to the first, with what all of them cite', async () => {
    const { sentences } = await prepare('He said: “We rose in May. We fell in June.” [2]');
    expect(sentences.map(({ text, quotations }) => [text, quotations.map((quotation) => quotation.text)])).toEqual([
      ['He said: “We rose in May.', ['We rose in May. We fell in June.']],
      ['We fell in June.”', []],
    ]);
    expect(sentences[0]!.quotations[0]!.cited).toEqual(['2']);
  });
});

describe('an answer that cites by spans', () => {
  it('has its marks left in, and cites with every sentence that a span overlaps', async () => {
    const answer = 'It rose [1]. It fell. It stayed.';
    const spans = [
      { start: 15, end: 23, source_ids: ['3'] },
      { start: 0, end: 12, source_ids: ['2', '9'] },
      { start: 12, end: 13, source_ids: ['1'] },
    ];
    expect(await cited(answer, spans)).toEqual([
      ['It rose [1].', ['2', '9']],
      ['It fell.', ['3']],
      ['It stayed.', ['3']],
    ]);
  });

  it('cites in the order of the answer', async () => {
    const spans = ['3', '1', '2'].map((id, i) => ({ start: 3 - i, end: 5, source_ids: [id] }));
    expect(await cited('It rose.', spans)).toEqual([['It rose.', ['2', '1', '3']]]);
  });

  it('counts the offsets of spans in the unit of the request', async () => {
    const spans = [{ start: 10, end: 12, source_ids: ['1'] }];
    const { sentences } = await prepareAnswer(inputOf('😀 é rose. It fell.', spans, 'code_point'));
    expect(sentences.map((sentence) => sentence.cited)).toEqual([[], ['1']]);
    await expect(prepareAnswer(inputOf('é', [{ start: 0, end: 1, source_ids: ['1'] }], 'utf8'))).rejects.toThrow(
      'citations[0].end must be the offset of an edge between characters of answer, got 1, which is inside a character',
    );
  });

  it('is refused where it would repeat more ids than an answer may', async () => {
    const spans = Array.from({ length: 100 }, () => ({ start: 0, end: 4_000, source_ids: ['1'] }));
    const sentence = 'It is a very long sentence. ';
    expect((await prepare(sentence.repeat(100).padEnd(4_000), spans)).sentences).toHaveLength(100);
    await expect(prepare(sentence.repeat(101).padEnd(4_000), spans)).rejects.toThrow(ServiceError);
    expect(MOST_SENTENCE_CITATIONS).toBe(10_000);
  });
});

describe('the sentences of an answer', () => {
  it('are read with their neighbours where they are of a few letters each', async () => {
    const { text, sentences } = await prepare('It is. '.repeat(500));
    expect(sentences).toHaveLength(125);
    expect(sentences.map((sentence) => sentence.text).join(' ')).toBe(text.trim());
  });

  it('in lists of sources are not checked and cite nothing', async () => {
    const answer =
      'It rose[^1]. It fell [2].\n\n[^1]: Acme grows.\n\nSources:\n[2] Acme opens a plant [9].\n- It rose.\n\nIt stayed.';
    expect(
      (await prepare(answer)).sentences.map(({ text, checkRequired, cited: ids }) => [text, checkRequired, ids]),
    ).toEqual([
      ['It rose.', true, ['1']],
      ['It fell.', true, ['2']],
      ['[^1]: Acme grows.', false, []],
      ['Sources:', false, []],
      ['[2] Acme opens a plant [9].', false, []],
      ['- It rose.', false, []],
      ['It stayed.', true, []],
    ]);
  });

  it.each([
    ['Unfortunately, the sources do not say when the plant was built.', false],
    ['The sources do not say that it rose.', true],
  ])('that only say what is missing are checked where a source may have it: %s', async (answer, required) => {
    expect((await prepare(answer)).sentences.map(({ checkRequired }) => checkRequired)).toEqual([required]);
  });

  it('are marked as checked or not, and are read as by verify', async () => {
    const answer = [
      'Sure! Here is a summary of the documents:',
      '## Results',
      'Did it rise? Yes, in May [1].',
      '| Model | Price |\n|---|---|\n| A | 5 [2] |',
      'I hope this helps!',
    ].join('\n\n');
    expect(
      (await prepare(answer)).sentences.map(({ text, kinded, checkRequired, cited: ids }) => [
        text,
        kinded.kind,
        checkRequired,
        ids,
      ]),
    ).toEqual([
      ['Sure!', 'sentence', false, []],
      ['Here is a summary of the documents:', 'sentence', false, []],
      ['## Results', 'heading', false, []],
      ['Did it rise? Yes, in May.', 'sentence', true, ['1']],
      ['| Model | Price |\n|---|---|', 'heading', false, []],
      ['| A | 5 |', 'row', true, ['2']],
      ['I hope this helps!', 'sentence', false, []],
    ]);
    expect((await prepare(answer)).checked).toBe(2);
  });

  const piece = fc.oneof(
    anyText,
    fc.constantFrom(' [1]', '[2].', '[1, 3] ', '[77]', '“It rose [1] in May”', ' It fell. ', '\n[2] '),
  );
  const answers = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));
  const slice = (text: string, { start, end }: { start: number; end: number }) => text.slice(start, end);

  property.prop([answers, fc.constantFrom(...OFFSET_UNITS)])(
    'of any text are slices of it, in order, that hold every visible character',
    async (answer, offsets) => {
      const prepared = await prepareAnswer(inputOf(answer, 'brackets', offsets));
      const { text, sentences } = prepared;
      let from = 0;
      let callerFrom = 0;
      for (const { span, callerSpan, ...sentence } of sentences) {
        expect(span.start).toBeGreaterThanOrEqual(from);
        expect(callerSpan.start).toBeGreaterThanOrEqual(callerFrom);
        expect(slice(text, span)).toBe(sentence.text);
        const whole = slice(answer, callerSpan);
        expect([whole[0], whole.at(-1)]).toEqual([sentence.text[0], sentence.text.at(-1)]);
        const body = prepared.placeBody(span);
        expect(body.text).toBe(whole);
        if (offsets === 'code_point') expect([...answer].slice(body.start, body.end).join('')).toBe(whole);
        if (offsets === 'utf8' && !/\p{Surrogate}/u.test(answer))
          expect(Buffer.from(answer).subarray(body.start, body.end).toString()).toBe(whole);
        from = span.end;
        callerFrom = callerSpan.end;
        for (const quotation of sentence.quotations) {
          expect(slice(text, quotation.span)).toBe(quotation.text);
          expect(quotation.span.start).toBeGreaterThanOrEqual(span.start);
          expect(quotation.span.start).toBeLessThan(span.end);
        }
      }
      const visible = (of: string) => of.replace(/\s/g, '');
      expect(visible(sentences.map((sentence) => sentence.text).join(''))).toBe(visible(text));
    },
  );

  it('that does not cite have no marks and cite nothing', async () => {
    expect(await cited('It rose [1]. It fell.【2†b.pdf】 It stayed.', 'none')).toEqual([
      ['It rose.', []],
      ['It fell.', []],
      ['It stayed.', []],
    ]);
  });

  property.prop([answers])('with explicit citations are those of the answer as it came', async (answer) => {
    const prepared = await prepare(answer, []);
    expect(prepared.text).toBe(answer);
    for (const { span, callerSpan } of prepared.sentences) expect(callerSpan).toEqual(span);
  });

  property.prop([
    fc.array(fc.constantFrom('It rose', 'It fell', 'It stayed'), { minLength: 1, maxLength: 8 }),
    fc.boolean(),
  ])('keep the citation that stands before or behind their full stop', async (statements, isBefore) => {
    const answer = statements.map((said, i) => (isBefore ? `${said} [${i}].` : `${said}. [${i}]`)).join(' ');
    expect(await cited(answer)).toEqual(statements.map((said, i) => [`${said}.`, [String(i)]]));
  });
});
