import { describe, expect, it } from 'vitest';
import { documentPlaces, sourcePlaceBody, splitSources } from '../../src/answer/sources.ts';
import type { AnswerSource } from '../../src/contract/answer-request.ts';
import { onlySources, readSources } from '../../src/verify/read/read-source.ts';
import type { Place, SourceSentence } from '../../src/verify/read/source.ts';
import { fakeEncoder } from '../support/fake-encoder.ts';

const pause = async () => undefined;

async function read(documents: readonly AnswerSource[]) {
  const set = await readSources(await splitSources(documents, pause), { encoder: fakeEncoder(), parts: [] }, pause);
  const given = { sources: set.sources, placeOf: documentPlaces(documents, 'utf16') };
  return { set, sentences: set.sentences, bodyOf: (place: Place) => sourcePlaceBody(given, place) };
}

const placeOf = ({ document, span }: SourceSentence) => ({ source: document.number, ...span });

const MILL = { id: 'mill', text: 'The mill closed. It burnt.' };
const BANK = { id: 'bank', text: 'The bank lent money', title: 'The bank of Lyon' };
const BARN = { id: 'barn', text: 'it stood empty.' };

describe('a source of very many lines', () => {
  const text = '1\n'.repeat(20_000);
  let turns = 0;
  const counted = async () => {
    turns += 1;
  };

  /** About a millisecond of work lies between two turns. */
  it('gives others a turn at least every 500 lines, while it is split and while its words are read', async () => {
    const split = await splitSources([{ id: 'long', text }], counted);
    expect(turns).toBeGreaterThan(20_000 / 500);
    const { readings } = await readSources(split, { encoder: fakeEncoder(), parts: [] }, pause);
    turns = 0;
    await readings.whole(counted);
    expect(turns).toBeGreaterThan(20_000 / 500);
    turns = 0;
    await readings.readTables(0, counted);
    expect(turns).toBeGreaterThan(20_000 / 500);
    expect(readings.tables(0)).toEqual([]);
    turns = 0;
    await readings.readEverywhere(counted);
    expect(turns).toBeGreaterThan(20_000 / 500);
    expect([...readings.everywhere().words]).toEqual(['1']);
  });
});

describe('the sources of an answer', () => {
  it('are split each for itself, a title as a heading that decides nothing', async () => {
    const { set, sentences } = await read([MILL, BANK, BARN]);
    expect(sentences.map(({ text, document }) => [text, document.number])).toEqual([
      ['The mill closed.', 0],
      ['It burnt.', 0],
      ['The bank of Lyon', 1],
      ['The bank lent money', 1],
      ['it stood empty.', 2],
    ]);
    expect(set.standingAlone).toEqual([0, 1, 3, 4]);
  });

  it('have the ends of their documents, which no passage crosses', async () => {
    const { sentences } = await read([MILL, BANK, BARN]);
    expect(sentences.map(({ document: { first, end } }) => [first, end])).toEqual([
      [0, 2],
      [0, 2],
      [2, 4],
      [2, 4],
      [4, 5],
    ]);
  });

  it('give every sentence back as a place of its own source, and nothing of a title', async () => {
    const { sentences, bodyOf } = await read([MILL, BANK, BARN]);
    expect(sentences.map((one) => bodyOf(placeOf(one)))).toEqual([
      { source_id: 'mill', start: 0, end: 16, text: 'The mill closed.' },
      { source_id: 'mill', start: 17, end: 26, text: 'It burnt.' },
      undefined,
      { source_id: 'bank', start: 0, end: 19, text: 'The bank lent money' },
      { source_id: 'barn', start: 0, end: 15, text: 'it stood empty.' },
    ]);
  });

  it('are statements where they are records, each with its place and pointer in the text as it came', async () => {
    const orders = {
      id: 'orders',
      title: 'Is it shipped?',
      format: 'json' as const,
      text: '{"a/b": {"state": "SENT é"}}',
    };
    const { set, sentences, bodyOf } = await read([MILL, orders]);
    expect(sentences.slice(2).map(({ text }) => text)).toEqual(['Is it shipped?', 'a b: state: SENT é']);
    expect(set.standingAlone).toEqual([0, 1, 3]);
    const { document, span } = sentences[3]!;
    const value = { start: span.end - 1, end: span.end };
    expect([span, value].map((one) => bodyOf({ source: document.number, ...one }))).toEqual([
      { source_id: 'orders', start: 9, end: 26, text: '"state": "SENT é"', pointer: '/a~1b/state' },
      { source_id: 'orders', start: 24, end: 25, text: 'é', pointer: '/a~1b/state' },
    ]);
  });

  it('give what goes on from a title into its text as a place of the text', async () => {
    const { sentences, bodyOf } = await read([MILL, BANK]);
    const [title, text] = sentences.slice(2);
    expect(bodyOf({ source: 1, start: title!.span.start, end: text!.span.end })).toEqual({
      ...{ source_id: 'bank', start: 0, end: 19, text: BANK.text },
    });
  });

  it('are looked up each for itself: words that run on into the next source are nowhere', async () => {
    const { set } = await read([MILL, BARN]);
    expect(set.readings.quotation('It burnt. it stood empty.')).toBeUndefined();
    expect(set.readings.quotation('it stood empty.')).toMatchObject({ place: { source: 1, start: 0 } });
  });

  it('say nothing by their titles', async () => {
    const { set } = await read([BANK, { ...BANK, text: 'Known: the bank of Lyon.' }]);
    const found = set.readings.quotation('the bank of Lyon');
    const { source, start, end } = found!.place;
    expect([source, set.sources[source]!.text.slice(start, end)]).toEqual([1, 'the bank of Lyon']);
  });

  it('keep their numbers where some of them are read alone', async () => {
    const { set, bodyOf } = await read([MILL, BANK, BARN]);
    const { sentences } = onlySources(set, new Set([2]));
    expect(sentences.map(({ document }) => document)).toEqual([{ number: 2, first: 0, end: 1 }]);
    expect(bodyOf(placeOf(sentences[0]!))).toMatchObject({ source_id: 'barn', start: 0, end: 15 });
  });

  it('share the number of sentences that are read alone, by their lengths', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, i) => `- ${i % 10}.`).join('\n');
    const { sentences } = await read([
      { id: 'long', text: lines(9_000) },
      { id: 'short', text: lines(9) },
    ]);
    expect(sentences.length).toBeLessThanOrEqual(5_001);
    expect(sentences.filter(({ document }) => document.number === 1).length).toBeGreaterThan(0);
    expect(sentences.at(-1)!.span.end).toBe(lines(9).length);
  });
});
