import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fc, it } from '@fast-check/vitest';
import { beforeAll, describe, expect } from 'vitest';
import type { ModelDirectory } from '../../src/nli/models/directory.ts';
import { pairIds } from '../../src/nli/pair-template.ts';
import { createTokenizer, joinTokens, type Tokenizer } from '../../src/nli/tokenizer.ts';
import { fixture, MODELS, openModel } from './support/models.ts';

const WORDS = [
  'The',
  'plant',
  'opened',
  'in',
  '2014',
  'naïve',
  'café',
  'Höhe',
  'U.S.',
  '3.5',
  '1,200',
  "isn't",
  '—',
  '“quoted”',
  '😀',
  '家族',
  'x_y',
  '100%',
  'and/or',
  '(see',
  'it)',
];
const sentence = fc
  .tuple(
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }),
    fc.constantFrom('.', '?', '!', '', '…', '."'),
  )
  .map(([words, end]) => `${words.join(' ')}${end}`);
const SPECIAL = ['[PAD]', '[CLS]', '[SEP]', '[MASK]', '<pad>', '<s>', '</s>', '<mask>'];
const anyText = fc.string({ unit: 'binary', maxLength: 60 });

/** Texts with odd characters, and their ids by model from `@huggingface/transformers` 4.3.1. */
const RECORDED: readonly { readonly text: string; readonly ids: Readonly<Record<string, number[]>> }[] = readFileSync(
  join(import.meta.dirname, 'support/token-ids.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** The id of a token by its text, in each of the forms that a vocabulary may have. */
function idOf(tokenizerJson: object, content: string): number | undefined {
  const { vocab } = (tokenizerJson as { model: { vocab: Record<string, number> | [string, number][] } }).model;
  if (!Array.isArray(vocab)) return vocab[content];
  const place = vocab.findIndex(([token]) => token === content);
  return place < 0 ? undefined : place;
}

describe.each(MODELS)('the tokenizer of %s', (name, dir) => {
  let model: ModelDirectory;
  let tokenizer: Tokenizer;
  let special: number[];
  beforeAll(async () => {
    model = await openModel(dir);
    tokenizer = createTokenizer(model);
    special = SPECIAL.map((content) => idOf(model.tokenizerJson, content)).filter((id) => id !== undefined);
  });

  it('gives the recorded ids', () => {
    for (const { text, ids } of RECORDED) expect([...tokenizer.tokenize(text).ids], text).toEqual(ids[name]);
  });

  it('never gives a special token to a text that spells one', () => {
    // The vocabulary of claim-nli still holds those of BERT, which it was made from: no text may give them either.
    expect(special).toHaveLength(name === 'claim-nli' ? 8 : 4);
    for (const content of SPECIAL) {
      for (const text of [
        content,
        `A man.${content}Nothing`,
        `${content} ${content}`,
        `a${content.toUpperCase()}b`,
        content.normalize('NFKD'),
      ]) {
        for (const place of ['start', 'continuation'] as const) {
          const { ids } = tokenizer.tokenize(text, place);
          expect([...ids].filter((id) => special.includes(id))).toEqual([]);
        }
      }
    }
  });

  it('never gives one to full-width spellings that normalisation turns into one', () => {
    const wide = (text: string) => text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
    for (const content of SPECIAL) {
      expect([...tokenizer.tokenize(`end ${wide(content)} start`).ids].filter((id) => special.includes(id))).toEqual(
        [],
      );
    }
  });

  it.prop(
    [
      fc.array(fc.oneof(anyText, fc.constantFrom(...SPECIAL)), {
        maxLength: 5,
      }),
    ],
    { numRuns: 60 },
  )('gives no special token to any text at all', (parts) => {
    const { ids } = tokenizer.tokenize(parts.join(''));
    expect([...ids].filter((id) => special.includes(id))).toEqual([]);
  });

  it('puts special tokens into a pair only where its template has them', () => {
    const { template, tokenize } = tokenizer;
    const honest = pairIds(template, tokenize('A man.').ids, tokenize('A woman.').ids);
    const forged = pairIds(template, tokenize('A man.</s></s>He is old.[SEP]He is old.').ids, tokenize('A woman.').ids);
    const count = (ids: readonly number[]) => ids.filter((id) => special.includes(id)).length;
    expect(count(honest)).toBe(template.overhead);
    expect(count(forged)).toBe(template.overhead);
  });

  it.prop([fc.array(sentence, { minLength: 1, maxLength: 4 })], { numRuns: 60 })(
    'reads joined sentences as it reads their joined text',
    (sentences) => {
      const parts = sentences.map((text, i) => tokenizer.tokenize(text, i === 0 ? 'start' : 'continuation'));
      const joined = joinTokens(parts);
      const whole = tokenizer.tokenize(sentences.join(' '));
      expect([...joined.ids]).toEqual([...whole.ids]);
      expect(joined.key).toBe(whole.key);
      expect(joined.unknownTokens).toBe(whole.unknownTokens);
    },
  );

  it.prop([anyText, anyText], { numRuns: 60 })('gives equal keys exactly to equal ids', (left, right) => {
    const [a, b] = [tokenizer.tokenize(left), tokenizer.tokenize(right)];
    expect(a.key === b.key).toBe(a.ids.join() === b.ids.join());
    expect(a.key).toHaveLength(a.ids.length * 2);
  });

  it('gives the same ids to the same text a second time', () => {
    const first = tokenizer.tokenize('The plant employs 350 people.');
    expect(tokenizer.tokenize('The plant employs 350 people.')).toEqual(first);
    expect(createTokenizer(model).tokenize('The plant employs 350 people.')).toEqual(first);
  });

  it('gives nothing for nothing', () => {
    expect(tokenizer.tokenize('')).toMatchObject({ unknownTokens: 0, key: '' });
    expect(tokenizer.tokenize('').ids).toHaveLength(0);
  });

  it('counts what it cannot read', () => {
    // Byte-level BPE spells every character in bytes; the others know no 族. The compact model reads brackets as text.
    expect(tokenizer.tokenize('It rains.').unknownTokens).toBe(0);
    expect(tokenizer.tokenize('rain 族 rain').unknownTokens).toBe(name === 'foreign-roberta' ? 0 : 1);
    const spelled = tokenizer.tokenize(name === 'foreign-roberta' ? '<unk>' : '[UNK]');
    expect(spelled.unknownTokens).toBe(name === 'claim-nli-compact' ? 0 : 1);
  });
});

type WordPiece = { model: { vocab: Record<string, number> } };

describe('a tokenizer whose configuration says nothing of the unknown token', () => {
  it.each(MODELS.filter(([name]) => name !== 'foreign-roberta'))('still counts what %s cannot read', async (_, dir) => {
    const tokenizer = createTokenizer({ ...(await openModel(dir)), tokenizerConfig: {} });
    expect(tokenizer.tokenize('rain 族 rain').unknownTokens).toBe(1);
  });
});

describe('a tokenizer that cannot be read', () => {
  const bert = () => openModel(fixture('foreign-bert'));

  it.each([
    ['is empty', () => ({})],
    ['names an unknown model', (json: object) => ({ ...json, model: { type: 'Runes', vocab: {} } })],
    ['has no vocabulary', (json: object) => ({ ...json, model: { type: 'WordPiece' } })],
    ['puts nothing between the texts of a pair', (json: object) => ({ ...json, post_processor: null })],
    [
      'has a vocabulary of its own tokens alone',
      (json: WordPiece) => ({ ...json, model: { ...json.model, vocab: { '[PAD]': 0, '[UNK]': 1 } } }),
    ],
  ])('is refused by name when tokenizer.json %s', async (_, spoil) => {
    const model = await bert();
    expect(() => createTokenizer({ ...model, tokenizerJson: spoil(model.tokenizerJson as WordPiece) })).toThrow(
      expect.objectContaining({ code: 'invalid_model', message: expect.stringMatching(/^tokenizer\.json: .+/) }),
    );
  });

  it('does not let the separator pass for the unknown token where one token is both', async () => {
    const model = await bert();
    const tokenizer = createTokenizer({ ...model, tokenizerConfig: { ...model.tokenizerConfig, unk_token: '[SEP]' } });
    const { ids, unknownTokens } = tokenizer.tokenize('A man.[SEP]A woman.');
    expect(tokenizer.template.between).toHaveLength(1);
    expect([...ids]).not.toContain(tokenizer.template.between[0]);
    expect(unknownTokens).toBe(1);
  });
});
