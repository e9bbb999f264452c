import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { quotationIndex } from '../../../src/answer/quotations/quotation-index.ts';
import { lookUp as lookUpIn, type QuotationFinding } from '../../../src/answer/quotations/quotations.ts';
import { fakeEncoder } from '../../support/fake-encoder.ts';
import { anyText, pathological } from '../../text/arbitrary-text.ts';
import { answeringOn } from '../support/answer-on.ts';

const REPORT =
  'The plant in Lyon was opened in 2014. We will close the plant in May, if the market does not improve. ' +
  'Revenue rose by 5 % to $1,200 million. Costs fell sharply in the second half of the year. ' +
  'It is not profitable. The firm’s board “wholly supports” the plan, said Dr. Berg of the U.S. office.';
const NEWS =
  'The mayor said: "This is a very sad day for our city." The union called the plan an outrage. 東京は日本の首都です。';
const SOURCES = [REPORT, NEWS];

function lookUp(text: string, cited?: readonly number[], sources: readonly string[] = SOURCES): QuotationFinding {
  const index = quotationIndex(sources);
  return lookUpIn(index, { text, cited: cited === undefined ? undefined : new Set(cited) });
}

function found(text: string, cited?: readonly number[], sources: readonly string[] = SOURCES): [string, ...string[]] {
  const { status, places } = lookUp(text, cited, sources);
  return [status, ...places.map(({ source, span }) => sources[source]!.slice(span.start, span.end))];
}

describe('a quotation that is verbatim', () => {
  it.each([
    ['We will close the plant in May', 'We will close the plant in May'],
    ['we will close the plant in May,', 'We will close the plant in May'],
    ['We will  close\nthe plant in May.', 'We will close the plant in May'],
    ['The market does not improve', 'the market does not improve'],
    ['Revenue rose by 5 % to $1,200 million', 'Revenue rose by 5 % to $1,200 million'],
    ['Revenue rose by 5% to $1200 million', 'Revenue rose by 5 % to $1,200 million'],
    ["The firm's board 'wholly supports' the plan", 'The firm’s board “wholly supports” the plan'],
    ['the plan, said Dr. Berg of the U.S. office', 'the plan, said Dr. Berg of the U.S. office'],
    ['in 2014. We will close the plant', 'in 2014. We will close the plant'],
    ['[W]e will close [sic] the plant', 'We will close the plant'],
    ['日本の首都', '日本の首都'],
  ])('%j is %j', (text, words) => {
    expect(found(text)).toEqual(['verbatim', words]);
  });

  it.each([
    ['We will close the plant [...] if the market', ['We will close the plant', 'if the market']],
    ['...will close the plant … the market does not improve…', ['will close the plant', 'the market does not improve']],
    ['The plant in Lyon . . . is not profitable', ['The plant in Lyon', 'is not profitable']],
    ['The plant (...) Lyon was [ ... ] opened in', ['The plant', 'Lyon was', 'opened in']],
  ])('in its parts, in order: %j', (text, words) => {
    expect(found(text)).toEqual(['verbatim', ...words]);
  });

  it('in any of the cited sources, or in any at all when it cites none', () => {
    const sources = ['One thing is sure.', 'Two things are sure, one thing is sure.', 'One thing is sure.'];
    const place = (cited?: number[]) => lookUp('one thing is sure', cited, sources).places.map(({ source }) => source);
    expect([place(), place([1]), place([2, 1]), place([2])]).toEqual([[0], [1], [1], [2]]);
    expect(lookUp('one thing is sure', [2], sources).status).toBe('verbatim');
  });

  it.each([
    ['a very sad day for our city', [0], 1],
    ['a very sad day for our city', [], 1],
    ['We will close the plant', [1], 0],
  ])('%j in a source other than the cited %j', (text, cited, source) => {
    expect(lookUp(text, cited)).toMatchObject({ status: 'verbatim', places: [{ source }], differences: [] });
  });

  it('in consecutive parts, even where these occur more than once', () => {
    const sources = ['the end is near. it is done. the end is near.', 'it is done. the end is near. it is done.'];
    expect(lookUp('it is done ... it is done', undefined, sources)).toMatchObject({ status: 'verbatim' });
    expect(lookUp('it is done ... it is done', undefined, sources).places.map(({ source }) => source)).toEqual([1, 1]);
    expect(lookUp('it is done ... the end ... the end', undefined, sources).status).not.toBe('verbatim');
  });
});

