import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readResults } from '../../../src/cli/evaluation/run-evaluation.ts';

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'results-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'before.json'), text);
  return join(folder, 'before.json');
}

it('reads what evaluate --json wrote', async () => {
  const results = { format: 1, rows: [] };
  expect(await readResults(fileWith(JSON.stringify(results)))).toEqual(results);
});

it.each([
  ['{"claim":"a"}\n{"claim":"b"}', 'it is not JSON'],
  ['null', 'it contains no results'],
  ['{"verdict":"SUPPORTED"}', 'it contains no results'],
  ['{"format":2,"rows":[]}', 'it contains no results'],
])('refuses %j in a sentence', async (text, came) => {
  const path = fileWith(text);
  await expect(readResults(path)).rejects.toThrow(
    `Expected a file that evaluate --json wrote, got "${path}": ${came}.`,
  );
});
