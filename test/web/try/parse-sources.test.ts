import { describe, expect, it } from 'vitest';
import { parseSources } from '../../../src/web/try/source-list.ts';

describe('parseSources', () => {
  it('cuts at lines of dashes, with an id and a title where the first line has them', () => {
    expect(parseSources('[a-1] A title\nText one.\nMore.\n---\n[b]\nText two.\n-----\n\nText three.\n')).toEqual([
      { id: 'a-1', title: 'A title', text: 'Text one.\nMore.' },
      { id: 'b', text: 'Text two.' },
      { text: 'Text three.' },
    ]);
  });

  it('takes brackets without a text below them, and dashes within a line, for text', () => {
    expect(parseSources('[1] one line')).toEqual([{ text: '[1] one line' }]);
    expect(parseSources('a --- b')).toEqual([{ text: 'a --- b' }]);
  });

  it('reads a JSON array, and skips what is no source in it', () => {
    const pasted = [
      { id: 7, text: 'a', score: 0.5 },
      { id: 'x', title: 't', text: 'b' },
      { text: 'c' },
      { id: 'y' },
      null,
      'd',
    ];
    expect(parseSources(JSON.stringify(pasted))).toEqual([
      { id: '7', text: 'a' },
      { id: 'x', title: 't', text: 'b' },
      { text: 'c' },
    ]);
  });

  it('finds no source in an empty text', () => {
    for (const pasted of ['', ' \n', '---\n---', '[]']) expect(parseSources(pasted)).toEqual([]);
  });
});
