import { describe, expect, it } from 'vitest';
import { type ReadSources, readSources, splitSources } from '../../src/answer/read-sources.ts';
import type { AnswerSource } from '../../src/contract/answer-request.ts';
import { fakeEncoder } from '../support/fake-encoder.ts';

async function read(sources: readonly AnswerSource[]): Promise<ReadSources> {
  const use = { encoder: fakeEncoder(), parts: [] };
  const pause = async () => undefined;
  return readSources(await splitSources(sources, pause), 'utf16', { use, pause });
}

const MILL = { id: 'mill', text: 'The mill closed. It burnt.' };
const BANK = { id: 'bank', text: 'The bank lent money', title: 'The bank of Lyon' };
const BARN = { id: 'barn', text: 'it stood empty.' };

describe('sources read together', () => {
  it('are split each for itself, a title as a heading that decides nothing', async () => {
    const { source } = await read([MILL, BANK, BARN]);
    expect(source.sentences.map(({ text, document, asserts }) => [text, document.number, asserts])).toEqual([
      ['The mill closed.', 0, true],
      ['It burnt.', 0, true],
      ['The bank of Lyon', 1, false],
      ['The bank lent money', 1, true],
      ['it stood empty.', 2, true],
    ]);
  });

  it('have the ends of their documents, which no passage crosses', async () => {
    const { source } = await read([MILL, BANK, BARN]);
    expect(source.sentences.map(({ document: { first, end } }) => [first, end])).toEqual([
      [0, 2],
      [0, 2],
      [2, 4],
      [2, 4],
      [4, 5],
    ]);
  });

  it('give every sentence back as a place of its own source, and nothing of a title', async () => {
    const { source, placeBody } = await read([MILL, BANK, BARN]);
    expect(source.sentences.map(({ span }) => placeBody(span))).toEqual([
      { source_id: 'mill', start: 0, end: 16, text: 'The mill closed.' },
      { source_id: 'mill', start: 17, end: 26, text: 'It burnt.' },
      undefined,
      { source_id: 'bank', start: 0, end: 19, text: 'The bank lent money' },
      { source_id: 'barn', start: 0, end: 15, text: 'it stood empty.' },
    ]);
  });

  it('give what goes on from a title into its text as a place of the text', async () => {
    const { source, placeBody } = await read([MILL, BANK]);
    const [title, text] = source.sentences.slice(2);
    expect(placeBody({ start: title!.span.start, end: text!.span.end })).toEqual({
      ...{ source_id: 'bank', start: 0, end: 19, text: BANK.text },
    });
  });

  it('give a mark that follows no letter as it stands in its own source', async () => {
    const { source, placeBody } = await read([MILL, { id: 'odd', text: '\u0301 x' }]);
    const start = source.text.indexOf('\u0301') - 1;
    expect(placeBody({ start, end: start + 4 })).toEqual({ source_id: 'odd', start: 0, end: 3, text: '\u0301 x' });
  });

  it('know which document an offset is in', async () => {
    const { source, documentAt } = await read([MILL, BANK, BARN]);
    expect(source.sentences.map(({ span, document }) => documentAt(span.start) === document.number)).not.toContain(
      false,
    );
  });

  it('share the number of sentences that are read alone, by their lengths', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, i) => `- ${i % 10}.`).join('\n');
    const { source } = await read([
      { id: 'long', text: lines(9_000) },
      { id: 'short', text: lines(9) },
    ]);
    expect(source.sentences.length).toBeLessThanOrEqual(5_001);
    expect(source.sentences.filter(({ document }) => document.number === 1).length).toBeGreaterThan(0);
    expect(source.sentences.at(-1)!.span.end).toBe(source.text.length);
  });
});
