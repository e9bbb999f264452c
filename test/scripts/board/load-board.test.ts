import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BOARD_SET_NAMES } from '../../../scripts/board/board-sets.ts';
import { loadBoard } from '../../../scripts/board/load-board.ts';
import { InputError } from '../../../src/contract/input-error.ts';
import { groupBy } from '../../../src/evaluation/labelled-rows.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { BOARD_FILES, writeBoardFiles } from './board-files.ts';

const { signal } = new AbortController();
const load = (folder: string, sets = BOARD_SET_NAMES, limit = 5) => loadBoard({ folder, sets, limit, signal });

async function boardFolder(files = BOARD_FILES): Promise<string> {
  const folder = await temporaryFolder();
  await writeBoardFiles(folder, files);
  return folder;
}

describe('loadBoard', () => {
  it('reads every row in the layouts of the publishers', async () => {
    const { entries, leftOut } = await load(await boardFolder());
    const counts = groupBy(entries, ({ set, task }) => `${set} ${task}`);
    expect([...counts].map(([name, rows]) => [name, rows.length])).toEqual([
      ['RAGTruth QA', 10],
      ['RAGTruth summary', 10],
      ['RAGTruth data-to-text', 10],
      ['FaithBench undefined', 4],
      ['Factcheck-GPT undefined', 5],
      ['WiCE undefined', 5],
    ]);
    expect(leftOut).toEqual([{ set: 'FaithBench', reason: 'label Questionable', rows: 1 }]);
  });

  it('takes passages as sources, a record as JSON, and sentences as lines', async () => {
    const { entries } = await load(await boardFolder());
    const sourcesOf = (set: string, task?: string) =>
      entries.find((entry) => entry.set === set && entry.task === task)!.input.sources.map(({ text }) => text);
    expect(sourcesOf('RAGTruth', 'QA')).toEqual(['Bees hum.', 'Grass grows.']);
    expect(sourcesOf('RAGTruth', 'data-to-text')).toEqual(['{"name":"Bees hum.","open":true}']);
    expect(entries.filter(({ input }) => input.sources.some(({ format }) => format === 'json'))).toHaveLength(10);
    expect(sourcesOf('FaithBench')).toEqual(['Bees hum.\nCats sleep.']);
    expect(sourcesOf('WiCE')).toEqual(['Bees hum.\nGrass grows.']);
  });

  it('labels an answer by its spans, a claim by its stance and a summary by its worst label', async () => {
    const { entries } = await load(await boardFolder());
    const labels = (set: string) =>
      entries.filter((entry) => entry.set === set).map(({ row }) => row.label === 'SUPPORTED');
    expect(labels('RAGTruth').slice(0, 4)).toEqual([true, false, true, false]);
    expect(labels('FaithBench')).toEqual([true, false, true, false]);
    expect(labels('Factcheck-GPT')).toEqual([true, false, false, false, true]);
    expect(labels('WiCE')).toEqual([true, false, false, true, false]);
  });

  it('reads files alone in a folder, the sets asked for, and the first rows of each file', async () => {
    const wice = BOARD_FILES['wice/data/entailment_retrieval/claim/test.jsonl']!;
    const { entries } = await load(await boardFolder({ 'test.jsonl': wice }), ['wice'], 2);
    expect(entries).toHaveLength(2);
  });

  it('leaves out and counts answers beyond the limits of the service', async () => {
    const row = { claim: 'a'.repeat(10_001), evidence: 'b', stance: 'refute' };
    const folder = await boardFolder({ 'subtask3_claim_evidence_stance.jsonl': JSON.stringify(row) });
    const { entries, leftOut } = await load(folder, ['factcheck']);
    expect(entries).toEqual([]);
    expect(leftOut).toEqual([{ set: 'Factcheck-GPT', reason: 'answer outside the limits of the service', rows: 1 }]);
  });

  it('names every file that is missing, and a folder that does not exist', async () => {
    const { 'FaithBench/FaithBench.csv': csv } = BOARD_FILES;
    const folder = await boardFolder({ 'FaithBench.csv': csv! });
    await expect(load(folder)).rejects.toThrow(
      'ragtruth_qa.jsonl, ragtruth_summary.jsonl, ragtruth_data2txt.jsonl, subtask3_claim_evidence_stance.jsonl, entailment_retrieval/claim/test.jsonl',
    );
    await expect(load(join(folder, 'none'))).rejects.toThrow('ENOENT');
  });

  it.each([
    ['{"claim": "a", "evidence": "b", "stance": "perhaps"}', 'line 1', 'stance'],
    [`${BOARD_FILES['Factcheck-GPT/subtasks/subtask3_claim_evidence_stance.jsonl']}{"claim": "cut`, 'line 6', 'JSON'],
    ['', 'got none'],
  ])('refuses a damaged file, case %#', async (text, ...words) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'subtask3_claim_evidence_stance.jsonl'), text);
    const error = await load(folder, ['factcheck'], 100).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(InputError);
    for (const word of words) expect((error as InputError).message).toContain(word);
  });
});
