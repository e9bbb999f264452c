import { describe, expect, it } from 'vitest';
import { assertionsIn, readAs, withKinds } from '../../src/text/index.ts';

const kinds = (text: string) =>
  [...withKinds(text, assertionsIn(text))].map(({ start, end, kind }) => [text.slice(start, end), kind]);

describe('the kind of a sentence', () => {
  it.each([
    ['## Opening hours', 'heading'],
    ['**Christmas lights**', 'heading'],
    ['**What does it cost to pay abroad?**', 'question'],
    ['Did we lose data?', 'question'],
    ['Priya: Did we lose data?', 'question'],
    ['The mill closed.', 'sentence'],
    ['**The mill closed.**', 'sentence'],
    ['Did you know that the mill closed?', 'sentence'],
    ['Note: the mill closed', 'sentence'],
  ])('%s is a %s', (text, kind) => {
    expect(kinds(text)).toEqual([[text, kind]]);
  });

  it.each(['Core hours', 'Mileage: private vehicles', 'Ward 9 – team meeting, 23 January', 'Price list 2025'])(
    'a line alone above the text is its title: %s',
    (title) => {
      expect(kinds(`${title}\n\nA pass costs 40 pounds.`)).toEqual([
        [title, 'heading'],
        ['A pass costs 40 pounds.', 'sentence'],
      ]);
    },
  );

  it.each(['Acme is closing its plant', 'The mill closed.', 'Price: 25 euros', 'Dear Ms Lund,', 'and so on'])(
    'a line alone above the text is no title: %s',
    (line) => {
      expect(kinds(`${line}\n\nA pass costs 40 pounds.`)[0]![1]).not.toBe('heading');
    },
  );

  it('a fact between other facts is no title', () => {
    const facts = ['Owner: Ingrid Tamm', 'Area: 11 hectares', 'Keeper: Olav Berg'];
    expect(kinds(`Orchards\n\n${facts.join('\n\n')}\n\nIt is old.`)).toEqual([
      ['Orchards', 'heading'],
      ...facts.map((fact) => [fact, 'sentence']),
      ['It is old.', 'sentence'],
    ]);
  });

  it('a line with no text below is no title', () => {
    expect(kinds('A pass costs 40 pounds.\n\nAnnual passes')[1]).toEqual(['Annual passes', 'sentence']);
  });

  it('a bare answer belongs to its question', () => {
    expect(kinds('Priya: Did we lose data? Omar: No.')).toEqual([['Priya: Did we lose data? Omar: No.', 'sentence']]);
  });

  it('a table row is read with its header, which is no statement alone', () => {
    const table = '| Model | Battery |\n|---|---|\n| 25i | up to 13 hours |\n| 25a | up to 16 hours |';
    expect(kinds(`${table}\n\nBoth are black.`).map(([, kind]) => kind)).toEqual(['heading', 'row', 'row', 'sentence']);
    expect(kinds('Name | Acme\nStaff | 350').map(([, kind]) => kind)).toEqual(['sentence', 'sentence']);
  });

  it('the rows of a long table share 20,000 characters of column names', () => {
    const table = `| ${'x'.repeat(998)}|\n|---|\n${'| 1 |\n'.repeat(25)}`;
    const rows = [...withKinds(table, assertionsIn(table))].filter(({ kind }) => kind === 'row');
    expect(rows.map(({ read }) => read !== undefined)).toEqual(rows.map((_, i) => i < 20));
    expect(rows).toHaveLength(25);
  });
});

const read = (text: string) => [...withKinds(text, assertionsIn(text))].map((span) => readAs(text, span));

it('the cells of a row are read behind the names of their columns', () => {
  expect(read('25i | 25a\n--- | ---\nup to 13 hours | up to 16 hours')[1]).toBe(
    '25i: up to 13 hours; 25a: up to 16 hours',
  );
  expect(read('| | Basic |\n|---|---|\n| Storage | 5 GB | and more |')[1]).toBe('Storage; Basic: 5 GB; and more');
});

describe('the items of a list', () => {
  it.each([
    ['Included:\n- towels\n\nNot included:\n* firewood', ['Included: towels', 'Not included: firewood']],
    ['## Optional documents\n\n1. payslip', ['Optional documents: payslip']],
    ['**Allergens:**\n- wheat\n- eggs', ['Allergens: wheat', 'Allergens: eggs']],
    ['Not included\n- towels', ['Not included: towels']],
    ['Bring:\n- papers:\n  - a passport\n- cash', ['papers: a passport', 'Bring: cash']],
  ])('are read behind the line that leads them: %j', (text, items) => {
    expect(read(text)).toEqual(expect.arrayContaining(items));
  });

  it.each([
    'The park is open.\n- towels',
    'Not included:\n- towels\n\nThe house is old.\n\n- firewood',
    'Changes:\n- The editor is faster now.',
    `Changes:\n- ${'word '.repeat(40)}`,
    `${'word '.repeat(40)}:\n- towels`,
  ])('are read alone: %j', (text) => {
    expect(read(text).at(-1)).toBe(text.split('\n').at(-1)!.trim());
  });
});