describe('a quotation that is altered', () => {
  it.each([
    ['We will close the plant in June', [['May', 'June']]],
    ['It is profitable', [['not', '']]],
    ['It is not very profitable', [['', 'very']]],
    ['Revenue rose by 6 % to $1,200 million', [['5', '6']]],
    ['Revenue rose by 5 % to €1,200 million', [['$', '€']]],
    [
      'Revenue fell by 5 % to $1,200 billion',
      [
        ['rose', 'fell'],
        ['million', 'billion'],
      ],
    ],
    [
      'We will not close the Plant in May',
      [
        ['', 'not'],
        ['plant', 'Plant'],
      ],
    ],
    ['WE WILL CLOSE THE PLANT', [['We will close the plant', 'WE WILL CLOSE THE PLANT']]],
    ['the union called the scheme an outrage', [['plan', 'scheme']]],
    ['a most sad day for our city', [['very', 'most']]],
    ['We will close the plant [...] if the economy does not improve', [['market', 'economy']]],
    ['close the plant if [T]he market', [['in May', '']]],
    ['日本の都', [['首', '']]],
  ])('%j tells the words that differ', (text, differences) => {
    const { status, differences: told } = lookUp(text);
    expect(status).toBe('altered');
    expect(told.map(({ expected, found: instead }) => [expected, instead])).toEqual(differences);
  });

  it('by the sign of a number, but not by how its digits are grouped', () => {
    expect(lookUp('it was at 5 degrees', undefined, ['It was at -5 degrees.'])).toMatchObject({
      status: 'altered',
      differences: [{ expected: '-', found: '' }],
    });
    expect(lookUp('it sold 1,200 units', undefined, ['It sold 1 200 units.']).status).toBe('verbatim');
    expect(lookUp('from 2010–2014 on', undefined, ['From 2010 - 2014 on.']).status).toBe('verbatim');
  });

  it('gives the place in a source that it cites before others as near', () => {
    const sources = ['One thing is sure now.', 'One thing is sure today.'];
    expect(lookUp('one thing is sure tomorrow', [1], sources)).toMatchObject({
      status: 'altered',
      places: [{ source: 1 }],
      differences: [{ expected: 'today', found: 'tomorrow' }],
    });
    expect(lookUp('one thing is sure tomorrow', undefined, sources).places).toMatchObject([{ source: 0 }]);
  });

  it('where it leaves out a clause without saying so, and the words before it are too few for a place of their own', () => {
    expect(lookUp('We will, in May', undefined, ['We will close the plant in Lyon in May.'])).toMatchObject({
      status: 'altered',
      differences: [{ expected: 'close the plant in Lyon', found: '' }],
    });
  });
});

describe('a quotation put together from several places', () => {
  it.each([
    ['The plant in Lyon was a very sad day for our city'],
    ['if the market does not improve ... We will close the plant'],
    ['We will close the plant [...] for our city'],
  ])('%j is not found', (text) => {
    expect(found(text)).toEqual(['not_found']);
  });

  it('is altered where one run of words is left out', () => {
    expect(lookUp('Revenue rose by 5 % in the second half of the year')).toMatchObject({
      status: 'altered',
      differences: [{ expected: 'to $1,200 million. Costs fell sharply', found: '' }],
    });
  });
});

