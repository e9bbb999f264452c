import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadRows } from '../../../src/cli/evaluation/load-rows.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'load-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function load(files: Record<string, string | Uint8Array>, { limit = 100 }: { limit?: number } = {}) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return loadRows({
    inputs: Object.keys(files).map((name) => join(folder, name)),
    limit,
    signal: new AbortController().signal,
  });
}
const json = (...rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');

describe('loadRows', () => {
  it('names sets by their rows or else by their files, and rows by their ids or else by their lines', async () => {
    const { rows, leftOut } = await load({
      'mine.jsonl': json(
        { claim: 'c', grounding_source: 's', label: 'SUPPORTED' },
        { id: 'x', claim: 'd', grounding_source: 's', label: 'UNCERTAIN', format: 'jsonl' },
      ),
      'fact.jsonl': json({ dataset: 'RAGTruth', doc: 's', claim: 'c', label: 0 }),
      'table.csv': 'claim,grounding_source,label\n"a, b",s,NOT_SUPPORTED\n',
    });
    expect(rows).toEqual([
      { set: 'mine', id: 'mine-1', claim: 'c', source: 's', label: 'SUPPORTED' },
      { set: 'mine', id: 'x', claim: 'd', source: 's', label: 'UNCERTAIN', format: 'jsonl' },
      { set: 'RAGTruth', id: 'fact-1', claim: 'c', source: 's', label: 'NOT_SUPPORTED' },
      { set: 'table', id: 'table-2', claim: 'a, b', source: 's', label: 'NOT_SUPPORTED' },
    ]);
    expect(leftOut).toEqual([]);
  });

  it('prints one line for all rows with a weight, which counts for nothing', async () => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      const row = { claim: 'c', grounding_source: 's', label: 'SUPPORTED' };
      await load({ 'plain.jsonl': json(row) });
      expect(stderr).not.toHaveBeenCalled();
      const { rows } = await load({ 'weighed.jsonl': json({ ...row, weight: 3 }, { ...row, weight: 1 }) });
      expect(rows).toHaveLength(2);
      expect(stderr.mock.calls).toEqual([[expect.stringMatching(/\bweight\b.*\n$/)]]);
    } finally {
      stderr.mockRestore();
    }
  });

  it('leaves out and counts what it cannot measure', async () => {
    const long = { claim: 'x'.repeat(501), grounding_source: 's', label: 'SUPPORTED' };
    const { rows, leftOut } = await load({
      'mine.jsonl': `nonsense\n${json({ claim: 'c', grounding_source: 's', label: 'maybe' }, long, long, { a: 1 })}`,
    });
    expect(rows).toEqual([]);
    expect(leftOut).toEqual([
      {
        set: 'mine',
        reason: 'unreadable line',
        rows: 1,
        found: [expect.stringContaining('line 1: Expected a JSON object')],
      },
      { set: 'mine', reason: 'unknown label', rows: 1, found: ['label "maybe"'] },
      { set: 'mine', reason: 'claim outside the limits of the service', rows: 2 },
      { set: 'mine', reason: 'unknown format', rows: 1, found: ['columns a'] },
    ]);
  });

  it('reports a few unknown labels and no texts', async () => {
    const labels = ['yes', 'no', 'yes', 'x'.repeat(500), 'perhaps'];
    const { leftOut } = await load({
      'mine.jsonl': json(...labels.map((label) => ({ claim: 'c', grounding_source: 's', label }))),
      'fact.jsonl': json({ dataset: 'RAGTruth', doc: 's', claim: 'c', label: 7 }),
    });
    expect(leftOut).toEqual([
      {
        set: 'mine',
        reason: 'unknown label',
        rows: 5,
        found: ['label "yes"', 'label "no"', expect.stringMatching(/^label "x{10,80}\.\.\.$/)],
      },
      { set: 'fact', reason: 'unknown label', rows: 1, found: ['label 7'] },
    ]);
  });

  it('leaves out rows without a label', async () => {
    const { leftOut } = await load({ 'mine.jsonl': json({ claim: 'c', grounding_source: 's' }) });
    expect(leftOut).toEqual([{ set: 'mine', reason: 'no label', rows: 1 }]);
  });

  it('names the file that cannot be read', async () => {
    const latin1 = Buffer.from('{"claim": "caf\u00e9"}\n', 'latin1');
    await expect(load({ 'a.jsonl': json({ claim: 'c' }), 'b.jsonl': latin1 })).rejects.toThrow('b.jsonl: ');
  });

  it('takes no more than the limit of each file', async () => {
    const row = { claim: 'c', grounding_source: 's', label: 'SUPPORTED' };
    const { rows } = await load({ 'a.jsonl': json(row, row, row), 'b.jsonl': json(row) }, { limit: 2 });
    expect(rows.map(({ id }) => id)).toEqual(['a-1', 'a-2', 'b-1']);
  });
});
