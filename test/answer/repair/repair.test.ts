import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { AnswerBody } from '../../../src/contract/answer.ts';
import { type AnswerRequestBody, OFFSET_UNITS, type OffsetUnit } from '../../../src/contract/answer-request.ts';
import { fakeEncoder, type ReadPair, scores } from '../../support/fake-encoder.ts';
import { answeringOn, sourcesOf } from '../support/answer-on.ts';

const SOURCE =
  'Valtek AG makes valves. Valtek AG employs 350 people. Valtek AG is based in Bern. The 😀 mill burnt in 1921. Brandt said it was late.';

/** Shoes are contradicted, nothing is known of unicorns, all else is entailed. */
const read: ReadPair = (_, hypothesis) => {
  const words = hypothesis.split(' ');
  if (words.includes('shoes')) return scores('contradiction');
  return scores(words.includes('unicorns') ? 'neutral' : 'entailment');
};

type Asked = Partial<AnswerRequestBody> & { readonly answer: string };

function ask(body: Asked, sources = sourcesOf(SOURCE)): Promise<AnswerBody> {
  return answeringOn(fakeEncoder({ read })).verifyAnswer({ sources, repair: 'remove', ...body });
}

async function repaired(answer: string, body: Partial<AnswerRequestBody> = {}) {
  return (await ask({ answer, ...body })).repaired!;
}

const textOf = async (answer: string, body: Partial<AnswerRequestBody> = {}) => (await repaired(answer, body)).text;
const MAKES = 'Valtek AG makes valves.';
const SHOES = 'Valtek AG makes shoes.';

describe('an answer with its failing sentences removed', () => {
  it('is in the body only where the request asks for it, before the receipt', async () => {
    expect(Object.keys(await ask({ answer: MAKES })).slice(-3)).toEqual(['sentences', 'repaired', 'receipt']);
    const { repair: _, ...without } = { repair: undefined, answer: MAKES, sources: sourcesOf(SOURCE) };
    expect(await answeringOn(fakeEncoder({ read })).verifyAnswer(without)).not.toHaveProperty('repaired');
  });

  it.each([
    ['nothing', `${MAKES} Anything else?`, `${MAKES} Anything else?`],
    ['the last sentence', `${MAKES} ${SHOES}`, MAKES],
    ['the first sentence', `${SHOES} ${MAKES}`, MAKES],
    ['a sentence between two paragraphs', `${MAKES}\n\n${SHOES} ${SHOES}\n\n${MAKES}`, `${MAKES}\n\n${MAKES}`],
    ['everything', `${SHOES}\n\n- ${SHOES}`, ''],
    ['an entry of a list', `- ${MAKES}\n- ${SHOES}\n- ${MAKES}\n`, `- ${MAKES}\n- ${MAKES}\n`],
    ['a sentence of an entry, which keeps its mark', `- ${SHOES} ${MAKES}\n- ${MAKES}`, `- ${MAKES}\n- ${MAKES}`],
    ['a sentence in bold with another', `Well, **${MAKES} ${SHOES} Valves last.**`, `Well, **${MAKES} Valves last.**`],
    ['whole entries before one that keeps a sentence', `- ${SHOES}\n- ${SHOES} ${MAKES}\n`, `\n- ${MAKES}\n`],
  ])('loses %s', async (_, answer, left) => {
    expect(await textOf(answer)).toBe(left);
  });

  it('loses the citations of removed sentences and no others', async () => {
    const citations = 'brackets';
    expect(await textOf(`${MAKES} [1] ${SHOES} [1]\n[1] ${SHOES}\n[1] ${MAKES}`, { citations })).toBe(
      `${MAKES} [1]\n[1] ${MAKES}`,
    );
  });

  it.each([
    [`## Products\n\n${SHOES}\n\n## Rest\n\n${MAKES}`, `## Rest\n\n${MAKES}`],
    [`# All\n\n## Products\n\n${SHOES}\n\n## More\n\n${SHOES}`, ''],
    [`# All\n\n## Products\n\n${SHOES}\n\n## More\n\n${MAKES}`, `# All\n\n## More\n\n${MAKES}`],
    [`${MAKES}\n\nProducts:\n\n- ${SHOES}\n- ${SHOES}\n\n${MAKES}`, `${MAKES}\n\n${MAKES}`],
    [`Products:\n- ${SHOES}\n- ${MAKES}`, `Products:\n- ${MAKES}`],
    [`| who | what |\n|---|---|\n| Valtek | shoes |\n\n${MAKES}`, MAKES],
    [`${MAKES}\n\n## Last`, `${MAKES}\n\n## Last`],
  ])('loses a heading or a label of which all is gone: %#', async (answer, left) => {
    expect(await textOf(answer)).toBe(left);
  });
});

