import { describe, expect, it } from 'vitest';
import { normaliseForModel } from '../../src/text/index.ts';
import { MAX_CLAIM_SPANS } from '../../src/verify/read/read-claim.ts';
import { MAX_SENTENCE_PAIRS, NOTATION_TOKENS } from '../../src/verify/read/read-source.ts';
import { byWords, type FakeEncoder, fakeEncoder } from '../support/fake-encoder.ts';
import { readTexts } from './support/score-claim.ts';

const visible = (text: string) => text.replace(/\s/g, '');
const CLAIM = 'Hello! The mill, which Ada Brandt had bought in 1931, closed in June. Was anybody hurt?';
const SOURCE = Array.from({ length: 40 }, (_, i) => `In year ${i} the owners of mill ${i} sold ${i * 7} acres.`).join(
  ' ',
);

/** The encoder, its verdict model reading the languages given. */
function reading(languages: readonly string[] | undefined): FakeEncoder {
  const encoder = fakeEncoder();
  return { ...encoder, verdict: { ...encoder.verdict, info: { ...encoder.verdict.info, languages } } };
}

describe('reading the texts', () => {
  it('cuts both into sentences and says which of the claim assert something', async () => {
    const {
      claim: { parts, spans },
      source: { sentences },
    } = await readTexts({ claim: CLAIM, source: SOURCE }, fakeEncoder());
    expect(parts.map(({ asserts }) => asserts)).toEqual([false, true, false]);
    expect(sentences).toHaveLength(40);
    expect(spans).toEqual([parts[1]]);
    for (const { span, text } of parts) expect(CLAIM.slice(span.start, span.end)).toBe(text);
    for (const { span, text } of sentences) expect(SOURCE.slice(span.start, span.end)).toBe(text);
  });

  it('keeps both the words as the models read them and as written', async () => {
    const source = 'Sales were **1,200** units.';
    const {
      source: { sentences },
    } = await readTexts({ claim: 'x', source }, fakeEncoder());
    expect(sentences[0]).toMatchObject({ text: source, normalised: normaliseForModel(source) });
    expect(sentences[0]!.normalised).not.toBe(source);
  });

  it('joins a bare answer to its question, and nothing else to one', async () => {
    const claim = 'Did the mill close? Yes, in June. Was it sold? The land was.';
    const {
      claim: { parts },
    } = await readTexts({ claim, source: SOURCE }, fakeEncoder());
    expect(parts.map(({ text, asserts }) => [text, asserts])).toEqual([
      ['Did the mill close? Yes, in June.', true],
      ['Was it sold?', false],
      ['The land was.', true],
    ]);
  });

  it.each([
    [['en'], true],
    [['en', 'de'], false],
    [undefined, false],
  ])('tells a span that is surely in none of the languages %j', async (languages, foreign) => {
    const claim = 'The mill closed in June. Die Mühle wurde im Juni geschlossen und danach an die Stadt verkauft.';
    const {
      claim: { parts },
    } = await readTexts({ claim, source: SOURCE }, reading(languages));
    expect(parts.map(({ foreign: isForeign }) => isForeign)).toEqual([false, foreign]);
  });

  it('reads neighbours together where there are too many spans or sentences to pair', async () => {
    const claim = 'I am. '.repeat(41);
    const source = 'It is so. '.repeat(900);
    const {
      claim: { parts },
      source: { sentences },
    } = await readTexts({ claim, source }, fakeEncoder());
    expect(parts).toHaveLength(14);
    expect(parts.length).toBeLessThanOrEqual(MAX_CLAIM_SPANS);
    expect(sentences.length * parts.length).toBeLessThanOrEqual(MAX_SENTENCE_PAIRS);
    expect(visible(parts.map(({ text }) => text).join(''))).toBe(visible(claim));
    expect(visible(sentences.map(({ text }) => text).join(''))).toBe(visible(source));
  });
});