describe('a quotation that is not found', () => {
  it('leaves out more than a few words and changes others', () => {
    const words = Array.from({ length: 40 }, (_, i) => `word${String.fromCharCode(97 + (i % 26), 97 + i / 26)}`);
    const source = words.join(' ');
    const gapped = (gap: number) =>
      [...words.slice(0, 10), ...words.slice(10 + gap, 12 + gap), 'other', ...words.slice(13 + gap, 20 + gap)].join(
        ' ',
      );
    expect(lookUp(gapped(12), undefined, [source]).status).toBe('altered');
    expect(lookUp(gapped(18), undefined, [source]).status).toBe('not_found');
  });

  it.each([
    'The plant will be sold to an investor',
    'It was a good year for everybody',
    'This is the largest market of the world',
    'The office in Paris was closed in 1999',
    'We will sell the office in June',
    'It is marvellous',
    'xyzzy plugh frotz',
    '!?! ... ,,, --',
    '',
  ])('%j', (text) => {
    expect(lookUp(text)).toEqual({ status: 'not_found', places: [], differences: [] });
  });

  it('has grammar alone in common with a source, and little else', () => {
    for (const source of ['It is in the new green barn.', 'We are old. It is in the new green barn.'])
      expect(lookUp('it is in the old red barn', undefined, [source]).status).toBe('not_found');
    expect(lookUp('it is in the new red barn', undefined, ['It is in the new green barn.']).status).toBe('altered');
  });

  it('does not go from one source into the next', () => {
    expect(lookUp('the plan is here to stay', undefined, ['the plan is', 'here to stay']).status).toBe('not_found');
    expect(lookUp('plan is here to', undefined, ['the plan is', 'here to stay']).status).toBe('not_found');
  });
});

describe('any quotation', () => {
  const sources = fc.array(anyText, { minLength: 1, maxLength: 4 });
  const slice = (texts: readonly string[], { source, span }: QuotationFinding['places'][number]) =>
    texts[source]!.slice(span.start, span.end);

  property.prop([sources, fc.nat(), fc.nat(), fc.nat()])(
    'of words of a source is found there',
    (texts, which, one, other) => {
      const source = which % texts.length;
      const words = [...texts[source]!.matchAll(/[A-Za-z]+(?![^\s])/g)].filter(
        ({ index }) => !/\S/.test(texts[source]![index - 1] ?? ' '),
      );
      fc.pre(words.length > 0);
      const [from, to] = [words[one % words.length]!, words[other % words.length]!].sort(
        (a, b) => a.index - b.index,
      ) as [RegExpExecArray, RegExpExecArray];
      const quoted = texts[source]!.slice(from.index, to.index + to[0].length);
      fc.pre(!/\.{3}|…|\[sic\]|\. \./i.test(quoted));
      const { status, places } = lookUp(quoted, [source], texts);
      expect(status).toBe('verbatim');
      expect(places[0]!.source).toBe(source);
    },
  );

  property.prop([sources, anyText])('has places that are slices of sources, in any text', (texts, text) => {
    const { status, places, differences } = lookUp(text, undefined, texts);
    expect(places.length > 0).toBe(status !== 'not_found');
    expect(differences.length > 0).toBe(status === 'altered');
    for (const place of places) {
      const words = slice(texts, place);
      expect(words).not.toBe('');
      expect(words).toBe(words.trim());
    }
  });

  it.each(
    [...pathological, 'a b '.repeat(2_500), 'a a a b '.repeat(1_250), 'a ... '.repeat(1_600)].map((text) => [
      text.slice(0, 8),
      text,
    ]),
  )('of 10,000 characters is looked up in ten times as many: %j', (_, text) => {
    const half = text.slice(0, 5_000);
    const sources = [Array.from({ length: 10 }, () => text).join(' ')];
    expect(['verbatim', 'not_found']).toContain(lookUp(text, undefined, sources).status);
    expect(lookUp(`${half} x ${half} y`, undefined, sources).status).not.toBe('verbatim');
  });
});

describe('a quotation of two or three words', () => {
  it.each([
    ['cautiously positive', 'The reviews were cautiously positive.', 'verbatim', []],
    ['very positive', 'The reviews were cautiously positive.', 'altered', [{ expected: 'cautiously', found: 'very' }]],
    ['quite bad', 'The reviews were cautiously positive.', undefined, undefined],
  ])('%j counts as altered beside what decides, else not at all', async (words, source, status, differences) => {
    const answering = answeringOn(fakeEncoder());
    const body = await answering.verifyAnswer({
      answer: `Reviews were "${words}".`,
      sources: [{ id: '1', text: source }],
    });
    const [quotation] = body.sentences[0]!.quotations;
    expect(quotation && [quotation.status, quotation.differences]).toEqual(status && [status, differences]);
    expect(body.sentences[0]!.reasons.some(({ code }) => code === 'quotation_differs')).toBe(status === 'altered');
  });
});