describe('a sentence that refers to one that is gone', () => {
  it.each([
    [`${SHOES} It is based in Bern. It employs 350 people.`, ''],
    [`${MAKES} It makes shoes. It employs 350 people.`, `${MAKES} It employs 350 people.`],
    [`Brandt said it was late. ${SHOES} It is based in Bern.`, 'Brandt said it was late.'],
    [`The shoes are late. It makes valves. ${MAKES}`, MAKES],
  ])('goes too unless a sentence that stays names the same: %j', async (answer, left) => {
    expect(await textOf(answer)).toBe(left);
  });

  it('has the cause name', async () => {
    const { changes } = await repaired(`The shoes are late. It makes valves. ${MAKES}`);
    expect(changes.map(({ cause }) => cause)).toEqual(['outcome', 'name']);
  });
});

describe('a corrected value', () => {
  it('is offered where the sentence passes with it', async () => {
    const { text, changes } = await repaired(`${MAKES} 😀 It employs 530 people. ${SHOES}`, { offsets: 'code_point' });
    expect(text).toBe(`${MAKES} 😀 It employs 350 people.`);
    expect(changes[0]).toEqual({
      ...{ start: 37, end: 40, text: '530', replacement: '350', repaired_start: 37, repaired_end: 40 },
      ...{ sentence: 1, action: 'corrected', cause: 'outcome' },
    });
  });

  it('is not offered where the sentence does not pass with it', async () => {
    expect(await textOf(`${MAKES} It employs 530 people and makes shoes.`)).toBe(MAKES);
  });

  it('is checked with the citation of its sentence, by marks and by spans', async () => {
    const answer = `Valtek AG employs 35000 people [1]. ${MAKES}`;
    const corrected = `Valtek AG employs 350 people [1]. ${MAKES}`;
    expect(await textOf(answer, { citations: 'brackets' })).toBe(corrected);
    const citations = [{ start: 0, end: 31, source_ids: ['1'] }];
    expect(await textOf('Valtek AG employs 35000 people.', { citations })).toBe('Valtek AG employs 350 people.');
  });

  it('counts as a checked sentence before it is checked', async () => {
    const counted: number[] = [];
    const verifier = answeringOn(fakeEncoder({ read }));
    const ofAnswer = (answer: string) =>
      verifier.verifyAnswer(
        { answer, sources: sourcesOf(SOURCE), repair: 'remove' },
        { onCorrections: async (count) => void counted.push(count) },
      );
    await ofAnswer(`Valtek AG employs 530 people. ${SHOES} It employs 35 people.`);
    await ofAnswer(SHOES);
    expect(counted).toEqual([2]);
    const refused = verifier.verifyAnswer(
      { answer: 'Valtek AG employs 530 people.', sources: sourcesOf(SOURCE), repair: 'mark' },
      { onCorrections: () => Promise.reject(new Error('too many')) },
    );
    await expect(refused).rejects.toThrow('too many');
  });
});