describe('headings, questions and tables of the source', () => {
  const TABLE = '25i | 25a\n--- | ---\nup to 13 hours | up to 16 hours';

  it('headings and bare questions decide nothing alone', async () => {
    const source = '# Opening\n\nDid the mill close?\n\nThe mill closed in June.';
    const {
      source: { sentences, standingAlone },
    } = await readTexts({ claim: 'x', source }, fakeEncoder());
    expect(sentences.map(({ text }) => text)).toEqual(['# Opening', 'Did the mill close?', 'The mill closed in June.']);
    expect(standingAlone).toEqual([2]);
  });

  it('unless there is nothing else', async () => {
    const {
      source: { standingAlone },
    } = await readTexts({ claim: 'x', source: '# Opening\n\nDid the mill close?' }, fakeEncoder());
    expect(standingAlone).toEqual([0, 1]);
  });

  it('mail headers, greetings and signatures decide nothing, in claims and sources', async () => {
    const mail = 'From: Ann Moss\nSubject: Mill\n\nHi Tom,\nThe mill closed in June.\n\nBest regards\nAnn';
    const { claim, source } = await readTexts({ claim: mail, source: mail }, fakeEncoder());
    expect(claim.spans.map(({ text }) => text)).toEqual(['The mill closed in June.']);
    expect(source.standingAlone.map((i) => source.sentences[i]!.text)).toEqual(['The mill closed in June.']);
  });

  it('a claim of nothing but furniture is read as it is', async () => {
    const { claim } = await readTexts({ claim: 'From: Ann Moss\nSubject: Mill', source: SOURCE }, fakeEncoder());
    expect(claim.spans.map(({ text }) => text)).toEqual(['From: Ann Moss', 'Subject: Mill']);
  });

  it('a row is read with the names of its columns, and quoted as it is', async () => {
    const {
      source: { sentences, standingAlone },
    } = await readTexts({ claim: 'x', source: TABLE }, fakeEncoder());
    expect(standingAlone).toContain(sentences.length - 1);
    expect(sentences.at(-1)).toMatchObject({
      text: 'up to 13 hours | up to 16 hours',
      normalised: '25i: up to 13 hours; 25a: up to 16 hours',
    });
  });
});

const cells = (cell: (i: number) => string) => `| ${Array.from({ length: 30 }, (_, i) => cell(i)).join(' | ')} |\n`;
const WIDE_TABLE = cells((i) => `c${i}`) + cells(() => '---') + cells(String) + cells((i) => `${i * 3}`);

describe('a model of 128 positions', () => {
  it.each([
    ['sentences', SOURCE],
    ['no stop at all', SOURCE.replaceAll('.', '')],
    ['no space at all', SOURCE.replaceAll(' ', '')],
    ['Chinese', '工厂在六月关闭没有人受伤土地被出售给城镇'.repeat(60)],
    ['rows that are too long with the names of their columns', WIDE_TABLE],
  ])('leaves no character unread: %s', async (_, source) => {
    const { verdict, ...encoder } = fakeEncoder({ maxPairTokens: 128 });
    const claim = SOURCE.slice(0, 500);
    const {
      claim: { parts },
      source: { sentences, maxPremiseTokens },
    } = await readTexts({ claim, source }, { ...encoder, verdict });
    expect(visible(parts.map(({ text }) => text).join(''))).toBe(visible(claim));
    expect(visible(sentences.map(({ text }) => text).join(''))).toBe(visible(source));
    const lengthOf = (text: string) => verdict.tokenize(text).ids.length;
    const longest = Math.max(...parts.map(({ normalised }) => lengthOf(normalised)));
    expect(longest).toBeLessThanOrEqual(verdict.maxContentTokens / 2);
    expect(maxPremiseTokens).toBe(verdict.maxContentTokens - longest - NOTATION_TOKENS);
    for (const { normalised } of sentences) {
      expect(lengthOf(normalised)).toBeLessThanOrEqual(maxPremiseTokens);
    }
  });

  it('as evidence model cuts the texts for both models', async () => {
    const both = fakeEncoder({ evidence: byWords });
    const small = fakeEncoder({ evidence: byWords, maxPairTokens: 64 }).evidence!;
    const long = SOURCE.replaceAll('.', '');
    const {
      claim: { parts },
      source: { sentences },
    } = await readTexts({ claim: 'The owners sold mill 7.', source: long }, { ...both, evidence: small });
    const longest = small.tokenize(parts[0]!.normalised).ids.length;
    for (const { normalised } of sentences) {
      expect(small.tokenize(normalised).ids.length).toBeLessThanOrEqual(small.maxContentTokens - longest);
    }
    const alone = await readTexts({ claim: 'The owners sold mill 7.', source: long }, fakeEncoder());
    expect(alone.source.sentences.length).toBeLessThan(sentences.length);
  });
});
