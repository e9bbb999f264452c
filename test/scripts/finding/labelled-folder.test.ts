import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { labelledFolder, SETS } from '../../../scripts/finding/labelled-folder.ts';

it('writes each passage as one file, and names the file for each claim', () => {
  const folder = mkdtempSync(join(tmpdir(), 'labelled-'));
  const row = (id: string, grounding_source: string) =>
    `${JSON.stringify({ id, claim: 'It leaks.', grounding_source, label: 'SUPPORTED' })}\n`;
  for (const set of SETS) writeFileSync(join(folder, `${set}.jsonl`), row(`${set}-1`, 'Valves leak.'));
  writeFileSync(join(folder, 'hard.jsonl'), row('h1', 'Pumps leak.') + row('h2', 'Valves leak.'));
  const { documents, claims } = labelledFolder(folder);
  expect(documents.map(({ file, text }) => [file, text])).toEqual([
    ['climate-fever/climate-fever-1.txt', 'Valves leak.'],
    ['hard/h1.txt', 'Pumps leak.'],
  ]);
  expect(claims.filter(({ set }) => set === 'hard').map(({ id, file }) => [id, file])).toEqual([
    ['h1', 'hard/h1.txt'],
    ['h2', 'climate-fever/climate-fever-1.txt'],
  ]);
  rmSync(folder, { recursive: true });
});