it('puts marks after the sentences that do not pass, in a table inside its last cell', async () => {
  const answer = `${MAKES} ${SHOES} [1]\nUnicorns graze. It employs 530 people.\n\n| who | what |\n|---|---|\n| Valtek | shoes |\n`;
  expect(await textOf(answer, { repair: 'mark', citations: 'brackets' })).toBe(
    `${MAKES} ${SHOES} [1] [contradicted by the sources]\nUnicorns graze. [not confirmed by the sources] It employs 530 people. ` +
      '[not confirmed by the sources]\n\n| who | what |\n|---|---|\n| Valtek | shoes [contradicted by the sources] |\n',
  );
  expect(await textOf('Valtek AG employs 530 people.', { repair: 'mark' })).toBe(
    'Valtek AG employs 530 people. [not confirmed by the sources, which have: 350]',
  );
});

const BLOCKS = [
  ...[
    MAKES,
    SHOES,
    'It is based in Bern.',
    'It makes shoes.',
    'Valtek AG employs 530 people.',
    'It employs 350 people.',
  ],
  ...[
    'The 😀 mill burnt in 1921.',
    'The 😀 mill makes shoes.',
    'Anything else?',
    'Hello!',
    'It is known that shoes burn.',
  ],
  ...[
    '\n## Products\n\n',
    '\n### Détails 😀\n\n',
    '\nProducts:\n',
    `\n- ${MAKES}`,
    `\n1. ${SHOES}`,
    '\n\n',
    '[1]',
    '“Valtek AG makes valves.”',
  ],
  ...[
    'Brandt said: “It was late. Valtek AG makes shoes.”',
    '\n| who | what |\n|---|---|\n| Valtek | shoes |\n| Valtek | valves |\n',
  ],
];
const answers = fc
  .array(fc.constantFrom(...BLOCKS), { minLength: 1, maxLength: 12 })
  .map((blocks) => blocks.join(' '))
  .filter((answer) => answer.trim() !== '');

const SLICES: Readonly<Record<OffsetUnit, (text: string, start: number, end: number) => string>> = {
  utf16: (text, start, end) => text.slice(start, end),
  code_point: (text, start, end) => [...text].slice(start, end).join(''),
  utf8: (text, start, end) => Buffer.from(text).subarray(start, end).toString(),
};

describe('whatever the answer is', () => {
  property.prop([answers, fc.constantFrom(...OFFSET_UNITS), fc.constantFrom('remove' as const, 'mark' as const)], {
    numRuns: 150,
  })('the changes lead from it to the repaired text, in the unit of the caller', async (answer, offsets, repair) => {
    const { text, changes } = await repaired(answer, { offsets, repair, citations: 'brackets' });
    const slice = SLICES[offsets];
    let written = '';
    let from = 0;
    for (const { start, end, text: gone, replacement, repaired_start, repaired_end } of changes) {
      expect(start).toBeGreaterThanOrEqual(from);
      expect(slice(answer, start, end)).toBe(gone);
      expect(slice(text, repaired_start, repaired_end)).toBe(replacement);
      written += slice(answer, from, start) + replacement;
      from = end;
    }
    expect(written + slice(answer, from, answer.length * 4)).toBe(text);
  });

  property.prop([answers], { numRuns: 150 })(
    'removal keeps the other pieces verbatim and in order, but for corrections, gives the same every time, and leaves what passes',
    async (answer) => {
      const body = await repaired(answer, { citations: 'brackets' });
      const added = body.changes.filter(({ action }) => action !== 'removed');
      expect(added.every(({ action }) => action === 'corrected')).toBe(true);
      let left = '';
      let from = 0;
      for (const { repaired_start, repaired_end, text } of added) {
        left += body.text.slice(from, repaired_start) + text;
        from = repaired_end;
      }
      left += body.text.slice(from);
      expect(isSubsequence(left, answer)).toBe(true);
      expect(await repaired(answer, { citations: 'brackets' })).toEqual(body);
      if (body.text.trim() === '') return;
      expect(await repaired(body.text, { citations: 'brackets' })).toEqual({ text: body.text, changes: [] });
    },
  );
});

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const unit of whole) if (part.startsWith(unit, at)) at += unit.length;
  return at === part.length;
}
