import { beforeAll, expect, it } from 'vitest';
import { toResponseBody, type Verifier } from '../../src/index.ts';
import { bundledModels } from '../support/bundled-models.ts';

let verifier: Verifier;
beforeAll(async () => {
  verifier = await bundledModels();
});

const HEADS = ['Plant', 'Product', 'Staff'];
const ROWS = [
  ['Lyon', 'paper', '350'],
  ['Oslo', 'glass', '120'],
  ['Porto', 'shoes', '95'],
];
const joined = (mark: string) => [HEADS, ...ROWS].map((cells) => cells.join(mark));
const html = (tag: string, cells: readonly string[]) =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
const barred = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** The lines of the table. */
const LAYOUTS: Readonly<Record<string, readonly string[]>> = {
  Markdown: [barred(HEADS), '|---|---|---|', ...ROWS.map(barred)],
  bars: joined(' | '),
  tabs: joined('\t'),
  'aligned columns': [HEADS, ...ROWS].map((cells) =>
    cells
      .map((cell) => cell.padEnd(10))
      .join('')
      .trimEnd(),
  ),
  commas: joined(','),
  semicolons: joined(';'),
  HTML: ['<table>', html('th', HEADS), ...ROWS.map((cells) => html('td', cells)), '</table>'],
};

it.each(Object.entries(LAYOUTS))('the evidence for a claim about a table is its row: %s', async (_, lines) => {
  const source = `The plants of the group\n\n${lines.join('\n')}\n\nThe figures are of March.`;
  const row = lines.find((line) => line.includes('Oslo'))!;
  for (const claim of ['The Oslo plant has 120 staff.', 'The plant in Oslo makes glass.']) {
    const { verdict, audit_trail } = toResponseBody(await verifier.verify({ claim, source }));
    expect([verdict, audit_trail.map((entry) => entry.source_span)]).toEqual(['SUPPORTED', [row]]);
  }
});
