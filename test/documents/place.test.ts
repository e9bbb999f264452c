import { expect, it } from 'vitest';
import { placeIn } from '../../src/documents/place.ts';

const text = '# Plants\n\n## Lyon\n\nOpened in 2014.\nEmploys 350.\n';
const document = {
  ...{ file: 'plants.pdf', format: 'pdf' as const, sha256: '', text, pagesWithoutText: [], notes: [] },
  blocks: [
    { kind: 'heading' as const, level: 1, under: -1, start: 2, end: 8, page: 1 },
    { kind: 'heading' as const, level: 2, under: 0, start: 13, end: 17, page: 1 },
    { kind: 'paragraph' as const, level: 0, under: 1, start: 19, end: 47, page: 2 },
  ],
  lines: [
    { start: 0, page: 1, line: 1 },
    { start: 10, page: 1, line: 2 },
    { start: 19, page: 2, line: 1 },
    { start: 35, page: 2, line: 2 },
  ],
};

it.each([
  [36, { page: 2, line: 2, headings: ['Plants', 'Lyon'], columns: [] }],
  [19, { page: 2, line: 1, headings: ['Plants', 'Lyon'], columns: [] }],
  [14, { page: 1, line: 2, headings: ['Plants', 'Lyon'], columns: [] }],
  [2, { page: 1, line: 1, headings: ['Plants'], columns: [] }],
  [0, { page: 1, line: 1, headings: ['Plants'], columns: [] }],
  [10, { page: 1, line: 2, headings: ['Plants', 'Lyon'], columns: [] }],
])('offset %i has page, line and all headings above it', (offset, place) => {
  expect(placeIn(document, offset)).toEqual(place);
});

it('says where a text without lines, pages and headings has none', () => {
  const bare = { ...document, blocks: [], lines: [] };
  expect(placeIn(bare, 5)).toEqual({ page: null, line: null, headings: [], columns: [] });
});

it('counts paragraphs where the format has no lines', () => {
  const places = [2, 13, 36].map((offset) => placeIn({ ...document, lines: [] }, offset));
  expect(places.map(({ page, line, paragraph }) => [page, line, paragraph])).toEqual([
    [1, null, 1],
    [1, null, 2],
    [2, null, 3],
  ]);
});

it('names the columns of a row by its header', () => {
  const table = '| Plant | Opened |\n| --- | --- |\n| Lyon | 2014 |\n| Graz | 2019 |\n\n| a | b |';
  const block = (kind: 'head' | 'row', start: number, length: number) => ({
    kind,
    level: 0,
    under: -1,
    start,
    end: start + length,
  });
  const blocks = [block('head', 0, 34), block('row', 35, 15), block('row', 51, 15), block('row', 68, 9)];
  const read = { ...document, text: table, blocks, lines: [] };
  expect(placeIn(read, 51).columns).toEqual(['Plant', 'Opened']);
  expect(placeIn(read, 0).columns).toEqual([]);
  expect(placeIn({ ...read, blocks: blocks.slice(3) }, 68).columns).toEqual([]);
});
